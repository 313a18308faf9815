//! A model made ready for sweeps: which rows stand together, and how.

use hashbrown::{HashMap, HashSet};
use itertools::Itertools as _;

use crate::backend::Unsupported;
use crate::constraints::cage_sum::{Combinations, Part};
use crate::domain::{Fact, Value, Var};
use crate::model::{Model, Shape};

/// The most values that a lane has bits for, and so the most variables that can all differ.
pub(super) const MOST_VALUES: usize = 16;

/// The most words of a set of sums, and the most units of a sum.
pub(super) const MOST_WORDS: usize = 6;
pub(super) const MOST_UNITS: usize = 8;

/// Cages with more combinations are taken as plain sums.
const MOST_COMBINATIONS: usize = 300;

/// A variable by its number.
pub(super) type Cell = u16;

/// Variables of different values.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) cells: Vec<Cell>,
    /// As many variables as values: each value must be somewhere.
    pub(super) full: bool,
}

/// Two groups that share variables.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    pub(super) shared: Vec<Cell>,
    pub(super) first: Vec<Cell>,
    pub(super) second: Vec<Cell>,
    /// Are they full?
    pub(super) full: [bool; 2],
}

/// Variables of different values with a total.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub(super) cells: Vec<Cell>,
    /// The sets of values that they can take.
    pub(super) combinations: Vec<u16>,
    /// For each full group around the cage, the rest of it.
    pub(super) rests: Vec<Vec<Cell>>,
    /// For each full group that has some of the cage: the variables of the cage outside, those of the group outside.
    pub(super) partly: Vec<(Vec<Cell>, Vec<Cell>)>,
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
    pub(super) cells: Vec<Cell>,
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
    pub(super) sums: Vec<Sum>,
    /// The domains without givens.
    pub(super) start: Vec<u16>,
}

