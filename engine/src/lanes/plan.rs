//! A model made ready for sweeps: which rows stand together, and how.

use std::ops::Range;

use hashbrown::HashSet;
use itertools::Itertools as _;

use crate::backend::Unsupported;
use crate::domain::{Fact, Value, Var};
use crate::model::{Model, Part, Shape};

/// The most values that a lane has bits for, and so the most variables that can all differ.
pub(super) const MOST_VALUES: usize = 16;

/// The most words of a set of sums, and the most units of a sum.
pub(super) const MOST_WORDS: usize = 6;
pub(super) const MOST_UNITS: usize = 8;

/// Cages with more combinations are taken as plain sums.
const MOST_COMBINATIONS: usize = 300;

/// A variable by its number.
pub(super) type Cell = u16;

/// Some of the numbers that a plan keeps: variables, or sets of values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    start: u32,
    end: u32,
}

/// Variables of different values.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) cells: List,
    /// As many variables as values: each value must be somewhere.
    pub(super) full: bool,
}

/// Two groups that share variables.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    pub(super) shared: List,
    /// The rest of each.
    pub(super) rests: [List; 2],
    pub(super) full: [bool; 2],
}

/// Variables of different values with a total.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub(super) cells: List,
    /// The sets of values that they can take.
    pub(super) combinations: List,
    /// What is left of each full group around the cage, in [`Plan::rests`].
    pub(super) rests: Range<usize>,
    /// The full groups that have some of the cage, in [`Plan::crossings`].
    pub(super) crossings: Range<usize>,
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
    pub(super) units: Vec<Unit>,
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
    pub(super) rests: Vec<List>,
    pub(super) crossings: Vec<Crossing>,
    pub(super) sums: Vec<Sum>,
    /// The domains without givens.
    start: Vec<u16>,
    /// What the lists hold, one after the other.
    pool: Vec<u16>,
    /// For each variable its groups.
    around: Vec<Vec<usize>>,
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

    /// Looks at a model.
    pub(super) fn of(model: &Model) -> Result<Plan, Unsupported> {
        let declined = |reason: String| Unsupported { backend: super::NAME, reason };
        let values = values_of(model).map_err(declined)?;
        let start = model.all_vars().map(|var| set_of(&values, |value| model.domain(var).as_ref().contains(value))).collect();
        let mut plan = Plan {
            cells: model.len(),
            values,
            groups: Vec::new(),
            meetings: Vec::new(),
            cages: Vec::new(),
            rests: Vec::new(),
            crossings: Vec::new(),
            sums: Vec::new(),
            start,
            pool: Vec::with_capacity(4096),
            around: vec![Vec::new(); model.len()],
        };
        let mut cages: HashSet<(List16, i64)> = HashSet::new();
        let mut groups: Vec<List16> = Vec::new();
        for (_, posted) in model.constraints() {
            let shape = posted.constraint.shape();
            let differing = match shape {
                Shape::AllDifferent(views) if views.iter().all(|view| view.offset == 0) => List16::of(views.iter().map(|view| view.var)),
                Shape::CageSum(vars, _) => List16::of(vars.iter().copied()),
                _ => Some(List16::default()),
            };
            let Some(differing) = differing.filter(|cells| cells.len() <= plan.values.len()) else {
                return Err(declined(format!("{} has more variables than there are values", posted.label)));
            };
            match shape {
                // No variables at all add up to 0 or not: solutions are checked.
                Shape::CageSum(vars, total) if !vars.is_empty() => {
                    cages.insert((differing, total));
                }
                // What sums cannot say is left to the check of solutions.
                Shape::CageSums(parts, total) => plan.sum(parts, total),
                Shape::CageSum(..) => {}
                _ if differing.len() > 0 || posted.implied => {}
                _ => return Err(declined(format!("{} is neither all-different nor a cage", posted.label))),
            }
            groups.push(differing);
        }
        if cages.is_empty() && plan.sums.is_empty() {
            return Err(declined("nothing adds up in this model, so propagation is faster".to_owned()));
        }
        plan.groups_of(groups);
        for (cells, total) in cages.into_iter().sorted_unstable() {
            plan.cage(cells.as_slice(), total);
        }
        plan.meet();
        Ok(plan)
    }

    fn keep(&mut self, numbers: impl IntoIterator<Item = u16>) -> List {
        let start = self.pool.len() as u32;
        self.pool.extend(numbers);
        List { start, end: self.pool.len() as u32 }
    }

    /// Those of some variables that are not in a list.
    fn others(&mut self, cells: &[Cell], list: List) -> List {
        let start = self.pool.len() as u32;
        for cell in cells {
            if !self.list(list).contains(cell) {
                self.pool.push(*cell);
            }
        }
        List { start, end: self.pool.len() as u32 }
    }

    /// Keeps the groups that are not within others.
    fn groups_of(&mut self, mut groups: Vec<List16>) {
        groups.sort_unstable_by_key(|cells| (usize::MAX - cells.len(), *cells));
        for cells in groups {
            let cells = cells.as_slice();
            let within = |&group: &usize| cells.iter().all(|cell| self.around[usize::from(*cell)].contains(&group));
            if cells.len() < 2 || self.around[usize::from(cells[0])].iter().any(within) {
                continue;
            }
            cells.iter().for_each(|&cell| self.around[usize::from(cell)].push(self.groups.len()));
            let group = Group { cells: self.keep(cells.iter().copied()), full: cells.len() == self.values.len() };
            self.groups.push(group);
        }
    }

    fn cage(&mut self, cells: &[Cell], total: i64) {
        let before = self.pool.len();
        let combinations = self.combinations(cells.len(), total);
        if self.list(combinations).len() > MOST_COMBINATIONS {
            self.pool.truncate(before);
            self.sum(&[Part { sign: 1, vars: cells.iter().map(|&cell| Var(u32::from(cell))).collect() }], total);
            return;
        }
        let list = self.keep(cells.iter().copied());
        let (rests, crossings) = (self.rests.len(), self.crossings.len());
        let near: Vec<usize> = cells.iter().flat_map(|&cell| self.around[usize::from(cell)].iter().copied()).sorted_unstable().collect();
        // Each full group comes as often as it has variables of the cage.
        for (shared, group) in near.into_iter().dedup_with_count() {
            if !self.groups[group].full {
                continue;
            }
            let group = self.list(self.groups[group].cells).to_vec();
            if shared == cells.len() {
                let rest = self.others(&group, list);
                self.rests.push(rest);
            } else if shared > 1 {
                let of_group = self.others(&group, list);
                let of_cage = self.keep(cells.iter().copied().filter(|cell| !group.contains(cell)));
                self.crossings.push(Crossing { of_cage, of_group });
            }
        }
        self.cages.push(Cage { cells: list, combinations, rests: rests..self.rests.len(), crossings: crossings..self.crossings.len() });
    }

    /// The sets of so many values that add up to a total.
    fn combinations(&mut self, size: usize, total: i64) -> List {
        let start = self.pool.len() as u32;
        let (mut set, end) = ((1u32 << size) - 1, 1u32 << self.values.len());
        while set < end {
            let sum: i64 = (0..self.values.len()).filter(|i| set >> i & 1 == 1).map(|i| i64::from(self.values[i])).sum();
            if sum == total {
                self.pool.push(set as u16);
            }
            // The next number with as many bits (Gosper).
            let least = set & set.wrapping_neg();
            let moved = set + least;
            set = moved | ((set ^ moved) / least) >> 2;
        }
        List { start, end: self.pool.len() as u32 }
    }

    /// A sum over positions, if the values are consecutive.
    fn sum(&mut self, parts: &[Part], mut total: i64) {
        let (least, greatest) = (i64::from(self.values[0]), i64::from(self.values[self.values.len() - 1]));
        if greatest - least + 1 != self.values.len() as i64 {
            return;
        }
        let mut units = Vec::new();
        let start = self.pool.len();
        for part in parts {
            total += part.vars.len() as i64 * if part.sign > 0 { -least } else { greatest };
            let cells = self.keep(part.vars.iter().map(|var| var.index() as Cell));
            let pair = |pair: &[Cell]| match *pair {
                [a, b] => Cells::Two(a, b),
                _ => Cells::One(pair[0]),
            };
            units.extend(self.list(cells).chunks(2).map(|cells| Unit { cells: pair(cells), mirrored: part.sign < 0 }));
        }
        let cells = List { start: start as u32, end: self.pool.len() as u32 };
        let greatest = self.list(cells).len() * (self.values.len() - 1);
        let Some(mut total) = usize::try_from(total).ok().filter(|&total| total <= greatest) else { return };
        // Counted from the other end the total may be less; greater sums need no room.
        if total > greatest - total {
            total = greatest - total;
            units.iter_mut().for_each(|unit| unit.mirrored = !unit.mirrored);
        }
        // The first and the last unit are the least work: pairs there, ones between.
        units.sort_by_key(|unit| unit.cells.sums(self.values.len()));
        units.rotate_right(1);
        let words = total / 16 + 1;
        if words <= MOST_WORDS && units.len() <= MOST_UNITS {
            self.sums.push(Sum { units, total, words, cells });
        }
    }

    fn meet(&mut self) {
        let mut pairs = Vec::new();
        for groups in &self.around {
            pairs.extend(groups.iter().copied().array_combinations::<2>());
        }
        pairs.sort_unstable();
        for (shared, pair) in pairs.into_iter().dedup_with_count() {
            let full = pair.map(|group| self.groups[group].full);
            if shared < 2 || full == [false; 2] {
                continue;
            }
            let [a, b] = pair.map(|group| self.groups[group].cells);
            let (first, second) = (self.list(a).to_vec(), self.list(b).to_vec());
            let shared = self.keep(first.iter().copied().filter(|cell| second.contains(cell)));
            let rests = [self.others(&first, shared), self.others(&second, shared)];
            self.meetings.push(Meeting { shared, rests, full });
        }
    }
}

