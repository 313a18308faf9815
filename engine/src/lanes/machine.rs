//! One sweep over all constraints, in all lanes at a time.

// Rows are looked up by number, often several arrays at a time.
#![allow(clippy::needless_range_loop)]

use super::plan::{Cage, Cell, Group, Meeting, Plan, Sum};
use super::vector::{Row, Vector};

/// The most variables in a cage, and of any house: as many as there are bits.
const MOST: usize = 16;

/// What sweeps found.
#[derive(Clone, Debug)]
pub(super) struct Swept {
    /// Lanes that may still have a solution.
    pub(super) alive: u32,
    /// Lanes that lost values since this was last cleared.
    pub(super) changed: u32,
    /// How often each variable was in a constraint that failed.
    pub(super) weights: Vec<f32>,
}

impl Swept {
    /// These lanes have no solution, which the variables of a constraint show.
    #[inline(always)]
    fn fail(&mut self, lanes: u32, cells: &[Cell]) {
        let dead = lanes & self.alive;
        if dead != 0 {
            self.blame(dead, cells);
        }
    }

    #[cold]
    fn blame(&mut self, dead: u32, cells: &[Cell]) {
        self.alive &= !dead;
        for &cell in cells {
            self.weights[usize::from(cell)] += dead.count_ones() as f32;
        }
    }
}

/// A processor's way to sweep.
pub(super) trait Machine {
    /// Singles, locked values and cages, once.
    fn shallow(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept);
    /// Pairs, and sums of cells in no common group, once.
    fn deep(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept);
}

/// See [`Machine::shallow`].
#[inline(always)]
pub(super) fn shallow<V: Vector>(plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
    let mut sweep = Sweep::<V> { rows, changed: V::splat(0), all: V::splat(plan.all()), values: plan.values.len() };
    for group in &plan.groups {
        sweep.group(group, swept);
    }
    for cage in &plan.cages {
        sweep.cage(cage, plan.all(), swept);
    }
    for meeting in &plan.meetings {
        sweep.meeting(meeting);
    }
    swept.changed |= V::bits(sweep.changed.meets(sweep.changed));
}

/// See [`Machine::deep`].
#[inline(always)]
pub(super) fn deep<V: Vector>(plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
    let mut sweep = Sweep::<V> { rows, changed: V::splat(0), all: V::splat(plan.all()), values: plan.values.len() };
    for cage in plan.cages.iter().filter(|cage| cage.cells.len() > 1) {
        sweep.cage_strong(cage, plan.all(), swept);
    }
    for sum in &plan.sums {
        match (plan.values.len() - 1) * sum.cells.len() / 16 {
            0 => sweep.sum::<1>(sum, plan.values.len(), swept),
            1 => sweep.sum::<2>(sum, plan.values.len(), swept),
            2 => sweep.sum::<3>(sum, plan.values.len(), swept),
            3 | 4 => sweep.sum::<5>(sum, plan.values.len(), swept),
            _ => {}
        }
    }
    for group in plan.groups.iter().filter(|group| group.cells.len() > 2) {
        sweep.pairs(group, swept);
    }
    swept.changed |= V::bits(sweep.changed.meets(sweep.changed));
}

struct Sweep<'a, V> {
    rows: &'a mut [Row],
    /// Values that were removed.
    changed: V,
    all: V,
    values: usize,
}