impl Plan {
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
        let mut values: Vec<Value> = Vec::new();
        for var in model.all_vars() {
            let domain = model.domain(var).as_ref();
            if domain.iter().any(|value| !values.contains(&value)) {
                values.extend(domain.iter().take(MOST_VALUES + 1));
                values.sort_unstable();
                values.dedup();
                if values.len() > MOST_VALUES {
                    return Err(declined(format!("it takes up to {MOST_VALUES} values, and this model has more")));
                }
            }
        }
        if values.is_empty() {
            return Err(declined("this model has no variables".to_owned()));
        }
        if model.len() > usize::from(Cell::MAX) {
            return Err(declined(format!("it takes up to {} variables", Cell::MAX)));
        }
        let start = model.all_vars().map(|var| set_of(&values, |value| model.domain(var).as_ref().contains(value))).collect();
        let mut plan =
            Plan { cells: model.len(), values, groups: Vec::new(), meetings: Vec::new(), cages: Vec::new(), sums: Vec::new(), start };
        let mut totals: HashSet<(Vec<Cell>, i64)> = HashSet::new();
        let mut cages: Vec<(Vec<Cell>, i64)> = Vec::new();
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        let combinations = Combinations::default();
        for (_, posted) in model.constraints() {
            let shape = posted.constraint.shape();
            let differing = match shape {
                Shape::AllDifferent(views) if views.iter().all(|view| view.offset == 0) => sorted(views.iter().map(|view| view.var)),
                Shape::CageSum(vars, _) => sorted(vars.iter().copied()),
                _ => Vec::new(),
            };
            if differing.len() > plan.values.len() {
                return Err(declined(format!("{} has more variables than there are values", posted.label)));
            }
            match shape {
                Shape::CageSum(_, total) => {
                    if totals.insert((differing.clone(), total)) {
                        cages.push((differing.clone(), total));
                    }
                }
                // What sums cannot say is left to the check of solutions.
                Shape::CageSums(parts, total) => plan.sums.extend(plan.sum(parts, total)),
                _ if !differing.is_empty() || posted.implied => {}
                _ => return Err(declined(format!("{} is neither all-different nor a cage", posted.label))),
            }
            groups.push(differing);
        }
        plan.groups_of(groups);
        for (cells, total) in cages {
            plan.cage(cells, total, &combinations);
        }
        plan.meet();
        Ok(plan)
    }

    /// Keeps the groups that are not within others.
    fn groups_of(&mut self, mut groups: Vec<Vec<Cell>>) {
        groups.sort_by_key(|cells| usize::MAX - cells.len());
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); self.cells];
        for cells in groups {
            let within = |&group: &usize| cells.iter().all(|cell| around[usize::from(*cell)].contains(&group));
            if cells.len() < 2 || around[usize::from(cells[0])].iter().any(within) {
                continue;
            }
            cells.iter().for_each(|&cell| around[usize::from(cell)].push(self.groups.len()));
            let full = cells.len() == self.values.len();
            self.groups.push(Group { cells, full });
        }
    }

    fn cage(&mut self, cells: Vec<Cell>, total: i64, combinations: &Combinations) {
        let base = self.values[0];
        let span = self.values.iter().fold(0u64, |mask, &value| mask | 1 << (value - base).min(63));
        let found = ((self.values[self.values.len() - 1] - base) < 64)
            .then(|| combinations.of(span, base, cells.len(), Some(total)))
            .flatten()
            .filter(|table| table.masks().len() <= MOST_COMBINATIONS);
        let Some(table) = found else {
            let part = Part { sign: 1, vars: cells.iter().map(|&cell| Var(u32::from(cell))).collect() };
            let sum = self.sum(&[part], total);
            self.sums.extend(sum);
            return;
        };
        let squeeze = |mask: u64| set_of(&self.values, |value| mask >> (value - base) & 1 == 1);
        let combinations = table.masks().iter().map(|&mask| squeeze(mask)).collect();
        let (mut rests, mut partly) = (Vec::new(), Vec::new());
        for group in self.groups.iter().filter(|group| group.full) {
            let outside: Vec<Cell> = cells.iter().copied().filter(|cell| !group.cells.contains(cell)).collect();
            let rest: Vec<Cell> = group.cells.iter().copied().filter(|cell| !cells.contains(cell)).collect();
            match cells.len() - outside.len() {
                n if n == cells.len() => rests.push(rest),
                0 | 1 => {}
                _ => partly.push((outside, rest)),
            }
        }
        self.cages.push(Cage { cells, combinations, rests, partly });
    }

    /// A sum over positions, if the values are consecutive.
    fn sum(&self, parts: &[Part], mut total: i64) -> Option<Sum> {
        let (least, greatest) = (i64::from(self.values[0]), i64::from(self.values[self.values.len() - 1]));
        if greatest - least + 1 != self.values.len() as i64 {
            return None;
        }
        let mut units = Vec::new();
        let mut cells = Vec::new();
        for part in parts {
            total += part.vars.len() as i64 * if part.sign > 0 { -least } else { greatest };
            let first = cells.len();
            cells.extend(part.vars.iter().map(|var| var.index() as Cell));
            let pair = |pair: &[Cell]| match *pair {
                [a, b] => Cells::Two(a, b),
                _ => Cells::One(pair[0]),
            };
            units.extend(cells[first..].chunks(2).map(|cells| Unit { cells: pair(cells), mirrored: part.sign < 0 }));
        }
        // The fewer sums before, the less work: ones first.
        units.sort_by_key(|unit| unit.cells.sums(self.values.len()));
        let greatest = cells.len() * (self.values.len() - 1);
        let words = greatest / 16 + 1;
        // A total out of reach is left to the check of solutions; so are sums of too many variables.
        let total = usize::try_from(total).ok().filter(|&total| total <= greatest)?;
        (words <= MOST_WORDS && units.len() <= MOST_UNITS).then_some(Sum { units, total, words, cells })
    }

    fn meet(&mut self) {
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); self.cells];
        for (i, group) in self.groups.iter().enumerate() {
            group.cells.iter().for_each(|&cell| around[usize::from(cell)].push(i));
        }
        let mut shared: HashMap<(usize, usize), Vec<Cell>> = HashMap::new();
        for (cell, groups) in around.iter().enumerate() {
            for [a, b] in groups.iter().copied().array_combinations() {
                shared.entry((a, b)).or_default().push(cell as Cell);
            }
        }
        for ((a, b), shared) in shared.into_iter().sorted() {
            let full = [a, b].map(|group| self.groups[group].full);
            if shared.len() < 2 || full == [false; 2] {
                continue;
            }
            let rest = |group: usize| self.groups[group].cells.iter().copied().filter(|cell| !shared.contains(cell)).collect();
            self.meetings.push(Meeting { first: rest(a), second: rest(b), full, shared: shared.clone() });
        }
    }
}

fn sorted(vars: impl IntoIterator<Item = Var>) -> Vec<Cell> {
    vars.into_iter().map(|var| var.index() as Cell).sorted_unstable().dedup().collect()
}

fn set_of(values: &[Value], has: impl Fn(Value) -> bool) -> u16 {
    (0..values.len()).filter(|&i| has(values[i])).fold(0, |set, i| set | 1 << i)
}
