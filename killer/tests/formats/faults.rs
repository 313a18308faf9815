//! Cages that cannot be, and numbers beyond all bounds.

use pencilmark_sudoku::{Cell, ErrorKind, Given, Place, Reading, Symbol};

use crate::named;

fn tuple(count: &str, cages: &[&str]) -> String {
    format!("4\n1 2 3 4\n{count}\n{}\n", cages.join("\n"))
}

#[test]
fn totals_beyond_all_bounds_are_errors() {
    for (total, kind) in [
        ("9223372036854775807", Some(ErrorKind::BadNumber)),
        ("99999999999999999999", Some(ErrorKind::BadNumber)),
        ("1000000001", Some(ErrorKind::BadNumber)),
        ("1000000000", None),
    ] {
        let cages = [format!("{total} 0,0 0,1"), format!("{total} 1,0 1,1")];
        let text = tuple("2", &[&cages[0], &cages[1]]);
        let read = named("killer-tuple").parse(&text, 1, &mut Reading::new());
        assert_eq!(read.as_ref().err().map(|error| error.kind), kind, "{total}");
        for sheet in read.into_iter().flatten() {
            assert!(sheet.rules.iter().any(|rule| rule.diagnose(&sheet).is_some()));
        }
    }
}

#[test]
fn a_word_in_place_of_the_number_of_cages_is_named() {
    let text = tuple("two", &["3 0,0 0,1", "3 1,0 1,1"]);
    assert_eq!(named("killer-tuple").sniff(&text), Ok(()));
    let error = named("killer-tuple").parse(&text, 1, &mut Reading::new()).unwrap_err();
    assert_eq!((error.kind, error.line), (ErrorKind::BadNumber, Some(3)));
    // Without a cage it is a tuple file with a fault, or no file of ours.
    assert!(named("killer-tuple").sniff("4\n1 2 3 4\ntwo\n0,0 1\n").is_err());
}

#[test]
fn cages_without_their_number_are_told() {
    let text = "4\n1 2 3 4\n3 0,0 0,1\n3 1,0 1,1\n";
    assert_eq!(named("killer-tuple").sniff(text), Ok(()));
    let error = named("killer-tuple").parse(text, 1, &mut Reading::new()).unwrap_err();
    assert_eq!((error.kind, error.line), (ErrorKind::CageCount, Some(3)));
    assert!(named("killer-tuple").sniff("4\n1 2 3 4\n0,0 1\n0,1 2\n").is_err());
}

#[test]
fn a_cell_twice_has_its_column() {
    let text = tuple("1", &["6 0,0 0,1 0,0"]);
    let error = named("killer-tuple").parse(&text, 1, &mut Reading::new()).unwrap_err();
    assert_eq!((error.kind, error.line, error.column, error.found.as_deref()), (ErrorKind::DuplicateCell, Some(4), Some(11), Some("0,0")));
}

#[test]
fn sums_of_many_large_values_are_left_to_the_search() {
    let symbols: Vec<String> = (0..100).map(|i| (9_000 + i * i % 997).to_string()).collect();
    let symbols: Vec<&String> = symbols.iter().collect();
    let mut unique = symbols.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), 100);
    let row: Vec<String> = (0..50).map(|column| format!("0,{column}")).collect();
    let names: Vec<&str> = symbols.iter().map(|name| name.as_str()).collect();
    let text = format!("100\n{}\n1\n475000 {}\n", names.join(" "), row.join(" "));
    let sheet = named("killer-tuple").parse(&text, 1, &mut Reading::new()).unwrap().remove(0);
    assert!(sheet.rules.iter().all(|rule| rule.diagnose(&sheet).is_none()));
}

/// What is said of cages without search; `givens` are cells by their index, and symbols.
fn diagnosed(symbols: &str, repeats: bool, givens: &[(usize, usize)], cage: &str) -> Option<String> {
    let mut reading = if repeats { Reading::new().with_repeats() } else { Reading::new() };
    let text = format!("4\n{symbols}\n1\n{cage}\n");
    let mut sheet = named("killer-tuple").parse(&text, 1, &mut reading).unwrap().remove(0);
    let given = |&(cell, symbol): &(usize, usize)| Given { cell: Cell::new(cell), symbol: Symbol::new(symbol), place: Place::default() };
    sheet.givens = givens.iter().map(given).collect();
    let diagnosis = sheet.rules.iter().find_map(|rule| rule.diagnose(&sheet))?;
    let name = diagnosis.house.as_ref().unwrap();
    assert!(diagnosis.message.starts_with(&format!("{name}, on line 4, ")), "{diagnosis:?}");
    assert!(diagnosis.numbers.contains(&("line", 4)), "{diagnosis:?}");
    Some(diagnosis.message)
}

