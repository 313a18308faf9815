//! Cages that cannot be, and numbers beyond all bounds.

use pencilmark_sudoku::{ErrorKind, Reading};

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
