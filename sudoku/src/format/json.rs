//! JSON: an array of rows, or an object with one under `grid`, `puzzle`, `clues` or `board`.

use itertools::Itertools;

use super::alphabet::{Spacing, Token, givens};
use super::{Decline, Extent, Format, Json, JsonValue, Reading, Unwritable, names, text};
use crate::error::{ErrorKind, ParseError};
use crate::sheet::{Place, Sheet, Source, Warning};

/// The names under which an object may hold its cells.
const KEYS: [&str; 4] = ["grid", "puzzle", "clues", "board"];

/// What an object may say that is a rule, and that this format has no place for.
const RULES: [&str; 9] = ["regions", "jigsaw", "cages", "killer", "killercage", "diagonals", "diagonal", "thermometers", "constraints"];

/// An array of rows.
#[derive(Debug)]
pub(crate) struct JsonRows;

/// What a value says of a cell.
fn word(cell: &Json) -> Option<String> {
    match &cell.value {
        // An open cell, even where 0 is a symbol.
        JsonValue::Null => Some(".".to_owned()),
        JsonValue::Text(text) if text.trim().is_empty() => Some(".".to_owned()),
        JsonValue::Number(number) => Some(number.to_string()),
        JsonValue::Text(text) => Some(text.trim().to_owned()),
        _ => None,
    }
}

/// A row or a grid of characters, all of which stand at the place of their text.
fn characters(text: &str, place: Place) -> Vec<(String, Place)> {
    text.trim().chars().map(|c| (c.to_string(), place)).collect()
}

/// The rows of a list of all cells.
fn square(cells: Vec<(String, Place)>, at: &Json) -> Result<Vec<Vec<(String, Place)>>, ParseError> {
    let size = cells.len().isqrt();
    if size == 0 || size * size != cells.len() {
        let error = ParseError::new(ErrorKind::RowLength, "a number of cells that no grid has").at(at.place);
        return Err(error.found(cells.len()).expected("n^2 cells"));
    }
    Ok(cells.chunks(size).map(<[_]>::to_vec).collect())
}

/// The cells of a puzzle: rows as arrays or strings of characters, or all cells in one.
fn rows(cells: &Json) -> Result<Vec<Vec<(String, Place)>>, ParseError> {
    let cell = |at: &Json| match word(at) {
        Some(word) => Ok((word, at.place)),
        None => Err(at.wrong("no symbol in a cell").expected("a number, a text or null")),
    };
    let row = |at: &Json| match &at.value {
        JsonValue::List(cells) => cells.iter().map(cell).collect(),
        JsonValue::Text(text) => Ok(characters(text, at.place)),
        _ => Err(at.wrong("a row that is no array").expected("an array of cells")),
    };
    match &cells.value {
        JsonValue::Text(text) => square(characters(text, cells.place), cells),
        JsonValue::List(all) if all.iter().all(|cell| word(cell).is_some_and(|word| word.chars().count() < 2)) && all.len() > 3 => {
            square(all.iter().map(cell).collect::<Result<_, _>>()?, cells)
        }
        JsonValue::List(all) => all.iter().map(row).collect(),
        _ => Err(cells.wrong("no array of rows").expected("an array of arrays")),
    }
}

/// The height and width of the boxes that an object states.
fn boxes(puzzle: &Json) -> Result<Option<(usize, usize)>, ParseError> {
    let Some(block) = puzzle.get("block").filter(|block| block.value != JsonValue::Null) else {
        return Ok(None);
    };
    let side = |key: &str| {
        let at = block.get(key).ok_or_else(|| block.wrong("no sizes of boxes").expected("bw and bh, the width and height"))?;
        let side = usize::try_from(at.integer("size of boxes")?).ok().filter(|side| *side > 0);
        side.ok_or_else(|| at.wrong("no size of boxes").expected("1 or more"))
    };
    Ok(Some((side("bh")?, side("bw")?)))
}

