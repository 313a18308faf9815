//! A cage as a text states it, checked: what the readers share.

use pencilmark_sudoku::{Cell, ErrorKind, Grid, ParseError, Place, Reading, Symbols};

use crate::cage::Cage;

/// A cage of these cells. A total of 0 is none; `place` is where the cage stands.
///
/// Errors: `cage_empty`, `duplicate_cell`, `cage_too_large` (unless values may come twice), `negative_total`.
pub(super) fn cage(
    total: Option<i64>,
    cells: Vec<Cell>,
    place: Place,
    grid: &Grid,
    symbols: &Symbols,
    reading: &Reading,
) -> Result<Cage, ParseError> {
    let wrong = |kind, message: &str| ParseError::new(kind, message).at(place);
    if cells.is_empty() {
        return Err(wrong(ErrorKind::CageEmpty, "a cage without cells").expected("a cell or more"));
    }
    if let Some(total) = total.filter(|total| *total < 0) {
        let error = wrong(ErrorKind::NegativeTotal, "a cage with a negative total").found(total);
        return Err(error.expected("a total of 1 or more, or 0 for none"));
    }
    if let Some(twice) = (1..cells.len()).find(|&i| cells[..i].contains(&cells[i])) {
        let error = wrong(ErrorKind::DuplicateCell, "a cell twice in one cage");
        return Err(error.found(grid.name(cells[twice])).expected("each cell once"));
    }
    if cells.len() > symbols.len() && !reading.repeats() {
        return Err(wrong(ErrorKind::CageTooLarge, "a cage with more cells than there are symbols")
            .found(cells.len())
            .expected(format!("{} cells or fewer", symbols.len()))
            .help("the values in a cage differ, unless --cage-repeats says otherwise"));
    }
    Ok(Cage { cells, total: total.filter(|total| *total != 0), repeats: reading.repeats(), place })
}
