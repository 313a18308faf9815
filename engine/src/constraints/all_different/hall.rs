//! Hall sets by masks, for scopes that fit one word.
//!
//! A set of variables whose values are together no more than the variables uses these values up (P. Hall 1935; Sudoku's naked and, seen
//! from the other variables, hidden pairs, triples and so on). The unions of all subsets are built up one variable at a time.

use super::explain::explain;
use super::scope::Scope;
use crate::domain::{Var, is_single};
use crate::domains::{Conflict, Domains};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

/// With at most this many open variables all subsets are looked at: 256 unions.
const ALL_SUBSETS: usize = 8;

pub(super) struct Hall {
    scope: Scope,
    /// The unions of the values of each subset of the open variables.
    unions: Vec<u64>,
}

impl Hall {
    pub(super) fn new(scope: Scope) -> Hall {
        Hall { scope, unions: vec![0; 1 << ALL_SUBSETS] }
    }

    fn get(&self, domains: &Domains, i: usize) -> u64 {
        domains.word(self.scope.var(i)) << self.scope.shifts[i]
    }

    /// Takes the values of a Hall set away from all positions outside it; true if any was removed.
    fn take(&self, domains: &mut Domains, inside: impl Fn(usize) -> bool, values: u64) -> Result<bool, Conflict> {
        let mut removed = false;
        for i in (0..self.scope.views.len()).filter(|&i| !inside(i)) {
            removed |= domains.keep_word(self.scope.var(i), !values >> self.scope.shifts[i])?;
        }
        Ok(removed)
    }

    /// All subsets of the open positions.
    fn all_subsets(&mut self, domains: &mut Domains, open: &[usize]) -> Result<bool, Conflict> {
        for subset in 1..1usize << open.len() {
            let lowest = subset.trailing_zeros() as usize;
            let union = self.unions[subset & (subset - 1)] | self.get(domains, open[lowest]);
            self.unions[subset] = union;
            let spare = union.count_ones() as i32 - subset.count_ones() as i32;
            if spare < 0 {
                return Err(Conflict { var: None });
            }
            let inside = |i| open.iter().position(|&o| o == i).is_some_and(|k| subset >> k & 1 == 1);
            if spare == 0 && self.take(domains, inside, union)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Pairs and triples of the open positions.
    fn small_subsets(&self, domains: &mut Domains, open: &[usize]) -> Result<bool, Conflict> {
        for (a, &i) in open.iter().enumerate() {
            for (b, &j) in open.iter().enumerate().skip(a + 1) {
                let pair = self.get(domains, i) | self.get(domains, j);
                if pair.count_ones() > 3 {
                    continue;
                }
                if is_single(pair) {
                    return Err(Conflict { var: None });
                }
                if pair.count_ones() == 2 && self.take(domains, |k| k == i || k == j, pair)? {
                    return Ok(true);
                }
                for &k in &open[b + 1..] {
                    let triple = pair | self.get(domains, k);
                    if triple.count_ones() == 2 {
                        return Err(Conflict { var: None });
                    }
                    if triple.count_ones() == 3 && self.take(domains, |p| p == i || p == j || p == k, triple)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}

impl Propagator for Hall {
    fn name(&self) -> &'static str {
        "hall"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.scope.views.iter().map(|v| (v.var, Wake::Any)).collect()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        loop {
            let mut taken = 0;
            let mut open = Vec::with_capacity(self.scope.views.len());
            for i in 0..self.scope.views.len() {
                let word = self.get(domains, i);
                if !is_single(word) {
                    open.push(i);
                } else if taken & word != 0 {
                    return Err(Conflict { var: None });
                } else {
                    taken |= word;
                }
            }
            let mut again = false;
            for &i in &open {
                again |= domains.keep_word(self.scope.var(i), !taken >> self.scope.shifts[i])?;
            }
            if !again {
                again = if open.len() <= ALL_SUBSETS { self.all_subsets(domains, &open)? } else { self.small_subsets(domains, &open)? };
            }
            if !again {
                return Ok(Status::AtFixpoint);
            }
        }
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(&self.scope, conclusion, domains)
    }
}
