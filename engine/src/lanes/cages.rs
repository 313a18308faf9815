//! Cages: which combinations are left, and what they leave to each variable.

// Variables of a cage are numbered, and several arrays go by the number.
#![allow(clippy::needless_range_loop)]

use super::plan::{Cage, MOST_VALUES};
use super::sweep::{Sweep, Swept};
use super::vector::Vector;

/// A cage as it is: what each variable can be, what any can be, and what more than one can be.
struct Sets<V> {
    each: [V; MOST_VALUES],
    any: V,
    several: V,
    /// What the rest of each group around the cage can be.
    rest: V,
}

impl<V: Vector> Sweep<'_, V> {
    /// The combinations that are left allow some values, and surely take others.
    #[inline(always)]
    pub(super) fn cage(&mut self, cage: &Cage, swept: &mut Swept) {
        let plan = self.plan;
        let sets = self.sets(cage);
        let (mut possible, mut required) = (V::splat(0), V::splat(self.all));
        for &combination in plan.list(cage.combinations) {
            let taken = V::splat(combination);
            let fits = self.fits(cage, &sets, combination);
            possible = possible.or(taken.keep(fits));
            required = required.and(taken.or_else(fits, V::splat(self.all)));
        }
        swept.fail(V::bits(possible.empty()), plan.list(cage.cells));
        let placed = required.without(sets.several);
        for (i, &cell) in plan.list(cage.cells).iter().enumerate() {
            let left = sets.each[i].and(possible);
            self.put(cell, sets.each[i], left.and(placed).if_any_else(left));
        }
        for &rest in &plan.rests[cage.rests.clone()] {
            self.take(plan.list(rest), required);
        }
        for crossing in &plan.crossings[cage.crossings.clone()] {
            let must = required.without(self.any(plan.list(crossing.of_cage)));
            self.take(plan.list(crossing.of_group), must);
        }
    }

    /// The same, with singles within each combination: what a variable keeps is what some combination leaves to it.
    #[inline(always)]
    pub(super) fn cage_by_cell(&mut self, cage: &Cage, swept: &mut Swept) {
        let nothing = V::splat(0);
        let plan = self.plan;
        let count = plan.list(cage.cells).len();
        let sets = self.sets(cage);
        let mut left = [nothing; MOST_VALUES];
        let mut possible = nothing;
        for &combination in plan.list(cage.combinations) {
            let taken = V::splat(combination);
            let mut fits = self.fits(cage, &sets, combination);
            let mut here = [nothing; MOST_VALUES];
            let (mut solved, mut clash) = (nothing, nothing);
            for i in 0..count {
                here[i] = sets.each[i].and(taken);
                let single = here[i].if_single();
                clash = clash.or(solved.and(single));
                solved = solved.or(single);
            }
            let (mut any, mut several) = (nothing, nothing);
            for i in 0..count {
                let single = here[i].without_least().empty();
                here[i] = here[i].or_else(single, here[i].without(solved));
                several = several.or(any.and(here[i]));
                any = any.or(here[i]);
            }
            fits = V::both(fits, V::both(clash.empty(), taken.within(any)));
            let hidden = any.without(several);
            for i in 0..count {
                left[i] = left[i].or(here[i].and(hidden).if_any_else(here[i]).keep(fits));
            }
            possible = possible.or(taken.keep(fits));
        }
        swept.fail(V::bits(possible.empty()), plan.list(cage.cells));
        for (i, &cell) in plan.list(cage.cells).iter().enumerate() {
            self.put(cell, sets.each[i], left[i]);
        }
    }

    #[inline(always)]
    fn sets(&self, cage: &Cage) -> Sets<V> {
        let nothing = V::splat(0);
        let mut sets = Sets { each: [nothing; MOST_VALUES], any: nothing, several: nothing, rest: V::splat(self.all) };
        for (set, &cell) in sets.each.iter_mut().zip(self.plan.list(cage.cells)) {
            *set = self.get(cell);
            sets.several = sets.several.or(sets.any.and(*set));
            sets.any = sets.any.or(*set);
        }
        for &rest in &self.plan.rests[cage.rests.clone()] {
            sets.rest = sets.rest.and(self.any(self.plan.list(rest)));
        }
        sets
    }

    /// Can the cage take this combination, and the rest of each group around it what is left?
    #[inline(always)]
    fn fits(&self, cage: &Cage, sets: &Sets<V>, combination: u16) -> V::Mask {
        let (taken, left) = (V::splat(combination), V::splat(self.all & !combination));
        let mut fits = taken.within(sets.any);
        for set in &sets.each[..self.plan.list(cage.cells).len()] {
            fits = V::both(fits, set.meets(taken));
        }
        if !cage.rests.is_empty() {
            fits = V::both(fits, left.within(sets.rest));
            for &rest in &self.plan.rests[cage.rests.clone()] {
                for &cell in self.plan.list(rest) {
                    fits = V::both(fits, self.get(cell).meets(left));
                }
            }
        }
        fits
    }
}