/// The size that an object states must be that of its rows.
fn check_size(puzzle: &Json, rows: &Json, size: usize) -> Result<(), ParseError> {
    match puzzle.get("size").filter(|stated| !stated.is_void()).map(|stated| stated.integer("size")).transpose()? {
        Some(stated) if stated != size as i64 => {
            let error = ParseError::new(ErrorKind::RowCount, "not as many rows as the size says").at(rows.place);
            Err(error.found(size).expected(stated))
        }
        _ => Ok(()),
    }
}

/// Rules are no decoration: leaving one out gives another puzzle.
fn left_out(puzzle: &Json, reading: &Reading) -> Result<Vec<Warning>, ParseError> {
    let stated = RULES.iter().filter_map(|key| puzzle.get(key).filter(|rule| !rule.is_void()).map(|rule| (key, rule)));
    stated.map(|(key, rule)| reading.leave_out(key, rule.place)).collect()
}

fn sheet(puzzle: &Json, line: usize, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let (at, shown) = match &puzzle.value {
        JsonValue::Object(_) => {
            let cells = KEYS.iter().find_map(|key| puzzle.get(key));
            let missing = || puzzle.wrong("an object without cells").expected(format!("one of {}", KEYS.join(", ")));
            (cells.ok_or_else(missing)?, boxes(puzzle)?)
        }
        _ => (puzzle, None),
    };
    let warnings = left_out(puzzle, reading)?;
    let rows = rows(at)?;
    let size = rows.len();
    check_size(puzzle, at, size)?;
    let odd = rows.iter().position(|row| row.len() != size);
    if let Some(odd) = odd {
        let width = rows[odd].len();
        if size > 1 && rows.iter().all(|row| row.len() == width) {
            let error = ParseError::new(ErrorKind::RowCount, format!("not as many rows as the rows have cells: {width}"));
            return Err(error.at(at.place).found(size).expected(width));
        }
        let place = rows[odd].first().map_or(at.place, |(_, place)| *place);
        let error = ParseError::new(ErrorKind::RowLength, format!("row {} has the wrong number of cells", odd + 1)).at(place);
        return Err(error.found(width).expected(size));
    }
    let grid = reading.grid_with(size, shown).map_err(|error| ParseError::from_grid(&error).at(at.place))?;
    let tokens = rows.iter().flatten().map(|(text, place)| Token { text, place: *place }).collect_vec();
    let (symbols, givens) = givens(&tokens, size, Spacing::Spaced, reading)?;
    Ok(Sheet { warnings, ..Sheet::new(grid, symbols, givens, Source { format: "json", line }) })
}

impl Format for JsonRows {
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
        let head = text::without_comments(head);
        let head = head.trim_start();
        if !head.starts_with(['[', '{']) {
            return Decline::new("neither array nor object");
        }
        let compact: String = head.chars().filter(|c| !c.is_whitespace()).take(100_000).collect();
        if compact.starts_with("[[")
            || compact.starts_with("[\"")
            || compact.starts_with("[null")
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
        let json = Json::parse(text, first_line)?;
        match &json.value {
            JsonValue::List(puzzles) if puzzles.first().is_some_and(|first| matches!(first.value, JsonValue::Object(_))) => {
                puzzles.iter().map(|puzzle| sheet(puzzle, puzzle.place.line as usize, reading)).collect()
            }
            _ => Ok(vec![sheet(&json, first_line, reading)?]),
        }
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols, values) = (&*sheet.grid, &*sheet.symbols, &*sheet.values());
        let blank = if symbols.numbers().is_none() {
            ""
        } else if symbols.lookup("0").is_some() || grid.size() == 1 {
            // A 0 would be read as a symbol: it fills the grid of one cell, too.
            "."
        } else {
            "0"
        };
        let cell = |name: &str| match (name, name.parse::<u32>()) {
            (".", _) => "null".to_owned(),
            (_, Ok(number)) if symbols.numbers().is_some() => number.to_string(),
            _ => serde_json::Value::from(name).to_string(),
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
