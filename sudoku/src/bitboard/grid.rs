//! A grid of candidate sets in the order that the vectors want.
//!
//! ```text
//! cell (row 3·band + l, column 3·box + k)  is  sets[3·l + k][4·band + box]
//! ```
//!
//! So one array holds the cells that lie at the same place of their boxes, a row of four lanes for each band; lanes 3, 7, 11 and 12 to
//! 15 are padding, always full, and no rule can tell anything of them. Turning boxes is a shuffle within four lanes, turning bands one
//! of whole fours, and rows and columns are symmetrical.

use super::sweep::ALL;

/// Candidates of the 81 cells, row by row: bit `d - 1` of a cell is digit `d`.
pub type Candidates = [u16; 81];

/// Digits 1 to 9 of the 81 cells, row by row.
pub type Digits = [u8; 81];

/// Candidates of a puzzle given as digits, 0 for an open cell; nothing for other numbers.
pub fn from_givens(givens: &Digits) -> Candidates {
    givens.map(|d| match d {
        0 => ALL,
        1..=9 => 1 << (d - 1),
        _ => 0,
    })
}

/// See the module.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Grid {
    pub(crate) sets: [[u16; 16]; 9],
}

impl Grid {
    pub(crate) const FULL: Grid = Grid { sets: [[ALL; 16]; 9] };
}
