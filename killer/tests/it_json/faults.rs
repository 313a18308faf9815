//! What is wrong, and where.

use pencilmark_sudoku::{ErrorKind, Reading};

use crate::texts::fpuzzles;
use crate::{fault, named, read_with};

const ROW: &str = "[{}, {}, {}, {}]";

#[test]
fn f_puzzles() {
    let cage = |cage: &str| fpuzzles(ROW, &format!(",\n\"killercage\": [{cage}]"));
    for (text, kind, line, column) in [
        (fpuzzles(ROW, ",\n\"arrow\": [{}]"), ErrorKind::UnsupportedRule, 5, 10),
        (fpuzzles(ROW, ",\n\"unheardof\": 1"), ErrorKind::UnsupportedRule, 5, 14),
        (fpuzzles("[{}, {}, {}]", ""), ErrorKind::RowLength, 3, 10),
        (fpuzzles(r#"[{"value": 5, "given": true}, {}, {}, {}]"#, ""), ErrorKind::BadSymbol, 3, 21),
        (fpuzzles(r#"[{"value": "x"}, {}, {}, {}]"#, ""), ErrorKind::BadNumber, 3, 21),
        (fpuzzles("[{}, 1, {}, {}]", ""), ErrorKind::Malformed, 3, 15),
        (fpuzzles(ROW, ",\n\"rules\" 1"), ErrorKind::Malformed, 5, 9),
        (cage(r#"{"cells": ["R1C1", "R1C5"], "value": "3"}"#), ErrorKind::CellOutOfRange, 5, 35),
        (cage(r#"{"cells": ["R1C1", "R1C1"], "value": "3"}"#), ErrorKind::DuplicateCell, 5, 16),
        (cage(r#"{"cells": ["A1"], "value": "3"}"#), ErrorKind::Malformed, 5, 27),
        (cage(r#"{"cells": ["R1C1"], "value": "?"}"#), ErrorKind::BadNumber, 5, 45),
        (cage(r#"{"cells": ["R1C1"], "value": "-1"}"#), ErrorKind::NegativeTotal, 5, 16),
        (cage(r#"{"cells": []}"#), ErrorKind::CageEmpty, 5, 16),
        ("{\"size\": 4, \"grid\": [{".to_owned(), ErrorKind::Malformed, 1, 23),
        ("{\"grid\": [{}]}".to_owned(), ErrorKind::Malformed, 1, 1),
        ("{\"size\": 0, \"grid\": [{}]}".to_owned(), ErrorKind::BadSize, 1, 10),
        ("{\"size\": -4, \"grid\": [{}]}".to_owned(), ErrorKind::BadSize, 1, 10),
        ("# a comment\n{\"size\": 4,\n# another\n\"grid\": [{}]}".to_owned(), ErrorKind::RowCount, 4, 9),
    ] {
        assert_eq!(fault(&text), (kind, Some(line), Some(column)), "{text}");
    }
}

#[test]
fn our_own_form() {
    let own = |more: &str| format!("{{\"pencilmark\": 1, \"size\": 4,\n{more}}}");
    for (text, kind, line, column) in [
        ("{\"pencilmark\": 2, \"later\": 1}".to_owned(), ErrorKind::Malformed, 1, Some(16)),
        (own("\"unheardof\": 1"), ErrorKind::Malformed, 2, None),
        ("# a comment\n".to_owned() + &own("\"unheardof\": 1"), ErrorKind::Malformed, 3, None),
        (own("\"givens\": [[1]]"), ErrorKind::Malformed, 2, None),
        (own("\"givens\": [[null]]"), ErrorKind::RowCount, 2, Some(11)),
        (own("\"boxes\": [3, 2]"), ErrorKind::BadSize, 2, Some(10)),
        (own("\"regions\": [[1, 1]]"), ErrorKind::RegionSize, 2, Some(12)),
        (own("\"symbols\": [\"1\", \"2\", \"3\", \"3\"]"), ErrorKind::DuplicateSymbol, 2, Some(28)),
        (own("\"symbols\": [\"1\", \"2\"]"), ErrorKind::SymbolCount, 2, Some(12)),
        (own("\"rules\": [\"no-such\"]"), ErrorKind::UnsupportedRule, 2, Some(11)),
        (own("\"cages\": [{\"cells\": [\"r9c1\"]}]"), ErrorKind::CellOutOfRange, 2, Some(22)),
    ] {
        assert_eq!(fault(&text), (kind, Some(line), column), "{text}");
    }
}

#[test]
fn packed_texts() {
    assert_eq!(fault("classicAAA"), (ErrorKind::RowLength, Some(1), Some(8)));
    assert_eq!(fault("sclN4IgxgpgNlDKCWAv"), (ErrorKind::Malformed, Some(1), Some(4)));
    let bomb = format!("scl{}", lz_str::compress_to_base64(" ".repeat(4_200_000).as_str()));
    assert!(bomb.len() < 10_000);
    assert_eq!(fault(&bomb), (ErrorKind::TooLarge, Some(1), Some(4)));
    // Lists without end would fill the call stack.
    let deep = "[".repeat(100_000);
    for name in ["fpuzzles", "pencilmark", "sudokupad"] {
        assert_eq!(named(name).parse(&deep, 1, &mut Reading::new()).unwrap_err().kind, ErrorKind::Malformed);
    }
    assert!(read_with(&format!("scl{}", lz_str::compress_to_base64(deep.as_str())), &mut Reading::new()).is_err());
}

#[test]
fn a_short_text_that_unpacks_to_a_huge_one_is_refused() {
    let bomb = lz_str::compress_to_base64("[".repeat(5 << 20).as_str());
    assert!(bomb.len() < 20_000);
    for (name, text) in [
        ("fpuzzles-url", format!("https://f-puzzles.com/?load={bomb}")),
        ("sudokupad-code", format!("scl{bomb}")),
        ("sudokupad-code", format!("https://sudokupad.app/fpuz{bomb}")),
        ("sudokupad-code", format!("fpuzzles{bomb}")),
    ] {
        let error = named(name).parse(&text, 1, &mut Reading::new()).expect_err(name);
        assert_eq!(error.kind, ErrorKind::TooLarge, "{error}");
    }
}

#[test]
fn an_object_of_very_many_keys_takes_no_squares_of_them() {
    let keys: Vec<String> = (0..200_000).map(|i| format!("\"{i}\":0")).collect();
    let error = named("fpuzzles").parse(&format!("{{{}}}", keys.join(",")), 1, &mut Reading::new()).expect_err("no size");
    assert_eq!(error.kind, ErrorKind::Malformed);
}

#[test]
fn further_regions_are_cages_without_a_total() {
    let row = "[{},{},{},{}]";
    let text = format!(
        "{{\"size\":4,\"grid\":[{row},{row},{row},{row}],\"extraregion\":[{{\"cells\":[\"R1C1\",\"R2C3\"]}},{{\"cells\":[\"R1C1\",\"R1C1\"]}}]}}"
    );
    let error = named("fpuzzles").parse(&text, 1, &mut Reading::new()).expect_err("a cell twice");
    assert_eq!(error.kind, ErrorKind::DuplicateCell);
    let text = text.replace(",{\"cells\":[\"R1C1\",\"R1C1\"]}", "");
    let sheet = named("fpuzzles").parse(&text, 1, &mut Reading::new()).unwrap().remove(0);
    assert_eq!(crate::cages(&sheet), ["- at r1c1 r2c3"]);
}
