//! X-Sudoku: the two diagonals are houses, too.

use super::houses::post_house;
use crate::rule::{Board, Rule};

/// Both diagonals have each symbol once.
#[derive(Clone, Copy, Debug)]
pub struct Diagonals;

impl Rule for Diagonals {
    fn post(&self, board: &mut Board<'_>) {
        board.grid().diagonals().iter().for_each(|diagonal| post_house(board, diagonal));
    }
}
