//! Who has to look again when a variable loses values: so that a sweep with few states passes over constraints to which nothing is new.
//!
//! A constraint that is passed over would have done nothing, as it found nothing more in the same domains, so that the search is the same.

use super::plan::{Cell, Plan};

/// The constraints of a plan, numbered in the order of the sweeps: those of shallow sweeps, and from the next whole word on those of deep
/// ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// For each variable the constraints that read it, a bit each.
    by_cell: Vec<u64>,
    /// How many words of bits that is for each, and how many of them are of shallow sweeps.
    pub(super) words: usize,
    shallow: usize,
}

impl Watch {
    /// Looks through a plan, which is made but for this.
    pub(super) fn of(plan: &Plan) -> Watch {
        let shallow = (plan.groups.len() + plan.cages.len() + plan.meetings.len()).div_ceil(64);
        let deep = (plan.cages.len() + plan.sums.len() + plan.groups.len()).div_ceil(64);
        let words = shallow + deep;
        let mut watch = Watch { by_cell: vec![0; words * plan.cells], words, shallow };
        // Most constraints read whole groups: first for each group who reads it, then for each variable its groups.
        let mut by_group = vec![0; words * plan.groups.len()];
        let mut read_group = |group: usize, number: usize| by_group[group * words + number / 64] |= 1 << (number % 64);
        let cages_from = plan.groups.len();
        let meetings_from = cages_from + plan.cages.len();
        let deep_from = 64 * shallow;
        let sums_from = deep_from + plan.cages.len();
        let pairs_from = sums_from + plan.sums.len();
        for (i, group) in plan.groups.iter().enumerate() {
            read_group(i, i);
            if group.has_deep(plan) {
                read_group(i, pairs_from + i);
            }
        }
        for (i, meeting) in plan.meetings.iter().enumerate() {
            meeting.groups.iter().for_each(|&group| read_group(group, meetings_from + i));
        }
        for (i, cage) in plan.cages.iter().enumerate() {
            let has_deep = cage.has_deep(plan);
            for rest in &plan.rests[cage.rests.clone()] {
                read_group(rest.group, cages_from + i);
                if has_deep {
                    read_group(rest.group, deep_from + i);
                }
            }
            watch.read(plan.list(cage.cells), cages_from + i);
            if has_deep {
                watch.read(plan.list(cage.cells), deep_from + i);
            }
        }
        for (i, sum) in plan.sums.iter().enumerate() {
            watch.read(plan.list(sum.cells), sums_from + i);
        }
        for (group, readers) in plan.groups.iter().zip(by_group.chunks_exact(words)) {
            for &cell in plan.list(group.cells) {
                let of_cell = &mut watch.by_cell[usize::from(cell) * words..][..words];
                of_cell.iter_mut().zip(readers).for_each(|(of_cell, readers)| *of_cell |= readers);
            }
        }
        watch
    }

    /// A constraint reads these variables.
    fn read(&mut self, cells: &[Cell], number: usize) {
        for &cell in cells {
            self.by_cell[usize::from(cell) * self.words + number / 64] |= 1 << (number % 64);
        }
    }

    /// Those that read a variable.
    #[inline(always)]
    fn of_cell(&self, cell: Cell) -> &[u64] {
        &self.by_cell[usize::from(cell) * self.words..][..self.words]
    }

    /// A variable lost values.
    #[inline(always)]
    pub(super) fn wake(&self, pending: &mut [u64], cell: Cell) {
        for (pending, readers) in pending.iter_mut().zip(self.of_cell(cell)) {
            *pending |= readers;
        }
    }

    /// All constraints, or those that read a variable.
    pub(super) fn start(&self, pending: &mut [u64], changed: Option<Cell>) {
        match changed {
            Some(cell) => pending.copy_from_slice(self.of_cell(cell)),
            None => {
                pending.fill(0);
                for cell in 0..self.by_cell.len() / self.words {
                    self.wake(pending, cell as Cell);
                }
            }
        }
    }

    /// Takes out the first constraint of shallow sweeps from a number on.
    #[inline(always)]
    pub(super) fn next_shallow(&self, pending: &mut [u64], from: usize) -> Option<usize> {
        next(&mut pending[..self.shallow], from)
    }

    /// Takes out the first constraint of deep sweeps from a number on. Theirs begin at 0 here.
    #[inline(always)]
    pub(super) fn next_deep(&self, pending: &mut [u64], from: usize) -> Option<usize> {
        next(&mut pending[self.shallow..], from)
    }
}

/// Takes out the first bit from a number on.
#[inline(always)]
fn next(bits: &mut [u64], from: usize) -> Option<usize> {
    let mut word = from / 64;
    let mut mask = u64::MAX << (from % 64);
    while word < bits.len() {
        let left = bits[word] & mask;
        if left != 0 {
            bits[word] &= !(left & left.wrapping_neg());
            return Some(64 * word + left.trailing_zeros() as usize);
        }
        mask = u64::MAX;
        word += 1;
    }
    None
}
