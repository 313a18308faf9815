//! A grid as text for people, with borders around boxes or regions.

use std::fmt::Write as _;

use crate::grid::{Cell, Grid};
use crate::symbols::{Symbol, Symbols};

/// A picture of what stands in the cells (in row-major order), `.` for an open one; whole lines, each with its end.
///
/// Boxes have lines around them; format `rows` reads the picture back. Irregular regions are drawn with lines wherever
/// two regions meet.
///
/// ```
/// # use pencilmark_sudoku::{Grid, Symbol, Symbols, render_text};
/// let mut values = vec![None; 16];
/// values[2] = Some(Symbol::new(3));
/// let text = render_text(&Grid::new(4)?, &Symbols::numbers_to(4), &values);
/// assert!(text.starts_with("+-----+-----+\n| . . | 4 . |\n"));
/// # Ok::<(), pencilmark_sudoku::GridError>(())
/// ```
pub fn render_text(grid: &Grid, symbols: &Symbols, values: &[Option<Symbol>]) -> String {
    let width = symbols.width().max(1);
    let word = |value: &Option<Symbol>| format!("{:>width$}", value.map_or(".", |symbol| symbols.name(symbol)));
    bordered(grid, &values.iter().map(word).collect::<Vec<_>>())
}

/// The same of what the words say, in row-major order.
pub(super) fn bordered(grid: &Grid, words: &[String]) -> String {
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
    let picture = Borders { grid, width };
    let mut text = String::new();
    for row in 0..grid.size() {
        picture.border(row, &mut text);
        for column in 0..grid.size() {
            if let Some(gap) = picture.gap(row, column) {
                text.push_str(gap);
            }
            write!(text, "{:>width$}", words[grid.cell(row, column).index()]).expect("strings take all");
        }
        text.push_str(" |\n");
    }
    picture.border(grid.size(), &mut text);
    text
}

struct Borders<'a> {
    grid: &'a Grid,
    /// Of a symbol, in characters.
    width: usize,
}

impl Borders<'_> {
    /// The cell at a row and a column that may lie outside.
    fn region(&self, row: Option<usize>, column: Option<usize>) -> Option<usize> {
        let inside = |index: &usize| *index < self.grid.size();
        let cell: Cell = self.grid.cell(row.filter(inside)?, column.filter(inside)?);
        Some(self.grid.region(cell))
    }

    /// Whether a line runs between a cell and the one to its left.
    fn upright(&self, row: Option<usize>, column: usize) -> bool {
        let left = self.region(row, column.checked_sub(1));
        left != self.region(row, Some(column))
    }

    /// Whether a line runs between a cell and the one above.
    fn level(&self, row: usize, column: Option<usize>) -> bool {
        self.region(row.checked_sub(1), column) != self.region(Some(row), column)
    }

    /// Whether a line runs anywhere down the left side of a column. Only then is there room for one.
    fn divides(&self, column: usize) -> bool {
        (0..self.grid.size()).any(|row| self.upright(Some(row), column))
    }

    /// What stands before a cell.
    fn gap(&self, row: usize, column: usize) -> Option<&'static str> {
        Some(match (column, self.upright(Some(row), column)) {
            (0, _) => "| ",
            (_, true) => " | ",
            (_, false) if self.divides(column) => "   ",
            (_, false) => " ",
        })
    }

    /// The border above a row, if any line runs there.
    fn border(&self, row: usize, text: &mut String) {
        let size = self.grid.size();
        if (0..size).all(|column| !self.level(row, Some(column))) {
            return;
        }
        for column in 0..=size {
            let left = column.checked_sub(1).is_some_and(|left| self.level(row, Some(left)));
            let right = column < size && self.level(row, Some(column));
            let above = row > 0 && self.upright(row.checked_sub(1), column);
            let below = row < size && self.upright(Some(row), column);
            let dash = |line: bool| if line { '-' } else { ' ' };
            if column == 0 || column == size || self.divides(column) {
                let corner = match (left || right, above || below) {
                    (true, true) => '+',
                    (true, false) => '-',
                    (false, true) => '|',
                    (false, false) => ' ',
                };
                if column > 0 {
                    text.push(dash(left));
                }
                text.push(corner);
                if column < size {
                    text.push(dash(right));
                }
            } else {
                text.push(dash(left && right));
            }
            if column < size {
                text.extend(std::iter::repeat_n(dash(right), self.width));
            }
        }
        text.push('\n');
    }
}
