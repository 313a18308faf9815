//! Cages: cells with a total, and the rule that they hold.

use std::fmt;
use std::sync::Arc;

use pencilmark_engine::{Combinations, Value, all_different, cage_sum, cage_sums, sum};
use pencilmark_sudoku::{Board, Cell, Diagnosis, Grid, Mark, Place, Rule, Sheet, Warning};

use crate::{diagnose, presolve};

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
        let first = self.cells.iter().min().map_or_else(String::new, |&cell| format!(" at {}", grid.name(cell)));
        match self.total {
            Some(total) => format!("cage {total}{first}"),
            None => format!("cage{first}"),
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

    /// Posts a sum jointly with each house around its cells; false if there is none.
    fn post_in_houses(&self, board: &mut Board<'_>, cells: &[Cell], total: i64, values: &[Value], name: &str) -> bool {
        let houses = presolve::houses_around(board.grid(), cells);
        for house in &houses {
            let rest: Vec<Cell> = house.cells.iter().copied().filter(|cell| !cells.contains(cell)).collect();
            let (cage, rest) = (board.vars(cells), board.vars(&rest));
            let joint = cage_sum(&cage, total).in_house(&rest, values.iter().copied()).sharing(&self.combinations);
            board.post_implied(format!("{name} in {}", house.name), joint);
        }
        !houses.is_empty()
    }
}

impl Rule for Cages {
    fn name(&self) -> String {
        "cages".to_owned()
    }

    fn post(&self, board: &mut Board<'_>) {
        for cage in &self.cages {
            let values = board.values();
            let (least, greatest) = (values.iter().copied().min().unwrap_or(0), values.iter().copied().max().unwrap_or(0));
            let (name, vars) = (cage.name(board.grid()), board.vars(&cage.cells));
            if !cage.repeats {
                match cage.total {
                    Some(total) => board.post_as(&name, cage_sum(&vars, total).within(least, greatest).sharing(&self.combinations)),
                    None => board.post_as(&name, all_different(&vars)),
                }
            } else if let Some(total) = cage.total {
                board.post_as(&name, sum(vars.iter().map(|&var| (1, var))).equals(total));
            }
        }
    }

    fn presolve(&self, board: &mut Board<'_>) {
        let (grid, values) = (board.grid(), board.values());
        let sum = values.iter().map(|&value| i64::from(value)).sum();
        for cage in self.cages.iter().filter(|cage| !cage.repeats) {
            if let Some(total) = cage.total {
                self.post_in_houses(board, &cage.cells, total, &values, &cage.name(grid));
            }
        }
        let differing = presolve::Differing::new(grid, &self.cages);
        for derived in presolve::derive(grid, &self.cages, sum) {
            let groups = [(1, &derived.plus), (-1, &derived.minus)]
                .into_iter()
                .flat_map(|(sign, cells)| presolve::groups(&differing, cells).into_iter().map(move |group| (sign, group)));
            let groups: Vec<(i64, Vec<Cell>)> = groups.collect();
            if let [(1, cells)] = &groups[..]
                && self.post_in_houses(board, cells, derived.total, &values, &derived.name)
            {
                continue;
            }
            let parts = groups.into_iter().map(|(sign, cells)| (sign, board.vars(&cells))).collect::<Vec<_>>();
            board.post_implied(derived.name, cage_sums(parts, derived.total).sharing(&self.combinations));
        }
    }

    fn diagnose(&self, sheet: &Sheet) -> Option<Diagnosis> {
        diagnose::diagnose(&self.cages, sheet)
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
