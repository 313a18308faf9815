//! The versions of OpenSudoku's data.

use pencilmark_sudoku::{ErrorKind, Reading, Sheet};

use crate::{named, read};

/// A file of one game.
fn file(data: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{data}\"/>\n</opensudoku>\n")
}

/// Cells as they are written one after the other: the first four are these, all others open.
fn cells(first: [&str; 4], open: &str) -> String {
    first.concat() + &open.repeat(77)
}

type Digits = Vec<(usize, usize)>;

/// Givens, the player's digits, and the cells with notes.
fn digits(sheet: &Sheet) -> (Digits, Digits, Vec<usize>) {
    let of = |all: &[pencilmark_sudoku::Given]| all.iter().map(|given| (given.cell.index(), given.symbol.index() + 1)).collect();
    let noted = sheet.warnings.iter().flat_map(|warning| &warning.cells).map(|cell| cell.index()).collect();
    (of(&sheet.givens), of(&sheet.state), noted)
}

#[test]
fn each_version_is_read() {
    for (version, cells) in [
        (1, cells(["5|-|0|", "7|-|1|", "0|1,2,|1|", "0|-|1|"], "0|-|1|")),
        // Some texts of version 2 have a second bar.
        (2, cells(["5|0|0|", "7|0|1|", "0|3||1|", "0|0||1|"], "0|0|1|")),
        (3, cells(["5|0|0|", "7|0|1|", "0|3|1|", "0|0|1|"], "0|0|1|")),
        (4, cells(["5|0|0|0|", "7|0|0|1|", "0|0|3|1|", "0|0|0|1|"], "0|0|0|1|")),
        // The colour is no note.
        (5, cells(["5|0|0|0|0|", "7|0|0|0|1|", "0|3|0|0|1|", "0|0|0|2|1|"], "0|0|0|0|1|")),
    ] {
        let (format, sheet) = read(&file(&format!("version: {version}&#10;{cells}")));
        assert_eq!((format, digits(&sheet)), ("opensudoku", (vec![(0, 5)], vec![(1, 7)], vec![2])), "version {version}");
        // A line end in an attribute is a blank to many programs.
        assert_eq!(digits(&read(&file(&format!("version: {version} {cells}"))).1), digits(&sheet));
    }
}

#[test]
fn what_is_written_is_the_version_that_all_programs_read() {
    let (_, sheet) = read(&file(&format!("version: 4&#10;{}", cells(["5|0|0|0|", "7|0|0|1|", "0|0|0|1|", "0|0|0|1|"], "0|0|0|1|"))));
    let text = named("opensudoku").write(&sheet).unwrap();
    assert!(text.contains("\"version: 1&#10;5|-|0|7|-|1|0|-|1|"), "{text}");
    assert_eq!(digits(&read(&text).1), digits(&sheet));
}

#[test]
fn faults_have_the_place_of_their_game() {
    let plain = "0".repeat(81);
    let listed = |version: &str, first| format!("version: {version}&#10;{}", cells([first, "0|-|1|", "0|-|1|", "0|-|1|"], "0|-|1|"));
    for (data, kind) in [
        (listed("6", "0|-|1|"), ErrorKind::BadNumber),
        (listed("", "0|-|1|"), ErrorKind::BadNumber),
        (listed("99999999999999999999", "0|-|1|"), ErrorKind::BadNumber),
        (listed("1", "0|-|"), ErrorKind::RowLength),
        (listed("1", "x|-|1|"), ErrorKind::BadSymbol),
        (listed("1", "5|-|2|"), ErrorKind::Malformed),
        (plain[1..].to_owned(), ErrorKind::RowLength),
    ] {
        let text = format!("<opensudoku>\n<game data=\"{plain}\"/>\n  <game\n data=\"{data}\"/>\n</opensudoku>");
        let error = named("opensudoku").parse(&text, 1, &mut Reading::new()).expect_err(&data);
        assert_eq!((error.kind, error.line, error.column), (kind, Some(3), Some(3)), "{error}");
    }
    let error = named("opensudoku").parse("<opensudoku>\n<game/></opensudoku>", 1, &mut Reading::new()).unwrap_err();
    assert_eq!((error.kind, error.line, error.column), (ErrorKind::Malformed, Some(2), Some(1)));
}
