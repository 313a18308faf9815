//! Value elimination and places for scopes that fit one word: the hot loops of every Sudoku.
//!
//! They are two propagators, so that all values are eliminated everywhere before any place is looked for: half as many sweeps as when one
//! does both. They share their state. (A sweep over all words without a branch, and no state, was 1.5 times slower: most positions
//! are closed most of the time.)

use super::explain::explain;
use super::scope::Scope;
use crate::domain::{Var, is_single, low_bits};
use crate::domains::{Conflict, Domains, State};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

/// The variables of a scope, and what is known of it. With `SHIFTED`, views lie at different offsets.
#[derive(Clone)]
struct Narrow<const SHIFTED: bool> {
    scope: Scope,
    /// One for each of the 64 positions that there may be, so that no index needs a check; the last repeat the first.
    vars: Box<[Var; 64]>,
    shifts: Box<[u8; 64]>,
    known: Known,
}

/// What backtracking restores: the positions whose value the others don't know of yet (open), and the values of which no position is known
/// yet (left). In one word of state where both fit, which is one entry less in the log each time.
#[derive(Clone, Copy)]
enum Known {
    Packed(State),
    Apart { open: State, left: State },
}

impl Known {
    fn new(open: u64, left: u64, domains: &mut Domains) -> Known {
        if open >> 32 == 0 && left >> 32 == 0 {
            Known::Packed(domains.new_state(open | left << 32))
        } else {
            Known::Apart { open: domains.new_state(open), left: domains.new_state(left) }
        }
    }

    #[inline(always)]
    fn load(self, domains: &Domains) -> (u64, u64) {
        match self {
            Known::Packed(both) => (domains.state(both) & u64::from(u32::MAX), domains.state(both) >> 32),
            Known::Apart { open, left } => (domains.state(open), domains.state(left)),
        }
    }

    #[inline(always)]
    fn store(self, open: u64, left: u64, domains: &mut Domains) {
        match self {
            Known::Packed(both) => domains.set_state(both, open | left << 32),
            Known::Apart { open: o, left: l } => {
                domains.set_state(o, open);
                domains.set_state(l, left);
            }
        }
    }
}

/// The propagators for a scope: value elimination, and places if asked for.
pub(super) fn kernels(scope: Scope, places: bool, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
    if scope.shifts.iter().any(|&s| s != 0) { build::<true>(scope, places, domains) } else { build::<false>(scope, places, domains) }
}

fn build<const SHIFTED: bool>(scope: Scope, places: bool, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
    let all = (0..scope.views.len()).flat_map(|i| scope.numbers(i, domains.get(scope.var(i)))).fold(0, |all, k| all | 1 << k);
    let narrow = Narrow::<SHIFTED> {
        vars: Box::new(std::array::from_fn(|i| scope.var(i % scope.views.len()))),
        shifts: Box::new(std::array::from_fn(|i| scope.shifts[i % scope.views.len()] as u8)),
        known: Known::new(low_bits(scope.views.len()), all, domains),
        scope,
    };
    let mut kernels: Vec<Box<dyn Propagator>> = vec![Box::new(Value(narrow.clone()))];
    if places {
        kernels.push(Box::new(Places(narrow)));
    }
    kernels
}

impl<const SHIFTED: bool> Narrow<SHIFTED> {
    #[inline(always)]
    fn get(&self, domains: &Domains, i: usize) -> u64 {
        let word = domains.word(self.vars[i % 64]);
        if SHIFTED { word << self.shifts[i % 64] } else { word }
    }

    /// Keeps of a position's values those in the mask, and returns what it has then.
    #[inline(always)]
    fn keep(&self, domains: &mut Domains, i: usize, mask: u64) -> Result<u64, Conflict> {
        let shift = if SHIFTED { self.shifts[i % 64] } else { 0 };
        domains.shrink_word(self.vars[i % 64], mask >> shift).map(|(_, after)| after << shift)
    }

    fn wakes_on(&self, wake: Wake) -> Vec<(Var, Wake)> {
        self.scope.views.iter().map(|v| (v.var, wake)).collect()
    }
}

/// Removes values that are taken.
struct Value<const SHIFTED: bool>(Narrow<SHIFTED>);

impl<const SHIFTED: bool> Propagator for Value<SHIFTED> {
    fn name(&self) -> &'static str {
        "value"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.0.wakes_on(Wake::Fixed)
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let narrow = &self.0;
        let (mut open, mut left) = narrow.known.load(domains);
        // Nothing branches on whether a word is a single value: that is beyond prediction.
        let mut fixed = Fixed::default();
        let mut rest = open;
        while rest != 0 {
            fixed.see(narrow.get(domains, rest.trailing_zeros() as usize), rest);
            rest &= rest - 1;
        }
        loop {
            let taken = fixed.close(&mut open, &mut left)?;
            if taken == 0 {
                break;
            }
            let mut rest = open;
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                fixed.see(narrow.keep(domains, i, !taken)?, rest);
                rest &= rest - 1;
            }
        }
        narrow.known.store(open, left, domains);
        Ok(Status::AtFixpoint)
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(&self.0.scope, conclusion, domains)
    }
}

/// What a sweep finds fixed.
#[derive(Default)]
struct Fixed {
    values: u64,
    /// Values found at two positions.
    clash: u64,
    positions: u64,
    /// The values of the positions that are not fixed.
    others: u64,
}

impl Fixed {
    /// Looks at the word of the lowest position in `rest`.
    #[inline(always)]
    fn see(&mut self, word: u64, rest: u64) {
        let (value, position) = if word & (word - 1) == 0 { (word, rest & rest.wrapping_neg()) } else { (0, 0) };
        self.clash |= self.values & value;
        self.values |= value;
        self.positions |= position;
        self.others |= word & !value;
    }

    /// Closes the positions found, and returns those of their values that others have.
    #[inline(always)]
    fn close(&mut self, open: &mut u64, left: &mut u64) -> Result<u64, Conflict> {
        let found = std::mem::take(self);
        *open ^= found.positions;
        *left &= !found.values;
        if found.clash == 0 { Ok(found.values & found.others) } else { Err(Conflict { var: None }) }
    }
}

/// Puts values that have one place left. Being dearer than [`Value`], it runs when that has nothing to do.
struct Places<const SHIFTED: bool>(Narrow<SHIFTED>);

impl<const SHIFTED: bool> Propagator for Places<SHIFTED> {
    fn name(&self) -> &'static str {
        "places"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.0.wakes_on(Wake::Any)
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let narrow = &self.0;
        let (open, left) = narrow.known.load(domains);
        // Value elimination leaves no single position anything to find.
        if open & open.wrapping_sub(1) == 0 {
            return Ok(Status::AtFixpoint);
        }
        let mut put = 0u64;
        loop {
            let (mut once, mut twice) = (0u64, 0u64);
            let mut rest = open;
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let word = narrow.get(domains, i);
                twice |= once & word;
                once |= word;
            }
            if left & !once != 0 {
                return Err(Conflict { var: None });
            }
            let only = once & !twice & !put;
            if only == 0 {
                return Ok(Status::AtFixpoint);
            }
            let mut rest = open;
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let here = narrow.get(domains, i) & only;
                if here != 0 {
                    if !is_single(here) {
                        return Err(Conflict { var: None });
                    }
                    narrow.keep(domains, i, here)?;
                }
            }
            put |= only;
        }
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(&self.0.scope, conclusion, domains)
    }
}
