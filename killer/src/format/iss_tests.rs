//! Tests of the reader and writer of constraint strings.

use pencilmark_sudoku::{ErrorKind, Format as _, Reading, Sheet};

use super::Iss;
use crate::format::cages_of;

fn read(text: &str) -> Sheet {
    Iss.parse(text, 1, &mut Reading::new()).unwrap_or_else(|error| panic!("{text}: {error}")).remove(0)
}

#[track_caller]
fn fails(text: &str, kind: ErrorKind, line: usize, column: usize) {
    let error = Iss.parse(text, 1, &mut Reading::new()).expect_err("a fault");
    assert_eq!((error.kind, error.line, error.column), (kind, Some(line), Some(column)), "{error}");
}

#[test]
fn reads_all_items_over_several_parts() {
    let text = "# a killer\n.Shape~4x4.Cage~3~R1C1~R1C2\n\n.AntiKing.AntiConsecutive.AntiKnight.Diagonal~1\n.~R2C2_4~R4C4_1_3";
    let sheet = read(text);
    assert_eq!(sheet.grid.size(), 4);
    let cages = cages_of(&sheet).expect("cages").cages();
    assert_eq!((cages.len(), cages[0].total, cages[0].cells.len()), (1, Some(3), 2));
    assert_eq!((sheet.givens.len(), sheet.givens[0].cell.index(), sheet.givens[0].symbol.index()), (1, 5, 3));
    let marks: Vec<usize> = sheet.candidates.as_ref().expect("candidates")[15].iter().map(|mark| mark.index()).collect();
    assert_eq!(marks, [0, 2]);
    let names: Vec<String> = sheet.rules.iter().map(|rule| rule.name()).collect();
    assert_eq!(names[..4], ["anti-king", "non-consecutive", "anti-knight", "diagonal-up"]);
}

#[test]
fn both_diagonals_are_one_rule() {
    assert_eq!(read(".Diagonal~-1").rules[0].name(), "diagonal-down");
    let both = read(".Diagonal~1.Diagonal~-1");
    assert_eq!((both.rules.len(), both.rules[0].name()), (1, "diagonals".to_owned()));
    assert_eq!(Iss.write(&both).expect("writable"), ".Diagonal~1\n.Diagonal~-1\n");
}

#[test]
fn regions_replace_the_boxes_only_where_it_says_so() {
    let layout = "0001022113213233";
    let regions = read(&format!(".Shape~4x4.NoBoxes.Jigsaw~{layout}"));
    assert_eq!((regions.grid.box_shape(), cages_of(&regions).is_some()), (None, false));
    let both = read(&format!(".Shape~4x4.Jigsaw~{layout}"));
    assert_eq!(cages_of(&both).expect("the boxes").cages().len(), 4);
    assert!(read(".NoBoxes").grid.box_shape().is_none());
}

