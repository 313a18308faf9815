//! JSON: an array of rows, or an object with one under `grid`, `puzzle`, `clues` or `board`.

use itertools::Itertools;
use serde_json::Value;

use super::alphabet::{Spacing, Token, givens};
use super::{Decline, Extent, Format, Reading, Unwritable, names};
use crate::error::{ErrorKind, ParseError};
use crate::sheet::{Place, Sheet, Source};

/// The names under which an object may hold its cells.
const KEYS: [&str; 4] = ["grid", "puzzle", "clues", "board"];

/// An array of rows.
#[derive(Debug)]
pub(crate) struct Json;

/// Parses JSON; the place of a fault is that of the text, the first line of which has the number `first_line`.
pub(crate) fn value(text: &str, first_line: usize) -> Result<Value, ParseError> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
        let place = Place::new(first_line + error.line().saturating_sub(1), error.column().max(1));
        ParseError::new(ErrorKind::BadSymbol, format!("no JSON: {message}")).at(place)
    })
}

fn wrong(message: impl Into<String>) -> ParseError {
    ParseError::new(ErrorKind::BadSymbol, message)
}

/// What a value says of a cell.
fn word(value: &Value) -> Option<String> {
    match value {
        // An open cell, even where 0 is a symbol.
        Value::Null => Some(".".to_owned()),
        Value::String(text) if text.trim().is_empty() => Some(".".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()),
        _ => None,
    }
}

/// The cells of a puzzle: rows as arrays or strings of characters, or all cells in one.
fn rows(cells: &Value) -> Result<Vec<Vec<String>>, ParseError> {
    let characters = |text: &str| text.chars().map(|c| c.to_string()).collect_vec();
    let square = |all: Vec<String>| {
        let size = all.len().isqrt();
        if size == 0 || size * size != all.len() {
            return Err(ParseError::new(ErrorKind::RowLength, "a number of cells that no grid has").found(all.len()).expected("n^2 cells"));
        }
        Ok(all.chunks(size).map(<[String]>::to_vec).collect())
    };
    let row = |(number, row): (usize, &Value)| match row {
        Value::Array(cells) => cells
            .iter()
            .zip(1..)
            .map(|(cell, column)| {
                word(cell).ok_or_else(|| wrong(format!("no symbol in row {number}, cell {column}")).expected("a number, a text or null"))
            })
            .collect(),
        Value::String(text) => Ok(characters(text.trim())),
        _ => Err(wrong(format!("row {number} is no array")).expected("an array of cells")),
    };
    match cells {
        Value::String(text) => square(characters(text.trim())),
        Value::Array(all) if all.iter().all(|cell| word(cell).is_some_and(|word| word.chars().count() < 2)) && all.len() > 3 => {
            square(all.iter().filter_map(word).collect())
        }
        Value::Array(all) => (1..).zip(all).map(row).collect(),
        _ => Err(wrong("no array of rows").expected("an array of arrays")),
    }
}

/// The height and width of the boxes that an object states.
fn boxes(puzzle: &Value) -> Result<Option<(usize, usize)>, ParseError> {
    let Some(block) = puzzle.get("block").filter(|block| !block.is_null()) else {
        return Ok(None);
    };
    let side = |key: &str| block.get(key).and_then(Value::as_u64).and_then(|side| usize::try_from(side).ok()).filter(|side| *side > 0);
    match (side("bh"), side("bw")) {
        (Some(height), Some(width)) => Ok(Some((height, width))),
        _ => Err(ParseError::new(ErrorKind::BadNumber, "no sizes of boxes under block").expected("bw and bh, the width and height")),
    }
}

