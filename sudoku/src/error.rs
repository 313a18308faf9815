//! What is wrong with a text: one error type, with its place, what was found and what was expected.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::grid::GridError;
use crate::sheet::Place;

/// What kind of fault a [`ParseError`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Nothing but blanks and comments.
    EmptyInput,
    /// No format fits the text.
    UnknownFormat,
    /// A row has too few or too many cells.
    RowLength,
    /// A puzzle has too few or too many rows.
    RowCount,
    /// A character or word that is neither a symbol of the puzzle nor its blank.
    BadSymbol,
    /// A given whose symbol is not among the listed ones.
    UnknownSymbol,
    /// More or fewer symbols listed than the grid's size.
    SymbolCount,
    /// A symbol listed twice.
    DuplicateSymbol,
    /// A size that no grid has, or that has no boxes.
    BadSize,
    /// Something that should be a number and is none, or one out of range.
    BadNumber,
    /// A cell outside the grid.
    CellOutOfRange,
    /// One cell with two givens.
    CellGivenTwice,
    /// More or fewer cages than announced.
    CageCount,
    /// A cage without cells.
    CageEmpty,
    /// A cell twice in one cage.
    DuplicateCell,
    /// A cage with more cells than there are symbols.
    CageTooLarge,
    /// A cage with a negative total.
    NegativeTotal,
    /// A region with too few or too many cells.
    RegionSize,
    /// A rule that this program does not know.
    UnsupportedRule,
    /// A text that is not built as its format asks: broken JSON, a field that is missing, a list where a number should be.
    Malformed,
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// The file could not be read.
    Io,
    /// An exact cover problem with a second bar in its line of items.
    SecondBar,
    /// An item or colour of an exact cover problem whose name cannot be one.
    BadName,
    /// An item of an exact cover problem named twice.
    RepeatedName,
    /// An option of an exact cover problem with an item that is none.
    UnknownItem,
    /// An item twice in one option of an exact cover problem.
    RepeatedItem,
    /// A primary item of an exact cover problem with a colour.
    ColouredPrimary,
    /// Beyond all bounds: an exact cover problem, or what a short packed text would unpack to.
    TooLarge,
}

impl ErrorKind {
    /// The name of the kind in machine-readable output, in snake case: `row_length`.
    pub fn name(self) -> &'static str {
        match self {
            Self::EmptyInput => "empty_input",
            Self::UnknownFormat => "unknown_format",
            Self::RowLength => "row_length",
            Self::RowCount => "row_count",
            Self::BadSymbol => "bad_symbol",
            Self::UnknownSymbol => "unknown_symbol",
            Self::SymbolCount => "symbol_count",
            Self::DuplicateSymbol => "duplicate_symbol",
            Self::BadSize => "bad_size",
            Self::BadNumber => "bad_number",
            Self::CellOutOfRange => "cell_out_of_range",
            Self::CellGivenTwice => "cell_given_twice",
            Self::CageCount => "cage_count",
            Self::CageEmpty => "cage_empty",
            Self::DuplicateCell => "duplicate_cell",
            Self::CageTooLarge => "cage_too_large",
            Self::NegativeTotal => "negative_total",
            Self::RegionSize => "region_size",
            Self::UnsupportedRule => "unsupported_rule",
            Self::Malformed => "malformed",
            Self::NotUtf8 => "not_utf8",
            Self::Io => "io",
            Self::SecondBar => "second_bar",
            Self::BadName => "bad_name",
            Self::RepeatedName => "repeated_name",
            Self::UnknownItem => "unknown_item",
            Self::RepeatedItem => "repeated_item",
            Self::ColouredPrimary => "coloured_primary",
            Self::TooLarge => "too_large",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is no valid puzzle: what, where, and what was expected instead.
///
/// `Display` is one line in lower case; [`ParseError::report`] shows the line itself, as a compiler does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The kind, for machines.
    pub kind: ErrorKind,
    /// The fault in words, in lower case, without its place.
    pub message: String,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The column in characters, counted from 1; a byte-order mark does not count.
    pub column: Option<usize>,
    /// What stands there.
    pub found: Option<Box<str>>,
    /// What should stand there.
    pub expected: Option<Box<str>>,
    /// What to do about it.
    pub help: Option<Box<str>>,
}

impl ParseError {
    /// An error without a place yet.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        ParseError { kind, message: message.into(), line: None, column: None, found: None, expected: None, help: None }
    }

