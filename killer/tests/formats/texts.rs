//! Small texts of each format: what they must give, and where their faults are.

use pencilmark_sudoku::ErrorKind;

use crate::{cages, named, read};

/// Rows of pairs above, then columns of pairs.
const ARROWS: &str = "3<7<7<3<6473^^^^";

fn pairs() -> Vec<(Option<i64>, Vec<usize>)> {
    let pair = |total, first, second| (Some(total), vec![first, second]);
    vec![pair(3, 0, 1), pair(7, 2, 3), pair(7, 4, 5), pair(3, 6, 7), pair(6, 8, 12), pair(4, 9, 13), pair(7, 10, 14), pair(3, 11, 15)]
}

#[test]
fn each_format_gives_the_same_cages() {
    let texts = [
        ("arrow", ARROWS.to_owned()),
        ("sumocue", "SumoCueV1\n=3 +0 =7 +2\n=7 +4 =3 +6\n=6 =4 =7 =3\n+8 +9 +10 +11\n".to_owned()),
        ("ps", "2x2::k:769:769:1794:1794:1795:1795:772:772:1541:1030:1799:776:1541:1030:1799:776:".to_owned()),
        // The bytes the other way round.
        ("ps", "2x2::k:259:259:519:519:775:775:1027:1027:1286:1540:1799:2051:1286:1540:1799:2051:".to_owned()),
        (
            "killer-tuple",
            "4\n1 2 3 4\n8\n3 0,0 0,1\n7 0,2 0,3\n7 1,0 1,1\n3 1,2 1,3\n6 2,0 3,0\n4 2,1 3,1\n7 2,2 3,2\n3 2,3 3,3\n".to_owned(),
        ),
    ];
    for (name, text) in &texts {
        named(name).sniff(text).unwrap();
        assert_eq!(cages(&read(name, text).unwrap()), pairs(), "{name}");
        let back = named("solo").write(&read(name, text).unwrap()).unwrap();
        assert_eq!(cages(&read("solo", &back).unwrap()), pairs(), "{back}");
    }
}

#[test]
fn regions_that_are_boxes_are_boxes() {
    let text = |regions: [usize; 16]| "SumoCueV1 ".to_owned() + &regions.map(|region| format!("=0J{region}")).join(" ");
    let shape = |regions| read("sumocue", &text(regions)).unwrap().grid.box_shape();
    assert_eq!(shape([1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 3, 3, 2, 2, 3, 3]), Some((2, 2)));
    assert_eq!(shape([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]), Some((1, 4)));
    assert_eq!(shape([0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]), None);
}

#[test]
fn sumocue_holds_values_too() {
    let sheet = read("sumocue", "SumoCueV1D =1 =0 =0 =4 =0 =0 =0 =0 =0 =0 =0 =0 =0 =0 =0 =2").unwrap();
    let givens: Vec<_> = sheet.givens.iter().map(|given| (given.cell.index(), given.symbol.index() + 1)).collect();
    assert_eq!(givens, [(0, 1), (3, 4), (15, 2)]);
    assert_eq!(sheet.rules.iter().map(|rule| rule.name()).collect::<Vec<_>>().len(), 1);
    assert!(cages(&sheet).is_empty());
}

/// Written with its number, a total that is too great would be read as a number with too great a total.
#[test]
fn ps_strings_hold_no_totals_that_no_cage_has() {
    let text = |total: u32| format!("2x2::k:{}{}", "0:".repeat(7), total * 256 + 61) + &":0".repeat(8);
    let sheet = read("ps", &text(10)).unwrap();
    assert_eq!(cages(&read("ps", &named("ps").write(&sheet).unwrap()).unwrap()), [(Some(10), vec![7])]);
    let sheet = read("ps", &text(79)).unwrap();
    assert_eq!(cages(&sheet), [(Some(79), vec![7])]);
    assert_eq!(named("ps").write(&sheet).unwrap_err().reason, "totals other than 1 to 10");
}

#[test]
fn faults_have_their_place() {
    let fault = |name, text: &str| read(name, text).map_err(|error| (error.kind, error.line, error.column)).unwrap_err();
    assert_eq!(fault("arrow", "><7<7<3<6473^^^^"), (ErrorKind::BadSymbol, Some(1), Some(1)));
    assert_eq!(fault("arrow", "<<7<7<3<6473^^^^"), (ErrorKind::CellOutOfRange, Some(1), Some(1)));
    assert_eq!(fault("arrow", "\n 3<7<7<3<6473^^^!"), (ErrorKind::BadSymbol, Some(2), Some(17)));
    // An arrow too few or too many is no other format.
    for (text, column) in [(&ARROWS[..15], 16), ("3<7<7<3<6473^^^^^", 18)] {
        assert_eq!(named("arrow").sniff(text), Ok(()));
        assert_eq!(fault("arrow", text), (ErrorKind::RowLength, Some(1), Some(column)));
    }
    assert!(named("arrow").sniff("<!-- no killer -->").is_err());
    assert_eq!(fault("solo", "2x2:1n_5"), (ErrorKind::BadSymbol, Some(1), Some(8)));
    assert_eq!(fault("solo", "2x2:1k"), (ErrorKind::RowLength, Some(1), Some(6)));
    assert_eq!(fault("ps", "2x2::k:x:"), (ErrorKind::BadNumber, Some(1), Some(8)));
    assert_eq!(fault("sumocue", "SumoCueV1 ?"), (ErrorKind::BadSymbol, Some(1), Some(11)));
    assert_eq!(fault("killer-tuple", "4\n1 2 3 4\n1\n-3 0,0 0,1"), (ErrorKind::NegativeTotal, Some(4), Some(1)));
}

#[test]
fn a_grid_of_lone_cages_is_not_written_as_arrows() {
    // Three cages of two cells and ten of one: read as lines, it would be a plain grid with a few odd signs.
    let sheet = read(
        "killer-tuple",
        "4\n1 2 3 4\n13\n3 0,0 0,1\n7 0,2 0,3\n7 1,0 1,1\n1 1,2\n2 1,3\n3 2,0\n4 2,1\n1 2,2\n2 2,3\n3 3,0\n4 3,1\n1 3,2\n2 3,3\n",
    )
    .unwrap();
    let unwritable = named("arrow").write(&sheet).unwrap_err();
    assert_eq!(unwritable.reason, "so many cages of one cell");
}
