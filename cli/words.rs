//! One removal in a person's words: singles, naked and hidden sets, locked candidates, sums. Told from the rule and the facts alone.

use std::collections::BTreeSet;

use pencilmark_engine::{DomainRef, Inference, Model, Posted, Shape, Test, Value, Var, Why};

/// What a person would say of a removal: the technique, where it is seen, and what goes.
pub(crate) fn removal(model: &Model, posted: &Posted, var: Var, removed: &[Value], after: DomainRef<'_>, why: &Why) -> String {
    let effect = effect(model, var, removed, after);
    let label = &posted.label;
    match why.rule {
        Inference::ValueTaken => {
            let taken = facts(model, why);
            match after.value() {
                Some(_) => format!("naked single: {effect}, as {taken} ({label})"),
                None => format!("{taken} ({label}): {effect}"),
            }
        }
        Inference::OnlyPlace => {
            let value = after.value().map_or_else(String::new, |value| format!(", the only place of {value}"));
            format!("hidden single: {effect}{value} in {label}")
        }
        Inference::HallSet => match set_in(model, posted, var, why) {
            Some(set) => format!("{set} ({label}): {effect}"),
            None => format!("too few values for the others ({label}), as {}: {effect}", facts(model, why)),
        },
        Inference::Leftover => match locked(model, var, removed, why) {
            Some(words) => format!("{words}: {effect}"),
            None => format!("leftovers ({label}), as {}: {effect}", facts(model, why)),
        },
        Inference::NoSupport => format!("no partner ({label}){}: {effect}", since(model, why)),
        Inference::Bounds if is_total(posted) => {
            let what = match (posted.implied, outside(model, posted)) {
                (false, _) => "cage bounds",
                (true, true) => "outie",
                (true, false) => "innie",
            };
            format!("{what} ({label}){}: {effect}", since(model, why))
        }
        Inference::Bounds => format!("bounds ({label}){}: {effect}", since(model, why)),
        rule if is_total(posted) => format!("cage {} ({label}){}: {effect}", plain(rule), since(model, why)),
        rule => format!("{} ({label}){}: {effect}", plain(rule), since(model, why)),
    }
}

/// A rule's own name, for people.
fn plain(rule: Inference) -> String {
    rule.name().replace('_', " ")
}

/// Is this a constraint of a total?
fn is_total(posted: &Posted) -> bool {
    matches!(posted.constraint.kind(), "sum" | "cage_sum")
}

/// Does no house hold all its variables?
fn outside(model: &Model, posted: &Posted) -> bool {
    let scope = posted.constraint.scope();
    !model.constraints().any(|(_, other)| different(other).is_some_and(|vars| scope.iter().all(|v| vars.contains(v))))
}

/// `r1c5 is not 3, 7` or `r1c5 = 4`.
fn effect(model: &Model, var: Var, removed: &[Value], after: DomainRef<'_>) -> String {
    let name = model.name(var);
    match after.value() {
        Some(value) => format!("{name} = {value}"),
        None => format!("{name} is not {}", list(removed.iter().copied(), ", ")),
    }
}

/// The facts of a reason with names.
fn facts(model: &Model, why: &Why) -> String {
    let facts: Vec<String> = why.facts.iter().map(|fact| fact.with_name(model.name(fact.var))).collect();
    facts.join(", ")
}

/// `, as r1c1 >= 4`, or nothing where no fact is needed.
fn since(model: &Model, why: &Why) -> String {
    if why.facts.is_empty() { String::new() } else { format!(", as {}", facts(model, why)) }
}

fn list(values: impl Iterator<Item = Value>, between: &str) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(between)
}

fn cells(model: &Model, vars: &BTreeSet<Var>) -> String {
    vars.iter().map(|&var| model.name(var)).collect::<Vec<_>>().join(" ")
}

/// The variables that a constraint says differ, as they are.
fn different(posted: &Posted) -> Option<BTreeSet<Var>> {
    let Shape::AllDifferent(views) = posted.constraint.shape() else { return None };
    let plain = !posted.implied && views.iter().all(|view| view.offset == 0);
    plain.then(|| views.iter().map(|view| view.var).collect())
}

