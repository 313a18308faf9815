//! A cage by itself: exact for up to three open variables, by combinations for more.

use std::sync::Arc;

use super::combinations::{Combinations, mirrored};
use super::explain::{Refuter, explain};
use super::table::Table;
use crate::domain::{Value, Var, is_single, ones};
use crate::domains::{Conflict, Domains};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

/// The kernel, if the variables count their values in common in one word, and there are not too many combinations.
pub(super) fn kernel(vars: &[Var], total: i64, combinations: &Combinations, domains: &Domains) -> Option<Box<dyn Propagator>> {
    let base = common_base(vars, domains)?;
    let values = vars.iter().fold(0, |values, &var| values | domains.word(var));
    let table = combinations.of(values, base, vars.len(), Some(total))?;
    Some(Box::new(Cage {
        vars: vars.to_vec(),
        total: total - i64::from(base) * vars.len() as i64,
        left: table.empty(),
        words: vec![0; vars.len()],
        table,
        open: Vec::with_capacity(vars.len()),
    }))
}

/// The value that the first bit of each variable stands for, if that is the same for all, each a word.
pub(super) fn common_base(vars: &[Var], domains: &Domains) -> Option<Value> {
    let base = domains.base(*vars.first()?);
    vars.iter().all(|&var| domains.is_narrow(var) && domains.base(var) == base).then_some(base)
}

/// The variables are numbered in common: a total over the numbers is less by the base of each.
struct Cage {
    vars: Vec<Var>,
    /// The total over the numbers of the bits.
    total: i64,
    table: Arc<Table>,
    /// The combinations that are left; kept here for its memory only.
    left: Box<[u64]>,
    /// The words of the variables; kept here for its memory only.
    words: Vec<u64>,
    /// The open variables with their words; kept here for its memory only.
    open: Vec<(Var, u64)>,
}

impl Cage {
    /// Takes the fixed values from the open variables, and lists these in `self.open`: gives the fixed values and what is left of the
    /// total.
    fn sort_out(&mut self, domains: &mut Domains) -> Result<(u64, i64), Conflict> {
        loop {
            let (mut fixed, mut left) = (0u64, self.total);
            self.open.clear();
            for &var in &self.vars {
                let word = domains.word(var);
                if is_single(word) {
                    if fixed & word != 0 {
                        return Err(Conflict { var: None });
                    }
                    fixed |= word;
                    left -= i64::from(word.trailing_zeros());
                } else {
                    self.open.push((var, word));
                }
            }
            let mut newly_fixed = false;
            for (var, word) in &mut self.open {
                if *word & fixed != 0 {
                    domains.keep_word(*var, !fixed)?;
                    *word &= !fixed;
                    newly_fixed |= is_single(*word);
                }
            }
            if !newly_fixed {
                return Ok((fixed, left));
            }
        }
    }

    /// Leaves what some combination allows, and puts what all of them need and one variable alone has; true if that changed anything.
    fn combine(&mut self, fixed: u64, domains: &mut Domains) -> Result<bool, Conflict> {
        for (word, &var) in self.words.iter_mut().zip(&self.vars) {
            *word = domains.word(var);
        }
        if !self.table.filter(&self.words, &[], &mut self.left) {
            return Err(Conflict { var: None });
        }
        let (possible, required) = self.table.possible_and_required(&self.left);
        let (mut once, mut twice) = (0, 0);
        for (_, word) in &self.open {
            twice |= once & word;
            once |= word;
        }
        let only = once & !twice & required & !fixed;
        let mut changed = false;
        for &(var, word) in &self.open {
            let mut allowed = possible;
            if word & only != 0 {
                if !is_single(word & only) {
                    return Err(Conflict { var: None });
                }
                allowed = only;
            }
            changed |= domains.keep_word(var, allowed)?;
        }
        Ok(changed)
    }

    /// Every value left is part of a solution of two open variables.
    fn two(&self, left: i64, domains: &mut Domains) -> Result<(), Conflict> {
        let [(x, a), (y, b)] = self.open[..] else { unreachable!("two are open") };
        let (a, b) = pair(a, b, left);
        domains.keep_word(x, a)?;
        domains.keep_word(y, b)?;
        Ok(())
    }

    /// The same for three.
    fn three(&self, left: i64, domains: &mut Domains) -> Result<(), Conflict> {
        let [(x, a), (y, b), (z, c)] = self.open[..] else { unreachable!("three are open") };
        let (mut xs, mut ys, mut zs) = (0, 0, 0);
        for bit in ones(a) {
            let (b, c) = pair(b & !(1 << bit), c & !(1 << bit), left - i64::from(bit));
            if b != 0 {
                (xs, ys, zs) = (xs | 1 << bit, ys | b, zs | c);
            }
        }
        for (var, allowed) in [(x, xs), (y, ys), (z, zs)] {
            domains.keep_word(var, allowed)?;
        }
        Ok(())
    }
}

/// Of two words the numbers that have a different partner with which they add up to `total`.
#[inline(always)]
fn pair(a: u64, b: u64, total: i64) -> (u64, u64) {
    let half = if total & 1 == 0 && (0..128).contains(&total) { 1u64 << (total / 2) } else { 0 };
    let a = a & mirrored(b, total) & !half;
    (a, mirrored(a, total) & b)
}

impl Propagator for Cage {
    fn name(&self) -> &'static str {
        "cage"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.vars.iter().map(|&var| (var, Wake::Any)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        loop {
            let (fixed, left) = self.sort_out(domains)?;
            match self.open.len() {
                0 if left == 0 => return Ok(Status::Entailed),
                0 => return Err(Conflict { var: None }),
                1 => {
                    let (var, _) = self.open[0];
                    let bit = if (0..64).contains(&left) { 1 << left } else { 0 };
                    domains.keep_word(var, bit)?;
                    return Ok(Status::Entailed);
                }
                // Two that are fixed now are so to the total, and three leave none that could be wrong.
                2 => return self.two(left, domains).map(|()| Status::AtFixpoint),
                3 => return self.three(left, domains).map(|()| Status::AtFixpoint),
                _ if !self.combine(fixed, domains)? => return Ok(Status::AtFixpoint),
                _ => {}
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(self, conclusion, domains)
    }
}

impl Refuter for Cage {
    fn groups(&self) -> (Vec<Var>, Vec<usize>) {
        (self.vars.clone(), vec![self.vars.len()])
    }

    fn refutes(&self, words: &[u64]) -> bool {
        !self.table.filter(words, &[], &mut self.table.empty())
    }
}
