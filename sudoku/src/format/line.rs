//! One puzzle a line: n^2 characters, or n^2 numbers between blanks; what follows the characters is a comment.

use itertools::Itertools;

use super::alphabet::{Alphabet, Spacing, Token, blank, givens, plausible};
use super::{Decline, Extent, Format, Reading, Unwritable, classic, names, spaced_blank, text};
use crate::bitboard::Candidates;
use crate::error::{ErrorKind, ParseError};
use crate::grid::{Cell, usual_box};
use crate::sheet::{Given, Place, Sheet, Source};
use crate::symbols::{Symbol, key};

/// Shorter lines are rows: the smallest puzzle on a line is 4x4.
const SHORTEST: usize = 16;

/// More symbols of one character each there are not.
const LARGEST: usize = 36;

/// A line of n^2 characters is a puzzle.
#[derive(Debug)]
pub(crate) struct Line;

/// The cells of a line.
enum Cells<'a> {
    /// Characters, and the column of the first.
    Compact(&'a str, usize),
    /// Words between blanks.
    Spaced(Vec<(usize, &'a str)>),
}

impl<'a> Cells<'a> {
    fn of(line: &'a str) -> Self {
        if line.len() >= SHORTEST && line.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Cells::Compact(line, 1);
        }
        let mut words = text::words(line);
        let Some((column, first)) = words.next() else {
            return Cells::Compact("", 1);
        };
        match words.next() {
            // A record of the Sudoku Exchange puzzle bank: a hash, the puzzle, a rating.
            Some((column, second)) if first.len() == 12 && second.len() >= SHORTEST && first.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Cells::Compact(second, column)
            }
            Some(second) if first.len() < SHORTEST => Cells::Spaced([(column, first), second].into_iter().chain(words).collect()),
            _ => Cells::Compact(first, column),
        }
    }

    fn len(&self) -> usize {
        match self {
            Cells::Compact(cells, _) => cells.chars().count(),
            Cells::Spaced(cells) => cells.len(),
        }
    }

    fn texts(&self) -> Vec<&'a str> {
        match self {
            Cells::Compact(cells, _) => cells.char_indices().map(|(at, c)| &cells[at..at + c.len_utf8()]).collect(),
            Cells::Spaced(cells) => cells.iter().map(|(_, text)| *text).collect(),
        }
    }

    /// Whether this looks like a puzzle: the right number of cells, two at most of which cannot be.
    fn fit(&self) -> bool {
        let Some(size) = size_of(self.len()) else {
            return false;
        };
        let odd = match self {
            Cells::Compact(cells, _) => {
                // These are signs of other formats.
                if cells.contains([':', '=', '~', ',', '<', '>', '{', '[', '^', '+', '"', '|']) {
                    return false;
                }
                let symbols = || cells.chars().filter(|c| c.is_alphanumeric() && *c != '0');
                if size > LARGEST || symbols().map(|c| c.to_ascii_uppercase()).unique().count() > size + 2 {
                    return false;
                }
                cells.chars().filter(|c| !c.is_ascii_alphanumeric() && !".*_-?".contains(*c)).count()
            }
            Cells::Spaced(cells) => {
                // Rows of numbers of a larger grid have more.
                let symbols = cells.iter().filter(|(_, text)| blank(text).is_none()).map(|(_, text)| key(text));
                if symbols.unique().count() > size + 2 {
                    return false;
                }
                cells.iter().filter(|(_, text)| !plausible(text)).count()
            }
        };
        odd <= 2
    }
}

/// The size of the grid with so many cells, if it can stand on a line.
fn size_of(cells: usize) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && cells >= SHORTEST && cells != 729 && usual_box(size).is_ok()).then_some(size)
}

/// The number of cells of the puzzle that a line of another length was most likely meant to be.
fn nearest(cells: usize) -> usize {
    let root = cells.isqrt();
    let near = (root.saturating_sub(3)..=root + 3).filter_map(|size| size_of(size * size));
    near.map(|size| size * size).min_by_key(|&full| full.abs_diff(cells)).unwrap_or(81)
}

impl Format for Line {
    fn name(&self) -> &'static str {
        "line"
    }

    fn about(&self) -> &'static str {
        "one puzzle a line: n^2 characters, then anything after a blank"
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let lines: Vec<Cells<'_>> = text::content(head, 1).take(text::TELLING).map(|line| Cells::of(line.text)).collect();
        if lines.iter().filter(|cells| cells.len() == 729).count() * 2 > lines.len() {
            return Decline::new("lines of 729 characters hold candidates, nine a cell");
        }
        let fit = lines.iter().filter(|cells| cells.fit() || nearly(cells)).count();
        if fit * 2 <= lines.len() {
            return Decline::new("most lines do not hold the n^2 cells of a grid");
        }
        let lengths = lines.iter().map(Cells::len).counts();
        let Some((length, _)) = lengths.into_iter().max_by_key(|&(length, count)| (count, length)) else {
            return Decline::new("no line holds anything");
        };
        let square = lines.len().abs_diff(length) <= 1 && lines.iter().filter(|cells| cells.len() == length).count() * 2 > length;
        if square && !batch_of_small(&lines, length) {
            return Decline::new(format!("{} lines of {length} cells are a grid", lines.len()));
        }
        Ok(())
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        text::content(text, first_line).map(|line| sheet(line, reading)).collect()
    }

    fn parse_line(&self, line: &str, number: usize, reading: &mut Reading) -> Result<Option<Sheet>, ParseError> {
        text::content(line, number).next().map(|line| sheet(line, reading)).transpose()
    }

    fn classic(&self, line: &[u8]) -> Option<Candidates> {
        classic::cells(line)
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (symbols, values) = (&*sheet.symbols, &*sheet.values());
        let line = if symbols.single_characters() {
            names(symbols, values, ".").join("")
        } else {
            names(symbols, values, spaced_blank(symbols)).join(" ")
        };
        Ok(line + "\n")
    }
}

