//! Lines read straight to candidates against the readers that make sheets, on lines with all kinds of oddities.

use std::sync::LazyLock;

use pencilmark_sudoku::bitboard::{Candidates, Classic};
use pencilmark_sudoku::{FORMATS, Format, Grid, Reading, Symbols, Template};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

static TEMPLATE: LazyLock<Template> =
    LazyLock::new(|| Template::new(Grid::new(9).expect("it has boxes").into(), Symbols::numbers_to(9).into(), &[]));

/// The formats that hold classic puzzles on lines, with as many characters as each takes.
fn formats() -> impl Iterator<Item = (&'static dyn Format, usize)> {
    [("line", 81), ("sukaku", 729)].into_iter().map(|(name, length)| {
        let format = FORMATS.iter().find(|format| format.name() == name).expect("it is in the list");
        (*format, length)
    })
}

/// What a sheet of this line says, if it is a classic puzzle and nothing else.
fn slowly(format: &dyn Format, line: &[u8]) -> Option<Candidates> {
    let sheet = format.parse_line(std::str::from_utf8(line).ok()?, 1, &mut Reading::new()).ok()??;
    let plain = sheet.unlisted.is_empty() && sheet.state.is_empty() && sheet.rules.is_empty() && sheet.warnings.is_empty();
    if !plain || *sheet.grid != Grid::new(9).expect("it has boxes") || *sheet.symbols != Symbols::numbers_to(9) {
        return None;
    }
    let mut facts = Vec::new();
    TEMPLATE.facts(&sheet, &mut facts);
    Some(Classic::recognise(TEMPLATE.model()).expect("it is classic").candidates(&facts))
}

/// Characters of lines, and some that have no business there.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![4 => select(b"123456789".to_vec()), 3 => select(b".0_*-?xX ".to_vec()), 1 => select(b"\t\x0b,:#%;/aAfZ!|\x00\xc3\xa4\xef\xbb\xbf\xff\x85".to_vec())]
}

/// What is done to a good line.
#[derive(Clone, Debug)]
enum Change {
    Replace(usize, u8),
    Insert(usize, u8),
    Remove(usize),
    /// Before the line.
    Lead(&'static [u8]),
    /// After the line.
    Trail(&'static [u8]),
    /// A character is the same as another.
    Copy(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = || 0..729_usize;
    prop_oneof![
        (place(), byte()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        (place(), byte()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        place().prop_map(Change::Remove),
        select(vec![&b"\xef\xbb\xbf"[..], b" ", b"\t", b"#", b"// ", b"0000183b305c ", b"1 ", b";", b":0000:x:"]).prop_map(Change::Lead),
        select(vec![
            &b" "[..],
            b"\t",
            b" \t ",
            b" a remark",
            b"\tan\xc3\xa4rer",
            b" \xff",
            b" 1 2 3",
            b",",
            b"\x0b",
            b"\xc2\xa0x",
            b" # 5.0"
        ])
        .prop_map(Change::Trail),
        (place(), place()).prop_map(|(from, to)| Change::Copy(from, to)),
    ]
}

fn apply(line: &mut Vec<u8>, change: &Change) {
    let length = line.len().max(1);
    match *change {
        Change::Replace(at, byte) if !line.is_empty() => line[at % length] = byte,
        Change::Insert(at, byte) => line.insert(at % length, byte),
        Change::Remove(at) if !line.is_empty() => drop(line.remove(at % length)),
        Change::Lead(text) => drop(line.splice(0..0, text.iter().copied())),
        Change::Trail(text) => line.extend_from_slice(text),
        Change::Copy(from, to) if !line.is_empty() => line[to % length] = line[from % length],
        _ => {}
    }
}

/// A line that all readers like: cells, or candidates in their order.
fn good(length: usize) -> impl Strategy<Value = Vec<u8>> {
    let blanks = if length == 81 { &b".0_*-?"[..] } else { b".0" };
    (vec(0..9_u8, length), 0..=9_u8, select(blanks)).prop_map(move |(cells, share, blank)| {
        let shown = |(at, digit): (usize, u8)| {
            let own = if length == 81 { digit } else { (at % 9) as u8 };
            if digit * 7 % 9 < share { b'1' + own } else { blank }
        };
        cells.into_iter().enumerate().map(shown).collect()
    })
}

/// Nine zeros among the other symbols may be one themselves.
fn is_settled(line: &[u8]) -> bool {
    line.len() != 81 || line.iter().filter(|&&byte| byte == b'0').count() != 9
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn good_lines_are_read_fast_and_alike(cells in good(81), marks in good(729), trail in select(vec![&b""[..], b" ", b" a remark", b"\t5"])) {
        for ((format, _), mut line) in formats().zip([cells, marks]) {
            let settled = is_settled(&line);
            line.extend_from_slice(trail);
            let fast = format.classic(&line);
            prop_assert_eq!(fast.is_some(), settled, "{}", String::from_utf8_lossy(&line));
            prop_assert_eq!(fast.or_else(|| slowly(format, &line)), slowly(format, &line));
        }
    }

    #[test]
    fn odd_lines_are_read_alike_or_left_alone(cells in good(81), marks in good(729), changes in vec(change(), 1..4)) {
        for mut line in [cells, marks] {
            changes.iter().for_each(|change| apply(&mut line, change));
            for (format, _) in formats() {
                if let Some(fast) = format.classic(&line) {
                    prop_assert_eq!(slowly(format, &line), Some(fast), "{}: {}", format.name(), String::from_utf8_lossy(&line));
                }
            }
        }
    }
}

#[test]
fn full_grids_may_have_zero_as_a_symbol() {
    let (line, _) = formats().next().expect("there are two");
    let solved = "862357491534198627917426835673215984491863752285749316358672149126934578749581263";
    assert!(line.classic(solved.as_bytes()).is_some());
    let from_zero = solved.replace('9', "0");
    assert_eq!(line.classic(from_zero.as_bytes()), None);
    let sheet = line.parse_line(&from_zero, 1, &mut Reading::new()).expect("it is a grid").expect("it is there");
    assert_eq!(*sheet.symbols, Symbols::numbers_from_zero(9));
    // Nine blanks of another kind are blanks.
    assert!(line.classic(solved.replace('9', ".").as_bytes()).is_some());
}

#[test]
fn other_formats_leave_lines_alone() {
    let line = [b'.'; 729];
    for format in FORMATS.iter().filter(|format| !["line", "sukaku"].contains(&format.name())) {
        assert_eq!((format.classic(&line), format.classic(&line[..81])), (None, None), "{}", format.name());
    }
}