    /// The same error, at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.line = Some(place.line as usize);
        self.column = Some(place.column as usize);
        self
    }

    /// The same error, about a line as a whole.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self.column = None;
        self
    }

    /// The same error, with what was found.
    #[must_use]
    pub fn found(mut self, found: impl ToString) -> Self {
        self.found = Some(found.to_string().into());
        self
    }

    /// The same error, with what was expected.
    #[must_use]
    pub fn expected(mut self, expected: impl ToString) -> Self {
        self.expected = Some(expected.to_string().into());
        self
    }

    /// The same error, with advice.
    #[must_use]
    pub fn help(mut self, help: impl ToString) -> Self {
        self.help = Some(help.to_string().into());
        self
    }

    /// The error of a grid that cannot be, found while reading a text.
    pub fn from_grid(error: &GridError) -> Self {
        let kind = match error {
            GridError::RegionSize { .. } | GridError::RegionCells { .. } => ErrorKind::RegionSize,
            _ => ErrorKind::BadSize,
        };
        let new = ParseError::new(kind, error.to_string());
        match *error {
            GridError::RegionSize { found, size, .. } => new.found(found).expected(size),
            GridError::RegionCells { found, size } => new.found(found).expected(size * size),
            GridError::NoBoxes { size } => new.found(size).help("give the height and width of the boxes, or regions"),
            GridError::Size { size } => new.found(size),
            GridError::BoxShape { .. } => new,
        }
    }

    /// A report of several lines, without colour and without a newline at the end: the fault, `file:line:column`,
    /// the line with a caret under the place, what was found and expected, and advice.
    ///
    /// `text` is the text that was read, from its first line.
    pub fn report(&self, file: &str, text: &str) -> String {
        self.report_from(file, text, 1)
    }

    /// The same, where only a part of the text is at hand, the first line of which has the number `first_line`.
    pub fn report_from(&self, file: &str, text: &str, first_line: usize) -> String {
        let source = self.line.and_then(|line| crate::format::text::lines(text, first_line).nth(line.checked_sub(first_line)?));
        let title = Level::ERROR.primary_title(self.message.as_str()).id(self.kind.name());
        let mut group = match source {
            Some(line) => {
                let label = match (&self.found, &self.expected) {
                    (Some(found), Some(expected)) => format!("expected {expected}, found {found}"),
                    (Some(found), None) => format!("found {found}"),
                    (None, Some(expected)) => format!("expected {expected}"),
                    (None, None) => String::new(),
                };
                let span = span(line.text, self.column, self.found.as_deref());
                title.element(
                    Snippet::source(line.text)
                        .line_start(line.number)
                        .path(file)
                        .fold(false)
                        .annotation(AnnotationKind::Primary.span(span).label(label)),
                )
            }
            None => Group::with_title(title).element(Origin::path(file)),
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(&**help));
        }
        Renderer::plain().render(&[group])
    }
}

/// The bytes of `line` to point at: the word found, if it stands at `column`, else one character, else the line.
fn span(line: &str, column: Option<usize>, found: Option<&str>) -> std::ops::Range<usize> {
    let Some(column) = column else {
        let start = line.len() - line.trim_start().len();
        return start..line.len();
    };
    let start = line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let rest = &line[start..];
    let length = match found {
        Some(found) if !found.is_empty() && rest.starts_with(found) => found.len(),
        _ => rest.chars().next().map_or(0, char::len_utf8),
    };
    start..start + length
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            _ => {}
        }
        f.write_str(&self.message)?;
        match (&self.found, &self.expected) {
            (Some(found), Some(expected)) => write!(f, ": found {found}, expected {expected}"),
            (Some(found), None) => write!(f, ": found {found}"),
            (None, Some(expected)) => write!(f, ": expected {expected}"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32) -> Place {
        Place { line, column }
    }

    #[test]
    fn display_is_one_line() {
        let error = ParseError::new(ErrorKind::RowLength, "a row with too few cells").at(place(5, 9));
        insta::assert_snapshot!(
            error.clone().found(8).expected(9),
            @"line 5, column 9: a row with too few cells: found 8, expected 9"
        );
        insta::assert_snapshot!(error.on_line(2).expected(9), @"line 2: a row with too few cells: expected 9");
    }

    #[test]
    fn the_caret_stands_below_the_place() {
        let text = "\u{feff}1 2\r\n\tä 漢 o 4\r\n";
        let error = ParseError::new(ErrorKind::BadSymbol, "a symbol that is none of this puzzle's")
            .at(place(2, 6))
            .found("o")
            .expected("1 to 4")
            .help("write 0 for an open cell");
        insta::assert_snapshot!(error.report("p.txt", text), @r#"
        error[bad_symbol]: a symbol that is none of this puzzle's
         --> p.txt:2:6
          |
        2 |     ä 漢 o 4
          |          ^ expected 1 to 4, found o
          |
          = help: write 0 for an open cell
        "#);
        insta::assert_snapshot!(error.at(place(2, 9)).report("p.txt", text), @r#"
        error[bad_symbol]: a symbol that is none of this puzzle's
         --> p.txt:2:9
          |
        2 |     ä 漢 o 4
          |             ^ expected 1 to 4, found o
          |
          = help: write 0 for an open cell
        "#);
    }

    #[test]
    fn a_part_of_a_text_will_do() {
        let error = ParseError::new(ErrorKind::BadSymbol, "no symbol").at(place(7, 2));
        assert_eq!(error.report_from("p.txt", "1o", 7), error.report("p.txt", "\n\n\n\n\n\n1o"));
        assert!(error.report_from("p.txt", "1o", 8).ends_with("--> p.txt"));
    }

    #[test]
    fn a_report_without_a_line_names_the_file() {
        let error = ParseError::new(ErrorKind::EmptyInput, "nothing to read").help("a puzzle is needed");
        insta::assert_snapshot!(error.report("p.txt", "\n\n"), @r#"
        error[empty_input]: nothing to read
        --> p.txt
         = help: a puzzle is needed
        "#);
    }
}
