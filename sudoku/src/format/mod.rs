//! Text formats: how puzzles are written, one file a format.
//!
//! # How to add a format
//!
//! 1. Write `format/<name>.rs` (or, in another crate, any file) with a unit struct and `impl Format` for it. [`Format::sniff`] looks at the content and
//!    declines with a reason; [`Format::parse`] makes [`Sheet`]s; [`Format::write`] makes text.
//! 2. Take lines from [`content_lines`], which knows line ends, the byte-order mark and comments, and let
//!    `alphabet::givens` find out the symbols and the blank. Never pad, wrap or drop: name the place and stop.
//! 3. Add it to [`FORMATS`], before any format whose `sniff` would also accept its texts. `tests/it/round_trip.rs`
//!    then checks that it never panics and that what it writes it reads back.

mod alphabet;
mod candidates;
mod classic;
mod csv;
mod foreign;
mod gnome;
mod hodoku;
mod jigsaw;
mod json;
mod layout;
mod line;
mod marks;
mod opensudoku;
mod placed;
mod rows;
mod sections;
mod sukaku;
pub(crate) mod text;
mod tuple;
mod xml;

use std::fmt;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::bitboard::Candidates;
use crate::error::{ErrorKind, ParseError};
use crate::grid::{Grid, GridError};
use crate::rule::Rule;
use crate::sheet::{Place, Sheet, Warning};
use crate::symbols::{Symbol, Symbols};
use alphabet::Alphabet;

pub use placed::{Json, JsonValue};
pub use text::{Line as TextLine, content as content_lines, without_comments, words as line_words};
pub use tuple::{tuple_cell, tuple_size, tuple_symbols};
pub use xml::{XmlElement, XmlElements};

/// The formats of plain Sudoku, in the order in which they are tried.
pub static FORMATS: &[&dyn Format] = &[
    &gnome::Gnome,
    &opensudoku::OpenSudoku,
    &hodoku::Hodoku,
    &json::JsonRows,
    &sukaku::Sukaku,
    &tuple::Tuple,
    &sections::Sections,
    &candidates::Candidates,
    &jigsaw::Jigsaw,
    &line::Line,
    &csv::Csv,
    &rows::Rows,
];

/// How much of a text one puzzle takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A line is a puzzle: a text may be read a line at a time.
    Line,
    /// The whole text is one puzzle.
    File,
}

/// Why a format does not fit a text, as in "holds no comma".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline(pub String);

impl Decline {
    pub(crate) fn new<T>(reason: impl Into<String>) -> Result<T, Self> {
        Err(Decline(reason.into()))
    }
}

impl fmt::Display for Decline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a format cannot write a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// The name of the format.
    pub format: &'static str,
    /// What it cannot hold.
    pub reason: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "format {} cannot hold {}", self.format, self.reason)
    }
}

impl std::error::Error for Unwritable {}

/// Size, and height and width of the boxes where they are not the usual ones.
type Shape = (usize, Option<(usize, usize)>);

/// What readers are told, and what the sheets of one batch share. Make one for each thread and keep it.
#[derive(Debug, Default)]
pub struct Reading {
    box_shape: Option<(usize, usize)>,
    lenient: bool,
    repeats: bool,
    grids: HashMap<Shape, Arc<Grid>>,
    symbols: HashMap<(usize, Alphabet), Arc<Symbols>>,
}

impl Reading {
    /// Reads with the usual boxes of each size.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads with boxes of this height and width, whatever the text says.
    pub fn with_box(height: usize, width: usize) -> Self {
        Reading { box_shape: Some((height, width)), ..Self::default() }
    }

    /// The same, but what a rich format demands and nobody here knows becomes a warning, not an error.
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// A demand that nobody here knows: a warning that it is left out, if that was asked for.
    ///
    /// Errors: `unsupported_rule`.
    pub fn leave_out(&self, name: &str, place: Place) -> Result<Warning, ParseError> {
        if self.lenient {
            let message = format!("the constraint {name} is left out: solutions may break it");
            return Ok(Warning { kind: "ignored_constraint", message, cells: Vec::new() });
        }
        let error = ParseError::new(ErrorKind::UnsupportedRule, format!("the constraint {name} is not supported")).at(place);
        Err(error.help("--lenient leaves it out with a warning"))
    }

    /// The same, with values that may come twice where a text groups cells with a sum, unless a house forbids it.
    pub fn with_repeats(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// May values come twice in such a group?
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// The boxes asked for, as height and width.
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        self.box_shape
    }

    /// The grid of this size with the boxes asked for, or else the usual ones.
    pub fn grid(&mut self, size: usize) -> Result<Arc<Grid>, GridError> {
        self.grid_with(size, None)
    }

    /// The grid of this size with the boxes asked for, or else those that the text shows, or else the usual ones.
    pub(crate) fn grid_with(&mut self, size: usize, shown: Option<(usize, usize)>) -> Result<Arc<Grid>, GridError> {
        let shape = self.box_shape.or(shown);
        if let Some(grid) = self.grids.get(&(size, shape)) {
            return Ok(Arc::clone(grid));
        }
        let grid = match shape {
            Some((height, width)) => Grid::with_box(size, height, width)?,
            None => Grid::new(size)?,
        };
        Ok(Arc::clone(self.grids.entry((size, shape)).insert(Arc::new(grid)).get()))
    }

    pub(crate) fn symbols(&mut self, size: usize, alphabet: &Alphabet) -> Option<Arc<Symbols>> {
        let key = (size, alphabet.clone());
        if let Some(symbols) = self.symbols.get(&key) {
            return Some(Arc::clone(symbols));
        }
        let symbols = Arc::new(alphabet.symbols(size)?);
        // A list is a puzzle's own: keeping every one of a long batch would fill the memory.
        if !matches!(alphabet, Alphabet::List(_)) {
            self.symbols.insert(key, Arc::clone(&symbols));
        }
        Some(symbols)
    }
}

