//! What the writers of whole-grid texts share: which cage each cell belongs to, where cages don't overlap.

use std::any::Any;

use pencilmark_sudoku::{Cell, Diagonals, Grid, Place, Sheet, Symbols, Unwritable};

use super::cages_of;
use crate::cage::{Cage, Cages};

/// The cages of a sheet, and for each cell the index of its cage.
///
/// Errors: cages that overlap, values that are not 1 to n where there are totals.
pub(super) fn cage_map<'s>(sheet: &'s Sheet, format: &'static str) -> Result<(&'s [Cage], Vec<Option<usize>>), Unwritable> {
    let cannot = |reason: &str| Unwritable { format, reason: reason.to_owned() };
    let cages = cages_of(sheet).map_or(&[][..], Cages::cages);
    let mut map = vec![None; sheet.grid.cell_count()];
    for (index, cage) in cages.iter().enumerate() {
        for cell in &cage.cells {
            if map[cell.index()].replace(index).is_some() {
                return Err(cannot("cages that overlap"));
            }
        }
    }
    if !cages.is_empty() && sheet.symbols.values().into_iter().zip(1..).any(|(value, number)| value != number) {
        return Err(cannot("cages of values other than 1 to n"));
    }
    Ok((cages, map))
}

/// The size of a sheet whose symbols are the numbers from 1 on: others cannot be written in most forms.
pub(super) fn size_in_numbers(sheet: &Sheet, format: &'static str) -> Result<usize, Unwritable> {
    let size = sheet.grid.size();
    if *sheet.symbols == Symbols::numbers_to(size) {
        Ok(size)
    } else {
        Err(Unwritable { format, reason: format!("other symbols than 1 to {size}") })
    }
}

/// Do both diagonals have each symbol once?
pub(super) fn has_diagonals(sheet: &Sheet) -> bool {
    sheet.rules.iter().any(|rule| (&**rule as &dyn Any).is::<Diagonals>())
}

/// The number of cells of the grid that so many were most likely meant to fill.
pub(super) fn nearest_square(cells: usize) -> usize {
    let size = cells.isqrt();
    [size.pow(2), (size + 1).pow(2)].into_iter().min_by_key(|square| square.abs_diff(cells)).unwrap_or(cells)
}

/// A cage of one open cell and no total says nothing: whole-grid texts have it where there is no cage.
pub(super) fn says_nothing(cage: &Cage) -> bool {
    cage.total.is_none() && cage.cells.len() < 2
}

/// The cells above, to the left, to the right and below.
pub(super) fn neighbours(grid: &Grid, cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, column, size) = (grid.row(cell), grid.column(cell), grid.size());
    [(row.checked_sub(1), Some(column)), (Some(row), column.checked_sub(1)), (Some(row), Some(column + 1)), (Some(row + 1), Some(column))]
        .into_iter()
        .filter_map(move |(row, column)| row.zip(column).filter(|&(row, column)| row < size && column < size))
        .map(move |(row, column)| Cell::new(row * size + column))
}

/// A place in a text.
pub(super) fn place(line: usize, column: usize) -> Place {
    let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Place { line: narrow(line), column: narrow(column) }
}
