//! Reasons in the words of the field: what a removal is called, and what it rests on.

use pencilmark_engine::{DomainRef, Inference, Model, Posted, Value, Var, Why};

/// Why a variable lost these values, in words: the name of the technique, the cells it rests on, and the house.
pub(crate) fn removal(model: &Model, posted: &Posted, var: Var, removed: &[Value], after: DomainRef<'_>, why: &Why) -> String {
    let label = &posted.label;
    let _ = var;
    match why.rule {
        Inference::ValueTaken => {
            let single = if after.is_fixed() { "naked single, the last value left; " } else { "" };
            format!("{single}{} ({label})", facts(model, why))
        }
        Inference::OnlyPlace => match after.value() {
            Some(value) => format!("hidden single, the only place for {value} ({label})"),
            None => format!("hidden single ({label})"),
        },
        Inference::HallSet => {
            let mut vars: Vec<Var> = why.facts.iter().map(|fact| fact.var).collect();
            vars.dedup();
            let within = |value: &Value| {
                vars.iter().any(|&x| {
                    let about = why.facts.iter().filter(|fact| fact.var == x);
                    model.domain(x).as_ref().contains(*value) && about.into_iter().all(|fact| fact.allows(*value))
                })
            };
            let values: Vec<String> =
                model.domain(var).as_ref().iter().filter(within).filter(|v| !after.contains(*v)).map(|v| v.to_string()).collect();
            let name = match vars.len() {
                2 => "naked pair",
                3 => "naked triple",
                4 => "naked quad",
                _ => "hall set",
            };
            format!("{name} {{{}}} in {} ({label})", values.join(","), names(model, &vars))
        }
        Inference::Leftover => {
            let mut vars: Vec<Var> = why.facts.iter().map(|fact| fact.var).collect();
            vars.dedup();
            let gone: Vec<String> = removed.iter().map(Value::to_string).collect();
            format!("pointing or claiming: no {} in {} ({label})", gone.join(" or "), names(model, &vars))
        }
        rule => format!("{}: {} ({label})", rule.name(), facts(model, why)),
    }
}

fn names(model: &Model, vars: &[Var]) -> String {
    vars.iter().map(|&var| model.name(var)).collect::<Vec<_>>().join(" ")
}

fn facts(model: &Model, why: &Why) -> String {
    why.facts.iter().map(|fact| fact.with_name(model.name(fact.var))).collect::<Vec<_>>().join(", ")
}
