//! Cages: cells with a total, and the rule that they hold.

use pencilmark_engine::{all_different, sum};
use pencilmark_sudoku::{Board, Cell, Grid, Mark, Place, Rule};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cages {
    cages: Vec<Cage>,
}

impl Cages {
    /// These cages.
    pub fn new(cages: Vec<Cage>) -> Cages {
        Cages { cages }
    }

    /// All cages, in the order in which they were written.
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// The same with values that may come twice in a cage.
    pub fn with_repeats(&self) -> Cages {
        Cages { cages: self.cages.iter().cloned().map(|cage| Cage { repeats: true, ..cage }).collect() }
    }
}

impl Rule for Cages {
    fn name(&self) -> String {
        "cages".to_owned()
    }

    fn post(&self, board: &mut Board<'_>) {
        for cage in &self.cages {
            let (name, vars) = (cage.name(board.grid()), board.vars(&cage.cells));
            if !cage.repeats {
                board.post_as(&name, all_different(&vars));
            }
            if let Some(total) = cage.total {
                board.post_as(&name, sum(vars.iter().map(|&var| (1, var))).equals(total));
            }
        }
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
