//! Cages: which combinations are left, and what they leave to each variable.

// Variables of a cage are numbered, and several arrays go by the number.
#![allow(clippy::needless_range_loop)]

use super::plan::{Cage, MOST_VALUES};
use super::sweep::{Sweep, Swept};
use super::tables::{WORD, Word, look_up};
use super::vector::Vector;

/// A cage as it is: what any of its variables can be, and what more than one can be.
///
/// What each can be is an array of its own: as part of this it would keep the others from being held in registers.
struct Sets<V> {
    any: V,
    several: V,
    /// What the rest of some group around the cage cannot be.
    not_rest: V,
}

impl<V: Vector> Sweep<'_, V> {
    /// The combinations that are left allow some values, and surely take others.
    #[inline(always)]
    pub(super) fn cage(&mut self, cage: &Cage, swept: &mut Swept) {
        let plan = self.plan;
        let mut each = [V::splat(0); MOST_VALUES];
        let sets = self.sets(cage, &mut each);
        let (mut possible, mut lacked) = (V::splat(0), V::splat(0));
        for word in 0..cage.table.words {
            let word = cage.table.word(plan, word);
            let left = self.left(cage, &each, &sets, word);
            possible = possible.or(look_up(word.had, left));
            lacked = lacked.or(look_up(word.lacked, left));
        }
        swept.fail(V::bits(possible.empty()), plan.list(cage.cells));
        let required = V::splat(self.all).without(lacked);
        let placed = required.without(sets.several);
        if V::ALONE && V::bits(sets.any.without(possible).or(required).empty()) != 0 {
            return;
        }
        for (i, &cell) in plan.list(cage.cells).iter().enumerate() {
            let left = each[i].and(possible);
            self.put(cell, each[i], left.and(placed).if_any_else(left));
        }
        for rest in &plan.rests[cage.rests.clone()] {
            self.take(plan.list(rest.cells), required);
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
        let mut each = [V::splat(0); MOST_VALUES];
        let sets = self.sets(cage, &mut each);
        let mut left = [nothing; MOST_VALUES];
        let mut possible = nothing;
        for (word, combinations) in plan.list(cage.combinations).chunks(WORD).enumerate() {
            let mut open = self.left(cage, &each, &sets, cage.table.word(plan, word));
            for &combination in combinations {
                let mut fits = open.meets(V::splat(1));
                open = open.down(1);
                if V::bits(fits) == 0 {
                    continue;
                }
                let taken = V::splat(combination);
                let mut here = [nothing; MOST_VALUES];
                let (mut solved, mut clash) = (nothing, nothing);
                for i in 0..count {
                    here[i] = each[i].and(taken);
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
                if V::ALONE && V::bits(fits) != 0 {
                    let mut lost = nothing;
                    for i in 0..count {
                        lost = lost.or(each[i].without(left[i]));
                    }
                    // All is supported.
                    if V::bits(lost.empty()) != 0 {
                        return;
                    }
                }
            }
        }
        swept.fail(V::bits(possible.empty()), plan.list(cage.cells));
        for (i, &cell) in plan.list(cage.cells).iter().enumerate() {
            self.put(cell, each[i], left[i]);
        }
    }

    #[inline(always)]
    fn sets(&self, cage: &Cage, each: &mut [V; MOST_VALUES]) -> Sets<V> {
        let nothing = V::splat(0);
        let mut sets = Sets { any: nothing, several: nothing, not_rest: nothing };
        for (set, &cell) in each.iter_mut().zip(self.plan.list(cage.cells)) {
            *set = self.get(cell);
            sets.several = sets.several.or(sets.any.and(*set));
            sets.any = sets.any.or(*set);
        }
        for rest in &self.plan.rests[cage.rests.clone()] {
            sets.not_rest = sets.not_rest.or(V::splat(self.all).without(self.any(self.plan.list(rest.cells))));
        }
        sets
    }

    /// The combinations of a word that the cage can take, and the rest of each group around it what is left.
    #[inline(always)]
    fn left(&self, cage: &Cage, each: &[V; MOST_VALUES], sets: &Sets<V>, word: Word<'_>) -> V {
        let plan = self.plan;
        // All values of the cage are somewhere in it, all others somewhere in each rest.
        let not_cage = V::splat(self.all).without(sets.any);
        let mut left = look_up(word.having, each[0]);
        if !V::ALONE || V::bits(not_cage.or(sets.not_rest).empty()) == 0 {
            left = left.without(look_up(word.having, not_cage).or(look_up(word.lacking, sets.not_rest)));
        }
        for set in &each[1..plan.list(cage.cells).len()] {
            left = left.and(look_up(word.having, *set));
        }
        let taken = if V::ALONE { look_up(word.had, left) } else { V::splat(0) };
        for rest in &plan.rests[cage.rests.clone()] {
            for &cell in plan.list(rest.cells) {
                let set = self.get(cell);
                // What none of the combinations takes is left by all.
                if !V::ALONE || V::bits(set.within(taken)) != 0 {
                    left = left.and(look_up(word.lacking, set));
                }
            }
        }
        left
    }
}
