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
            ..=2 => self.through::<2>(sum, swept),
            3..=4 => self.through::<4>(sum, swept),
            _ => self.through::<MOST_WORDS>(sum, swept),
        }
    }

    /// The first unit adds to nothing and the last must give the total, so that only those between need a look at each of their sums.
    #[inline(always)]
    fn through<const W: usize>(&mut self, sum: &Sum, swept: &mut Swept) {
        let nothing = [V::splat(0); W];
        let units = &self.plan.units[sum.units.clone()];
        let last = units.len() - 1;
        // What each unit can add, and what those before it can add up to.
        let mut adds = [[V::splat(0); 2]; MOST_UNITS];
        let mut reached = [nothing; MOST_UNITS];
        reached[0][0] = V::splat(1);
        for (i, unit) in units.iter().enumerate() {
            adds[i] = match unit.cells {
                Cells::One(a) => [self.positions(a, unit.mirrored), V::splat(0)],
                Cells::Two(a, b) => self.sums_of_two(self.positions(a, unit.mirrored), self.positions(b, unit.mirrored)),
            };
            if i < last {
                reached[i + 1] = match i {
                    0 => resized(adds[0]),
                    _ => spread(&reached[i], adds[i], unit.cells.sums(self.values)),
                };
            }
        }
        let mut wanted = nothing;
        for (i, unit) in units.iter().enumerate().rev() {
            let sums = unit.cells.sums(self.values);
            let left = if i == last {
                let left = complements(&reached[i], sums, sum.total);
                wanted = completed(adds[i], sums, sum.total);
                let mut any = V::splat(0);
                for w in 0..W {
                    wanted[w] = wanted[w].and(reached[i][w]);
                    any = any.or(wanted[w]);
                }
                swept.fail(V::bits(any.empty()), self.plan.list(sum.cells));
                left
            } else if i == 0 {
                resized(wanted)
            } else {
                let (before, left) = back(&wanted, &reached[i], adds[i], sums);
                wanted = before;
                left
            };
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
    pub(super) fn positions(&self, cell: Cell, mirrored: bool) -> V {
        let set = self.get(cell);
        if mirrored { self.mirror(set) } else { set }
    }

    #[inline(always)]
    pub(super) fn keep(&mut self, cell: Cell, positions: V, mirrored: bool) {
        let old = self.get(cell);
        let left = if mirrored { self.mirror(positions) } else { positions };
        self.put(cell, old, old.and(left));
    }

    /// Positions counted from the other end.
    #[inline(always)]
    fn mirror(&self, set: V) -> V {
        set.reversed().down(16 - self.values)
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

/// All sums of one of each set; the second set has so many numbers, from 0.
#[inline(always)]
fn spread<V: Vector, const W: usize>(reached: &[V; W], adds: [V; 2], sums: usize) -> [V; W] {
    let mut out = [V::splat(0); W];
    let (mut moved, mut left) = (*reached, adds);
    for _ in 0..sums {
        let has = left[0].meets(V::splat(1));
        for w in 0..W {
            out[w] = out[w].or(moved[w].keep(has));
        }
        moved = up(&moved, 1);
        left = down(&left, 1);
    }
    out
}

/// The sums of `reached` from which one of `adds` leads to a wanted one, and those that do so.
#[inline(always)]
fn back<V: Vector, const W: usize>(wanted: &[V; W], reached: &[V; W], adds: [V; 2], sums: usize) -> ([V; W], [V; 2]) {
    let (mut before, mut out) = ([V::splat(0); W], [V::splat(0); 2]);
    let (mut moved, mut left) = (*wanted, adds);
    let mut bit = [V::splat(1), V::splat(0)];
    for _ in 0..sums {
        let has = left[0].meets(V::splat(1));
        let mut any = V::splat(0);
        for w in 0..W {
            let from = moved[w].and(reached[w]).keep(has);
            before[w] = before[w].or(from);
            any = any.or(from);
        }
        let leads = any.meets(any);
        out = [out[0].or(bit[0].keep(leads)), out[1].or(bit[1].keep(leads))];
        moved = down(&moved, 1);
        left = down(&left, 1);
        bit = up(&bit, 1);
    }
    (before, out)
}

/// What is missing to the total, of so many numbers from 0.
#[inline(always)]
fn complements<V: Vector, const W: usize>(reached: &[V; W], sums: usize, total: usize) -> [V; 2] {
    let greatest = sums - 1;
    let window = if total >= greatest { resized(down(reached, total - greatest)) } else { up(&resized(*reached), greatest - total) };
    reversed(window, sums)
}

/// What the others must add up to, if this unit adds these, of so many numbers from 0.
#[inline(always)]
fn completed<V: Vector, const W: usize>(adds: [V; 2], sums: usize, total: usize) -> [V; W] {
    let greatest = sums - 1;
    let others = reversed(adds, sums);
    if total >= greatest { up(&resized(others), total - greatest) } else { resized(down(&others, greatest - total)) }
}

/// So many numbers from 0, counted from the other end; greater ones are lost.
#[inline(always)]
fn reversed<V: Vector>(sums: [V; 2], count: usize) -> [V; 2] {
    down(&[sums[1].reversed(), sums[0].reversed()], 32 - count)
}

/// The same in more words, or in fewer, where what is too great is lost.
#[inline(always)]
fn resized<V: Vector, const A: usize, const B: usize>(sums: [V; A]) -> [V; B] {
    let mut out = [V::splat(0); B];
    let both = A.min(B);
    out[..both].copy_from_slice(&sums[..both]);
    out
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
