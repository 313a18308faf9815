//! Plain backtracking, the exhaustive search of textbooks: the baseline that others are measured against.

use std::ops::ControlFlow;

use super::{Backend, Run, Sink, Unsupported};
use crate::domain::{Fact, Value, Var};
use crate::model::{ConstraintId, Model};
use crate::observe::Observer;
use crate::search::{End, Limits, Outcome, Stats};

/// The first empty variable in the model's order, its values in ascending order, and after each only the constraints on that variable
/// are looked at. Nothing is propagated. What recursion does in textbooks, an explicit stack does here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backtracking;

impl Backend for Backtracking {
    fn name(&self) -> &'static str {
        "backtracking"
    }

    fn about(&self) -> &'static str {
        "plain exhaustive search in reading order, the baseline; takes every model"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        let mut touching = vec![Vec::new(); model.len()];
        for (id, posted) in model.constraints().filter(|(_, p)| !p.implied) {
            for var in posted.constraint.scope() {
                if touching[var.index()].last() != Some(&id) {
                    touching[var.index()].push(id);
                }
            }
        }
        Ok(Box::new(Prepared { model, touching }))
    }
}

struct Prepared<'m> {
    model: &'m Model,
    /// For each variable the constraints on it.
    touching: Vec<Vec<ConstraintId>>,
}

impl Prepared<'_> {
    /// Do the constraints on a variable that has just got its value still hold, as far as can be seen?
    fn may_hold(&self, values: &[Option<Value>], var: Var, stats: &mut Stats) -> bool {
        self.touching[var.index()].iter().all(|&id| {
            stats.propagations += 1;
            self.model.constraint(id).constraint.may_hold(values, var)
        })
    }

    fn search(&self, givens: &[Fact], limits: &Limits<'_>, sink: &mut Sink<'_>, stats: &mut Stats) -> (u64, End) {
        let mut found = 0;
        let mut values: Vec<Option<Value>> = vec![None; self.model.len()];
        let mut domains = self.model.root();
        // No variable would ever lead to a constraint without any.
        let bare = self.model.constraints().filter(|(_, p)| p.constraint.scope().is_empty());
        if bare.into_iter().any(|(_, p)| !p.constraint.holds(&[])) {
            return (0, End::Complete);
        }
        for &given in givens {
            if domains.apply(given).is_err() {
                return (0, End::Complete);
            }
        }
        // Variables with one value are not tried but put, and looked at once.
        for var in self.model.all_vars() {
            values[var.index()] = domains.get(var).value();
        }
        let known = self.model.all_vars().filter(|v| values[v.index()].is_some());
        for var in known.collect::<Vec<_>>() {
            if !self.may_hold(&values, var, stats) {
                return (0, End::Complete);
            }
        }
        let open: Vec<Var> = self.model.all_vars().filter(|v| values[v.index()].is_none()).collect();
        let mut depth = 0;
        loop {
            if limits.solutions.is_some_and(|most| found >= most) {
                return (found, End::Solutions);
            }
            if depth == open.len() {
                let solution: Vec<Value> = values.iter().map(|v| v.expect("all variables have values here")).collect();
                if let Err(broken) = self.model.check(&solution) {
                    panic!("backtracking found values that are no solution, which is a fault of a constraint: {broken}");
                }
                found += 1;
                if let ControlFlow::Break(()) = sink(&solution) {
                    return (found, End::Stopped);
                }
                if depth == 0 {
                    return (found, End::Complete);
                }
                depth -= 1;
            }
            // The next value that may hold; where there is none, back to the variable before.
            loop {
                let var = open[depth];
                let next = match values[var.index()] {
                    None => Some(domains.get(var).min()),
                    Some(last) => domains.get(var).next_above(last),
                };
                values[var.index()] = next;
                if next.is_none() {
                    stats.failures += 1;
                    if depth == 0 {
                        return (found, End::Complete);
                    }
                    depth -= 1;
                    continue;
                }
                if let Some(end) = limits.reached(stats.nodes) {
                    return (found, end);
                }
                stats.nodes += 1;
                if self.may_hold(&values, var, stats) {
                    depth += 1;
                    stats.depth = stats.depth.max(depth as u64);
                    break;
                }
            }
        }
    }
}

impl Run for Prepared<'_> {
    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, _: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome {
        let mut stats = Stats::default();
        let (solutions, end) = self.search(givens, limits, sink, &mut stats);
        Outcome { solutions, end, stats }
    }

    fn name(&self) -> &'static str {
        "backtracking"
    }
}
