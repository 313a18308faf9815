//! Lines of HoDoKu's library: `:technique:candidates:cells:deleted candidates:eliminations:`.

use itertools::Itertools;

use super::alphabet::blank;
use super::marks::{self, Marks};
use super::{Decline, Extent, Format, Reading, Unwritable, text};
use crate::error::{ErrorKind, ParseError};
use crate::grid::Cell;
use crate::sheet::{Place, Sheet, Source, Warning};
use crate::symbols::Symbols;

/// The size of all its grids.
const SIZE: usize = 9;

/// A library line; `+` before a digit says that the player put it there.
#[derive(Debug)]
pub(crate) struct Hodoku;

/// The fields of a line, each with its column.
fn fields(line: &str) -> Vec<(usize, &str)> {
    let text = line.trim_start();
    let mut column = text::column(line, line.len() - text.len());
    let field = |field| {
        let here = column;
        column += str::chars(field).count() + 1;
        (here, field)
    };
    text.split(':').map(field).collect()
}

/// Whether a line has about the fields that a library line has.
fn fits(line: &str) -> bool {
    let fields = fields(line);
    fields[0].1.is_empty() && (4..=9).contains(&fields.len()) && fields[3].1.chars().filter(|c| *c != '+').count().abs_diff(81) < 9
}

/// The puzzle of a line.
fn sheet(line: text::Line<'_>, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let fields = fields(line.text);
    let place = |column| Place::new(line.number, column);
    if fields.len() < 6 || !fields[0].1.is_empty() {
        let error = ParseError::new(ErrorKind::RowLength, "a library line with too few fields").on_line(line.number);
        return Err(error.found(fields.len() - 1).expected("6 colons or more, the first at the start"));
    }
    let grid = reading.grid(SIZE).map_err(|error| ParseError::from_grid(&error).on_line(line.number))?;
    let mut marks = Marks::new(grid, marks::symbols(SIZE, reading, line.number)?);
    let (start, cells) = fields[3];
    let mut cell = 0;
    let mut played = false;
    for (c, column) in cells.chars().zip(start..) {
        if c == '+' && !played {
            played = true;
            continue;
        }
        if cell == SIZE * SIZE {
            break;
        }
        let name = c.to_string();
        if blank(&name).is_none() || played {
            let symbol = marks.symbol(&name, place(column))?;
            if played {
                marks.play(Cell::new(cell), symbol, place(column));
            } else {
                marks.give(Cell::new(cell), symbol, place(column));
            }
        }
        played = false;
        cell += 1;
    }
    let count = cells.chars().filter(|c| *c != '+').count();
    if count != SIZE * SIZE || played {
        let error = ParseError::new(ErrorKind::RowLength, "a library line with the wrong number of cells");
        return Err(error.at(place(start + cells.chars().count())).found(count).expected(SIZE * SIZE));
    }
    // Deleted by the player, right or wrong: no part of the puzzle.
    let mut struck = Vec::new();
    let (start, deleted) = fields[4];
    for (column, word) in text::words(deleted) {
        let at = place(start + column - 1);
        let digits = word.chars().map(|c| c.to_digit(10).filter(|digit| *digit > 0)).collect_vec();
        let [Some(_), Some(row), Some(column)] = digits[..] else {
            let error = ParseError::new(ErrorKind::BadNumber, "no deleted candidate").at(at);
            return Err(error.found(word).expected("digit, row and column, as in 113"));
        };
        struck.push(Cell::new((row as usize - 1) * SIZE + column as usize - 1));
    }
    let mut sheet = marks.sheet(Source { format: "hodoku", line: line.number });
    if !struck.is_empty() {
        let message = "the candidates that the player deleted are left out".to_owned();
        sheet.warnings.push(Warning { kind: "notes_left_out", message, cells: struck });
    }
    Ok(sheet)
}

impl Format for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn about(&self) -> &'static str {
        "library lines of HoDoKu: fields between colons, 9x9; +5 is a digit of the player's"
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let lines = text::content(head, 1).take(text::TELLING).map(|line| fits(line.text)).collect_vec();
        if lines.iter().filter(|fit| **fit).count() * 2 > lines.len() { Ok(()) } else { Decline::new("few lines begin with a colon") }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        text::content(text, first_line).map(|line| sheet(line, reading)).collect()
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let cannot = |reason: String| Err(Unwritable { format: self.name(), reason });
        let (grid, symbols) = (&*sheet.grid, &*sheet.symbols);
        if grid.size() != SIZE || *symbols != Symbols::numbers_to(SIZE) {
            return cannot(format!("a grid of size {} with the symbols {symbols}", grid.size()));
        }
        let mut cells = vec![".".to_owned(); SIZE * SIZE];
        sheet.givens.iter().for_each(|given| cells[given.cell.index()] = symbols.name(given.symbol).to_owned());
        sheet.state.iter().for_each(|given| cells[given.cell.index()] = format!("+{}", symbols.name(given.symbol)));
        Ok(format!(":0000:x:{}:::\n", cells.concat()))
    }
}