#[test]
fn totals_out_of_reach_are_told_with_cage_line_and_range() {
    let said = |symbols: &str, cage: &str| diagnosed(symbols, false, &[], cage);
    assert_eq!(
        said("1 2 3 4", "11 0,2 0,1 0,0").as_deref(),
        Some("cage 11 at r1c1, on line 4, is out of reach: its 3 cells add up to 6 at least and 9 at most")
    );
    assert_eq!(
        said("9 6 2 4", "5 0,0 0,1").as_deref(),
        Some("cage 5 at r1c1, on line 4, is out of reach: its 2 cells add up to 6 at least and 15 at most")
    );
    assert_eq!(
        said("4 3 2 1", "5 2,0").as_deref(),
        Some("cage 5 at r3c1, on line 4, is out of reach: its cell is 1 at least and 4 at most")
    );
    assert_eq!(
        said("2 8 4 6", "9 0,0 0,1").as_deref(),
        Some("cage 9 at r1c1, on line 4, is out of reach: no 2 values of this puzzle add up to 9")
    );
    assert_eq!(said("2 4 6 8", "3 0,0").as_deref(), Some("cage 3 at r1c1, on line 4, is out of reach: no value of this puzzle is 3"));
    assert_eq!(
        said("1 2 3 4", "9 0,0 0,1 0,2 1,0").as_deref(),
        Some("cage 9 at r1c1, on line 4, is out of reach: its 4 cells add up to 10")
    );
    assert_eq!(said("0 1 2 3", "6 0,0 0,1 0,2"), None);
    assert_eq!(said("2 8 4 6", "14 0,0 0,1"), None);
    // Where values may come twice.
    let said = |symbols: &str, cage: &str| diagnosed(symbols, true, &[], cage);
    assert_eq!(
        said("1 5 6 7", "4 0,0 1,2").as_deref(),
        Some("cage 4 at r1c1, on line 4, is out of reach: no 2 values of this puzzle add up to 4")
    );
    assert_eq!(said("1 5 6 7", "2 0,0 1,2"), None);
    assert_eq!(said("1 5 6 7", "16 0,0 1,2 2,1"), None);
    assert_eq!(
        said("1 5 6 7", "4 0,0 1,2 2,1").as_deref(),
        Some("cage 4 at r1c1, on line 4, is out of reach: no 3 values of this puzzle add up to 4")
    );
}

#[test]
fn givens_against_a_cage_are_told_with_what_is_left() {
    let said = |symbols: &str, repeats: bool, givens: &[(usize, usize)], cage: &str| diagnosed(symbols, repeats, givens, cage);
    let one = &[(0, 1)];
    assert_eq!(
        said("1 2 3 4", false, one, "7 0,0 0,1").as_deref(),
        Some("cage 7 at r1c1, on line 4, contradicts its given r1c1 = 2: 5 is left, and its open cell is 1 at least and 4 at most")
    );
    assert_eq!(
        said("1 2 3 4", false, &[(2, 3)], "6 0,0 0,1 0,2").as_deref(),
        Some(
            "cage 6 at r1c1, on line 4, contradicts its given r1c3 = 4: 2 is left, and its 2 open cells add up to 3 at least and 5 at most"
        )
    );
    assert_eq!(
        said("1 2 3 4", false, one, "4 0,0 0,1").as_deref(),
        Some("cage 4 at r1c1, on line 4, contradicts its given r1c1 = 2: 2 is left, which no other value of this puzzle is")
    );
    assert_eq!(said("1 2 3 4", true, one, "4 0,0 0,1"), None);
    assert_eq!(
        said("1 3 4 8", false, &[(0, 1), (6, 3)], "13 0,0 0,1 1,2").as_deref(),
        Some("cage 13 at r1c1, on line 4, contradicts its givens r1c1 = 3, r2c3 = 8: 2 is left, which no other value of this puzzle is")
    );
    assert_eq!(said("1 3 4 8", false, &[(0, 1), (6, 3)], "15 0,0 0,1 1,2"), None);
    assert_eq!(said("1 3 5 9", false, one, "9 0,0 0,1 1,2"), None);
    assert_eq!(
        said("1 3 5 9", false, one, "15 0,0 0,1 1,2").as_deref(),
        Some("cage 15 at r1c1, on line 4, contradicts its given r1c1 = 3: 12 is left, which no 2 other values of this puzzle add up to")
    );
    assert_eq!(
        said("A B C D", false, one, "3 0,0").as_deref(),
        Some("cage 3 at r1c1, on line 4, contradicts its given r1c1 = B (2): 1 is left, and no cell is open")
    );
    assert_eq!(said("A B C D", false, one, "2 0,0"), None);
}

#[test]
fn whatever_is_wrong_with_a_cage_the_header_tells_the_format() {
    for (cage, kind) in [("5", ErrorKind::CageEmpty), ("5 0;0 0;1", ErrorKind::BadNumber), ("five 0,0", ErrorKind::BadNumber)] {
        let text = tuple("1", &[cage]);
        assert_eq!(named("killer-tuple").sniff(&text), Ok(()), "{cage}");
        let error = named("killer-tuple").parse(&text, 1, &mut Reading::new()).unwrap_err();
        assert_eq!((error.kind, error.line), (kind, Some(4)), "{cage}");
    }
    // Another size than the symbols are: rows of numbers, or something else.
    assert!(named("killer-tuple").sniff("3\n1 2 3 4\n1\n5\n").is_err());
}

#[test]
fn a_given_0_is_no_cage() {
    let mut sheet = named("killer-tuple").parse("4\n0 1 2 3\n1\n3 0,0 0,1\n", 1, &mut Reading::new()).unwrap().remove(0);
    let given = |symbol| Given { cell: Cell::new(5), symbol: Symbol::new(symbol), place: Place::default() };
    sheet.givens = vec![given(3)];
    assert_eq!(named("killer-tuple").write(&sheet).unwrap(), "4\n0 1 2 3\n2\n3 0,0 0,1\n3 1,1\n");
    sheet.givens = vec![given(0)];
    assert_eq!(named("killer-tuple").write(&sheet).unwrap_err().reason, "a given 0: a cage with total 0 is one without a total");
}
