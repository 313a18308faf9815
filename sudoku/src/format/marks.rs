//! Sheets whose cells hold candidates: what each cell says, gathered into givens, player's digits and candidates.

use std::sync::Arc;

use super::Reading;
use super::alphabet::Alphabet;
use crate::error::{ErrorKind, ParseError};
use crate::grid::{Cell, Grid};
use crate::sheet::{Given, Place, Sheet, Source};
use crate::symbols::{Symbol, Symbols};

/// The largest grid whose symbols are single characters.
pub(crate) const LARGEST: usize = 35;

/// The symbols of groups of candidates: digits, and letters after 9.
pub(crate) fn symbols(size: usize, reading: &mut Reading, line: usize) -> Result<Arc<Symbols>, ParseError> {
    let alphabet = if size <= 9 { Alphabet::NumbersFromOne } else { Alphabet::DigitsThenLetters };
    reading.symbols(size, &alphabet).ok_or_else(|| {
        let error = ParseError::new(ErrorKind::BadSize, "too large a grid for symbols of one character");
        error.on_line(line).found(size).expected(format!("at most {LARGEST}"))
    })
}

/// Whether groups of candidates can name these symbols.
pub(crate) fn can_name(symbols: &Symbols) -> bool {
    let size = symbols.len();
    size <= LARGEST
        && if size <= 9 { *symbols == Symbols::numbers_to(size) } else { Symbols::digits_then_letters(size).as_ref() == Some(symbols) }
}

/// A sheet in the making.
#[derive(Debug)]
pub(crate) struct Marks {
    grid: Arc<Grid>,
    symbols: Arc<Symbols>,
    givens: Vec<Given>,
    state: Vec<Given>,
    possible: Vec<Vec<Symbol>>,
}

impl Marks {
    /// All cells open, with all candidates.
    pub(crate) fn new(grid: Arc<Grid>, symbols: Arc<Symbols>) -> Self {
        let possible = vec![symbols.iter().collect(); grid.cell_count()];
        Marks { grid, symbols, givens: Vec::new(), state: Vec::new(), possible }
    }

    /// A symbol by its name, at a place.
    pub(crate) fn symbol(&self, name: &str, place: Place) -> Result<Symbol, ParseError> {
        self.symbols.lookup(name).ok_or_else(|| {
            let last = self.symbols.name(Symbol::new(self.symbols.len() - 1));
            let error = ParseError::new(ErrorKind::BadSymbol, "no symbol of this puzzle").at(place);
            error.found(name).expected(format!("1 to {last}"))
        })
    }

    /// The candidates that a group of characters names, in order; `skip` are the characters that name none.
    pub(crate) fn group(&self, text: &str, start: Place, skip: &str) -> Result<Vec<Symbol>, ParseError> {
        let mut group = Vec::new();
        for (c, column) in text.chars().zip(start.column..) {
            if skip.contains(c) {
                continue;
            }
            let place = Place { line: start.line, column };
            let symbol = self.symbol(c.encode_utf8(&mut [0; 4]), place)?;
            if group.contains(&symbol) {
                return Err(ParseError::new(ErrorKind::DuplicateSymbol, "a candidate twice in one cell").at(place).found(c));
            }
            group.push(symbol);
        }
        group.sort();
        Ok(group)
    }

    pub(crate) fn give(&mut self, cell: Cell, symbol: Symbol, place: Place) {
        self.possible[cell.index()] = vec![symbol];
        self.givens.push(Given { cell, symbol, place });
    }

    pub(crate) fn play(&mut self, cell: Cell, symbol: Symbol, place: Place) {
        self.state.push(Given { cell, symbol, place });
    }

    /// Candidates of a cell; a lone one is its value.
    pub(crate) fn keep(&mut self, cell: Cell, group: Vec<Symbol>, place: Place) {
        match group[..] {
            [symbol] => self.give(cell, symbol, place),
            _ => self.possible[cell.index()] = group,
        }
    }

    /// Candidates that say no more than the givens do are left out.
    pub(crate) fn sheet(self, source: Source) -> Sheet {
        let mut given = vec![None; self.grid.cell_count()];
        self.givens.iter().for_each(|g| given[g.cell.index()] = Some(g.symbol));
        let all = self.symbols.len();
        let says = |(group, given): (&Vec<Symbol>, &Option<Symbol>)| match given {
            Some(symbol) => group[..] != [*symbol],
            None => group.len() < all,
        };
        let any = self.possible.iter().zip(&given).any(says);
        let mut sheet = Sheet::new(self.grid, self.symbols, self.givens, source);
        sheet.state = self.state;
        sheet.candidates = any.then_some(self.possible);
        sheet
    }
}

/// What is possible in each cell of a sheet by its givens and candidates.
pub(crate) fn possible(sheet: &Sheet) -> Vec<Vec<Symbol>> {
    let mut all = match &sheet.candidates {
        Some(candidates) => candidates.clone(),
        None => vec![sheet.symbols.iter().collect(); sheet.grid.cell_count()],
    };
    for given in &sheet.givens {
        let group = &mut all[given.cell.index()];
        group.retain(|&symbol| symbol == given.symbol);
    }
    all
}