fn sheet(puzzle: &Value, line: usize, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let (cells, shown) = match puzzle {
        Value::Object(object) => {
            let cells = KEYS.iter().find_map(|key| object.get(*key));
            (cells.ok_or_else(|| wrong("an object without cells").expected(format!("one of {}", KEYS.join(", "))))?, boxes(puzzle)?)
        }
        _ => (puzzle, None),
    };
    let rows = rows(cells)?;
    let size = rows.len();
    if let Some((number, row)) = (1..).zip(&rows).find(|(_, row)| row.len() != size) {
        return Err(ParseError::new(ErrorKind::RowLength, format!("row {number} has the wrong number of cells"))
            .found(row.len())
            .expected(size));
    }
    let grid = reading.grid_with(size, shown).map_err(|error| ParseError::from_grid(&error))?;
    // Rows and columns stand in for places until the fault, if any, is put into words.
    let token = |(cell, text): (usize, &'_ String)| (Place::new(cell / size + 1, cell % size + 1), text.clone());
    let words = rows.iter().flatten().enumerate().map(token).collect_vec();
    let tokens = words.iter().map(|(place, text)| Token { text, place: *place }).collect_vec();
    let (symbols, mut givens) = givens(&tokens, size, Spacing::Spaced, reading).map_err(|mut error| {
        if let (Some(row), Some(column)) = (error.line.take(), error.column.take()) {
            error.message = format!("row {row}, cell {column}: {}", error.message);
        }
        error
    })?;
    givens.iter_mut().for_each(|given| given.place = Place::default());
    Ok(Sheet::new(grid, symbols, givens, Source { format: "json", line }))
}

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "a JSON array of rows, or an object with one under grid, puzzle, clues or board"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let compact: String = head.trim_start_matches('\u{feff}').chars().filter(|c| !c.is_whitespace()).take(100_000).collect();
        if compact.starts_with("[[")
            || compact.starts_with("[\"")
            || (compact.starts_with('[') && compact[1..].starts_with(|c: char| c.is_ascii_digit()))
        {
            return Ok(());
        }
        if !compact.starts_with('{') && !compact.starts_with("[{") {
            return Decline::new("neither array nor object");
        }
        if ["\"cells\":", "\"cages\":", "\"pencilmark\":"].iter().any(|key| compact.contains(key)) {
            return Decline::new("an object of another format");
        }
        // Rows of objects are another format's.
        let plain = |key: &&str| {
            let start = format!("\"{key}\":");
            compact.find(&start).is_some_and(|at| {
                let cells = &compact[at + start.len()..];
                cells.starts_with(['[', '"']) && !cells.starts_with("[{") && !cells.starts_with("[[{")
            })
        };
        if KEYS.iter().any(plain) { Ok(()) } else { Decline::new("an object without rows of cells") }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        match value(text, first_line)? {
            Value::Array(puzzles) if puzzles.first().is_some_and(Value::is_object) => {
                puzzles.iter().map(|puzzle| sheet(puzzle, first_line, reading)).collect()
            }
            puzzle => Ok(vec![sheet(&puzzle, first_line, reading)?]),
        }
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols, values) = (&*sheet.grid, &*sheet.symbols, &*sheet.values());
        let blank = if symbols.numbers().is_none() {
            ""
        } else if symbols.lookup("0").is_some() {
            "."
        } else {
            "0"
        };
        let cell = |name: &str| match (name, name.parse::<u32>()) {
            (".", _) => "null".to_owned(),
            (_, Ok(number)) if symbols.numbers().is_some() => number.to_string(),
            _ => Value::from(name).to_string(),
        };
        let row = |row: &[_]| format!("[{}]", names(symbols, row, blank).map(cell).join(","));
        let rows = format!("[{}]", values.chunks(grid.size()).map(row).join(",\n"));
        let usual = crate::grid::usual_box(grid.size()).ok();
        Ok(match grid.box_shape() {
            Some((height, width)) if usual != Some((height, width)) => {
                format!("{{\"size\":{},\"block\":{{\"bw\":{width},\"bh\":{height}}},\"clues\":\n{rows}}}\n", grid.size())
            }
            _ => rows + "\n",
        })
    }
}
