//! Candidate lists: a line of n characters a cell, a symbol for each candidate and `.` or `0` for each that is out.

use itertools::Itertools;

use super::marks::{self, Marks};
use super::{Decline, Extent, Format, Reading, Unwritable, classic, text};
use crate::error::{ErrorKind, ParseError};
use crate::grid::{Cell, usual_box};
use crate::sheet::{Place, Sheet, Source};

/// n^3 characters a line: 729 for the usual grid.
#[derive(Debug)]
pub(crate) struct Sukaku;

/// The size of the grid with so many candidates.
fn size_of(candidates: usize) -> Option<usize> {
    (4..=marks::LARGEST).find(|size| size * size * size == candidates && usual_box(*size).is_ok())
}

/// The characters of a line, up to the first blank.
fn characters(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

/// Whether a line looks like candidates, with one or two too many or too few perhaps.
fn fits(characters: &str) -> bool {
    if !characters.bytes().all(|byte| byte == b'.' || byte.is_ascii_alphanumeric()) {
        return false;
    }
    match size_of(characters.len()) {
        // 64 characters are rather an 8x8 grid, unless each cell has candidates and each of these its place.
        Some(4) => characters.as_bytes().chunks(4).all(|group| {
            let named = |(byte, name): (&u8, u8)| *byte == name;
            let open = |(byte, name): (&u8, u8)| matches!(byte, b'.' | b'0') || *byte == name;
            group.iter().zip(b'1'..).all(open) && group.iter().zip(b'1'..).any(named)
        }),
        Some(_) => true,
        None => (6..=marks::LARGEST).any(|size| usual_box(size).is_ok() && size.pow(3).abs_diff(characters.len()) <= 2),
    }
}

/// The puzzle of a line.
fn sheet(line: text::Line<'_>, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
    let characters = characters(line.text).chars().collect_vec();
    let Some(size) = size_of(characters.len()) else {
        let near = (4..=marks::LARGEST).filter(|&size| usual_box(size).is_ok()).map(|size| size.pow(3));
        let near = near.min_by_key(|full| full.abs_diff(characters.len())).unwrap_or(729);
        let place = Place::new(line.number, indent + characters.len() + 1);
        let error = ParseError::new(ErrorKind::RowLength, "a line with the wrong number of candidates for any grid");
        return Err(error.at(place).found(characters.len()).expected(near));
    };
    let grid = reading.grid(size).map_err(|error| ParseError::from_grid(&error).on_line(line.number))?;
    let symbols = marks::symbols(size, reading, line.number)?;
    let mut marks = Marks::new(grid, symbols);
    for (cell, group) in characters.chunks(size).enumerate() {
        let place = Place::new(line.number, indent + cell * size + 1);
        let text: String = group.iter().collect();
        let group = marks.group(&text, place, ".0")?;
        marks.keep(Cell::new(cell), group, place);
    }
    Ok(marks.sheet(Source { format: "sukaku", line: line.number }))
}

impl Format for Sukaku {
    fn name(&self) -> &'static str {
        "sukaku"
    }

    fn about(&self) -> &'static str {
        "one puzzle a line: n characters a cell, one for each candidate (729 for 9x9)"
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let lines = text::content(head, 1).take(text::TELLING).map(|line| characters(line.text)).collect_vec();
        if lines.iter().filter(|line| fits(line)).count() * 2 <= lines.len() {
            return Decline::new("most lines do not hold n^3 characters");
        }
        Ok(())
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        text::content(text, first_line).map(|line| sheet(line, reading)).collect()
    }

    fn classic(&self, line: &[u8]) -> Option<crate::bitboard::Candidates> {
        classic::candidates(line)
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let symbols = &*sheet.symbols;
        if !marks::can_name(symbols) {
            return Err(Unwritable { format: self.name(), reason: format!("the symbols {symbols}") });
        }
        let size = sheet.grid.size();
        if size_of(size.pow(3)).is_none() {
            return Err(Unwritable { format: self.name(), reason: format!("a grid of {size}x{size}") });
        }
        let mut line = String::new();
        for group in marks::possible(sheet) {
            symbols.iter().for_each(|symbol| line += if group.contains(&symbol) { symbols.name(symbol) } else { "." });
        }
        line.push('\n');
        match self.sniff(&line) {
            Ok(()) => Ok(line),
            // It would be taken for the digits of an 8x8 grid.
            Err(_) => Err(Unwritable { format: self.name(), reason: "a cell without candidates in a small grid".to_owned() }),
        }
    }
}
