//! The formats that show a whole grid or list cages: texts in, sheets or errors out, through the public interface.

mod faults;
mod round_trip;
mod texts;

use pencilmark_killer::{Cages, FORMATS, cages_of};
use pencilmark_sudoku::{Format, ParseError, Reading, Sheet};

fn named(name: &str) -> &'static dyn Format {
    *FORMATS.iter().find(|format| format.name() == name).expect("it is in the list")
}

fn read(name: &str, text: &str) -> Result<Sheet, ParseError> {
    named(name).parse(text, 1, &mut Reading::new()).map(|mut sheets| sheets.remove(0))
}

/// Totals and cells of the cages, in the order of their first cells.
fn cages(sheet: &Sheet) -> Vec<(Option<i64>, Vec<usize>)> {
    let look = |cage: &pencilmark_killer::Cage| {
        let mut cells: Vec<usize> = cage.cells.iter().map(|cell| cell.index()).collect();
        cells.sort_unstable();
        (cage.total, cells)
    };
    let mut all: Vec<_> = cages_of(sheet).map_or(&[][..], Cages::cages).iter().map(look).collect();
    all.sort_by_key(|(_, cells)| cells[0]);
    all
}
