//! Groups of different values: singles, pairs, and what two groups say of each other.

use super::plan::{Group, MOST_VALUES, Meeting};
use super::sweep::{Sweep, Swept};
use super::vector::Vector;

impl<V: Vector> Sweep<'_, V> {
    /// Naked and hidden singles.
    #[inline(always)]
    pub(super) fn group(&mut self, group: &Group, swept: &mut Swept) {
        let plan = self.plan;
        let nothing = V::splat(0);
        let (mut once, mut twice, mut solved, mut clash) = (nothing, nothing, nothing, nothing);
        // Values of variables that have several.
        let mut open = nothing;
        let mut starved = nothing;
        for &cell in plan.list(group.cells) {
            let set = self.get(cell);
            twice = twice.or(once.and(set));
            once = once.or(set);
            let single = set.if_single();
            clash = clash.or(solved.and(single));
            solved = solved.or(single);
            if V::ALONE {
                open = open.or(set.without(single));
            }
            starved = starved.or(V::splat(1).keep(set.empty()));
        }
        let mut wrong = clash.or(starved);
        let mut hidden = nothing;
        if group.full {
            wrong = wrong.or(V::splat(self.all).without(once));
            hidden = once.without(twice);
        }
        swept.fail(V::bits(wrong.meets(wrong)), plan.list(group.cells));
        if V::ALONE && V::bits(open.meets(solved.or(hidden))) == 0 {
            return;
        }
        for &cell in plan.list(group.cells) {
            let old = self.get(cell);
            let single = old.without_least().empty();
            let left = old.or_else(single, old.without(solved));
            let new = old.and(hidden).if_any_else(left);
            self.put(cell, old, new);
        }
    }

    /// Two variables with the same two values: nobody else has them.
    #[inline(always)]
    pub(super) fn pairs(&mut self, group: &Group) {
        let plan = self.plan;
        let nothing = V::splat(0);
        let (mut twos, mut paired) = ([nothing; MOST_VALUES], nothing);
        for (i, &cell) in plan.list(group.cells).iter().enumerate() {
            let set = self.get(cell);
            let rest = set.without_least();
            twos[i] = set.keep(rest.if_single().meets(rest));
            if V::ALONE && V::bits(twos[i].empty()) != 0 {
                continue;
            }
            for j in 0..i {
                paired = paired.or(twos[i].keep(twos[i].xor(twos[j]).empty()));
            }
        }
        if V::ALONE && V::bits(paired.empty()) != 0 {
            return;
        }
        for (i, &cell) in plan.list(group.cells).iter().enumerate() {
            let old = self.get(cell);
            // Those of a pair stay. So does a pair of values from several pairs: it isn't looked at any closer.
            let stays = V::both(twos[i].meets(twos[i]), old.within(paired));
            self.put(cell, old, old.or_else(stays, old.without(paired)));
        }
    }

    /// What one group has only where the other is, the other has nowhere else.
    #[inline(always)]
    pub(super) fn meeting(&mut self, meeting: &Meeting) {
        let plan = self.plan;
        let rests = meeting.rests.map(|rest| plan.list(rest));
        let shared = self.any(plan.list(meeting.shared));
        let mut own = rests.map(|rest| self.any(rest));
        for (group, other) in [(0, 1), (1, 0)] {
            let must = shared.without(own[group]);
            if meeting.full[group] && V::bits(must.meets(own[other])) != 0 {
                self.take(rests[other], must);
                own[other] = own[other].without(must);
            }
        }
    }
}
