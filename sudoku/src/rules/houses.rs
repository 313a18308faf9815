//! The rules of every Sudoku: rows, columns and boxes have each symbol once.

use pencilmark_engine::all_different;

use crate::grid::{Cell, House};
use crate::rule::{Board, Rule};

/// Each row has each symbol once.
#[derive(Clone, Copy, Debug)]
pub struct Rows;

/// Each column has each symbol once.
#[derive(Clone, Copy, Debug)]
pub struct Columns;

/// Each box, or region of a jigsaw, has each symbol once.
#[derive(Clone, Copy, Debug)]
pub struct Boxes;

/// The cells of a house differ.
pub(super) fn post_house(board: &mut Board<'_>, house: &House) {
    let different = all_different(house.cells.iter().map(|&cell| board.var(cell)));
    board.post_as(&house.name, different);
}

/// The cells of each pair differ.
pub(super) fn post_pairs(board: &mut Board<'_>, name: &str, pairs: impl IntoIterator<Item = (Cell, Cell)>) {
    for (a, b) in pairs {
        let label = format!("{name} {} {}", board.grid().name(a), board.grid().name(b));
        board.post_as(label, all_different([board.var(a), board.var(b)]));
    }
}

impl Rule for Rows {
    fn post(&self, board: &mut Board<'_>) {
        board.grid().rows().iter().for_each(|row| post_house(board, row));
    }
}

impl Rule for Columns {
    fn post(&self, board: &mut Board<'_>) {
        board.grid().columns().iter().for_each(|column| post_house(board, column));
    }
}

impl Rule for Boxes {
    fn post(&self, board: &mut Board<'_>) {
        board.grid().regions().iter().for_each(|region| post_house(board, region));
    }
}
