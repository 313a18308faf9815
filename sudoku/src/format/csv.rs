//! Comma-separated rows, a line each; an empty field is an open cell.

use itertools::Itertools;

use super::layout::Layout;
use super::{Decline, Extent, Format, Reading, Unwritable, names, text};
use crate::error::ParseError;
use crate::sheet::Sheet;

/// n rows of n fields between commas.
#[derive(Debug)]
pub(crate) struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn about(&self) -> &'static str {
        "n rows of n symbols between commas, an empty field or a blank for an open cell"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let (with, without): (Vec<_>, Vec<_>) = text::content(head, 1).partition(|line| line.text.contains(','));
        if with.len() <= without.len() {
            return Decline::new("few lines hold commas");
        }
        Layout::of_commas(head, 1).judge()
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        Ok(vec![Layout::of_commas(text, first_line).sheet(self.name(), reading)?])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols, values) = (&*sheet.grid, &*sheet.symbols, &*sheet.values());
        if let Some(name) = symbols.iter().map(|symbol| symbols.name(symbol)).find(|name| name.contains(',')) {
            return Err(Unwritable { format: self.name(), reason: format!("the symbol {name}, which holds a comma") });
        }
        // A lone empty field would be an empty line, and 0 is a symbol beside dots only.
        let blank = if grid.size() == 1 || symbols.lookup("0").is_some() { "." } else { "" };
        Ok(values.chunks(grid.size()).map(|row| names(symbols, row, blank).join(",") + "\n").collect())
    }
}
