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
#[inline]
pub fn from_givens(givens: &Digits) -> Candidates {
    const SETS: [u16; 256] = {
        let mut sets = [0; 256];
        sets[0] = ALL;
        let mut digit = 1;
        while digit <= 9 {
            sets[digit] = 1 << (digit - 1);
            digit += 1;
        }
        sets
    };
    givens.map(|digit| SETS[digit as usize])
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
