//! Tuples with cages: the size, the symbols, the number of cages, then `total row,column row,column ...` for each, counted from 0.

use std::fmt::Write as _;
use std::num::IntErrorKind;
use std::sync::Arc;

use itertools::Itertools as _;
use pencilmark_sudoku::{
    Decline, ErrorKind, Extent, Format, ParseError, Place, Reading, Sheet, Source, TextLine, Unwritable, content_lines, line_words,
    tuple_cell, tuple_size, tuple_symbols,
};

use super::cages_of;
use super::cells::{beyond_bounds, cage, cell_twice};
use crate::cage::{Cage, Cages};

/// A list of cages by row and column.
#[derive(Debug)]
pub(super) struct KillerTuple;

impl Format for KillerTuple {
    fn name(&self) -> &'static str {
        "killer-tuple"
    }

    fn about(&self) -> &'static str {
        "the size, the symbols, the number of cages, then a line `total row,column row,column ...` for each, counted from 0"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let lines: Vec<&str> = content_lines(head, 1).map(|line| line.text.trim()).take(4).collect();
        let declined = |reason: &str| Err(Decline(reason.to_owned()));
        let number = |text: &str| text.parse::<i64>().is_ok();
        let listed = |size: &str, symbols: &str| size.parse() == Ok(symbols.split_whitespace().count());
        let is_cage = |line: &&str| line.split_once(' ').is_some_and(|(total, cells)| number(total) && cells.contains(','));
        // A word in place of the number is a slip if a cage follows.
        let counted =
            |count: &str, next: Option<&&str>| number(count) || (!count.contains(char::is_whitespace) && next.is_some_and(is_cage));
        match lines[..] {
            [size, symbols, count, ref rest @ ..] => match rest.first() {
                _ if !number(size) => declined("first line is not the size alone"),
                // No other text begins like this, whatever is wrong with its cages.
                Some(_) if number(count) && symbols.contains(char::is_whitespace) && listed(size, symbols) => Ok(()),
                // Cages at once: their number is missing.
                _ if is_cage(&count) && rest.first().is_none_or(is_cage) => Ok(()),
                _ if !counted(count, rest.first()) => declined("third line is not the number of cages alone"),
                Some(cage) if !cage.contains(',') => declined("fourth line is no `total row,column ...`"),
                _ => Ok(()),
            },
            _ => declined("fewer than three lines"),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let mut lines = content_lines(text, first_line);
        let mut next = |expected: &str, after: usize| {
            let missing = || ParseError::new(ErrorKind::CageCount, "the text ends too early").on_line(after).expected(expected);
            lines.next().ok_or_else(missing)
        };
        let first = next("the size", first_line)?;
        let grid = tuple_size(first, reading)?;
        let second = next("the symbols", first.number)?;
        let symbols = tuple_symbols(second, grid.size())?;
        let third = next("the number of cages", second.number)?;
        let announced = announced(third)?;
        let mut cages: Vec<Cage> = Vec::with_capacity(announced.min(grid.cell_count()));
        let mut warnings = Vec::new();
        for line in lines {
            let mut words = line_words(line.text);
            let (column, total) = words.next().expect("a line with content has a word");
            let place = Place { line: line.number as u32, column: column as u32 };
            let total = match total.parse::<i64>() {
                Ok(total) => total,
                // What is too large for a number is too large for a total.
                Err(error) if *error.kind() == IntErrorKind::PosOverflow => return Err(beyond_bounds(total).at(place)),
                Err(_) => {
                    let error = ParseError::new(ErrorKind::BadNumber, "no total of a cage").at(place);
                    return Err(error.found(total).expected("total row,column row,column ... (rows and columns counted from 0)"));
                }
            };
            let at = |column: usize| Place { line: line.number as u32, column: column as u32 };
            let mut cells = Vec::new();
            for (column, word) in words {
                let cell = tuple_cell(word, at(column), &grid)?;
                if cells.contains(&cell) {
                    return Err(cell_twice(word).at(at(column)));
                }
                cells.push(cell);
            }
            let cage = cage(Some(total), cells, place, &grid, &symbols, reading)?;
            if cage.total.is_none() {
                warnings.push(cage.without_total(&grid));
            }
            cages.push(cage);
        }
        if cages.len() != announced {
            let error = ParseError::new(ErrorKind::CageCount, "not as many cages as the third line says");
            let help = format!(
                "the third line should be {}, or a cage is {}",
                cages.len(),
                if cages.len() < announced { "missing" } else { "too many" }
            );
            return Err(error.on_line(third.number).found(cages.len()).expected(announced).help(help));
        }
        let source = Source { format: self.name(), line: first.number };
        let rules: Vec<Arc<dyn pencilmark_sudoku::Rule>> = vec![Arc::new(Cages::new(cages))];
        Ok(vec![Sheet { rules, warnings, ..Sheet::new(grid, Arc::new(symbols), Vec::new(), source) }])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols) = (&sheet.grid, &sheet.symbols);
        let names: Vec<&str> = symbols.iter().map(|symbol| symbols.name(symbol)).collect();
        if let Some(name) = names.iter().find(|name| name.contains(char::is_whitespace)) {
            return Err(Unwritable { format: self.name(), reason: format!("the symbol {name}, which holds a blank") });
        }
        // A given is a cage of one cell, with its number as the total.
        let values = symbols.values();
        if sheet.givens.iter().any(|given| values[given.symbol.index()] == 0) {
            return Err(Unwritable { format: self.name(), reason: "a given 0: a cage with total 0 is one without a total".to_owned() });
        }
        let given = |given: &pencilmark_sudoku::Given| Cage::new(Some(values[given.symbol.index()].into()), vec![given.cell]);
        let givens: Vec<Cage> = sheet.givens.iter().map(given).collect();
        let cages = cages_of(sheet).map_or(&[][..], Cages::cages);
        let mut text = format!("{}\n{}\n{}\n", grid.size(), names.join(" "), cages.len() + givens.len());
        for cage in cages.iter().chain(&givens) {
            let cells = cage.cells.iter().map(|&cell| format!("{},{}", grid.row(cell), grid.column(cell))).join(" ");
            writeln!(text, "{} {cells}", cage.total.unwrap_or(0)).expect("strings take all");
        }
        Ok(text)
    }
}

/// The number of cages that a line announces.
fn announced(line: TextLine<'_>) -> Result<usize, ParseError> {
    let text = line.text.trim();
    text.parse().map_err(|_| {
        let column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let place = Place { line: line.number as u32, column: column as u32 };
        let kind = if text.contains(',') { ErrorKind::CageCount } else { ErrorKind::BadNumber };
        ParseError::new(kind, "no number of cages on the third line").at(place).found(text).expected("the number of cages")
    })
}
