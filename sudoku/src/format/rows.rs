//! Rows of cells, a line each: characters, or numbers between blanks, with or without borders.

use itertools::Itertools;

use super::layout::Layout;
use super::{Decline, Extent, Format, Reading, Unwritable, names, spaced_blank, text};
use crate::error::ParseError;
use crate::sheet::Sheet;
use crate::symbols::Symbol;

/// n rows of n characters, or of n numbers between blanks.
#[derive(Debug)]
pub(crate) struct Rows;

impl Format for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn about(&self) -> &'static str {
        "n rows of n characters, or of n numbers between blanks; borders are allowed"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        if text::content(head, 1).any(|line| line.text.contains(',')) {
            return Decline::new("holds commas");
        }
        Layout::of_blanks(head, 1).judge()
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        Ok(vec![Layout::of_blanks(text, first_line).sheet(self.name(), reading)?])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols, values) = (&*sheet.grid, &*sheet.symbols, &*sheet.values());
        let row = |values: &[Option<Symbol>]| {
            if symbols.single_characters() {
                names(symbols, values, ".").join("")
            } else {
                names(symbols, values, spaced_blank(symbols)).join(" ")
            }
        };
        Ok(values.chunks(grid.size()).map(|values| row(values) + "\n").collect())
    }
}
