//! Killer Sudoku: cages with totals, on the grids of `pencilmark-sudoku`. Nothing is here yet.
