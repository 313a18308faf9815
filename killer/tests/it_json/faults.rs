//! What is wrong, and where.

use pencilmark_sudoku::{ErrorKind, Reading};

use crate::texts::fpuzzles;
use crate::{fault, named, read, read_with};

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
        (own("\"unheardof\": 1"), ErrorKind::Malformed, 2, Some(11)),
        ("# a comment\n".to_owned() + &own("\"unheardof\": 1"), ErrorKind::Malformed, 3, Some(11)),
        (own("\"givens\": [[1]]"), ErrorKind::Malformed, 2, Some(13)),
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
fn our_own_form_tells_what_is_of_the_wrong_shape() {
    let own = |more: &str| format!("{{\"pencilmark\": 1, \"size\": 4,\n{more}}}");
    let of = |text: &str| {
        let error = read_with(text, &mut Reading::new()).unwrap_err();
        let word = |word: &Option<Box<str>>| word.as_deref().unwrap_or_default().to_owned();
        assert_eq!((error.kind, error.line), (ErrorKind::Malformed, Some(2)), "{text}");
        (error.message.clone(), word(&error.found), word(&error.expected), error.column.unwrap_or(0))
    };
    for (text, message, found, expected, column) in [
        (r#""cages": [{"cells": ["r1c1"], "total": "five"}]"#, "a value of the wrong kind", "\"five\"", "a whole number", 45),
        (r#""cages": [{"cells": ["r1c1"], "total": 5.5}]"#, "a value of the wrong kind", "5.5", "a whole number", 42),
        (r#""cages": [{"cells": ["r1c1"], "sum": 5}]"#, "a key that is not known", "sum", "one of cells, total, repeats", 35),
        (r#""cages": [{"total": 5}]"#, "a key is missing", "", "cells", 22),
        (r#""cages": {"total": 5}"#, "a value of the wrong kind", "an object", "a list", 9),
        (r#""title": "é", "boxes": true"#, "a value of the wrong kind", "true", "a list of two numbers", 27),
    ] {
        let want = (message.to_owned(), found.to_owned(), expected.to_owned());
        let (message, found, expected, at) = of(&own(text));
        assert_eq!(((message, found, expected), at), (want, column), "{text}");
    }
}

#[test]
fn a_total_of_0_is_none_and_told_where_0_is_a_symbol() {
    let text = |symbols: &str| {
        format!(
            r#"{{"pencilmark": 1, "size": 4, "symbols": {symbols}, "cages": [{{"cells": ["r1c1"], "total": 0}}, {{"cells": ["r2c1"]}}]}}"#
        )
    };
    let warned = |symbols: &str| {
        let sheet = read(&text(symbols)).1;
        sheet.warnings.into_iter().map(|warning| (warning.kind, warning.message)).collect::<Vec<_>>()
    };
    assert_eq!(
        warned(r#"["0", "1", "2", "3"]"#),
        [("cage_without_total", "cage at r1c1, on line 1, has total 0: its values differ, and it may have any sum".to_owned())]
    );
    assert_eq!(warned(r#"["4", "1", "2", "3"]"#), []);
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
