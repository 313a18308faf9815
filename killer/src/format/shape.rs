//! The shape of Pencilmark's own JSON: which keys there are, and what kind of value each has.

use pencilmark_sudoku::{ErrorKind, ParseError, without_comments};
use serde::Deserialize;

use super::whole::place;

/// The form. It is checked as a whole; the values are then taken from [`Json`](pencilmark_sudoku::Json), which knows their places.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the shape matters")]
struct Shape {
    pencilmark: u32,
    size: u8,
    title: Option<String>,
    author: Option<String>,
    boxes: Option<[u8; 2]>,
    regions: Option<Vec<Vec<u32>>>,
    symbols: Option<Vec<String>>,
    givens: Option<Vec<Vec<Option<String>>>>,
    state: Option<Vec<Vec<Option<String>>>>,
    candidates: Option<Vec<Vec<Vec<String>>>>,
    cages: Option<Vec<ShapeOfCage>>,
    rules: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the shape matters")]
struct ShapeOfCage {
    cells: Vec<String>,
    total: Option<i64>,
    repeats: Option<bool>,
}

/// Is a text of this shape? What is wrong is told with the place where reading stopped.
///
/// Errors: `malformed`.
pub(super) fn check(text: &str, first_line: usize) -> Result<(), ParseError> {
    let text = without_comments(text);
    let Err(error) = serde_json::from_str::<Shape>(&text) else { return Ok(()) };
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    // Columns are counted in bytes.
    let column = line.char_indices().take_while(|(at, _)| *at < error.column()).count().max(1);
    let message = error.to_string().replace('`', "");
    let message = message.split(" at line ").next().unwrap_or_default();
    Err(told(message).at(place((first_line + error.line()).saturating_sub(1), column)))
}

/// The same in our words.
fn told(message: &str) -> ParseError {
    let wrong = |message: &str| ParseError::new(ErrorKind::Malformed, message);
    if let Some(key) = message.strip_prefix("missing field ") {
        return wrong("a key is missing").expected(key);
    }
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    if let Some(key) = what.strip_prefix("unknown field ") {
        return wrong("a key that is not known").found(key).expected(expected);
    }
    let Some(found) = what.strip_prefix("invalid type: ").or_else(|| what.strip_prefix("invalid value: ")) else { return wrong(message) };
    let kind = match expected {
        "i64" | "u32" => "a whole number",
        "u8" => "a whole number of 0 to 255",
        "a sequence" => "a list",
        "an array of length 2" => "a list of two numbers",
        "a boolean" => "true or false",
        "struct ShapeOfCage" => "an object with cells",
        other => other,
    };
    let found = match found {
        "map" => "an object",
        "sequence" => "a list",
        found => ["string ", "floating point ", "integer ", "boolean "].iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found),
    };
    wrong("a value of the wrong kind").found(found).expected(kind)
}
