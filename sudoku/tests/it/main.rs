//! Texts in, sheets or errors out: the tests of the formats, through the public interface.

mod classic;
mod faults;
mod formats;
mod grid;
mod opensudoku;
mod round_trip;

use pencilmark_sudoku::{ErrorKind, FORMATS, Format, ParseError, Reading, Sheet, detect};

/// Detects the format and reads the text, as the command line does.
fn read_with(text: &str, reading: &mut Reading) -> Result<(&'static str, Vec<Sheet>), ParseError> {
    let format = detect(text)?;
    Ok((format.name(), format.parse(text, 1, reading)?))
}

fn read(text: &str) -> (&'static str, Sheet) {
    let (format, mut sheets) = read_with(text, &mut Reading::new()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(sheets.len(), 1, "{text}");
    (format, sheets.remove(0))
}

/// Symbols, then the cells, open ones as dots.
fn cells(sheet: &Sheet) -> String {
    let name = |value: Option<_>| value.map_or(".", |symbol| sheet.symbols.name(symbol)).to_owned();
    let gap = if sheet.symbols.single_characters() { "" } else { " " };
    format!("{}: {}", sheet.symbols, sheet.values().into_iter().map(name).collect::<Vec<_>>().join(gap))
}

fn error(text: &str) -> ParseError {
    read_with(text, &mut Reading::new()).expect_err(text)
}

fn report(text: &str) -> String {
    error(text).report("p.txt", text)
}

fn place(text: &str) -> (ErrorKind, Option<usize>, Option<usize>) {
    let error = error(text);
    (error.kind, error.line, error.column)
}

fn named(name: &str) -> &'static dyn Format {
    *FORMATS.iter().find(|format| format.name() == name).expect("it is in the list")
}
