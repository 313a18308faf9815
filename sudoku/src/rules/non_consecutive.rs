//! Non-consecutive: neighbours are not one apart.

use pencilmark_engine::binary;

use crate::rule::{Board, Rule};

/// The values of cells that share an edge are not one apart. Symbols that are no numbers count by their order.
#[derive(Clone, Copy, Debug)]
pub struct NonConsecutive;

impl Rule for NonConsecutive {
    fn name(&self) -> String {
        "non-consecutive".to_owned()
    }

    fn post(&self, board: &mut Board<'_>) {
        let grid = board.grid();
        for (a, b) in grid.orthogonal_pairs() {
            let label = format!("neighbours {} {}", grid.name(a), grid.name(b));
            board.post_as(label, binary(board.var(a), board.var(b), |a, b| a.abs_diff(b) != 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NonConsecutive;
    use crate::puzzle::Puzzle;

    #[test]
    fn neighbours_are_not_one_apart() {
        for (row, possible) in [("12.......", false), ("1.2......", true), ("21.......", false), ("13.......", true)] {
            let puzzle = Puzzle::parse(&format!("{row}{}", ".........".repeat(8))).expect("a grid");
            assert_eq!(!puzzle.with(NonConsecutive).solutions(1).is_empty(), possible, "{row}");
        }
    }
}
