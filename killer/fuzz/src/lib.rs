//! The seeds of the formats that can hold cages: what is checked is the same as for all formats.

use std::sync::Arc;

use pencilmark_killer::{Cage, Cages};
use pencilmark_sudoku::{Cell, Sheet};

/// The sheets of all formats, and killers: with any cages, with cages over the whole grid, and with values that may come twice.
pub fn sheets() -> Vec<Sheet> {
    let mut all = pencilmark_sudoku_fuzz::seeds::sheets();
    let cage = |total, cells: &[usize]| Cage::new(total, cells.iter().map(|&cell| Cell::new(cell)).collect());
    let some = Cages::new(vec![cage(Some(3), &[0, 1]), cage(None, &[4, 5, 8]), cage(Some(4), &[15])]);
    let whole = Cages::new((0..8).map(|i| cage(Some(5), &[2 * i, 2 * i + 1])).collect());
    for cages in [some.with_repeats(), some, whole] {
        let mut sheet = all[0].clone();
        sheet.givens.clear();
        sheet.rules.push(Arc::new(cages));
        all.push(sheet);
    }
    all
}