/// Whether a line is a puzzle with a cell or two too many or too few.
fn nearly(cells: &Cells<'_>) -> bool {
    let near = nearest(cells.len());
    if cells.len() <= 30 || near.abs_diff(cells.len()) > 4 {
        return false;
    }
    match cells {
        Cells::Compact(cells, _) => {
            let blank = |c: char| ".*_-?xX".contains(c);
            let letters = || cells.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_uppercase()).unique().count();
            cells.chars().all(|c| c.is_ascii_digit() || blank(c))
                || (cells.chars().all(|c| c.is_ascii_alphanumeric() || blank(c)) && letters() <= near.isqrt() + 2)
        }
        Cells::Spaced(cells) => {
            let number = |text: &str| text.parse().is_ok_and(|number: usize| number <= near.isqrt());
            cells.iter().all(|(_, text)| blank(text).is_some() || number(text))
        }
    }
}

/// Whether n lines of n cells are a batch of small grids rather than the rows of a large one: all lines together use no
/// more symbols than the small size has, and most have as many givens as a puzzle of that size needs at least.
fn batch_of_small(lines: &[Cells<'_>], length: usize) -> bool {
    let size = length.isqrt();
    let givens = |cells: &Cells<'_>| cells.texts().into_iter().filter(|text| blank(text).is_none()).map(key).collect_vec();
    let all = lines.iter().map(givens).collect_vec();
    let symbols = all.iter().flatten().unique().count();
    symbols <= size && all.iter().filter(|givens| givens.len() >= size).count() * 2 > lines.len()
}

fn sheet(line: text::Line<'_>, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let cells = Cells::of(line.text);
    let length = cells.len();
    let Some(size) = size_of(length) else {
        let end = text::column(line.text, line.text.len());
        let error = ParseError::new(ErrorKind::RowLength, "a line with the wrong number of cells for any grid");
        let column = match cells {
            Cells::Compact(cells, column) => column + cells.chars().count(),
            Cells::Spaced(_) => end,
        };
        return Err(error.at(Place::new(line.number, column)).found(length).expected(nearest(length)));
    };
    let grid = reading.grid(size).map_err(|error| ParseError::from_grid(&error).on_line(line.number))?;
    let (symbols, givens) = match &cells {
        Cells::Compact(cells, column) => match digits(cells, size, Place::new(line.number, *column)) {
            Some(givens) => {
                let symbols = reading.symbols(size, &Alphabet::NumbersFromOne);
                (symbols.expect("numbers do not run out"), givens)
            }
            None => {
                let token = |((start, c), column): ((usize, char), usize)| Token {
                    text: &cells[start..start + c.len_utf8()],
                    place: Place::new(line.number, column),
                };
                let tokens: Vec<Token<'_>> = cells.char_indices().zip(*column..).map(token).collect();
                givens(&tokens, size, Spacing::Compact, reading)?
            }
        },
        Cells::Spaced(cells) => {
            let place = |column| Place::new(line.number, column);
            let tokens = cells.iter().map(|&(column, text)| Token { text, place: place(column) }).collect_vec();
            givens(&tokens, size, Spacing::Spaced, reading)?
        }
    };
    let source = Source { format: "line", line: line.number };
    Ok(Sheet::new(grid, symbols, givens, source))
}

/// The givens of the usual case, digits of `1..=size` and one kind of blank, at the speed of the batches it occurs in.
/// `None` wherever `alphabet::givens` has to look closer.
fn digits(cells: &str, size: usize, start: Place) -> Option<Vec<Given>> {
    if size > 9 {
        return None;
    }
    let mut open = None;
    let mut blanks = 0;
    let mut givens = Vec::with_capacity(cells.len() / 2);
    for (index, (byte, column)) in cells.bytes().zip(start.column..).enumerate() {
        match byte {
            b'1'..=b'9' if usize::from(byte - b'0') <= size => {
                let symbol = Symbol::new(usize::from(byte - b'1'));
                givens.push(Given { cell: Cell::new(index), symbol, place: Place { line: start.line, column } });
            }
            b'.' | b'0' | b'_' | b'*' | b'-' | b'?' if open.is_none_or(|open| open == byte) => {
                open = Some(byte);
                blanks += 1;
            }
            _ => return None,
        }
    }
    // As many zeros as a symbol has places: the grid may be full, with 0 as a symbol.
    (open != Some(b'0') || blanks != size).then_some(givens)
}
