//! A puzzle as it stands on paper: the grid, its symbols and what is written in the cells. No rules.

use std::sync::Arc;

use crate::error::{ErrorKind, ParseError};
use crate::grid::{Cell, Grid};
use crate::rule::Rule;
use crate::symbols::{Symbol, Symbols};

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
}

impl Place {
    pub(crate) fn new(line: usize, column: usize) -> Self {
        // A text of more than 2^32 lines is read a line at a time; its places stay at the largest number.
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place { line: narrow(line), column: narrow(column) }
    }
}

/// A symbol in a cell, and where the text says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The cell.
    pub cell: Cell,
    /// The symbol in it.
    pub symbol: Symbol,
    /// Where it was read.
    pub place: Place,
}

/// A given that is not among the listed symbols: the text is in order, but no solution can have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlisted {
    /// The cell.
    pub cell: Cell,
    /// What is written in it.
    pub name: String,
    /// Where it was read.
    pub place: Place,
}

impl Unlisted {
    /// The same as an error, for who would rather stop at once.
    pub fn error(&self, symbols: &Symbols) -> ParseError {
        ParseError::new(ErrorKind::UnknownSymbol, "a symbol that is not listed")
            .at(self.place)
            .found(&self.name)
            .expected(format!("one of {symbols}"))
            .help("the second line lists the symbols")
    }
}

/// Where a sheet comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the format it was read with.
    pub format: &'static str,
    /// The line where the puzzle begins, counted from 1.
    pub line: usize,
}

/// Something odd that stops nobody, but that whoever wrote the text may want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The kind, for machines: `cages_overlap`.
    pub kind: &'static str,
    /// The same in words.
    pub message: String,
    /// The cells it is about, if any.
    pub cells: Vec<Cell>,
}

/// What a text says of one puzzle. Grid and symbols are shared between the puzzles of a batch.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The geometry.
    pub grid: Arc<Grid>,
    /// The symbols, as many as the grid's size.
    pub symbols: Arc<Symbols>,
    /// The givens, at most one a cell.
    pub givens: Vec<Given>,
    /// Givens that are numbers, as all symbols are, but none of these: a sheet with any has no solution.
    pub unlisted: Vec<Unlisted>,
    /// The player's own digits, at most one a cell, none in a cell with a given.
    pub state: Vec<Given>,
    /// For each cell the symbols that are still possible, if the text says so.
    pub candidates: Option<Vec<Vec<Symbol>>>,
    /// The rules that the text states, beyond rows, columns and boxes.
    pub rules: Vec<Arc<dyn Rule>>,
    /// What was odd about the text, and what of it was left out.
    pub warnings: Vec<Warning>,
    /// Where it was read.
    pub source: Source,
}

impl Sheet {
    /// A sheet with givens and nothing else.
    pub fn new(grid: Arc<Grid>, symbols: Arc<Symbols>, givens: Vec<Given>, source: Source) -> Self {
        Sheet {
            grid,
            symbols,
            givens,
            unlisted: Vec::new(),
            state: Vec::new(),
            candidates: None,
            rules: Vec::new(),
            warnings: Vec::new(),
            source,
        }
    }

    /// A sheet with these givens, in row-major order, that was read nowhere.
    pub fn of_values(grid: Arc<Grid>, symbols: Arc<Symbols>, values: &[Option<Symbol>]) -> Self {
        let given = |(cell, value): (Cell, &Option<Symbol>)| value.map(|symbol| Given { cell, symbol, place: Place::default() });
        let givens = grid.cells().zip(values).filter_map(given).collect();
        Sheet::new(grid, symbols, givens, Source { format: "", line: 0 })
    }

    /// Counts the player's own digits as givens.
    pub fn adopt_state(&mut self) {
        self.givens.append(&mut self.state);
    }

    /// The given of each cell in row-major order, `None` where a cell is open.
    pub fn values(&self) -> Vec<Option<Symbol>> {
        let mut values = vec![None; self.grid.cell_count()];
        for given in &self.givens {
            values[given.cell.index()] = Some(given.symbol);
        }
        values
    }
}
