//! OpenSudoku: XML with any number of games, whose `data` is 81 digits or a list of cells with notes.

use super::alphabet::{Spacing, Token, givens};
use super::marks::{self, Marks};
use super::xml::XmlElements;
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

fn wrong(message: &str, place: Place) -> ParseError {
    ParseError::new(ErrorKind::Malformed, message).at(place)
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

/// `version: N`, then `value|notes|editable|` for each cell. From version 4 on there are two kinds of notes, in version 5 a colour after
/// them.
fn listed(rest: &str, mut marks: Marks, place: Place, source: Source) -> Result<Sheet, ParseError> {
    let digits = rest.trim_start();
    let split = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (kinds, width) = match &digits[..split] {
        "1" | "2" | "3" => (1, 3),
        "4" => (2, 4),
        "5" => (2, 5),
        other => {
            let error = ParseError::new(ErrorKind::BadNumber, "no version of the data that is known").at(place);
            return Err(error.found(other).expected("1 to 5"));
        }
    };
    // Version 2 has a second bar after notes here and there.
    let fields: Vec<&str> = digits[split..].split('|').map(str::trim).filter(|field| !field.is_empty()).collect();
    if fields.len() != width * SIZE * SIZE {
        let error = ParseError::new(ErrorKind::RowLength, "a game with the wrong number of fields").at(place);
        return Err(error.found(fields.len()).expected(width * SIZE * SIZE));
    }
    let mut noted = Vec::new();
    for (cell, fields) in fields.chunks(width).enumerate() {
        let cell = Cell::new(cell);
        if fields[1..=kinds].iter().any(|notes| !matches!(*notes, "-" | "0")) {
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
        let mut sheets = Vec::new();
        for element in XmlElements::new(text, first_line) {
            let game = element?;
            if game.name == "game" {
                let data = game.attribute("data").ok_or_else(|| wrong("a game without data", game.place).expected("an attribute data"))?;
                sheets.push(sheet(data, game.place, reading)?);
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
            format!("version: 1&#10;{cells}")
        };
        Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<game data=\"{data}\" />\n</opensudoku>\n"))
    }
}
