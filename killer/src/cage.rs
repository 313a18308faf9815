//! Cages: cells with a total, and the rule that they hold.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use pencilmark_engine::{Combinations, Value, all_different, cage_sum, cage_sums, sum};
use pencilmark_sudoku::{Board, Cell, Diagnosis, Grid, Mark, Place, Rule, Sheet, Warning};

use crate::differing::Differing;
use crate::presolve::{self, Sums, Wrong};
use crate::{blame, diagnose};

/// Cells whose values differ and add up to a total. Values are the symbols as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The cells, in the order in which they were written.
    pub cells: Vec<Cell>,
    /// What they add up to; `None` if only their values must differ.
    pub total: Option<i64>,
    /// May a value come twice, where no house forbids it?
    pub repeats: bool,
    /// Where it was read; the line is 0 if nowhere.
    pub place: Place,
}

impl Cage {
    /// A cage that was read nowhere, with different values.
    pub fn new(total: Option<i64>, cells: Vec<Cell>) -> Cage {
        Cage { cells, total, repeats: false, place: Place::default() }
    }

    /// The name in reasons: `cage 15 at r1c1`, after its first cell in reading order.
    pub fn name(&self, grid: &Grid) -> String {
        let mut name = String::with_capacity(24);
        self.push_name(grid, &mut name);
        name
    }

    /// That its total was stated as 0, and means none.
    pub(crate) fn without_total(&self, grid: &Grid) -> Warning {
        let differ = if self.repeats { "" } else { "its values differ, and " };
        let message = format!("{}, on line {}, has total 0: {differ}it may have any sum", self.name(grid), self.place.line);
        Warning { kind: "cage_without_total", message, cells: self.cells.clone() }
    }

    /// Adds the name to a text.
    fn push_name(&self, grid: &Grid, text: &mut String) {
        text.push_str("cage");
        if let Some(total) = self.total {
            write!(text, " {total}").expect("a text takes all");
        }
        if let Some(&first) = self.cells.iter().min() {
            text.push_str(" at ");
            grid.push_name(first, text);
        }
    }
}

/// The rule of Killer Sudoku: each cage adds up to its total, and its values differ. Cages may overlap, leave cells out, hold one cell
/// or lie across houses.
#[derive(Clone)]
pub struct Cages {
    cages: Vec<Cage>,
    combinations: Arc<Combinations>,
}

impl PartialEq for Cages {
    fn eq(&self, other: &Cages) -> bool {
        self.cages == other.cages
    }
}

impl Eq for Cages {}

impl fmt::Debug for Cages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Where a cage was read is not part of the rule: equal rules look equal.
        let look = |cage: &Cage| {
            let mut cells: Vec<usize> = cage.cells.iter().map(|cell| cell.index()).collect();
            cells.sort_unstable();
            (cells, cage.total, cage.repeats)
        };
        let mut cages: Vec<_> = self.cages.iter().map(look).collect();
        cages.sort();
        f.debug_tuple("Cages").field(&cages).finish()
    }
}

impl Cages {
    /// These cages.
    pub fn new(cages: Vec<Cage>) -> Cages {
        Cages { cages, combinations: Arc::default() }
    }

    /// All cages, in the order in which they were written.
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// The same with values that may come twice in a cage.
    pub fn with_repeats(&self) -> Cages {
        Cages::new(self.cages.iter().cloned().map(|cage| Cage { repeats: true, ..cage }).collect())
    }

    /// Posts a sum jointly with each house around its cells; false if there is none. `name` adds the name of the sum to a text.
    fn post_in_houses(
        &self,
        board: &mut Board<'_>,
        around: &mut Around<'_>,
        cells: &[Cell],
        total: i64,
        name: impl Fn(&mut String),
    ) -> bool {
        let Around { differing, values, label } = around;
        let mut any = false;
        for house in differing.houses_around(cells) {
            let rest = house.cells.iter().filter(|cell| !cells.contains(cell)).map(|&cell| board.var(cell));
            // With room for the rest.
            let mut vars = Vec::with_capacity(house.cells.len());
            vars.extend(cells.iter().map(|&cell| board.var(cell)));
            let joint = cage_sum(vars, total).in_house(rest, values.clone()).sharing(&self.combinations);
            label.clear();
            name(label);
            label.push_str(" in ");
            label.push_str(&house.name);
            board.post_implied(&*label, joint);
            any = true;
        }
        any
    }
}

