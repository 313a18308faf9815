//! Text in, text out; and what is said about faults.

use super::problems::sudoku;
use super::{covers, solvers};
use crate::exact_cover::{CoverText, OptionId, Problem, Unwritable, parse, parse_dlx, parse_matrix, write_dlx};

fn fault(text: &str) -> (usize, usize, &'static str, String) {
    let error = parse(text).unwrap_err();
    (error.line, error.column, error.kind(), error.to_string())
}

#[test]
fn knuths_text_is_read() {
    let problem = parse_dlx("| comment\n\np q r | x y \r\n\tp q x y:A\np  r x:A y\n|q is a comment\np x:B\nq x:A\nr y:B\n").unwrap();
    assert_eq!((problem.primary(), problem.items(), problem.options()), (3, 5, 5));
    let words: Vec<String> = problem
        .option_items(OptionId::new(1))
        .map(|(item, colour)| format!("{}{}", problem.name(item), colour.map_or(String::new(), |c| format!(":{}", problem.colour_name(c)))))
        .collect();
    assert_eq!(words, ["p", "r", "x:A", "y"]);
    for solver in &mut solvers(&problem) {
        assert_eq!(covers(solver.as_mut()), [[1, 3]], "Knuth's example has one cover");
    }
}

#[test]
fn matrices_are_read_in_several_layouts() {
    for text in ["1 0 1\n0 1 0\n", "101\n010", "1,0,1\r\n0,1,0\r\n", "\u{feff}| rows\n1 0 1\n\n0 1 0\n"] {
        let problem = parse(text).unwrap();
        assert_eq!((problem.primary(), problem.items(), problem.options()), (3, 3, 2), "{text:?}");
        let items: Vec<usize> = problem.option_items(OptionId::new(0)).map(|(item, _)| item.index()).collect();
        assert_eq!(items, [0, 2]);
    }
    for text in ["# rows\n1 0 1\n// next\n0 1 0\n;\n", "1 0 1\r0 1 0", "1 0 1\r\r0 1 0\r\n\n"] {
        assert_eq!(parse(text).map(|problem| (problem.items(), problem.options())), Ok((3, 2)), "{text:?}");
    }
    assert_eq!(CoverText::of("#1 0 1\n#1 0\n0 1\n"), CoverText::Dlx, "names may begin with #");
    assert_eq!(CoverText::of("# 0\n# 0\n"), CoverText::Dlx);
    assert_eq!(parse("").unwrap().items(), 0);
    assert_eq!(CoverText::of("0 1\n0\n1\n"), CoverText::Dlx, "items named 0 and 1");
    assert_eq!(CoverText::of("a b\na\n"), CoverText::Dlx);
    assert_eq!(parse_matrix("0 0\n1 1\n").unwrap().options(), 2, "a row of zeros is an option, though never chosen");
}

#[test]
fn names_may_hold_commas_and_any_letters() {
    let problem = parse_dlx("1,2 ä# 文\n1,2 文\nä#\n").unwrap();
    assert_eq!(problem.item("1,2").unwrap().index(), 0);
    assert_eq!(problem.item("文").unwrap().index(), 2);
}

#[test]
fn written_text_is_read_again() {
    let texts = ["a b | s t\na s:x t\nb\nt s:y\n", "a\na\na\n", " | s\ns\n", " |\n", "a b\n"];
    for text in texts {
        assert_eq!(write_dlx(&parse_dlx(text).unwrap()).unwrap(), text);
    }
    let numbered = sudoku(2).problem();
    let text = write_dlx(&numbered).unwrap();
    assert_eq!(write_dlx(&parse_dlx(&text).unwrap()).unwrap(), text);
    let mut empty = Problem::numbered(1, 0);
    empty.option(&[]).unwrap();
    assert_eq!(write_dlx(&empty), Err(Unwritable::EmptyOption(OptionId::new(0))));
}

#[test]
fn faults_say_where_and_what() {
    let faults = [
        ("a b\na c\n", (2, 3, "unknown_item", "line 2, column 3: found `c`, expected an item of the first line")),
        ("a b\n| c\na b a\n", (3, 5, "repeated_item", "line 3, column 5: found `a`, expected an item once in an option")),
        ("ä b a b\n", (1, 7, "repeated_name", "line 1, column 7: found `b`, expected each item named once")),
        ("a | b | c\n", (1, 7, "second_bar", "line 1, column 7: found a second `|`, expected one `|` at most, before the secondary items")),
        ("a:x b\n", (1, 1, "bad_name", "line 1, column 1: found `a:x`, expected a name without `:` and `|`, one colour at most")),
        ("a | s\na:r\n", (2, 1, "coloured_primary", "line 2, column 1: found `a:r`, expected a primary item without a colour")),
        (
            "a | s\na s:r:t\n",
            (2, 3, "bad_name", "line 2, column 3: found `s:r:t`, expected a name without `:` and `|`, one colour at most"),
        ),
        ("a | s\na s:\n", (2, 3, "bad_name", "line 2, column 3: found `s:`, expected a name without `:` and `|`, one colour at most")),
        ("a | s\na | s\n", (2, 3, "unknown_item", "line 2, column 3: found `|`, expected an item of the first line")),
    ];
    for (text, (line, column, kind, message)) in faults {
        assert_eq!(fault(text), (line, column, kind, message.to_owned()), "{text:?}");
    }
    // Neither form, but it is plain which was meant.
    for (text, expected) in [
        ("1 0 1\n0 1\n", (2, 3, "ragged_row")),
        ("101\n01\n", (2, 2, "ragged_row")),
        ("1 0 2\n0 1 0\n", (1, 5, "bad_entry")),
        ("1 0 1\r\r1 1\r\n", (3, 3, "ragged_row")),
        ("00 01 11\n00 10\n", (2, 4, "unknown_item")),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.line, error.column, error.kind()), expected, "{text:?}");
    }
    let error = parse_matrix("1 0 1\n1 2 0\n").unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), ("bad_entry", "line 2, column 3: found `2`, expected 0 or 1"));
    let error = parse_matrix("101\n10\n").unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        ("ragged_row", "line 2, column 2: found a row of 2, expected a row of 3 as the first")
    );
    let error = parse_dlx("| nothing\n").unwrap_err();
    assert_eq!((error.kind(), error.line, error.column), ("missing_items", 1, 1));
}
