//! Anti-knight: cells a knight's move apart differ.

use super::houses::post_pairs;
use crate::rule::{Board, Rule};

/// Cells a knight's move apart differ.
#[derive(Clone, Copy, Debug)]
pub struct AntiKnight;

impl Rule for AntiKnight {
    fn name(&self) -> String {
        "anti-knight".to_owned()
    }

    fn post(&self, board: &mut Board<'_>) {
        let pairs = board.grid().knight_pairs();
        post_pairs(board, "knight's move", pairs);
    }
}