/// The values of a model, or why there are none to work with.
fn values_of(model: &Model) -> Result<Vec<Value>, String> {
    let mut values: Vec<Value> = Vec::new();
    for var in model.all_vars() {
        let domain = model.domain(var).as_ref();
        if domain.iter().any(|value| !values.contains(&value)) {
            values.extend(domain.iter().take(MOST_VALUES + 1));
            values.sort_unstable();
            values.dedup();
            if values.len() > MOST_VALUES {
                return Err(format!("it takes up to {MOST_VALUES} values, and this model has more"));
            }
        }
    }
    if values.is_empty() {
        return Err("this model has no variables".to_owned());
    }
    if model.len() > usize::from(Cell::MAX) {
        return Err(format!("it takes up to {} variables", Cell::MAX));
    }
    Ok(values)
}

/// Up to sixteen variables, ascending; the same ones are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
struct List16 {
    len: usize,
    cells: [Cell; MOST_VALUES],
}

impl List16 {
    /// These, or `None` if there are more.
    fn of(vars: impl IntoIterator<Item = Var>) -> Option<List16> {
        let mut list = List16::default();
        for var in vars {
            *list.cells.get_mut(list.len)? = var.index() as Cell;
            list.len += 1;
        }
        list.cells[..list.len].sort_unstable();
        Some(list)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn as_slice(&self) -> &[Cell] {
        &self.cells[..self.len]
    }
}

fn set_of(values: &[Value], has: impl Fn(Value) -> bool) -> u16 {
    (0..values.len()).filter(|&i| has(values[i])).fold(0, |set, i| set | 1 << i)
}