/// The variables of a house: all different, and as many as their values.
fn house(model: &Model, posted: &Posted) -> Option<BTreeSet<Var>> {
    let vars = different(posted)?;
    (values_of(model, &vars).len() == vars.len()).then_some(vars)
}

fn values_of(model: &Model, vars: &BTreeSet<Var>) -> BTreeSet<Value> {
    vars.iter().flat_map(|&var| model.domain(var).as_ref().iter().collect::<Vec<_>>()).collect()
}

fn size_name(size: usize) -> String {
    match size {
        2 => "pair".to_owned(),
        3 => "triple".to_owned(),
        4 => "quad".to_owned(),
        size => format!("set of {size}"),
    }
}

/// A naked set, or the hidden one beside it where that is the smaller.
fn set_in(model: &Model, posted: &Posted, var: Var, why: &Why) -> Option<String> {
    let all = different(posted)?;
    let left = |var: Var| -> BTreeSet<Value> {
        model.domain(var).as_ref().iter().filter(|&v| why.facts.iter().all(|f| f.var != var || f.allows(v))).collect()
    };
    let mut vars: BTreeSet<Var> = why.facts.iter().map(|fact| fact.var).collect();
    let values: BTreeSet<Value> = vars.iter().flat_map(|&v| left(v)).collect();
    // A variable that had no other values from the start needs no fact.
    vars.extend(all.iter().filter(|&&v| v != var && left(v).is_subset(&values)));
    if vars.len() != values.len() || vars.contains(&var) || !vars.is_subset(&all) {
        return None;
    }
    let fixed: BTreeSet<Var> = vars.iter().copied().filter(|&v| left(v).len() == 1).collect();
    let taken: BTreeSet<Value> = fixed.iter().flat_map(|&v| left(v)).collect();
    let open: BTreeSet<Var> = vars.difference(&fixed).copied().collect();
    let inside: BTreeSet<Value> = values.difference(&taken).copied().collect();
    let rest: BTreeSet<Var> = all.difference(&vars).copied().collect();
    if house(model, posted).is_some() && rest.len() > 1 && rest.len() < open.len() {
        let hidden = values_of(model, &all).difference(&values).copied().collect::<BTreeSet<_>>();
        return Some(format!("hidden {} {{{}}} in {}", size_name(rest.len()), list(hidden.into_iter(), ","), cells(model, &rest)));
    }
    (open.len() > 1).then(|| format!("naked {} {{{}}} in {}", size_name(open.len()), list(inside.into_iter(), ","), cells(model, &open)))
}

