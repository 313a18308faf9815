//! Small texts of each format, and what they say.

use pencilmark_sudoku::Reading;

use crate::{cages, givens, read, read_with, rules};

const ROW: &str = "[{}, {}, {}, {}]";

/// An f-puzzles object of size 4 with this first row and these further keys.
pub(crate) fn fpuzzles(first: &str, more: &str) -> String {
    format!("{{\n\"size\": 4,\n\"grid\": [{first},{ROW},{ROW},{ROW}],\n\"title\": \"t\"{more}}}")
}

#[test]
fn f_puzzles_keep_givens_digits_and_marks_apart() {
    let row = r#"[{"value": 1, "given": true}, {"value": 2}, {"givenPencilMarks": [4, 3]}, {"centerPencilMarks": [1]}]"#;
    let (format, sheet) = read(&fpuzzles(row, ""));
    assert_eq!((format, givens(&sheet).as_str()), ("fpuzzles", "1..............."));
    assert_eq!(sheet.state.iter().map(|given| (given.cell.index(), given.symbol.index())).collect::<Vec<_>>(), [(1, 1)]);
    let candidates = sheet.candidates.expect("there are some");
    let of = |cell: usize| candidates[cell].iter().map(|symbol| symbol.index() + 1).collect::<Vec<_>>();
    assert_eq!((of(2), of(3)), (vec![3, 4], vec![1, 2, 3, 4]));
}

#[test]
fn f_puzzles_totals_are_texts_and_may_be_missing() {
    let cages_of =
        r#","killercage": [{"cells": ["R1C1", "R2C1"]}, {"cells": ["R1C2","R1C3"], "value": "5"}, {"cells": ["R4C4"], "value": ""}]"#;
    let (_, sheet) = read(&fpuzzles(ROW, cages_of));
    assert_eq!(cages(&sheet), ["- at r1c1 r2c1", "5 at r1c2 r1c3", "- at r4c4"]);
}

#[test]
fn f_puzzles_rules_and_drawings() {
    let (_, sheet) =
        read(&fpuzzles(ROW, r#","diagonal+": true, "diagonal-": true, "antiknight": true, "text": [{"cells": []}], "arrow": []"#));
    assert_eq!(rules(&sheet), ["diagonals", "anti-knight"]);
    let arrow = fpuzzles(ROW, r#","arrow": [{"cells": ["R1C1"]}]"#);
    let (_, sheets) = read_with(&arrow, &mut Reading::new().lenient()).unwrap();
    assert_eq!(sheets[0].warnings[0].kind, "ignored_constraint");
    assert!(sheets[0].warnings[0].message.contains("arrow"));
}

#[test]
fn f_puzzles_regions_of_cells() {
    let row = |a, b| format!(r#"[{{"region":{a}}},{{"region":{a}}},{{"region":{b}}},{{"region":{b}}}]"#);
    let boxes = [row(0, 1), row(0, 1), row(2, 3), row(2, 3)].join(",");
    let (_, sheet) = read(&format!(r#"{{"size":4,"grid":[{boxes}]}}"#));
    assert_eq!(sheet.grid.box_shape(), Some((2, 2)));
    let jigsaw = [row(0, 1), row(0, 2), row(1, 2), row(3, 3)].join(",");
    let (_, sheet) = read(&format!(r#"{{"size":4,"grid":[{jigsaw}]}}"#));
    assert_eq!(sheet.grid.box_shape(), None);
}

#[test]
fn an_address_holds_a_packed_object() {
    let code =
        lz_str::compress_to_base64(r#"{"size":4,"grid":[[{"value":3,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#);
    for text in
        [code.clone(), format!("https://f-puzzles.com/?load={code}"), format!("https://f-puzzles.com/?load={}", code.replace('+', "%2B"))]
    {
        let (format, sheet) = read(&text);
        assert_eq!((format, givens(&sheet).as_str()), ("fpuzzles-url", "3..............."));
    }
    for text in [
        format!("fpuzzles{code}"),
        format!("fpuz{code}"),
        format!("https://sudokupad.app/fpuzzles{code}"),
        format!("https://app.crackingthecryptic.com/fpuzzles{code}"),
    ] {
        let (format, sheet) = read(&text);
        assert_eq!((format, givens(&sheet).as_str()), ("sudokupad-code", "3..............."));
    }
}

const OWN: &str = include_str!("../../../docs/pencilmark-json.md");

#[test]
fn the_example_in_the_docs_is_read() {
    let example = OWN.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is an example");
    let (format, sheet) = read(example);
    assert_eq!((format, givens(&sheet).as_str()), ("pencilmark", "A..............."));
    assert_eq!(cages(&sheet), ["5 at r1c2 r1c3", "8* at r2c1 r3c2 r4c3"]);
    assert_eq!(rules(&sheet), ["anti-knight", "cages"]);
    assert_eq!(sheet.state.len(), 1);
    // The schema knows every key of the example.
    let schema: serde_json::Value = serde_json::from_str(include_str!("../../../docs/pencilmark.schema.json")).unwrap();
    let example: serde_json::Value = serde_json::from_str(example).unwrap();
    for key in example.as_object().unwrap().keys() {
        assert!(schema["properties"].get(key).is_some(), "{key}");
    }
}

#[test]
fn sudokupad_json_plain_and_shortened() {
    let plain = r#"{"cells":[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
        "regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],
        "cages":[{"cells":[[0,1],[0,2]],"value":5,"unique":true},{"value":"title: x"}],"lines":[{"wayPoints":[[0,0]]}]}"#;
    let (format, sheet) = read(plain);
    assert_eq!((format, givens(&sheet).as_str()), ("sudokupad", "1..............."));
    assert_eq!(cages(&sheet), ["5 at r1c2 r1c3"]);
    assert_eq!(sheet.grid.box_shape(), Some((2, 2)));
    assert_eq!(sheet.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), ["ignored_decoration"]);
    let short = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],\
        [3,2],[3,3]]],ca:[{ce:[[0,1],[0,2]],v:5,unique:t},{v:'title: x'}],l:[{c:ff0000,wp:[[0,0]]}]}";
    let (format, other) = read(&format!("scl{}", lz_str::compress_to_base64(short)));
    assert_eq!((format, givens(&other)), ("sudokupad-code", givens(&sheet)));
    assert_eq!((cages(&other), other.warnings.len()), (cages(&sheet), 1));
}

#[test]
fn sudokupad_classic_code() {
    // Two open cells, 5 and an open one, twelve times six, two and three.
    let code = format!("classicAF{}AK", "o".repeat(12));
    let (_, sheet) = read(&code);
    assert_eq!(givens(&sheet), format!("..5{}", ".".repeat(78)));
}
