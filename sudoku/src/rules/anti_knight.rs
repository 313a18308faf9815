//! Anti-knight: cells a knight's move apart differ.

use pencilmark_engine::all_different;

use crate::rule::{Board, Rule};

/// Cells a knight's move apart differ.
#[derive(Clone, Copy, Debug)]
pub struct AntiKnight;

impl Rule for AntiKnight {
    fn name(&self) -> String {
        "anti-knight".to_owned()
    }

    fn post(&self, board: &mut Board<'_>) {
        let grid = board.grid();
        for (a, b) in grid.knight_pairs() {
            let label = format!("knight's move {} {}", grid.name(a), grid.name(b));
            board.post_as(label, all_different([board.var(a), board.var(b)]));
        }
    }
}
