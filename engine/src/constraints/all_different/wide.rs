//! Value elimination and places for scopes of any width.

use bitvec::prelude::{BitVec, Lsb0};

use super::explain::explain;
use super::scope::Scope;
use crate::domain::Var;
use crate::domains::{Conflict, Domains, State};
use crate::propagator::{Conclusion, Propagator, Status, Wake, Why};

struct Wide {
    scope: Scope,
    places: bool,
    /// All positions; the first `open` are those whose value the others don't know of. The order needs no trail (a sparse set, Briggs
    /// and Torczon 1993); what earlier runs did to it changes the order of removals at most.
    order: Vec<u32>,
    open: State,
    /// Scratch: numbers seen once, and more than once, among the open; and taken ones.
    once: BitVec<u64, Lsb0>,
    twice: BitVec<u64, Lsb0>,
    taken: BitVec<u64, Lsb0>,
}

pub(super) fn kernel(scope: Scope, places: bool, domains: &mut Domains) -> Box<dyn Propagator> {
    let numbers = || BitVec::repeat(false, scope.span);
    Box::new(Wide {
        order: (0..scope.views.len() as u32).collect(),
        open: domains.new_state(scope.views.len() as u64),
        once: numbers(),
        twice: numbers(),
        taken: numbers(),
        places,
        scope,
    })
}

impl Wide {
    fn number(&self, position: usize, domains: &Domains) -> Option<usize> {
        let value = domains.get(self.scope.var(position)).value()?;
        Some((value + self.scope.views[position].offset).abs_diff(self.scope.base) as usize)
    }

    /// Takes each newly fixed value from all open positions, until no more are fixed by that. Returns how many stay open.
    fn eliminate(&mut self, mut open: usize, domains: &mut Domains) -> Result<usize, Conflict> {
        let mut i = 0;
        while i < open {
            let position = self.order[i] as usize;
            let Some(number) = self.number(position, domains) else {
                i += 1;
                continue;
            };
            open -= 1;
            self.order.swap(i, open);
            for &other in &self.order[..open] {
                domains.remove(self.scope.var(other as usize), self.scope.value(other as usize, number))?;
            }
            // Earlier positions may be fixed now.
            i = 0;
        }
        Ok(open)
    }

    /// Puts values that have one place left; true if any was put.
    fn put(&mut self, open: usize, domains: &mut Domains) -> Result<bool, Conflict> {
        self.once.fill(false);
        self.twice.fill(false);
        self.taken.fill(false);
        for i in 0..self.order.len() {
            let position = self.order[i] as usize;
            for number in self.scope.numbers(position, domains.get(self.scope.var(position))) {
                if i >= open {
                    self.taken.set(number, true);
                } else if self.once.replace(number, true) {
                    self.twice.set(number, true);
                }
            }
        }
        // As many values as variables: if fewer are left between them, some value has lost its last place.
        if self.once.count_ones() < open {
            return Err(Conflict { var: None });
        }
        let mut put = false;
        for &position in &self.order[..open] {
            let position = position as usize;
            let here = |&k: &usize| self.once[k] && !self.twice[k];
            let mut only = self.scope.numbers(position, domains.get(self.scope.var(position))).filter(here);
            let Some(number) = only.next() else { continue };
            if only.next().is_some() {
                return Err(Conflict { var: None });
            }
            drop(only);
            put |= domains.assign(self.scope.var(position), self.scope.value(position, number))?;
        }
        Ok(put)
    }
}

impl Propagator for Wide {
    fn name(&self) -> &'static str {
        if self.places { "places" } else { "value" }
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        let wake = if self.places { Wake::Any } else { Wake::Fixed };
        self.scope.views.iter().map(|v| (v.var, wake)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let mut open = domains.state(self.open) as usize;
        loop {
            open = self.eliminate(open, domains)?;
            if !self.places || !self.put(open, domains)? {
                break;
            }
        }
        domains.set_state(self.open, open as u64);
        Ok(if open == 0 { Status::Entailed } else { Status::AtFixpoint })
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(&self.scope, conclusion, domains)
    }
}
