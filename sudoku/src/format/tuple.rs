//! Tuples: the size, then the symbols, then `row,column symbol` for each given, counted from 0.

use std::fmt::Write as _;
use std::sync::Arc;

use hashbrown::HashMap;

use super::alphabet::is_number;
use super::text::{self, Line};
use super::{Decline, Extent, Format, Reading, Unwritable};
use crate::error::{ErrorKind, ParseError};
use crate::grid::{Cell, Grid};
use crate::sheet::{Given, Place, Sheet, Source, Unlisted};
use crate::symbols::{Symbols, SymbolsError};

/// A list of givens by row and column.
#[derive(Debug)]
pub(crate) struct Tuple;

impl Format for Tuple {
    fn name(&self) -> &'static str {
        "tuple"
    }

    fn about(&self) -> &'static str {
        "the size, a line with the symbols, then a line `row,column symbol` for each given, counted from 0"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let mut lines = text::content(head, 1).map(|line| line.text.trim_start());
        let (Some(size), Some(symbols)) = (lines.next(), lines.next()) else {
            return Decline::new("fewer than two lines");
        };
        if size.contains([',', ' ', '\t']) {
            return Decline::new("first line is not the size alone");
        }
        let numeric = size.parse::<i64>().is_ok();
        // A size that is none ("4x") is worth an error of this format only where a given follows.
        let given = |line: &str| {
            let (cell, symbol) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
            let numbers = cell.split_once(',').map(|(row, column)| [row, column].map(|n| n.trim().parse::<i64>().is_ok()));
            numbers == Some([true, true]) && (numeric || !symbol.is_empty())
        };
        match (lines.next(), lines.next()) {
            (Some(third), Some(fourth)) if numeric && third.parse::<i64>().is_ok() && fourth.contains(',') => {
                Decline::new("holds cages (third line is their number)")
            }
            (Some(third), fourth) if given(third) || (numeric && fourth.is_some_and(given)) => Ok(()),
            (None, _) if numeric && (symbols.contains(char::is_whitespace) || size == "1") => Ok(()),
            _ => Decline::new("third line is no `row,column symbol`"),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let mut lines = text::content(text, first_line);
        let Some(first) = lines.next() else {
            return Err(ParseError::new(ErrorKind::EmptyInput, "no size: the text is empty"));
        };
        let grid = tuple_size(first, reading)?;
        let Some(second) = lines.next() else {
            let error = ParseError::new(ErrorKind::SymbolCount, "no line with the symbols follows the size");
            return Err(error.on_line(first.number).found(0).expected(grid.size()));
        };
        let symbols = tuple_symbols(second, grid.size())?;
        let mut lines_of: HashMap<Cell, usize> = HashMap::new();
        let mut givens = Vec::new();
        let mut unlisted = Vec::new();
        for line in lines {
            let (cell, name) = given(line, &grid)?;
            if let Some(before) = lines_of.insert(cell, line.number) {
                let column = indent(line);
                let message = format!("cell {} has a given already, on line {before}", coordinates(&grid, cell));
                return Err(ParseError::new(ErrorKind::CellGivenTwice, message)
                    .at(Place::new(line.number, column))
                    .found(line.text.trim_start())
                    .expected("one given a cell")
                    .help(format!("delete line {before} or line {}", line.number)));
            }
            match symbols.lookup(name) {
                Some(symbol) => givens.push(Given { cell, symbol, place: Place::new(line.number, indent(line)) }),
                None => {
                    let column = text::column(line.text, line.text.len() - name.len());
                    let place = Place::new(line.number, column);
                    let given = Unlisted { cell, name: name.to_owned(), place };
                    // Another number is a puzzle without a solution, a word among numbers is a slip.
                    if symbols.numbers().is_none() || !is_number(name) {
                        return Err(given.error(&symbols));
                    }
                    unlisted.push(given);
                }
            }
        }
        givens.sort_by_key(|given| given.cell);
        let source = Source { format: self.name(), line: first.number };
        Ok(vec![Sheet { unlisted, ..Sheet::new(grid, Arc::new(symbols), givens, source) }])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols, values) = (&*sheet.grid, &*sheet.symbols, &*sheet.values());
        let names: Vec<&str> = symbols.iter().map(|symbol| symbols.name(symbol)).collect();
        if let Some(name) = names.iter().find(|name| name.contains(char::is_whitespace)) {
            return Err(Unwritable { format: self.name(), reason: format!("the symbol {name}, which holds a blank") });
        }
        let mut text = format!("{}\n{}\n", grid.size(), names.join(" "));
        for (cell, value) in grid.cells().zip(values) {
            if let Some(symbol) = *value {
                writeln!(text, "{} {}", coordinates(grid, cell), symbols.name(symbol)).expect("strings take all");
            }
        }
        for given in &sheet.unlisted {
            writeln!(text, "{} {}", coordinates(grid, given.cell), given.name).expect("strings take all");
        }
        Ok(text)
    }
}

