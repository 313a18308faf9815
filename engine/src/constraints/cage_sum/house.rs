//! A cage inside a house, taken jointly with the rest of the house: the rest takes just the values that the cage doesn't.

use std::sync::Arc;

use super::cage::common_base;
use super::combinations::Combinations;
use super::explain::{Refuter, explain};
use super::table::Table;
use crate::domain::{Value, Var};
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
    let table = combinations.of(all, base, cage.len(), Some(total)).filter(|_| in_order)?;
    Some(Box::new(House { cage: cage.len(), left: table.empty(), words: vec![0; vars.len()], vars, all, table }))
}

struct House {
    /// The first of `vars` are the cage.
    cage: usize,
    vars: Vec<Var>,
    /// All values of the house.
    all: u64,
    table: Arc<Table>,
    /// The combinations that are left; kept here for its memory only.
    left: Box<[u64]>,
    /// The words with which the last run began, if it found nothing to remove.
    words: Vec<u64>,
}

impl House {
    /// Leaves to the cage what is possible there, and to the rest what is; true if that changed anything.
    fn keep(&self, inside: u64, outside: u64, domains: &mut Domains) -> Result<bool, Conflict> {
        let mut changed = false;
        for (i, &var) in self.vars.iter().enumerate() {
            changed |= domains.keep_word(var, if i < self.cage { inside } else { outside })?;
        }
        Ok(changed)
    }
}

/// Do the words of the cage and of the rest go with some combination? Those are `left` then.
#[inline(always)]
fn fits(all: u64, table: &Table, (cage, rest): (&[u64], &[u64]), left: &mut [u64]) -> bool {
    // What no combination has must all lie in the rest.
    let outside = all & !table.values() & !rest.iter().fold(0, |union, word| union | word);
    outside == 0 && table.filter(cage, rest, left)
}

impl Propagator for House {
    fn name(&self) -> &'static str {
        "cage_in_house"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.vars.iter().map(|&var| (var, Wake::Any)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        loop {
            let mut same = true;
            for (word, &var) in self.words.iter_mut().zip(&self.vars) {
                let now = domains.word(var);
                same &= *word == now;
                *word = now;
            }
            if same {
                return Ok(Status::AtFixpoint);
            }
            let fits = fits(self.all, &self.table, self.words.split_at(self.cage), &mut self.left);
            let (possible, required) = self.table.possible_and_required(&self.left);
            let kept = if fits { self.keep(possible, self.all & !required, domains) } else { Err(Conflict { var: None }) };
            if kept != Ok(false) {
                // The next run must not take these words for settled.
                self.words.fill(0);
                kept?;
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(self, conclusion, domains)
    }
}

impl Refuter for House {
    fn groups(&self) -> (Vec<Var>, Vec<usize>) {
        (self.vars.clone(), vec![self.vars.len()])
    }

    fn refutes(&self, words: &[u64]) -> bool {
        !fits(self.all, &self.table, words.split_at(self.cage), &mut self.table.empty())
    }
}
