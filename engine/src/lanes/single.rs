//! A state by itself: a lane without neighbours, for searches that have few states.
//!
//! Here branches do save work. So a sweep passes over the constraints to which nothing is new (`watch.rs`), and sums go only through the
//! values that are left. What is found is the same as in lanes, in the same order, so that the search is the same, too.

use super::plan::{Cells, MOST_UNITS, Plan, Sum};
use super::sweep::{Sweep, Swept};
use super::vector::{LANES, Row, Vector};

/// The domain of one variable in one state.
#[derive(Clone, Copy, Debug)]
pub(super) struct One(u16);

impl Vector for One {
    type Row = u16;
    type Mask = bool;
    const ALONE: bool = true;

    #[inline(always)]
    fn splat(set: u16) -> One {
        One(set)
    }
    #[inline(always)]
    fn load(row: &u16) -> One {
        One(*row)
    }
    #[inline(always)]
    fn store(self, row: &mut u16) {
        *row = self.0;
    }
    #[inline(always)]
    fn and(self, other: One) -> One {
        One(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: One) -> One {
        One(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: One) -> One {
        One(self.0 ^ other.0)
    }
    #[inline(always)]
    fn without(self, other: One) -> One {
        One(self.0 & !other.0)
    }
    #[inline(always)]
    fn without_least(self) -> One {
        One(self.0 & self.0.wrapping_sub(1))
    }
    #[inline(always)]
    fn up(self, by: usize) -> One {
        One((u32::from(self.0) << by) as u16)
    }
    #[inline(always)]
    fn down(self, by: usize) -> One {
        One((u32::from(self.0) >> by) as u16)
    }
    #[inline(always)]
    fn meets(self, other: One) -> bool {
        self.0 & other.0 != 0
    }
    #[inline(always)]
    fn within(self, other: One) -> bool {
        self.0 & !other.0 == 0
    }
    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn keep(self, mask: bool) -> One {
        if mask { self } else { One(0) }
    }
    #[inline(always)]
    fn or_else(self, mask: bool, other: One) -> One {
        if mask { self } else { other }
    }
    #[inline(always)]
    fn entry(table: &Row, at: One) -> One {
        One(table.0[usize::from(at.0) % LANES])
    }
    #[inline(always)]
    fn reversed(self) -> One {
        One(self.0.reverse_bits())
    }
}

/// [`shallow`](super::sweep::shallow), but for constraints to which nothing is new.
pub(super) fn shallow(plan: &Plan, cells: &mut [u16], pending: &mut [u64], swept: &mut Swept) {
    let mut sweep = Sweep::<One>::new(plan, cells, pending);
    let (groups, cages) = (plan.groups.len(), plan.cages.len());
    let mut from = 0;
    while let Some(number) = plan.watch.next_shallow(sweep.pending, from) {
        if number < groups {
            sweep.group(&plan.groups[number], swept);
        } else if number < groups + cages {
            sweep.cage(&plan.cages[number - groups], swept);
        } else {
            sweep.meeting(&plan.meetings[number - groups - cages]);
        }
        if swept.alive == 0 {
            break;
        }
        from = number + 1;
    }
    swept.changed |= One::bits(sweep.changed.meets(sweep.changed));
}

/// [`deep`](super::sweep::deep), but for constraints to which nothing is new.
pub(super) fn deep(plan: &Plan, cells: &mut [u16], pending: &mut [u64], swept: &mut Swept) {
    let mut sweep = Sweep::<One>::new(plan, cells, pending);
    let (cages, sums) = (plan.cages.len(), plan.sums.len());
    let mut from = 0;
    while let Some(number) = plan.watch.next_deep(sweep.pending, from) {
        if number < cages {
            sweep.cage_by_cell(&plan.cages[number], swept);
        } else if number < cages + sums {
            sweep.sum_of_one(&plan.sums[number - cages], swept);
        } else {
            sweep.pairs(&plan.groups[number - cages - sums]);
        }
        if swept.alive == 0 {
            break;
        }
        from = number + 1;
    }
    swept.changed |= One::bits(sweep.changed.meets(sweep.changed));
}

impl Sweep<'_, One> {
    /// [`Sweep::sum`] by the values that are left, where a set of sums fits a machine word.
    fn sum_of_one(&mut self, sum: &Sum, swept: &mut Swept) {
        if sum.total >= 64 {
            return self.sum(sum, swept);
        }
        let units = &self.plan.units[sum.units.clone()];
        let count = units.len();
        // What each unit can add, and what those before it can add up to.
        let (mut adds, mut reached) = ([0; MOST_UNITS], [0u64; MOST_UNITS]);
        let mut sums = 1;
        for (i, unit) in units.iter().enumerate() {
            adds[i] = match unit.cells {
                Cells::One(a) => u32::from(self.positions(a, unit.mirrored).0),
                Cells::Two(a, b) => two(self.positions(a, unit.mirrored).0, self.positions(b, unit.mirrored).0),
            };
            reached[i] = sums;
            sums = 0;
            let mut open = adds[i];
            while open != 0 {
                sums |= reached[i] << open.trailing_zeros();
                open &= open - 1;
            }
        }
        let mut wanted = sums & 1 << sum.total;
        if wanted == 0 {
            swept.fail(1, self.plan.list(sum.cells));
            return;
        }
        for i in (0..count).rev() {
            let unit = &units[i];
            let (mut left, mut before) = (0, 0);
            let mut open = adds[i];
            while open != 0 {
                let from = reached[i] & wanted >> open.trailing_zeros();
                if from != 0 {
                    left |= open & open.wrapping_neg();
                    before |= from;
                }
                open &= open - 1;
            }
            wanted = before;
            match unit.cells {
                Cells::One(a) => self.keep(a, One(left as u16), unit.mirrored),
                Cells::Two(a, b) => {
                    let (x, y) = (self.positions(a, unit.mirrored).0, self.positions(b, unit.mirrored).0);
                    self.keep(a, One(partners(x, y, left)), unit.mirrored);
                    self.keep(b, One(partners(y, x, left)), unit.mirrored);
                }
            }
        }
    }
}

/// What two different values can add up to.
fn two(a: u16, b: u16) -> u32 {
    let (mut sums, mut open) = (0, a);
    while open != 0 {
        let least = open & open.wrapping_neg();
        sums |= u32::from(b & !least) << open.trailing_zeros();
        open &= open - 1;
    }
    sums
}

/// The values of `a` that have another value of `b` with which they add up to one of these sums.
fn partners(a: u16, b: u16, sums: u32) -> u16 {
    let (mut out, mut open) = (0, a);
    while open != 0 {
        let least = open & open.wrapping_neg();
        if sums >> open.trailing_zeros() & u32::from(b & !least) != 0 {
            out |= least;
        }
        open &= open - 1;
    }
    out
}
