//! Which events of a trace are wanted: about a variable, a constraint, a depth; and how many.

use std::ops::RangeInclusive;

use pencilmark_engine::{ConstraintId, CoverItem, CoverOption, Event, Fact, Model, Var};

/// What was typed.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) vars: Vec<String>,
    pub(crate) cons: Vec<String>,
    pub(crate) depth: Option<RangeInclusive<u64>>,
    pub(crate) first: Option<u64>,
}

impl Wanted {
    /// The filters as they were typed, for the header; a trace that only ends early is whole as far as it goes.
    pub(crate) fn typed(&self) -> Vec<String> {
        let vars = self.vars.iter().map(|name| format!("var {name}"));
        let cons = self.cons.iter().map(|name| format!("con {name}"));
        let depth = self.depth.iter().map(|depth| match *depth.end() {
            u64::MAX => format!("depth {}..", depth.start()),
            end => format!("depth {}..{end}", depth.start()),
        });
        vars.chain(cons).chain(depth).collect()
    }

    /// The filter for a model.
    ///
    /// # Errors
    /// What names nothing there.
    pub(crate) fn on(&self, model: &Model) -> Result<Filter, String> {
        let mut filter = Filter { vars: None, cons: None, depth: self.depth.clone().unwrap_or(0..=u64::MAX), kept: vec![false] };
        for name in &self.vars {
            let Some(var) = model.all_vars().find(|&var| model.name(var) == name) else {
                return Err(format!("--var: nothing is named {name:?} here; cells are named like r1c8"));
            };
            filter.vars.get_or_insert_default().push(var);
        }
        for name in &self.cons {
            let named = model.constraints().filter(|(_, posted)| posted.label == *name).map(|(id, _)| id);
            let cons = filter.cons.get_or_insert_default();
            let before = cons.len();
            cons.extend(named);
            if cons.len() == before {
                return Err(format!("--con: no constraint is named {name:?} here; the con lines of a trace name them all"));
            }
        }
        Ok(filter)
    }
}

/// The same with names looked up.
#[derive(Debug)]
pub(crate) struct Filter {
    vars: Option<Vec<Var>>,
    cons: Option<Vec<ConstraintId>>,
    depth: RangeInclusive<u64>,
    /// For each node from the root to this one: was an event there wanted? If so, going back from it matters.
    kept: Vec<bool>,
}

impl Filter {
    pub(crate) fn wants_var(&self, var: Var) -> bool {
        self.vars.as_ref().is_none_or(|vars| vars.contains(&var))
    }

    pub(crate) fn wants_con(&self, con: ConstraintId, scope: &[Var]) -> bool {
        self.cons.as_ref().is_none_or(|cons| cons.contains(&con)) && (self.vars.is_none() || scope.iter().any(|&var| self.wants_var(var)))
    }

    /// Is this event wanted? It happens at this depth; on going back, that is the depth gone to.
    pub(crate) fn wants(&mut self, event: &Event<'_>, depth: u64) -> bool {
        let nodes = depth as usize + 1;
        let left_something = self.kept.get(nodes..).is_some_and(|left| left.contains(&true));
        self.kept.resize(nodes, false);
        let con = |id: &ConstraintId| self.cons.as_ref().is_none_or(|cons| cons.contains(id));
        let of_cons = self.cons.is_some();
        let about = |facts: &[Fact]| self.vars.is_none() || facts.iter().any(|fact| self.wants_var(fact.var));
        let wanted = match event {
            Event::Given(fact) | Event::GivenRefused(fact) | Event::Decided { fact, .. } => !of_cons && self.wants_var(fact.var),
            Event::Pruned { var, constraint, .. } => con(constraint) && self.wants_var(*var),
            Event::Failed { constraint, why } => con(constraint) && about(&why.facts),
            Event::Woken { constraint, by, .. } => con(constraint) && self.wants_var(*by),
            Event::Ran { constraint, .. } => con(constraint) && self.vars.is_none(),
            Event::Branched { item, .. } | Event::Stuck(item) => self.wants_item(*item),
            Event::Tried { choice: CoverOption::Value(var, _), .. } => !of_cons && self.wants_var(*var),
            Event::Tried { choice: CoverOption::Combination(id, _), .. } => con(id) && self.vars.is_none(),
            Event::Backtracked { .. } => self.is_idle() || left_something,
            _ => true,
        };
        let wanted = wanted && self.depth.contains(&depth);
        self.kept[nodes - 1] |= wanted && !matches!(event, Event::Backtracked { .. });
        wanted
    }

    fn wants_item(&self, item: CoverItem) -> bool {
        match item {
            CoverItem::Value(var) => self.cons.is_none() && self.wants_var(var),
            CoverItem::Place { constraint: id, .. } | CoverItem::Combination(id) | CoverItem::Use { constraint: id, .. } => {
                self.vars.is_none() && self.cons.as_ref().is_none_or(|cons| cons.contains(&id))
            }
        }
    }

    /// True if names leave nothing out.
    fn is_idle(&self) -> bool {
        self.vars.is_none() && self.cons.is_none()
    }
}

/// `..3`, `2..`, `1..3` or `3`: depths, the ends included.
pub(crate) fn depths(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |part: &str, default: u64| if part.is_empty() { Some(default) } else { part.parse().ok() };
    let range = match text.split_once("..") {
        Some((low, high)) => number(low, 0).zip(number(high, u64::MAX)),
        None => text.parse().ok().map(|depth| (depth, depth)),
    };
    match range {
        Some((low, high)) if low <= high => Ok(low..=high),
        _ => Err("depths are a number or a range with both ends in it, from 0: 2, ..3, 2.., 1..3".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::depths;

    #[test]
    fn ranges_of_depths() {
        assert_eq!(depths("..3"), Ok(0..=3));
        assert_eq!(depths("2.."), Ok(2..=u64::MAX));
        assert_eq!(depths("1..3"), Ok(1..=3));
        assert_eq!(depths("4"), Ok(4..=4));
        assert!(depths("3..1").is_err() && depths("x").is_err() && depths("").is_err() && depths("1..x").is_err());
    }
}
