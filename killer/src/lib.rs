//! Killer Sudoku: cages with totals, on the grids of `pencilmark-sudoku`.
//!
//! # Map
//!
//! [`Cages`] is a [`Rule`](pencilmark_sudoku::Rule) like any other; [`FORMATS`] are the text formats that can hold cages, and
//! [`cages_of`] finds them on a sheet.

mod blame;
mod cage;
mod diagnose;
mod differing;
mod format;
mod presolve;

pub use cage::{Cage, Cages};
pub use format::{FORMATS, cages_of};
