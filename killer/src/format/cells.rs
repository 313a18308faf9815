//! A cage as a text states it, checked: what the readers share.

use pencilmark_sudoku::{Cell, ErrorKind, Grid, GridError, Json, ParseError, Place, Reading, Symbols};

use crate::cage::Cage;

/// Above any total that a cage can have, and so low that no number of them overflows: the largest grid has 65,025 cells, the largest
/// symbol is 9999.
const GREATEST: i64 = 1_000_000_000;

/// A cage of these cells. A total of 0 is none; `place` is where the cage stands.
///
/// Errors: `cage_empty`, `duplicate_cell`, `cage_too_large` (unless values may come twice), `negative_total`, `bad_number`.
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
    if let Some(total) = total.filter(|total| *total > GREATEST) {
        return Err(beyond_bounds(total).at(place));
    }
    if let Some(twice) = (1..cells.len()).find(|&i| cells[..i].contains(&cells[i])) {
        return Err(cell_twice(grid.name(cells[twice])).at(place));
    }
    if cells.len() > symbols.len() && !reading.repeats() {
        return Err(wrong(ErrorKind::CageTooLarge, "a cage with more cells than there are symbols")
            .found(cells.len())
            .expected(format!("{} cells or fewer", symbols.len()))
            .help("the values in a cage differ, unless --cage-repeats says otherwise"));
    }
    Ok(Cage { cells, total: total.filter(|total| *total != 0), repeats: reading.repeats(), place })
}

/// No cage has a cell twice.
pub(super) fn cell_twice(cell: impl ToString) -> ParseError {
    ParseError::new(ErrorKind::DuplicateCell, "a cell twice in one cage").found(cell).expected("each cell once")
}

/// No cage has such a total.
pub(super) fn beyond_bounds(total: impl ToString) -> ParseError {
    let error = ParseError::new(ErrorKind::BadNumber, "a cage with a total beyond all bounds");
    error.found(total).expected(format!("{GREATEST} at most"))
}

/// The cell that a text like `R1C2` or `r1c2` names, rows and columns counted from 1.
///
/// Errors: `malformed`, `cell_out_of_range`.
pub(super) fn named(at: &Json, grid: &Grid) -> Result<Cell, ParseError> {
    let malformed = || at.wrong("no cell").expected("\"R1C1\" and so on");
    let name = at.text().ok_or_else(malformed)?;
    let rest = name.trim().strip_prefix(['R', 'r']).ok_or_else(malformed)?;
    let (row, column) = rest.split_once(['C', 'c']).ok_or_else(malformed)?;
    let number = |text: &str| text.parse::<i64>().map_err(|_| malformed());
    let inside = |number: i64| (1..=grid.size() as i64).contains(&number).then(|| number as usize - 1);
    match (inside(number(row)?), inside(number(column)?)) {
        (Some(row), Some(column)) => Ok(grid.cell(row, column)),
        _ => {
            let error = ParseError::new(ErrorKind::CellOutOfRange, "a cell outside the grid").at(at.place).found(name);
            Err(error.expected(format!("rows and columns of 1 to {}", grid.size())))
        }
    }
}

/// The grid of the regions that these labels name, with boxes where the regions are boxes: then it is equal to one that says so itself.
pub(super) fn grid_of(size: usize, labels: &[usize]) -> Result<Grid, GridError> {
    let grid = Grid::with_regions(size, labels)?;
    // All regions have n cells, so they are boxes if no box holds two of them.
    let boxes = |height: usize, width: usize| {
        let corner = |cell: usize| cell / size / height * height * size + cell % size / width * width;
        labels.iter().enumerate().all(|(cell, label)| labels[corner(cell)] == *label)
    };
    let shapes = (1..=size).filter(|height| size.is_multiple_of(*height)).map(|height| (height, size / height));
    match shapes.into_iter().find(|&(height, width)| boxes(height, width)) {
        Some((height, width)) => Grid::with_box(size, height, width),
        None => Ok(grid),
    }
}
