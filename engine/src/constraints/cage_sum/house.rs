//! A cage inside a house, taken jointly with the rest of the house: the rest takes just the values that the cage doesn't.

use std::sync::Arc;

use super::cage::{combination_why, common_base};
use super::combinations::Combinations;
use crate::domain::{Value, Var, is_single};
use crate::domains::{Conflict, Domains};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

/// The kernel, if the variables count their values in common in one word, and there are not too many combinations. The values of a house
/// that is none (not as many as its variables) have no kernel either.
pub(super) fn kernel(
    cage: &[Var],
    rest: &[Var],
    values: &[Value],
    total: i64,
    combinations: &Combinations,
    domains: &Domains,
) -> Option<Box<dyn Propagator>> {
    let vars: Vec<Var> = cage.iter().chain(rest).copied().collect();
    let base = common_base(&vars, domains)?;
    let bit = |value: &Value| u32::try_from(i64::from(*value) - i64::from(base)).ok().filter(|bit| *bit < 64);
    let all = values.iter().map(bit).try_fold(0u64, |all, bit| Some(all | 1 << bit?))?;
    let in_order = all.count_ones() as usize == vars.len() && values.len() == vars.len();
    let combinations = combinations.of(all, base, cage.len(), Some(total)).filter(|_| in_order)?;
    Some(Box::new(House { cage: cage.len(), vars, all, combinations }))
}

struct House {
    /// The first of `vars` are the cage.
    cage: usize,
    vars: Vec<Var>,
    /// All values of the house.
    all: u64,
    combinations: Arc<[u64]>,
}

/// What one side of a house has.
struct Side {
    union: u64,
    fixed: u64,
}

impl Side {
    fn of(vars: &[Var], domains: &Domains) -> Side {
        let (mut union, mut fixed) = (0, 0);
        for &var in vars {
            let word = domains.word(var);
            union |= word;
            fixed |= if is_single(word) { word } else { 0 };
        }
        Side { union, fixed }
    }

    /// May it take just these values?
    fn may_take(&self, values: u64) -> bool {
        values & !self.union == 0 && self.fixed & !values == 0
    }
}

impl Propagator for House {
    fn name(&self) -> &'static str {
        "cage_in_house"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.vars.iter().map(|&var| (var, Wake::Any)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let (cage, rest) = self.vars.split_at(self.cage);
        loop {
            let sides = [Side::of(cage, domains), Side::of(rest, domains)];
            let (mut possible, mut required) = (0, self.all);
            for &combination in &*self.combinations {
                let others = self.all & !combination;
                let fits = sides[0].may_take(combination) && sides[1].may_take(others);
                if fits
                    && cage.iter().all(|&var| domains.word(var) & combination != 0)
                    && rest.iter().all(|&var| domains.word(var) & others != 0)
                {
                    possible |= combination;
                    required &= combination;
                }
            }
            if possible == 0 {
                return Err(Conflict { var: None });
            }
            let mut changed = false;
            for &var in cage {
                changed |= domains.keep_word(var, possible)?;
            }
            for &var in rest {
                changed |= domains.keep_word(var, self.all & !required)?;
            }
            if !changed {
                return Ok(Status::AtFixpoint);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        combination_why(&self.vars, conclusion, domains)
    }
}
