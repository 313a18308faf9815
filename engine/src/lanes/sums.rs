//! Sums over variables in no common group: which values have partners that add up to the total.
//!
//! Dynamic programming over sets of sums (Trick 2003), in which adding a value is a shift.

// Words of a set are numbered, and several arrays go by the number.
#![allow(clippy::needless_range_loop)]

use super::plan::{Cell, Cells, MOST_UNITS, MOST_WORDS, Sum};
use super::sweep::{Sweep, Swept};
use super::vector::Vector;

impl<V: Vector> Sweep<'_, V> {
    /// Forwards through the sums that the first units can have, and back from the total.
    #[inline(always)]
    pub(super) fn sum(&mut self, sum: &Sum, swept: &mut Swept) {
        match sum.words {
            ..=3 => self.through::<3>(sum, swept),
            _ => self.through::<MOST_WORDS>(sum, swept),
        }
    }

    #[inline(always)]
    fn through<const W: usize>(&mut self, sum: &Sum, swept: &mut Swept) {
        let nothing = [V::splat(0); W];
        // What the units before each can add up to, and what each can add.
        let mut reached = [nothing; MOST_UNITS + 1];
        let mut adds = [[V::splat(0); 2]; MOST_UNITS];
        reached[0][0] = V::splat(1);
        for (i, unit) in sum.units.iter().enumerate() {
            adds[i] = match unit.cells {
                Cells::One(a) => [self.positions(a, unit.mirrored), V::splat(0)],
                Cells::Two(a, b) => self.sums_of_two(self.positions(a, unit.mirrored), self.positions(b, unit.mirrored)),
            };
            for by in 0..unit.cells.sums(self.values) {
                let has = adds[i][by / 16].meets(V::splat(1 << (by % 16)));
                let moved = up(&reached[i], by);
                for w in 0..W {
                    reached[i + 1][w] = reached[i + 1][w].or(moved[w].keep(has));
                }
            }
        }
        let mut wanted = nothing;
        let (word, bit) = (sum.total / 16, V::splat(1 << (sum.total % 16)));
        wanted[word] = bit.and(reached[sum.units.len()][word]);
        swept.fail(V::bits(wanted[word].empty()), self.plan.list(sum.cells));
        for (i, unit) in sum.units.iter().enumerate().rev() {
            let (mut before, mut left) = (nothing, [V::splat(0); 2]);
            for by in 0..unit.cells.sums(self.values) {
                let bit = V::splat(1 << (by % 16));
                let has = adds[i][by / 16].meets(bit);
                let moved = down(&wanted, by);
                let mut any = V::splat(0);
                for w in 0..W {
                    let from = moved[w].and(reached[i][w]).keep(has);
                    before[w] = before[w].or(from);
                    any = any.or(from);
                }
                left[by / 16] = left[by / 16].or(bit.keep(any.meets(any)));
            }
            wanted = before;
            match unit.cells {
                Cells::One(a) => self.keep(a, left[0], unit.mirrored),
                Cells::Two(a, b) => {
                    let (x, y) = (self.positions(a, unit.mirrored), self.positions(b, unit.mirrored));
                    let (x, y) = (self.partners(x, y, &left), self.partners(y, x, &left));
                    self.keep(a, x, unit.mirrored);
                    self.keep(b, y, unit.mirrored);
                }
            }
        }
    }

    /// The positions that a variable can take, counted from the least value or from the greatest.
    #[inline(always)]
    fn positions(&self, cell: Cell, mirrored: bool) -> V {
        let set = self.get(cell);
        if mirrored { self.mirror(set) } else { set }
    }

    #[inline(always)]
    fn keep(&mut self, cell: Cell, positions: V, mirrored: bool) {
        let old = self.get(cell);
        let left = if mirrored { self.mirror(positions) } else { positions };
        self.put(cell, old, old.and(left));
    }

    /// Positions counted from the other end.
    #[inline(always)]
    fn mirror(&self, set: V) -> V {
        let mut out = V::splat(0);
        for i in 0..self.values {
            out = out.or(V::splat(1 << (self.values - 1 - i)).keep(set.meets(V::splat(1 << i))));
        }
        out
    }

    /// What two different values can add up to.
    #[inline(always)]
    fn sums_of_two(&self, a: V, b: V) -> [V; 2] {
        let mut sums = [V::splat(0); 2];
        for value in 0..self.values {
            let bit = V::splat(1 << value);
            let has = a.meets(bit);
            let [low, high] = up(&[b.without(bit), V::splat(0)], value);
            sums = [sums[0].or(low.keep(has)), sums[1].or(high.keep(has))];
        }
        sums
    }

    /// The values of `a` that have another value of `b` with which they add up to one of these sums.
    #[inline(always)]
    fn partners(&self, a: V, b: V, sums: &[V; 2]) -> V {
        let mut out = V::splat(0);
        for value in 0..self.values {
            let bit = V::splat(1 << value);
            let wanted = down(sums, value)[0];
            out = out.or(bit.keep(b.without(bit).meets(wanted)));
        }
        out.and(a)
    }
}

/// A set of sums, each greater by so much.
#[inline(always)]
fn up<V: Vector, const W: usize>(sums: &[V; W], by: usize) -> [V; W] {
    let (words, by) = (by / 16, by % 16);
    let mut out = [V::splat(0); W];
    for w in words..W {
        out[w] = sums[w - words].up(by);
        if w > words && by > 0 {
            out[w] = out[w].or(sums[w - words - 1].down(16 - by));
        }
    }
    out
}

/// A set of sums, each less by so much.
#[inline(always)]
fn down<V: Vector, const W: usize>(sums: &[V; W], by: usize) -> [V; W] {
    let (words, by) = (by / 16, by % 16);
    let mut out = [V::splat(0); W];
    for w in 0..W.saturating_sub(words) {
        out[w] = sums[w + words].down(by);
        if w + words + 1 < W && by > 0 {
            out[w] = out[w].or(sums[w + words + 1].up(16 - by));
        }
    }
    out
}