/// A way to write puzzles as text.
pub trait Format: Sync + fmt::Debug {
    /// The name on the command line, one word: `line`.
    fn name(&self) -> &'static str;

    /// What it looks like, in one line.
    fn about(&self) -> &'static str;

    /// Whether a line or the whole text is a puzzle.
    fn extent(&self) -> Extent;

    /// Whether a text is likely in this format, judged by its head, which ends at the end of a line. A text with a
    /// fault or two is still in the format: only then can the fault be named.
    fn sniff(&self, head: &str) -> Result<(), Decline>;

    /// The puzzles of a text whose first line has the number `first_line`; stops at the first error. With
    /// [`Extent::Line`] the text may be any run of whole lines.
    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError>;

    /// The puzzle of one line, `None` if it is empty or a comment. Only of use with [`Extent::Line`].
    fn parse_line(&self, line: &str, number: usize, reading: &mut Reading) -> Result<Option<Sheet>, ParseError> {
        Ok(self.parse(line, number, reading)?.pop())
    }

    /// The candidates of a classic puzzle, 9x9 with the digits 1 to 9, on a line without its end: only where [`Format::parse_line`], told of
    /// no other boxes, would surely make a sheet that says this and nothing else. `None` is no verdict. For streams that have no time.
    fn classic(&self, line: &[u8]) -> Option<Candidates> {
        let _ = line;
        None
    }

    /// Writes a sheet, as far as the format can hold it; [`Format::loses`] says what is left out. Whole lines, each with its end.
    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable>;

    /// What a sheet loses when it is written in this format, in words; found by reading it back.
    fn loses(&self, sheet: &Sheet) -> Vec<String> {
        let text = match self.write(sheet) {
            Ok(text) => text,
            Err(unwritable) => return vec![unwritable.reason],
        };
        let back = match self.parse(&text, 1, &mut Reading::new()) {
            Ok(sheets) if sheets.len() == 1 => sheets.into_iter().next().expect("there is one"),
            _ => return vec!["this grid".to_owned()],
        };
        let mut lost = Vec::new();
        // Boxes are kept where a format writes them as regions.
        let regions = |grid: &Grid| {
            let mut regions: Vec<_> = grid.regions().iter().map(|region| region.cells.clone()).collect();
            regions.sort_unstable();
            regions
        };
        if back.grid != sheet.grid && regions(&back.grid) != regions(&sheet.grid) {
            lost.push(match sheet.grid.box_shape() {
                Some((height, width)) => format!("boxes {height} high and {width} wide"),
                None => "the irregular regions".to_owned(),
            });
        }
        if back.symbols != sheet.symbols {
            lost.push(format!("the symbols {} (read back as {})", sheet.symbols, back.symbols));
        }
        let differ = names(&back.symbols, &back.values(), "").ne(names(&sheet.symbols, &sheet.values(), ""));
        if differ {
            lost.push("the givens".to_owned());
        }
        if back.unlisted.len() != sheet.unlisted.len() {
            lost.push("givens that are not among the symbols".to_owned());
        }
        if back.state.len() != sheet.state.len() {
            lost.push("the player's digits".to_owned());
        }
        if back.candidates.is_some() != sheet.candidates.is_some() {
            lost.push("the candidates".to_owned());
        }
        // Debug shows all there is of a rule: equal rules look equal.
        let look = |rule: &Arc<dyn Rule>| format!("{rule:?}");
        let kept: Vec<String> = back.rules.iter().map(look).collect();
        lost.extend(sheet.rules.iter().filter(|rule| !kept.contains(&look(rule))).map(|rule| rule.name()));
        lost
    }
}

/// The format among [`FORMATS`] that a text is in, judged by its head (which ends at the end of a line).
pub fn detect(head: &str) -> Result<&'static dyn Format, ParseError> {
    detect_among(FORMATS, head)
}

/// The first of some formats that a text is in, judged by its head (which ends at the end of a line).
///
/// Errors: `empty_input` if there is nothing but blanks and comments; `unknown_format`, with the reason of each
/// format, if none fits, or with the name of the format if it is one that nobody here reads.
pub fn detect_among<'f>(formats: &[&'f dyn Format], head: &str) -> Result<&'f dyn Format, ParseError> {
    if text::content(head, 1).next().is_none() {
        return Err(ParseError::new(ErrorKind::EmptyInput, "no puzzle: the text holds nothing but blanks and comments"));
    }
    let mut declined = Vec::new();
    for format in formats {
        match format.sniff(head) {
            Ok(()) => return Ok(*format),
            Err(reason) => declined.push(format!("{}: {reason}", format.name())),
        }
    }
    if let Some(error) = foreign::error(head) {
        return Err(error);
    }
    Err(ParseError::new(ErrorKind::UnknownFormat, format!("no format fits this text ({})", declined.join("; ")))
        .help("name the format if it is one of these; the error then says what is wrong"))
}

/// The names of the symbols in the cells, `.` for an open one: what most formats write.
fn names<'a>(symbols: &'a Symbols, values: &'a [Option<Symbol>], blank: &'a str) -> impl Iterator<Item = &'a str> {
    values.iter().map(move |value| value.map_or(blank, |symbol| symbols.name(symbol)))
}

/// How an open cell is written between blanks: `0`, unless that is a symbol.
fn spaced_blank(symbols: &Symbols) -> &'static str {
    if symbols.lookup("0").is_some() { "." } else { "0" }
}