#[test]
fn writes_what_it_reads() {
    for text in [
        ".Shape~9x9\n",
        ".Shape~16x16\n.Cage~17~RaCg~RbCg\n.~R1C1_16\n",
        ".Shape~4x4\n.NoBoxes.Jigsaw~0001022113213233\n.AntiKing\n.Cage~0~R1C1~R1C2\n.~R3C1_2~R1C1_1_3\n",
    ] {
        let sheet = read(text);
        assert_eq!(Iss.write(&sheet).expect("writable"), text);
        assert_eq!(Iss.loses(&sheet), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn faults_have_places() {
    fails(".~R1C1_5\n.Thermo~R1C1~R1C2", ErrorKind::UnsupportedRule, 2, 1);
    fails(".AntiKing.Diagonal~2", ErrorKind::UnsupportedRule, 1, 10);
    fails(".~R1C1_5~R1C0_5", ErrorKind::CellOutOfRange, 1, 10);
    fails(".~R1C1_10", ErrorKind::BadSymbol, 1, 3);
    fails(".~R1C1_5~R1C1_6", ErrorKind::CellGivenTwice, 1, 10);
    fails(".~R1C1", ErrorKind::Malformed, 1, 3);
    fails(".Cage~x~R1C1", ErrorKind::BadNumber, 1, 7);
    fails(".AntiKing.Cage~3", ErrorKind::CageEmpty, 1, 10);
    fails(".Shape~4x5", ErrorKind::BadSize, 1, 1);
    fails(".Shape~4x4.Jigsaw~0011", ErrorKind::RowLength, 1, 19);
    fails(".AntiKing\n  Cage~3", ErrorKind::Malformed, 2, 3);
    fails(".AntiKing..", ErrorKind::Malformed, 1, 10);
    fails(".And.AntiKing", ErrorKind::Malformed, 1, 1);
    fails(".AntiKing.End", ErrorKind::Malformed, 1, 10);
}

#[test]
fn what_is_unknown_can_be_left_out() {
    let text = ".~R1C1_5.Or.~R1C2_1.And.~R1C2_2.End.End.Thermo~R1C1~R1C2.And.~R1C3_3.End";
    let sheet = Iss.parse(text, 1, &mut Reading::new().lenient()).expect("lenient").remove(0);
    assert_eq!(sheet.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), ["ignored_constraint"; 2]);
    // Nothing of the group applies: which of it holds is not known.
    assert_eq!(sheet.givens.iter().map(|given| given.cell.index()).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn rows_of_dots_and_letters_are_not_taken() {
    for text in [".~R1C1_5", ".AntiKing", ".Cage~3~R1C1"] {
        assert_eq!(Iss.sniff(text), Ok(()), "{text}");
    }
    for text in ["....", ".1.2", ".A.B", ".ABCD", ".", "{}", ".|..|"] {
        assert!(Iss.sniff(text).is_err(), "{text}");
    }
}

#[test]
fn rows_and_columns_beyond_nine_are_letters_or_numbers() {
    let at = |name: &str| read(&format!(".Shape~16x16.~{name}_3")).givens[0].cell.index();
    for (name, cell) in
        [("RaCg", 9 * 16 + 15), ("RAC1", 9 * 16), ("RCCC", 11 * 16 + 11), ("rccc", 11 * 16 + 11), ("R10C16", 9 * 16 + 15), ("R1C16", 15)]
    {
        assert_eq!(at(name), cell, "{name}");
    }
    for name in ["RhC1", "R17C1", "R1C0"] {
        fails(&format!(".Shape~16x16.~{name}_3"), ErrorKind::CellOutOfRange, 1, 15);
    }
    for name in ["R1", "RC1", "R1C", "R1C-1", "C1R1", "RaaC1"] {
        fails(&format!(".Shape~16x16.~{name}_3"), ErrorKind::Malformed, 1, 15);
    }
}

#[test]
fn what_lists_leave_of_a_cell_is_written_again() {
    for (text, written) in [
        // One candidate is a given, and then lists that say nothing else are none.
        (".Shape~4x4.~R1C1_1_2~R1C1_2_3", ".Shape~4x4\n.~R1C1_2\n"),
        (".Shape~4x4.~R1C1_1_2~R1C1_2", ".Shape~4x4\n.~R1C1_2\n"),
        (".Shape~4x4.~R1C1_2~R1C1_3_4", ".Shape~4x4\n.~R1C1_2~R1C1_3_4\n"),
        (".Shape~4x4.~R1C1_1_2_3_4", ".Shape~4x4\n"),
    ] {
        let sheet = read(text);
        assert_eq!(Iss.write(&sheet).expect("writable"), written, "{text}");
        assert_eq!(read(written).candidates, sheet.candidates, "{text}");
        assert_eq!(Iss.loses(&sheet), Vec::<String>::new(), "{text}");
    }
    for text in [".Shape~4x4.~R1C1_1_2~R1C1_3_4", ".Shape~4x4.~R1C1_1~R1C1_2_3~R1C1_3_4"] {
        assert!(Iss.write(&read(text)).is_err(), "{text}");
    }
}