/// What presolve knows of all cells.
struct Around<'g> {
    differing: Differing<'g>,
    /// The values of a house.
    values: Arc<[Value]>,
    /// Scratch: a label.
    label: String,
}

impl Rule for Cages {
    fn name(&self) -> String {
        "cages".to_owned()
    }

    fn post(&self, board: &mut Board<'_>) {
        let values = board.values();
        let mut name = String::with_capacity(32);
        for cage in &self.cages {
            let (least, greatest) = (values.iter().copied().min().unwrap_or(0), values.iter().copied().max().unwrap_or(0));
            name.clear();
            cage.push_name(board.grid(), &mut name);
            let vars = cage.cells.iter().map(|&cell| board.var(cell));
            if !cage.repeats {
                match cage.total {
                    Some(total) => {
                        let sum = cage_sum(vars, total).within(least, greatest).sharing(&self.combinations);
                        board.post_as(&name, sum);
                    }
                    None => {
                        let different = all_different(vars);
                        board.post_as(&name, different);
                    }
                }
            } else if let Some(total) = cage.total {
                let sum = sum(vars.map(|var| (1, var))).equals(total);
                board.post_as(&name, sum);
            }
        }
    }

    fn presolve(&self, board: &mut Board<'_>) {
        let (grid, values) = (board.grid(), board.values());
        let sum = values.iter().map(|&value| i64::from(value)).sum();
        let mut around = Around { differing: Differing::new(grid, &self.cages), values: values.into(), label: String::with_capacity(64) };
        for cage in self.cages.iter().filter(|cage| !cage.repeats) {
            if let Some(total) = cage.total {
                self.post_in_houses(board, &mut around, &cage.cells, total, |label| cage.push_name(grid, label));
            }
        }
        let Sums { derived, wrong } = presolve::derive(grid, &self.cages, sum);
        // Less the other houses, so that all back ends see at once that there is no solution.
        if let Some(Wrong { houses, found, expected }) = wrong.first() {
            let mut label = "cages of ".to_owned();
            houses.push_name(&mut label);
            board.post_implied(&label, cage_sum(board.vars(&houses.first().cells), sum + found - expected));
        }
        for derived in derived {
            let (mut plus, mut minus) = (derived.plus, derived.minus);
            let mut parts = Vec::with_capacity(8);
            for (sign, side) in [(1, &mut plus), (-1, &mut minus)] {
                let mut rest = side.cells_mut();
                while !rest.is_empty() {
                    let count = around.differing.group(rest);
                    let (group, others) = rest.split_at_mut(count);
                    parts.push((sign, &*group));
                    rest = others;
                }
            }
            if let [(1, plus)] = parts[..]
                && self.post_in_houses(board, &mut around, plus, derived.total, |label| derived.push_name(label))
            {
                continue;
            }
            let vars = parts.iter().map(|(sign, cells)| (*sign, cells.iter().map(|&cell| board.var(cell))));
            around.label.clear();
            derived.push_name(&mut around.label);
            board.post_implied(&around.label, cage_sums(vars, derived.total).sharing(&self.combinations));
        }
    }

    fn diagnose(&self, sheet: &Sheet) -> Option<Diagnosis> {
        diagnose::diagnose(&self.cages, sheet)
    }

    fn blame(&self, sheet: &Sheet) -> Option<Diagnosis> {
        blame::blame(&self.cages, sheet)
    }

    fn warnings(&self, sheet: &Sheet) -> Vec<Warning> {
        diagnose::warnings(&self.cages, sheet)
    }

    fn marks(&self, _: &Grid) -> Vec<Mark> {
        let outline = |cage: &Cage| {
            let mut cells = cage.cells.clone();
            cells.sort_unstable();
            Mark::Outline { cells, label: cage.total.map(|total| total.to_string()) }
        };
        self.cages.iter().map(outline).collect()
    }
}