/// Pointing or claiming: the places left for a value in one house all lie in another one.
fn locked(model: &Model, var: Var, removed: &[Value], why: &Why) -> Option<String> {
    let [value] = *removed else { return None };
    let without: BTreeSet<Var> = why.facts.iter().filter(|f| f.test == Test::IsNot(value)).map(|f| f.var).collect();
    let houses: Vec<(&Posted, BTreeSet<Var>)> = model.constraints().filter_map(|(_, p)| Some((p, house(model, p)?))).collect();
    let wide = |vars: &BTreeSet<Var>| houses.iter().filter(|(_, other)| other != vars && other.intersection(vars).nth(1).is_some()).count();
    for (from, vars) in houses.iter().filter(|(_, vars)| without.is_subset(vars) && !vars.contains(&var)) {
        let places: BTreeSet<Var> = vars.difference(&without).copied().collect();
        if let Some((into, _)) = houses.iter().find(|(_, other)| other.contains(&var) && places.is_subset(other)) {
            // A box is crossed by more houses than a line is.
            let here = house(model, into).expect("it was found to be one");
            let technique = match wide(vars).cmp(&wide(&here)) {
                std::cmp::Ordering::Greater => "pointing",
                std::cmp::Ordering::Less => "claiming",
                std::cmp::Ordering::Equal => "locked candidates",
            };
            return Some(format!("{technique}: {value} of {} is in {}, all in {}", from.label, cells(model, &places), into.label));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_engine::{Domain, Fact, sum};
    use pencilmark_sudoku::{Grid, Symbols, Template};

    fn template() -> Template {
        Template::new(Grid::new(9).unwrap().into(), Symbols::numbers_to(9).into(), &[])
    }

    fn say(model: &Model, label: &str, var: Var, removed: &[Value], after: Domain, rule: Inference, facts: Vec<Fact>) -> String {
        let (_, posted) = model.constraints().find(|(_, posted)| posted.label == label).unwrap();
        removal(model, posted, var, removed, after.as_ref(), &Why { rule, facts })
    }

    #[test]
    fn singles() {
        let template = template();
        let (model, v) = (template.model(), |i: usize| template.model().all_vars().nth(i).unwrap());
        let said = say(model, "row 1", v(3), &[5], Domain::from([7]), Inference::ValueTaken, vec![v(1).is(5)]);
        assert_eq!(said, "naked single: r1c4 = 7, as r1c2 = 5 (row 1)");
        let said = say(model, "row 1", v(3), &[5], Domain::from([6, 7]), Inference::ValueTaken, vec![v(1).is(5)]);
        assert_eq!(said, "r1c2 = 5 (row 1): r1c4 is not 5");
        let facts = (0..9).filter(|&i| i != 3).map(|i| v(i).is_not(7)).collect();
        let said = say(model, "row 1", v(3), &[5, 6], Domain::from([7]), Inference::OnlyPlace, facts);
        assert_eq!(said, "hidden single: r1c4 = 7, the only place of 7 in row 1");
    }

    #[test]
    fn naked_and_hidden_sets() {
        let template = template();
        let (model, v) = (template.model(), |i: usize| template.model().all_vars().nth(i).unwrap());
        let pair = (0..2).flat_map(|i| [v(i).at_most(2)]).collect();
        let said = say(model, "row 1", v(5), &[1, 2], Domain::from(3..=9), Inference::HallSet, pair);
        assert_eq!(said, "naked pair {1,2} in r1c1 r1c2 (row 1): r1c6 is not 1, 2");
        let seven = (0..7).map(|i| v(i).at_most(7)).collect();
        let said = say(model, "row 1", v(8), &[1], Domain::from([8, 9]), Inference::HallSet, seven);
        assert_eq!(said, "hidden pair {8,9} in r1c8 r1c9 (row 1): r1c9 is not 1");
    }

    #[test]
    fn pointing_and_claiming() {
        let template = template();
        let (model, v) = (template.model(), |i: usize| template.model().all_vars().nth(i).unwrap());
        let label = "overlapping houses";
        let below = [9, 10, 11, 18, 19, 20].map(|i| v(i).is_not(4)).to_vec();
        let said = say(model, label, v(6), &[4], Domain::from([1, 2]), Inference::Leftover, below);
        assert_eq!(said, "pointing: 4 of box 1 is in r1c1 r1c2 r1c3, all in row 1: r1c7 is not 4");
        let beside = (3..9).map(|i| v(i).is_not(4)).collect();
        let said = say(model, label, v(10), &[4], Domain::from([1, 2]), Inference::Leftover, beside);
        assert_eq!(said, "claiming: 4 of row 1 is in r1c1 r1c2 r1c3, all in box 1: r2c2 is not 4");
    }

    #[test]
    fn totals() {
        let mut model = Model::new();
        let (x, y) = (model.var("x", 1..=9), model.var("y", 1..=9));
        model.post_as("cage 12 at x", sum([(1, x), (1, y)]).equals(12));
        let said = say(&model, "cage 12 at x", x, &[1, 2], Domain::from(3..=9), Inference::Bounds, vec![]);
        assert_eq!(said, "cage bounds (cage 12 at x): x is not 1, 2");
        let said = say(&model, "cage 12 at x", x, &[6], Domain::from([5, 7]), Inference::Other("combination"), vec![y.is_not(6)]);
        assert_eq!(said, "cage combination (cage 12 at x), as y != 6: x is not 6");
    }
}
