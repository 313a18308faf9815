//! A model made ready for sweeps: which rows stand together, and how. How it is made: `recognise.rs`.

use std::ops::Range;

use super::tables::Table;
use super::vector::Row;
use super::watch::Watch;
use crate::domain::{Fact, Value};

/// The most values that a lane has bits for, and so the most variables that can all differ.
pub(super) const MOST_VALUES: usize = 16;

/// The most words of a set of sums, and the most units of a sum.
pub(super) const MOST_WORDS: usize = 6;
pub(super) const MOST_UNITS: usize = 8;

/// A variable by its number.
pub(super) type Cell = u16;

/// Some of the numbers that a plan keeps: variables, or sets of values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Variables of different values.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) cells: List,
    /// As many variables as values: each value must be somewhere.
    pub(super) full: bool,
}

impl Group {
    /// Is there anything in it for deep sweeps?
    #[inline(always)]
    pub(super) fn has_deep(&self, plan: &Plan) -> bool {
        plan.list(self.cells).len() > 2
    }
}

/// Two groups that share variables.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    pub(super) shared: List,
    /// The rest of each.
    pub(super) rests: [List; 2],
    pub(super) full: [bool; 2],
    /// Their numbers.
    pub(super) groups: [usize; 2],
}

/// Variables of different values with a total.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub(super) cells: List,
    /// The sets of values that they can take.
    pub(super) combinations: List,
    /// The same as tables.
    pub(super) table: Table,
    /// What is left of each full group around the cage, in [`Plan::rests`].
    pub(super) rests: Range<usize>,
    /// The full groups that have some of the cage, in [`Plan::crossings`].
    pub(super) crossings: Range<usize>,
}

impl Cage {
    /// Is there anything in it for deep sweeps?
    #[inline(always)]
    pub(super) fn has_deep(&self, plan: &Plan) -> bool {
        plan.list(self.cells).len() > 1
    }
}

/// What is left of a full group around a cage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub(super) cells: List,
    /// The number of the group.
    pub(super) group: usize,
}

/// A full group that has some variables of a cage: those of either that the other doesn't have.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    pub(super) of_cage: List,
    pub(super) of_group: List,
}

/// Variables that add up to something: ones and pairs, each forwards or mirrored. The values of a pair differ; no others need to.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// In [`Plan::units`].
    pub(super) units: Range<usize>,
    /// What the positions of the values add up to.
    pub(super) total: usize,
    /// How many words of sixteen bits a set of sums takes.
    pub(super) words: usize,
    /// The variables of all units.
    pub(super) cells: List,
}

/// What a sum adds in one step.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) cells: Cells,
    /// Counted from the greatest value down?
    pub(super) mirrored: bool,
}

/// One variable, or two of different values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cells {
    One(Cell),
    Two(Cell, Cell),
}

impl Cells {
    /// How many sums they can have, from 0.
    pub(super) fn sums(self, values: usize) -> usize {
        match self {
            Cells::One(_) => values,
            Cells::Two(..) => 2 * values - 1,
        }
    }
}

/// What the sweeps go through.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) cells: usize,
    /// Ascending.
    pub(super) values: Vec<Value>,
    pub(super) groups: Vec<Group>,
    pub(super) meetings: Vec<Meeting>,
    pub(super) cages: Vec<Cage>,
    pub(super) rests: Vec<Rest>,
    pub(super) crossings: Vec<Crossing>,
    pub(super) sums: Vec<Sum>,
    pub(super) units: Vec<Unit>,
    /// The domains without givens.
    pub(super) start: Vec<u16>,
    /// What the lists hold, one after the other.
    pub(super) pool: Vec<u16>,
    /// The tables of combinations.
    pub(super) tables: Vec<Row>,
    /// Who reads which variables.
    pub(super) watch: Watch,
}

impl Plan {
    /// The numbers of a list.
    #[inline(always)]
    pub(super) fn list(&self, list: List) -> &[u16] {
        &self.pool[list.start as usize..list.end as usize]
    }

    /// All values.
    pub(super) fn all(&self) -> u16 {
        (u32::MAX >> (32 - self.values.len())) as u16
    }

    /// The domains when all givens are true.
    pub(super) fn domains(&self, givens: &[Fact]) -> Vec<u16> {
        let mut domains = self.start.clone();
        for fact in givens {
            domains[fact.var.index()] &= set_of(&self.values, |value| fact.allows(value));
        }
        domains
    }
}

/// The values, as positions, that pass a test.
pub(super) fn set_of(values: &[Value], has: impl Fn(Value) -> bool) -> u16 {
    (0..values.len()).filter(|&i| has(values[i])).fold(0, |set, i| set | 1 << i)
}
