//! Anti-king: cells a king's move apart differ.

use super::houses::post_pairs;
use crate::rule::{Board, Rule};

/// Cells a king's move apart differ: diagonal neighbours do, beyond what rows and columns say.
#[derive(Clone, Copy, Debug)]
pub struct AntiKing;

impl Rule for AntiKing {
    fn name(&self) -> String {
        "anti-king".to_owned()
    }

    fn post(&self, board: &mut Board<'_>) {
        let pairs = board.grid().king_pairs();
        post_pairs(board, "king's move", pairs);
    }
}

#[cfg(test)]
mod tests {
    use super::AntiKing;
    use crate::puzzle::Puzzle;

    #[test]
    fn diagonal_neighbours_differ() {
        // Both 1s stand in different rows, columns and boxes, and touch at a corner.
        let touching = Puzzle::parse("....\n.1..\n..1.\n....").expect("a grid");
        assert_eq!(touching.solutions(1).len(), 1);
        assert!(touching.with(AntiKing).solutions(1).is_empty());
    }
}
