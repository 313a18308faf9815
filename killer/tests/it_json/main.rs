//! The formats that are JSON or hold it: texts in, sheets or errors out, through the public interface.

mod faults;
mod round_trip;
mod texts;

use pencilmark_killer::{Cages, FORMATS, cages_of};
use pencilmark_sudoku::{ErrorKind, Format, ParseError, Reading, Sheet, detect_among};

fn named(name: &str) -> &'static dyn Format {
    *FORMATS.iter().find(|format| format.name() == name).expect("it is in the list")
}

/// Detects the format and reads the text, as the command line does.
fn read_with(text: &str, reading: &mut Reading) -> Result<(&'static str, Vec<Sheet>), ParseError> {
    let format = detect_among(FORMATS, text)?;
    Ok((format.name(), format.parse(text, 1, reading)?))
}

fn read(text: &str) -> (&'static str, Sheet) {
    let (format, mut sheets) = read_with(text, &mut Reading::new()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(sheets.len(), 1, "{text}");
    (format, sheets.remove(0))
}

/// Kind and place of the error.
fn fault(text: &str) -> (ErrorKind, Option<usize>, Option<usize>) {
    let error = read_with(text, &mut Reading::new()).expect_err(text);
    (error.kind, error.line, error.column)
}

/// What stands in the cells, open ones as dots.
fn givens(sheet: &Sheet) -> String {
    sheet.values().into_iter().map(|value| value.map_or(".", |symbol| sheet.symbols.name(symbol))).collect()
}

/// All cages, as `5 at r1c1 r1c2`.
fn cages(sheet: &Sheet) -> Vec<String> {
    let cell = |cell| format!(" {}", sheet.grid.name(cell));
    let cages = cages_of(sheet).map_or(&[][..], Cages::cages);
    let show = |cage: &pencilmark_killer::Cage| {
        let total = cage.total.map_or("-".to_owned(), |total| total.to_string());
        let repeats = if cage.repeats { "*" } else { "" };
        format!("{total}{repeats} at{}", cage.cells.iter().copied().map(cell).collect::<String>())
    };
    cages.iter().map(show).collect()
}

fn rules(sheet: &Sheet) -> Vec<String> {
    sheet.rules.iter().map(|rule| rule.name()).collect()
}
