//! One sweep over the constraints of a plan, in all lanes at a time, written once for all kinds of vectors.

use super::plan::{Cell, Plan};
use super::vector::{Row, Vector};

/// What sweeps found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Swept {
    /// Lanes that may still have a solution, a bit each.
    pub(super) alive: u32,
    /// Lanes that lost values.
    pub(super) changed: u32,
    /// How often each variable was in a constraint that failed, and 1.
    pub(super) weights: Vec<f32>,
}

impl Swept {
    pub(super) fn new(cells: usize) -> Swept {
        Swept { alive: 0, changed: 0, weights: vec![1.0; cells] }
    }

    /// These lanes have no solution, as a constraint on these variables shows.
    #[inline(always)]
    pub(super) fn fail(&mut self, lanes: u32, cells: &[Cell]) {
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

/// A processor's way to sweep. All of them do the same in each lane.
pub(super) trait Machine: Send + Sync {
    /// For statistics.
    fn name(&self) -> &'static str;
    /// What is quickly seen: singles, combinations, locked values.
    fn shallow(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept);
    /// What takes longer: combinations against single variables, sums, pairs.
    fn deep(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept);
}

/// See [`Machine::shallow`].
#[inline(always)]
pub(super) fn shallow<V: Vector>(plan: &Plan, rows: &mut [V::Row], swept: &mut Swept) {
    let mut sweep = Sweep::<V>::new(plan, rows, &mut []);
    for group in &plan.groups {
        sweep.group(group, swept);
    }
    for cage in &plan.cages {
        sweep.cage(cage, swept);
    }
    for meeting in &plan.meetings {
        sweep.meeting(meeting);
    }
    swept.changed |= V::bits(sweep.changed.meets(sweep.changed));
}

/// See [`Machine::deep`].
#[inline(always)]
pub(super) fn deep<V: Vector>(plan: &Plan, rows: &mut [V::Row], swept: &mut Swept) {
    let mut sweep = Sweep::<V>::new(plan, rows, &mut []);
    for cage in plan.cages.iter().filter(|cage| cage.has_deep(plan)) {
        sweep.cage_by_cell(cage, swept);
    }
    for sum in &plan.sums {
        sweep.sum(sum, swept);
    }
    for group in plan.groups.iter().filter(|group| group.has_deep(plan)) {
        sweep.pairs(group);
    }
    swept.changed |= V::bits(sweep.changed.meets(sweep.changed));
}

/// The rows under way.
pub(super) struct Sweep<'a, V: Vector> {
    pub(super) plan: &'a Plan,
    rows: &'a mut [V::Row],
    /// Values that were removed.
    pub(super) changed: V,
    /// For a state by itself, the constraints to which something is new.
    pub(super) pending: &'a mut [u64],
    /// All values, how many, and as one set.
    pub(super) values: usize,
    pub(super) all: u16,
}

impl<'a, V: Vector> Sweep<'a, V> {
    #[inline(always)]
    pub(super) fn new(plan: &'a Plan, rows: &'a mut [V::Row], pending: &'a mut [u64]) -> Self {
        Sweep { plan, rows, pending, changed: V::splat(0), values: plan.values.len(), all: plan.all() }
    }

    #[inline(always)]
    pub(super) fn get(&self, cell: Cell) -> V {
        V::load(&self.rows[usize::from(cell)])
    }

    #[inline(always)]
    pub(super) fn put(&mut self, cell: Cell, old: V, new: V) {
        let lost = old.xor(new);
        self.changed = self.changed.or(lost);
        if V::ALONE && V::bits(lost.meets(lost)) != 0 {
            self.plan.watch.wake(self.pending, cell);
        }
        new.store(&mut self.rows[usize::from(cell)]);
    }

    /// What any of these variables can be.
    #[inline(always)]
    pub(super) fn any(&self, cells: &[Cell]) -> V {
        cells.iter().fold(V::splat(0), |any, &cell| any.or(self.get(cell)))
    }

    /// Takes values from variables.
    #[inline(always)]
    pub(super) fn take(&mut self, cells: &[Cell], values: V) {
        for &cell in cells {
            let old = self.get(cell);
            self.put(cell, old, old.without(values));
        }
    }
}
