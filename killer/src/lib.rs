//! Killer Sudoku.
