//! Text formats that can hold cages, one file each. How to add one is told in `sudoku/src/format/mod.rs`; its line goes into [`FORMATS`]
//! here.

mod arrow;
mod cells;
mod fpuzzles;
mod iss;
mod ksudoku;
mod own;
mod packed;
mod ps;
mod shape;
mod solo;
mod sudokupad;
mod sumocue;
mod tuple;
mod whole;

use std::any::Any;

use pencilmark_sudoku::{Format, Sheet};

use crate::cage::Cages;

/// The formats that can hold cages, in the order in which they are tried: before those of plain Sudoku.
pub static FORMATS: &[&dyn Format] = &[
    &own::Own,
    &fpuzzles::FPuzzles,
    &fpuzzles::FPuzzlesUrl,
    &sudokupad::SudokuPad,
    &sudokupad::SudokuPadCode,
    &ksudoku::KSudoku,
    &iss::Iss,
    &tuple::KillerTuple,
    &solo::Solo,
    &sumocue::SumoCue,
    &ps::Ps,
    &arrow::Arrow,
];

/// The cages of a sheet, if it has any.
pub fn cages_of(sheet: &Sheet) -> Option<&Cages> {
    sheet.rules.iter().find_map(|rule| (&**rule as &dyn Any).downcast_ref())
}
