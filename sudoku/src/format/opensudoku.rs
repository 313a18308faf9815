//! OpenSudoku: XML with any number of games, whose `data` is 81 digits or a list of cells with notes.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::alphabet::{Spacing, Token, givens};
use super::marks::{self, Marks};
use super::{Decline, Extent, Format, Reading, Unwritable};
use crate::error::{ErrorKind, ParseError};
use crate::grid::Cell;
use crate::sheet::{Place, Sheet, Source, Warning};
use crate::symbols::Symbols;

/// The size of all its grids.
const SIZE: usize = 9;

/// An `.opensudoku` file, of version 1 or 2.
#[derive(Debug)]
pub(crate) struct OpenSudoku;

/// The place of a byte of a text.
fn place(text: &str, byte: u64, first_line: usize) -> Place {
    let mut end = usize::try_from(byte).unwrap_or(text.len()).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    Place::new(first_line + before.matches('\n').count(), before[start..].chars().count() + 1)
}

fn wrong(message: &str, place: Place) -> ParseError {
    ParseError::new(ErrorKind::BadSymbol, message).at(place)
}

/// The attribute `data` of a game.
fn data(game: &BytesStart<'_>, place: Place) -> Result<String, ParseError> {
    let attribute = game.try_get_attribute("data").map_err(|error| wrong(&format!("no XML: {error}"), place))?;
    let attribute = attribute.ok_or_else(|| wrong("a game without data", place).expected("an attribute data"))?;
    let raw = attribute.value;
    let text = quick_xml::escape::unescape(&raw).map_err(|error| wrong(&format!("no XML: {error}"), place))?;
    Ok(text.into_owned())
}

fn sheet(data: &str, place: Place, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let source = Source { format: "opensudoku", line: place.line as usize };
    let grid = reading.grid(SIZE).map_err(|error| ParseError::from_grid(&error).at(place))?;
    if let Some(rest) = data.trim_start().strip_prefix("version:") {
        return listed(rest, Marks::new(grid, marks::symbols(SIZE, reading, source.line)?), place, source);
    }
    let data = data.trim();
    let count = data.chars().count();
    if count != SIZE * SIZE {
        return Err(ParseError::new(ErrorKind::RowLength, "a game with the wrong number of cells")
            .at(place)
            .found(count)
            .expected(SIZE * SIZE));
    }
    let tokens: Vec<Token<'_>> = data.char_indices().map(|(at, c)| Token { text: &data[at..at + c.len_utf8()], place }).collect();
    let (symbols, givens) = givens(&tokens, SIZE, Spacing::Compact, reading)?;
    Ok(Sheet::new(grid, symbols, givens, source))
}

/// `version: N`, then `value|note|editable|` for each cell; later versions have one note more.
fn listed(rest: &str, mut marks: Marks, place: Place, source: Source) -> Result<Sheet, ParseError> {
    let digits = rest.trim_start();
    let split = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let version: u32 = digits[..split]
        .parse()
        .map_err(|_| ParseError::new(ErrorKind::BadNumber, "no version of the data").at(place).expected("a number"))?;
    let width = if version >= 4 { 4 } else { 3 };
    let mut fields: Vec<&str> = digits[split..].trim().split('|').map(str::trim).collect();
    if fields.last() == Some(&"") {
        fields.pop();
    }
    if fields.len() != width * SIZE * SIZE {
        let error = ParseError::new(ErrorKind::RowLength, "a game with the wrong number of fields").at(place);
        return Err(error.found(fields.len()).expected(width * SIZE * SIZE));
    }
    let mut noted = Vec::new();
    for (cell, fields) in fields.chunks(width).enumerate() {
        let cell = Cell::new(cell);
        if fields[1..width - 1].iter().any(|note| !matches!(*note, "" | "-" | "0")) {
            noted.push(cell);
        }
        if fields[0] == "0" {
            continue;
        }
        let symbol = marks.symbol(fields[0], place)?;
        match fields[width - 1] {
            "0" => marks.give(cell, symbol, place),
            "1" => marks.play(cell, symbol, place),
            other => return Err(wrong("neither 0 nor 1 says whether a cell can be edited", place).found(other).expected("0 or 1")),
        }
    }
    let mut sheet = marks.sheet(source);
    if !noted.is_empty() {
        sheet.warnings.push(Warning { kind: "notes_left_out", message: "the player's notes are left out".to_owned(), cells: noted });
    }
    Ok(sheet)
}

impl Format for OpenSudoku {
    fn name(&self) -> &'static str {
        "opensudoku"
    }

    fn about(&self) -> &'static str {
        "XML of OpenSudoku, versions 1 and 2; any number of 9x9 games"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        if head.contains("<opensudoku") { Ok(()) } else { Decline::new("no <opensudoku>") }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let mut xml = Reader::from_str(text);
        let mut sheets = Vec::new();
        // Places are found from the last game on: from the start each time would take squares of the games.
        let (mut seen, mut line) = (0, first_line);
        loop {
            let at = xml.buffer_position();
            let event = xml.read_event();
            match event {
                Ok(Event::Start(tag) | Event::Empty(tag)) if tag.name().as_ref() == "game" => {
                    let here = place(&text[seen..], at - seen as u64, line);
                    let game = sheet(&data(&tag, here)?, here, reading)?;
                    sheets.push(game);
                    let start = usize::try_from(at).unwrap_or(text.len());
                    if let Some(end) = text[seen..start].rfind('\n') {
                        line += text[seen..seen + end + 1].matches('\n').count();
                        seen += end + 1;
                    }
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => return Err(wrong(&format!("no XML: {error}"), place(text, xml.error_position(), first_line))),
            }
        }
        if sheets.is_empty() {
            return Err(ParseError::new(ErrorKind::EmptyInput, "no game in the file").expected("<game data=\"...\"/>"));
        }
        Ok(sheets)
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let cannot = |reason: String| Err(Unwritable { format: self.name(), reason });
        if sheet.grid.size() != SIZE {
            return cannot(format!("a grid of size {}", sheet.grid.size()));
        }
        if *sheet.symbols != Symbols::numbers_to(SIZE) {
            return cannot(format!("the symbols {}", sheet.symbols));
        }
        let mut cells = vec![(0, 1); SIZE * SIZE];
        sheet.givens.iter().for_each(|given| cells[given.cell.index()] = (given.symbol.index() + 1, 0));
        sheet.state.iter().for_each(|given| cells[given.cell.index()] = (given.symbol.index() + 1, 1));
        let data: String = if sheet.state.is_empty() {
            cells.iter().map(|(value, _)| value.to_string()).collect()
        } else {
            let cells: String = cells.iter().map(|(value, editable)| format!("{value}|-|{editable}|")).collect();
            format!("version: 2&#10;{cells}")
        };
        Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<game data=\"{data}\" />\n</opensudoku>\n"))
    }
}