fn coordinates(grid: &Grid, cell: Cell) -> String {
    format!("{},{}", grid.row(cell), grid.column(cell))
}

/// The column of the first character that is no blank.
fn indent(line: Line<'_>) -> usize {
    line.text.chars().take_while(|c| c.is_whitespace()).count() + 1
}

/// The grid whose size is all that a line holds.
///
/// Errors: `bad_size`.
pub fn tuple_size(line: Line<'_>, reading: &mut Reading) -> Result<Arc<Grid>, ParseError> {
    let text = line.text.trim_start();
    let place = Place::new(line.number, indent(line));
    let Ok(size) = text.parse::<usize>() else {
        let error = ParseError::new(ErrorKind::BadSize, "no size on the first line");
        return Err(error.at(place).found(text).expected("the number of cells in a row"));
    };
    reading.grid(size).map_err(|error| ParseError::from_grid(&error).at(place))
}

/// The symbols that a line lists, as many as `size`.
///
/// Errors: `symbol_count`, `duplicate_symbol`, `bad_number`.
pub fn tuple_symbols(line: Line<'_>, size: usize) -> Result<Symbols, ParseError> {
    let words: Vec<(usize, &str)> = text::words(line.text).collect();
    if words.len() != size {
        let error = ParseError::new(ErrorKind::SymbolCount, "not as many symbols as a row has cells");
        let column = match words.get(size) {
            Some((surplus, _)) => *surplus,
            None => text::column(line.text, line.text.len()),
        };
        return Err(error.at(Place::new(line.number, column)).found(words.len()).expected(size));
    }
    Symbols::list(words.iter().map(|(_, word)| *word)).map_err(|error| {
        let (kind, index, name, expected) = match &error {
            SymbolsError::Duplicate { name, index } => (ErrorKind::DuplicateSymbol, *index, name, format!("{size} different symbols")),
            SymbolsError::BadNumber { name, index } => {
                (ErrorKind::BadNumber, *index, name, format!("a number of 0 to {}", crate::symbols::MAX_NUMBER))
            }
        };
        let place = Place::new(line.number, words[index].0);
        ParseError::new(kind, error.to_string()).at(place).found(name).expected(expected)
    })
}

/// The cell that a text `row,column` names, both counted from 0; `place` is where the text begins.
///
/// Errors: `bad_number`, `cell_out_of_range`.
pub fn tuple_cell(text: &str, place: Place, grid: &Grid) -> Result<Cell, ParseError> {
    let malformed = |offset: usize, found: &str| {
        let place = Place { column: place.column + offset as u32, ..place };
        ParseError::new(ErrorKind::BadNumber, "no cell").at(place).found(found).expected("row,column (counted from 0)")
    };
    let Some((row, column)) = text.split_once(',') else {
        return Err(malformed(0, text));
    };
    let number = |text: &str, offset: usize| {
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        text.trim().parse::<i64>().map_err(|_| malformed(offset + indent, text.trim()))
    };
    let numbers = [number(row, 0)?, number(column, row.chars().count() + 1)?];
    match numbers.map(usize::try_from) {
        [Ok(row), Ok(column)] if row < grid.size() && column < grid.size() => Ok(grid.cell(row, column)),
        _ => Err(ParseError::new(ErrorKind::CellOutOfRange, "a cell outside the grid")
            .at(place)
            .found(text.trim())
            .expected(format!("rows and columns of 0 to {}", grid.size() - 1))),
    }
}

/// The cell and the name of its symbol.
fn given<'a>(line: Line<'a>, grid: &Grid) -> Result<(Cell, &'a str), ParseError> {
    let place = Place::new(line.number, indent(line));
    let text = line.text.trim_start();
    // The symbol is the last word; blanks around the comma do no harm.
    match text.rsplit_once(char::is_whitespace) {
        Some((cell, name)) => Ok((tuple_cell(cell, place, grid)?, name)),
        None => Err(ParseError::new(ErrorKind::BadNumber, "no given in this line")
            .at(place)
            .found(text)
            .expected("row,column symbol (rows and columns counted from 0)")),
    }
}
