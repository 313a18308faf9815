//! One diagonal as a house. Both together are [`super::Diagonals`].

use super::houses::post_house;
use crate::grid::{Grid, House};
use crate::rule::{Board, Mark, Rule};

/// One of the two diagonals has each symbol once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonal {
    /// From the top left to the bottom right.
    Falling,
    /// From the bottom left to the top right.
    Rising,
}

impl Diagonal {
    fn house(self, grid: &Grid) -> House {
        let [falling, rising] = grid.diagonals();
        match self {
            Self::Falling => falling,
            Self::Rising => rising,
        }
    }
}

impl Rule for Diagonal {
    fn name(&self) -> String {
        match self {
            Self::Falling => "diagonal-down".to_owned(),
            Self::Rising => "diagonal-up".to_owned(),
        }
    }

    fn marks(&self, grid: &Grid) -> Vec<Mark> {
        vec![Mark::Line(self.house(grid).cells)]
    }

    fn post(&self, board: &mut Board<'_>) {
        post_house(board, &self.house(board.grid()));
    }
}

#[cfg(test)]
mod tests {
    use super::Diagonal;
    use crate::puzzle::Puzzle;

    #[test]
    fn only_its_own_diagonal_is_a_house() {
        let corners = |first: &str, last: &str| Puzzle::parse(&format!("{first}{}{last}", ".".repeat(63))).expect("a grid");
        let falling = corners("1........", "........1");
        assert!(falling.clone().with(Diagonal::Falling).solutions(1).is_empty());
        assert_eq!(falling.with(Diagonal::Rising).solutions(1).len(), 1);
        let rising = corners("........1", "1........");
        assert!(rising.clone().with(Diagonal::Rising).solutions(1).is_empty());
        assert_eq!(rising.with(Diagonal::Falling).solutions(1).len(), 1);
    }
}
