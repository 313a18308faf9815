//! X-Sudoku: the two diagonals are houses, too.

use super::houses::post_house;
use crate::grid::Grid;
use crate::rule::{Board, Mark, Rule};

/// Both diagonals have each symbol once.
#[derive(Clone, Copy, Debug)]
pub struct Diagonals;

impl Rule for Diagonals {
    fn name(&self) -> String {
        "diagonals".to_owned()
    }

    fn marks(&self, grid: &Grid) -> Vec<Mark> {
        grid.diagonals().map(|diagonal| Mark::Line(diagonal.cells)).to_vec()
    }

    fn post(&self, board: &mut Board<'_>) {
        board.grid().diagonals().iter().for_each(|diagonal| post_house(board, diagonal));
    }
}
