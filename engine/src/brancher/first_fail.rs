//! First fail: the variable with fewest values (Haralick and Elliott 1980), ties by degree (Brélaz 1979).

use super::{Brancher, ValueOrder, degrees};
use crate::domain::{Fact, Var, is_single};
use crate::domains::Domains;
use crate::model::Model;

/// The variable with fewest values.
#[derive(Clone, Debug)]
pub struct FirstFail {
    /// By degree, the greatest first; then in the order of the model.
    order: Vec<Var>,
    values: ValueOrder,
}

/// Branches on the variable with fewest values; of several, on the one with most constraints, then the first.
pub fn first_fail(model: &Model, values: ValueOrder) -> FirstFail {
    let degrees = degrees(model);
    let mut order: Vec<Var> = model.all_vars().collect();
    order.sort_by_key(|v| std::cmp::Reverse(degrees[v.index()]));
    FirstFail { order, values }
}

impl Brancher for FirstFail {
    fn choose(&mut self, domains: &Domains) -> Option<Fact> {
        let var = smallest(self.order.iter().copied(), domains)?.1;
        Some(self.values.decide(var, domains))
    }

    fn score(&self, fact: Fact, domains: &Domains) -> Option<f64> {
        Some(domains.get(fact.var).len() as f64)
    }
}

/// The first open variable with fewest values, and how many these are.
#[inline]
pub(super) fn smallest(vars: impl Iterator<Item = Var>, domains: &Domains) -> Option<(usize, Var)> {
    let mut best: Option<(usize, Var)> = None;
    for var in vars {
        let len = if domains.is_narrow(var) {
            let word = domains.word(var);
            if is_single(word) {
                continue;
            }
            // Two values are told without counting: most processors that this is built for cannot count bits in one step.
            if is_single(word & (word - 1)) { 2 } else { word.count_ones() as usize }
        } else {
            domains.get(var).len()
        };
        if len == 2 {
            return Some((2, var));
        }
        if len > 1 && best.is_none_or(|(fewest, _)| len < fewest) {
            best = Some((len, var));
        }
    }
    best
}
