//! A Miracle Sudoku: two givens, and three rules of this example's own.

use pencilmark_engine::{all_different, binary};
use pencilmark_sudoku::{Board, Check, Puzzle, Rule};

#[derive(Debug)]
struct Miracle;

impl Rule for Miracle {
    fn post(&self, board: &mut Board<'_>) {
        for (a, b) in board.grid().knight_pairs().into_iter().chain(board.grid().king_pairs()) {
            board.post(all_different([board.var(a), board.var(b)]));
        }
        for (a, b) in board.grid().orthogonal_pairs() {
            board.post(binary(board.var(a), board.var(b), |x, y| x.abs_diff(y) != 1));
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "......... ......... ......... ......... ..1...... ......2.. ......... ......... .........";
    match Puzzle::parse(&text.replace(' ', "\n"))?.with(Miracle).check() {
        Check::Unique(solution) => println!("{solution}"),
        other => panic!("{other}"),
    }
    Ok(())
}