impl<V: Vector> Sweep<'_, V> {
    #[inline(always)]
    fn get(&self, cell: Cell) -> V {
        V::load(&self.rows[usize::from(cell)])
    }

    #[inline(always)]
    fn put(&mut self, cell: Cell, old: V, new: V) {
        self.changed = self.changed.or(old.xor(new));
        new.store(&mut self.rows[usize::from(cell)]);
    }

    #[inline(always)]
    fn any(&self, cells: &[Cell]) -> V {
        cells.iter().fold(V::splat(0), |any, &cell| any.or(self.get(cell)))
    }

    /// Takes values from variables.
    #[inline(always)]
    fn take(&mut self, cells: &[Cell], values: V) {
        for &cell in cells {
            let old = self.get(cell);
            self.put(cell, old, old.without(values));
        }
    }

    /// Naked and hidden singles.
    #[inline(always)]
    fn group(&mut self, group: &Group, swept: &mut Swept) {
        let nothing = V::splat(0);
        let (mut once, mut twice, mut solved, mut clash) = (nothing, nothing, nothing, nothing);
        let mut starved = nothing;
        for &cell in &group.cells {
            let set = self.get(cell);
            twice = twice.or(once.and(set));
            once = once.or(set);
            let single = set.if_single();
            clash = clash.or(solved.and(single));
            solved = solved.or(single);
            starved = starved.or(V::splat(1).keep(set.empty()));
        }
        let mut wrong = clash.or(starved);
        let mut hidden = nothing;
        if group.full {
            wrong = wrong.or(self.all.without(once));
            hidden = once.without(twice);
        }
        swept.fail(V::bits(wrong.meets(wrong)), &group.cells);
        for &cell in &group.cells {
            let old = self.get(cell);
            let single = old.without_least().empty();
            let left = old.or_else(single, old.without(solved));
            let new = old.and(hidden).if_any_else(left);
            self.put(cell, old, new);
        }
    }

    /// Two variables with the same two values: nobody else has them.
    #[inline(always)]
    fn pairs(&mut self, group: &Group, swept: &mut Swept) {
        let nothing = V::splat(0);
        let mut sets = [nothing; MOST];
        let mut two = [nothing; MOST];
        let mut paired = nothing;
        let count = group.cells.len();
        for (i, &cell) in group.cells.iter().enumerate() {
            let set = self.get(cell);
            sets[i] = set;
            let rest = set.without_least();
            two[i] = set.keep(rest.without_least().empty()).and(set.keep(rest.meets(rest)));
        }
        for i in 0..count {
            for j in 0..i {
                paired = paired.or(two[i].keep(two[i].xor(two[j]).empty()));
            }
        }
        let _ = &swept;
        for (i, &cell) in group.cells.iter().enumerate() {
            let old = sets[i];
            // A member of a pair is all paired values, and has two.
            let stays = V::both(two[i].meets(two[i]), old.within(paired));
            self.put(cell, old, old.or_else(stays, old.without(paired)));
        }
    }

    /// What one group has only where the other is, the other has nowhere else.
    #[inline(always)]
    fn meeting(&mut self, meeting: &Meeting) {
        let shared = self.any(&meeting.shared);
        let nothing = V::splat(0);
        let from_second = if meeting.full[0] { shared.without(self.any(&meeting.first)) } else { nothing };
        let from_first = if meeting.full[1] { shared.without(self.any(&meeting.second)) } else { nothing };
        self.take(&meeting.first, from_first);
        self.take(&meeting.second, from_second);
    }

    /// Which combinations are left, what they leave to each variable, and what they surely take.
    #[inline(always)]
    fn cage(&mut self, cage: &Cage, all: u16, swept: &mut Swept) {
        let nothing = V::splat(0);
        let count = cage.cells.len();
        let mut sets = [nothing; MOST];
        let (mut once, mut twice) = (nothing, nothing);
        for (set, &cell) in sets.iter_mut().zip(&cage.cells) {
            *set = self.get(cell);
            twice = twice.or(once.and(*set));
            once = once.or(*set);
        }
        let rest = [0, 1].map(|i| cage.rests.get(i).map_or(self.all, |rest| self.any(rest)));
        let rest = rest[0].and(rest[1]);
        let (mut possible, mut required) = (nothing, self.all);
        for &combination in &cage.combinations {
            let (taken, left) = (V::splat(combination), V::splat(all & !combination));
            let mut fits = taken.within(once);
            for i in 0..count {
                fits = V::both(fits, sets[i].meets(taken));
            }
            if !cage.rests.is_empty() {
                fits = V::both(fits, left.within(rest));
                for cells in &cage.rests {
                    for &cell in cells {
                        fits = V::both(fits, self.get(cell).meets(left));
                    }
                }
            }
            possible = possible.or(taken.keep(fits));
            required = required.and(taken.or_else(fits, self.all));
        }
        swept.fail(V::bits(possible.empty()), &cage.cells);
        let placed = required.without(twice);
        for (i, &cell) in cage.cells.iter().enumerate() {
            let old = sets[i];
            let new = old.and(possible);
            self.put(cell, old, new.and(placed).if_any_else(new));
        }
        for cells in &cage.rests {
            self.take(cells, required);
        }
        for (outside, rest) in &cage.partly {
            let must = required.without(self.any(outside));
            self.take(rest, must);
        }
    }

    /// Which combinations are left, what they leave to each variable, and what they surely take.
    #[inline(always)]
    fn cage_strong(&mut self, cage: &Cage, all: u16, swept: &mut Swept) {
        let nothing = V::splat(0);
        let count = cage.cells.len();
        let mut sets = [nothing; MOST];
        let (mut once, mut twice) = (nothing, nothing);
        for (set, &cell) in sets.iter_mut().zip(&cage.cells) {
            *set = self.get(cell);
            twice = twice.or(once.and(*set));
            once = once.or(*set);
        }
        let rest = [0, 1].map(|i| cage.rests.get(i).map_or(self.all, |rest| self.any(rest)));
        let rest = rest[0].and(rest[1]);
        let (mut possible, mut required) = (nothing, self.all);
        let mut allowed = [nothing; MOST];
        for &combination in &cage.combinations {
            let (taken, left) = (V::splat(combination), V::splat(all & !combination));
            let mut fits = taken.within(once);
            let mut here = [nothing; MOST];
            let (mut solved, mut clash) = (nothing, nothing);
            for i in 0..count {
                here[i] = sets[i].and(taken);
                fits = V::both(fits, sets[i].meets(taken));
                let single = here[i].if_single();
                clash = clash.or(solved.and(single));
                solved = solved.or(single);
            }
            fits = V::both(fits, clash.empty());
            if !cage.rests.is_empty() {
                fits = V::both(fits, left.within(rest));
                for cells in &cage.rests {
                    for &cell in cells {
                        fits = V::both(fits, self.get(cell).meets(left));
                    }
                }
            }
            possible = possible.or(taken.keep(fits));
            required = required.and(taken.or_else(fits, self.all));
            for i in 0..count {
                let single = here[i].without_least().empty();
                allowed[i] = allowed[i].or(here[i].or_else(single, here[i].without(solved)).keep(fits));
            }
        }
        swept.fail(V::bits(possible.empty()), &cage.cells);
        let placed = required.without(twice);
        for (i, &cell) in cage.cells.iter().enumerate() {
            let old = sets[i];
            let new = allowed[i];
            self.put(cell, old, new.and(placed).if_any_else(new));
        }
    }

    /// Which values have partners that add up to the total: forwards through the sums that the first units can have, and back.
    #[inline(always)]
    fn sum<const W: usize>(&mut self, sum: &Sum, values: usize, swept: &mut Swept) {
        let nothing = V::splat(0);
        let count = sum.units.len();
        let mut reached = [[nothing; W]; MOST + 1];
        let mut adds = [[nothing; 2]; MOST];
        reached[0][0] = V::splat(1);
        for (i, unit) in sum.units.iter().enumerate() {
            let (add, greatest) = match unit.cells[..] {
                [a, b] => (self.sums_of_two(self.of(a, unit.mirrored), self.of(b, unit.mirrored), values), 2 * values - 2),
                [a, ..] => ([self.of(a, unit.mirrored), nothing], values - 1),
                [] => continue,
            };
            adds[i] = add;
            if i == 0 {
                for w in 0..W.min(2) {
                    reached[1][w] = add[w];
                }
                continue;
            }
            let mut next = [nothing; W];
            for by in 0..=greatest {
                let has = add[by / 16].meets(V::splat(1 << (by % 16)));
                let moved = up(&reached[i], by);
                for w in 0..W {
                    next[w] = next[w].or(moved[w].keep(has));
                }
            }
            reached[i + 1] = next;
        }
        let mut wanted = [nothing; W];
        if sum.total / 16 < W {
            wanted[sum.total / 16] = V::splat(1 << (sum.total % 16)).and(reached[count][sum.total / 16]);
        }
        swept.fail(V::bits(wanted.iter().fold(nothing, |any, w| any.or(*w)).empty()), &sum.cells);
        for (i, unit) in sum.units.iter().enumerate().rev() {
            let mut left = [nothing; 2];
            if i == 0 {
                for w in 0..W.min(2) {
                    left[w] = wanted[w];
                }
            } else {
                let mut before = [nothing; W];
                let greatest = unit.cells.len() * (values - 1);
                for by in 0..=greatest {
                    let bit = V::splat(1 << (by % 16));
                    let has = adds[i][by / 16].meets(bit);
                    let moved = down(&wanted, by);
                    let mut any = nothing;
                    for w in 0..W {
                        let from = moved[w].and(reached[i][w]).keep(has);
                        before[w] = before[w].or(from);
                        any = any.or(from);
                    }
                    left[by / 16] = left[by / 16].or(bit.keep(any.meets(any)));
                }
                wanted = before;
            }
            match unit.cells[..] {
                [a, b] => {
                    let (x, y) = (self.of(a, unit.mirrored), self.of(b, unit.mirrored));
                    let (x, y) = (self.partners(x, y, &left, values), self.partners(y, x, &left, values));
                    self.keep(a, x, unit.mirrored);
                    self.keep(b, y, unit.mirrored);
                }
                [a, ..] => self.keep(a, left[0], unit.mirrored),
                [] => {}
            }
        }
    }

    /// The positions that a variable can take, counted from the least value or from the greatest.
    #[inline(always)]
    fn of(&self, cell: Cell, mirrored: bool) -> V {
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
    fn sums_of_two(&self, a: V, b: V, values: usize) -> [V; 2] {
        let mut sums = [V::splat(0); 2];
        for value in 0..values {
            let bit = V::splat(1 << value);
            let has = a.meets(bit);
            let [low, high] = up(&[b.without(bit), V::splat(0)], value);
            sums = [sums[0].or(low.keep(has)), sums[1].or(high.keep(has))];
        }
        sums
    }

    /// The values of `a` that have another value of `b` with which they add up to one of these sums.
    #[inline(always)]
    fn partners(&self, a: V, b: V, sums: &[V; 2], values: usize) -> V {
        let mut out = V::splat(0);
        for value in 0..values {
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
    let mut out = [V::splat(0); W];
    for w in 0..W {
        out[w] = sums[w].up(by);
        if w > 0 && by > 0 {
            out[w] = out[w].or(sums[w - 1].down(16 - by));
        }
    }
    out
}

/// A set of sums, each less by so much.
#[inline(always)]
fn down<V: Vector, const W: usize>(sums: &[V; W], by: usize) -> [V; W] {
    let mut out = [V::splat(0); W];
    for w in 0..W {
        out[w] = sums[w].down(by);
        if w + 1 < W && by > 0 {
            out[w] = out[w].or(sums[w + 1].up(16 - by));
        }
    }
    out
}
