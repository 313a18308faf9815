//! What is said of a text with a fault.

use pencilmark_sudoku::{ErrorKind, Grid, Reading};

use crate::{cells, error, named, place, read, report};

#[test]
fn one_kind_of_blank_a_puzzle() {
    insta::assert_snapshot!(report("12..\n..1.\n.30.\n...4\n"), @r#"
    error[bad_symbol]: a second kind of blank in one puzzle
     --> p.txt:3:3
      |
    3 | .30.
      |   ^ expected . for every open cell, found 0
      |
      = help: mark all open cells the same way
    "#);
    assert_eq!(place("12.x\n..1.\n.3..\n...4\n"), (ErrorKind::BadSymbol, Some(1), Some(4)));
    assert_eq!(place("1,2,,\n,,1,\n,3,.,\n,,,4\n"), (ErrorKind::BadSymbol, Some(3), Some(4)));
    assert_eq!(place("12....1..3..-..4"), (ErrorKind::BadSymbol, Some(1), Some(13)));
}

#[test]
fn rows_of_the_wrong_length_are_named() {
    insta::assert_snapshot!(report("12..\n..1.\n.3.\n...4\n"), @r#"
    error[row_length]: a row with too few cells
     --> p.txt:3:4
      |
    3 | .3.
      |    ^ expected 4, found 3
    "#);
    insta::assert_snapshot!(report("1 2 0 0\n0 0 1 0 \n0 3 0 0 10\n0 0 0 4\n"), @r#"
    error[row_length]: a row with too many cells
     --> p.txt:3:9
      |
    3 | 0 3 0 0 10
      |         ^ expected 4, found 5
    "#);
    insta::assert_snapshot!(report("12..\n..1.\n\n.3..\n"), @r#"
    error[row_count]: too few rows for rows of 4 cells
     --> p.txt:4:1
      |
    4 | .3..
      | ^^^^ expected 4, found 3
      |
      = help: write a row for each cell of a row
    "#);
    insta::assert_snapshot!(report("1,2,,\n,,1,\n,3,,,\n,,,4\n"), @r#"
    error[row_length]: a row with too many cells
     --> p.txt:3:6
      |
    3 | ,3,,,
      |      ^ expected 4, found 5
    "#);
    assert_eq!(place("12..\n..1.\n.3..\n...4\n\n1...\n"), (ErrorKind::RowCount, Some(6), None));
    insta::assert_snapshot!(report("1234567\n.......\n.......\n.......\n.......\n.......\n......."), @r#"
    error[bad_size]: a grid of size 7 has no boxes: only 1 times 7 is 7
     --> p.txt:1:1
      |
    1 | 1234567
      | ^^^^^^^ found 7
      |
      = help: give the height and width of the boxes, or regions
    "#);
}

#[test]
fn symbols_that_are_none_are_named() {
    insta::assert_snapshot!(report("12..\n..1.\n.o..\n...4\n"), @r#"
    error[bad_symbol]: no symbol of this puzzle
     --> p.txt:3:2
      |
    3 | .o..
      |  ^ expected 1 to 4 or a blank, found o
      |
      = help: open cells are written as one of . 0 _ * - x ?
    "#);
    assert_eq!(place("\u{feff}o2..\n..1.\n.3..\n...4\n"), (ErrorKind::BadSymbol, Some(1), Some(1)));
    assert_eq!(place("12..\n..1.\n.5..\n...4\n"), (ErrorKind::BadSymbol, Some(3), Some(2)));
    // One number too large is a slip, not a list of other symbols.
    assert_eq!(place("1 2 5 0\n0 0 1 0\n0 3 0 0\n0 0 0 0\n"), (ErrorKind::BadSymbol, Some(1), Some(5)));
    assert_eq!(place("1 2 0 0\n0 0 1 0\n0 3 0 0\n0 0 0 10000\n"), (ErrorKind::BadNumber, Some(4), Some(7)));
}

#[test]
fn tuples() {
    let (format, sheet) = read("4\n10 7 26 21\n0,0 26\n3, 2 7\n");
    assert_eq!(format, "tuple");
    assert_eq!(cells(&sheet), "10 7 26 21: 26 . . . . . . . . . . . . . 7 .");
    assert_eq!(read("6\na b c d e f\n").1.grid.box_shape(), Some((2, 3)));
    let sheet = read("4\n1 2 3 4\n0,0 1\n1,1 5\n").1;
    assert_eq!((sheet.givens.len(), sheet.unlisted[0].name.as_str()), (1, "5"));
    assert_eq!(sheet.unlisted[0].error(&sheet.symbols).column, Some(5));
    insta::assert_snapshot!(report("4x\n1 2 3 4\n0,0 1\n"), @r#"
    error[bad_size]: no size on the first line
     --> p.txt:1:1
      |
    1 | 4x
      | ^^ expected the number of cells in a row, found 4x
    "#);
    insta::assert_snapshot!(report("7\n1 2 3 4 5 6 7\n0,0 1\n"), @r#"
    error[bad_size]: a grid of size 7 has no boxes: only 1 times 7 is 7
     --> p.txt:1:1
      |
    1 | 7
      | ^ found 7
      |
      = help: give the height and width of the boxes, or regions
    "#);
    insta::assert_snapshot!(report("4\n1 2 3\n0,0 1\n"), @r#"
    error[symbol_count]: not as many symbols as a row has cells
     --> p.txt:2:6
      |
    2 | 1 2 3
      |      ^ expected 4, found 3
    "#);
    insta::assert_snapshot!(report("2\n1 2\n0,0 1\n"), @r#"
    error[bad_size]: a grid of size 2 has no boxes: only 1 times 2 is 2
     --> p.txt:1:1
      |
    1 | 2
      | ^ found 2
      |
      = help: give the height and width of the boxes, or regions
    "#);
    insta::assert_snapshot!(report("4\na b c A\n0,0 a\n"), @r#"
    error[duplicate_symbol]: symbol A is listed twice
     --> p.txt:2:7
      |
    2 | a b c A
      |       ^ expected 4 different symbols, found A
    "#);
    insta::assert_snapshot!(report("4\n1 2 3 4\n0,0 1\n1,1 b\n"), @r#"
    error[unknown_symbol]: a symbol that is not listed
     --> p.txt:4:5
      |
    4 | 1,1 b
      |     ^ expected one of 1234, found b
      |
      = help: the second line lists the symbols
    "#);
    insta::assert_snapshot!(report("4\n1 2 3 4\n0,4 1\n"), @r#"
    error[cell_out_of_range]: a cell outside the grid
     --> p.txt:3:1
      |
    3 | 0,4 1
      | ^^^ expected rows and columns of 0 to 3, found 0,4
    "#);
    insta::assert_snapshot!(report("4\n1 2 3 4\n0,0 1\n\n0,0 1\n"), @r#"
    error[cell_given_twice]: cell 0,0 has a given already, on line 3
     --> p.txt:5:1
      |
    5 | 0,0 1
      | ^^^^^ expected one given a cell, found 0,0 1
      |
      = help: delete line 3 or line 5
    "#);
    assert_eq!(place("4\n1 2 3 4\n0,0 1\n-1,0 1\n"), (ErrorKind::CellOutOfRange, Some(4), Some(1)));
    assert_eq!(place("4\n1 2 3 4\n0,0 1\n 0,a 1\n"), (ErrorKind::BadNumber, Some(4), Some(4)));
    assert_eq!(place("4\n1 2 3 10000\n0,0 1\n"), (ErrorKind::BadNumber, Some(2), Some(7)));
    assert_eq!(place("4\n1 2 3 4\n0,0 1\n12\n"), (ErrorKind::BadNumber, Some(4), Some(1)));
}

#[test]
fn nothing_to_read_and_nothing_known() {
    for text in ["", "\n \t\r\n", "# only\n% comments\n", "\u{feff}"] {
        assert_eq!(error(text).kind, ErrorKind::EmptyInput);
    }
    insta::assert_snapshot!(report("dear reader\nthis holds no grid\n"), @r#"
    error[unknown_format]: no format fits this text (gnome: no cells with position and fixed; opensudoku: no <opensudoku>; hodoku: few lines begin with a colon; json: neither array nor object; sukaku: most lines do not hold n^3 characters; tuple: first line is not the size alone; sections: no line [Puzzle]; candidates: no n rows of n groups; jigsaw: cells of several characters; line: most lines do not hold the n^2 cells of a grid; csv: few lines hold commas; rows: rows differ in length)
    --> p.txt
     = help: name the format if it is one of these; the error then says what is wrong
    "#);
    insta::assert_snapshot!(error("4\n1 2 3 4\n2\n3 0,0 0,1\n7 1,1 1,2\n"), @"no format fits this text (gnome: no cells with position and fixed; opensudoku: no <opensudoku>; hodoku: few lines begin with a colon; json: neither array nor object; sukaku: most lines do not hold n^3 characters; tuple: holds cages (third line is their number); sections: no line [Puzzle]; candidates: no n rows of n groups; jigsaw: cells of several characters; line: most lines do not hold the n^2 cells of a grid; csv: few lines hold commas; rows: holds commas)");
    let candidates = "123......".repeat(81);
    assert!(named("line").parse(&candidates, 1, &mut Reading::new()).is_err());
    assert_eq!(place(&".".repeat(80)), (ErrorKind::RowLength, Some(1), Some(81)));
}

#[test]
fn what_a_format_loses_is_said() {
    let mut sheet = read("1.....\n......\n......\n......\n......\n......\n").1;
    assert_eq!(named("rows").loses(&sheet), Vec::<String>::new());
    sheet.grid = Grid::with_box(6, 3, 2).unwrap().into();
    assert_eq!(named("rows").loses(&sheet), ["boxes 3 high and 2 wide"]);
    let order = read("4\n4 3 2 1\n0,0 1\n").1;
    assert_eq!(named("rows").loses(&order), ["the symbols 4321 (read back as 1234)"]);
    let zero = read("4\n0 1 2 3\n0,0 0\n1,1 2\n").1;
    assert_eq!(named("tuple").loses(&zero), Vec::<String>::new());
    assert_eq!(named("csv").loses(&zero).last().map(String::as_str), Some("this grid"));
    let zeros = read(&("4\n0 1 2 3\n".to_owned() + &(0..16).map(|i| format!("{},{} 0\n", i / 4, i % 4)).collect::<String>())).1;
    assert_eq!(named("rows").loses(&zeros).last().map(String::as_str), Some("the givens"));
    let letters = read("4\nw x y z\n0,0 w\n").1;
    assert_eq!(named("tuple").loses(&letters), Vec::<String>::new());
    assert_eq!(named("line").loses(&letters), ["this grid"]);
}

#[test]
fn formats_that_are_not_read_are_named() {
    for (text, name) in [
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZNb9s4EL37VxQ86Cov4r5jdf48Z\n", "Penpa+"),
        ("m=solve&p=7VZNb9s4EL37VxQ86Cov4r5jdf48Z", "Penpa+"),
        ("SumoCueV2=0J0+0J0\n", "SumoCueV2"),
        ("# mine\nhttps://sudokupad.app/abc123\n", "SudokuPad"),
        ("https://www.f-puzzles.com/?id=yc2kk6ag", "f-puzzles"),
    ] {
        let error = error(text);
        assert_eq!(error.kind, ErrorKind::UnknownFormat);
        assert!(error.message.starts_with("this is ") && error.message.contains(name), "{error}");
    }
}

#[test]
fn one_symbol_alone_is_no_puzzle() {
    for text in ["4\n", "0\n\n", ".", " 1 "] {
        assert_eq!(place(text).0, ErrorKind::UnknownFormat, "{text:?}");
    }
}

#[test]
fn a_bad_line_among_few_is_the_fault() {
    let good = "...3574...........9.....83..7.....84..1.....2.8...9...3...72.49.2..3.5......812..";
    let texts = [format!("{good}\n{}\n", &good[1..]), format!("{}\n{}\n{good}\n", &good[2..], &good[1..])];
    assert_eq!(place(&texts[0]), (ErrorKind::RowLength, Some(2), Some(81)));
    assert_eq!(place(&texts[1]), (ErrorKind::RowLength, Some(1), Some(80)));
}

#[test]
fn a_lone_line_may_have_a_cell_too_many_or_too_few() {
    // 16x16 from 1 to G, and numbers between blanks.
    let letters = "7A...G8E.2.4.....8DB.29F7E.ACG.6".repeat(8);
    assert_eq!(place(&letters[1..]), (ErrorKind::RowLength, Some(1), Some(256)));
    assert_eq!(place(&"1 0 0 ".repeat(27)[..159]), (ErrorKind::RowLength, Some(1), Some(160)));
    // Prose is none.
    assert_eq!(place("pneumonoultramicroscopicsilicovolcanoconiosis").0, ErrorKind::UnknownFormat);
    // Candidates.
    let candidates = "1........".to_owned() + &"123456789".repeat(80);
    assert_eq!(place(&candidates[1..]), (ErrorKind::RowLength, Some(1), Some(729)));
    assert_eq!(place(&format!("{candidates}.\n{candidates}")), (ErrorKind::RowLength, Some(1), Some(731)));
    // Fields of a library line.
    let fields = format!("  :0000:x:{}:", ".".repeat(81));
    assert_eq!(place(&fields), (ErrorKind::RowLength, Some(1), None));
    assert_eq!(place(&format!("{fields}::").replacen('.', "!", 1)), (ErrorKind::BadSymbol, Some(1), Some(11)));
}

#[test]
fn rows_of_numbers_with_a_fault_are_no_small_grids() {
    let row = |first: usize| (0..16).map(|i| ((first + i) % 16 + 1).to_string()).collect::<Vec<_>>().join(" ") + "\n";
    let grid = |bad: usize, row_of_it: &str| (0..16).map(|i| if i == bad { row_of_it.to_owned() } else { row(i) }).collect::<String>();
    for bad in [0, 4, 15] {
        let short = row(bad);
        let short = short.split_once(' ').unwrap().1;
        assert_eq!(place(&grid(bad, short)).0, ErrorKind::RowLength, "{bad}");
        assert_eq!(place(&grid(bad, short)).1, Some(bad + 1));
        assert_eq!(place(&grid(bad, &format!("0 {}", row(bad)))).0, ErrorKind::RowLength, "{bad}");
    }
    // Two rows are missing.
    assert_eq!(place(&(2..16).map(row).collect::<String>()), (ErrorKind::RowCount, Some(14), None));
}

#[test]
fn one_stray_character_is_the_fault() {
    // A digit among the letters A to Y.
    let mut letters = (0..25).map(|i| "ABCDEFGHIJKLMNOPQRSTUVWXY"[i..].to_owned() + &".".repeat(i) + "\n").collect::<String>();
    letters.replace_range(3..4, "1");
    assert_eq!(place(&letters), (ErrorKind::BadSymbol, Some(1), Some(4)));
    // A G among the symbols 0 to F.
    let mut hexadecimal = (0..16).map(|i| "0123456789ABCDEF"[..16 - i].to_owned() + &".".repeat(i) + "\n").collect::<String>();
    hexadecimal.replace_range(18..19, "G");
    assert_eq!(place(&hexadecimal), (ErrorKind::BadSymbol, Some(2), Some(2)));
}

#[test]
fn maps_of_jigsaws_are_checked() {
    let (cells, map) = ("12....1..3.....4", "aaabcabbccdbcddd");
    // A region too few, one too many, a cell too few or too many in either block.
    for (cells, map, kind, line, column) in [
        (cells, "aaabaabbaadbaddd", ErrorKind::RegionSize, 2, 1),
        (cells, "aaabcabbccdbcdde", ErrorKind::RegionSize, 2, 1),
        (cells, "aaabcabbccdbcdd", ErrorKind::RowLength, 2, 16),
        (cells, "aaabcabbccdbcdddd", ErrorKind::RowLength, 2, 18),
        ("12....1..3.....", map, ErrorKind::RowLength, 1, 16),
        ("12....1..3.....x4", map, ErrorKind::RowLength, 1, 18),
    ] {
        assert_eq!(place(&format!("{cells}\n{map}\n")), (kind, Some(line), Some(column)), "{cells} {map}");
    }
    assert_eq!(place(&format!("{cells}aaaacabbccdbcddd")), (ErrorKind::RegionSize, Some(1), Some(17)));
}

#[test]
fn json_has_places() {
    for (text, kind, line, column) in [
        ("[[0,0,0,0],\n [0,0,0],\n [0,0,0,0],\n [0,0,0,0]]", ErrorKind::RowLength, 2, 3),
        ("[[0,0,0,0],\n [0,0,0,0],\n [0,0,0,0]]", ErrorKind::RowCount, 1, 1),
        ("{\"grid\":\n  [[0,0,0,0], [0,0,0,0], [0,0,0,0]]}", ErrorKind::RowCount, 2, 3),
        ("[[0,0,0,0],\n [0,7,0,0],\n [0,0,0,0],\n [0,0,0,0]]", ErrorKind::BadSymbol, 2, 5),
        ("[[0,0,0,0],\n [0,1.5,0,0],\n [0,0,0,0],\n [0,0,0,0]]", ErrorKind::BadSymbol, 2, 5),
        ("[[0,0,0,0],\n [0,true,0,0],\n [0,0,0,0],\n [0,0,0,0]]", ErrorKind::Malformed, 2, 5),
        ("[[0,0,0,0],\n [0,0,0,0],\n", ErrorKind::Malformed, 3, 1),
        ("[[0,0,0,0]] x", ErrorKind::Malformed, 1, 13),
        ("{\"size\": 9,\n\"grid\": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}", ErrorKind::RowCount, 2, 9),
        ("{\"grid\": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],\n\"regions\": [[1]]}", ErrorKind::UnsupportedRule, 2, 12),
        ("[\"12..\",\n \"..1.\",\n \".3.\",\n \"...4\"]", ErrorKind::RowLength, 3, 2),
        ("{\"size\":4,\"block\":{\"bw\":2,\n\"bh\":0},\"clues\":[[0,0],[0,0]]}", ErrorKind::Malformed, 2, 6),
        ("{\"cells\":[\n{\"position\":[0,9],\"value\":1,\"fixed\":true}]}", ErrorKind::CellOutOfRange, 2, 13),
        ("{\"cells\":[\n{\"position\":[0],\"value\":1,\"fixed\":true}]}", ErrorKind::Malformed, 2, 13),
        ("{\"cells\":[{\"position\":[0,0],\"fixed\":true},\n{\"position\":[0,0]}]}", ErrorKind::CellGivenTwice, 2, 1),
        ("{\"cells\":[{\"position\":[0,0],\"fixed\":true,\n\"value\":10}]}", ErrorKind::BadSymbol, 2, 9),
    ] {
        assert_eq!(place(text), (kind, Some(line), Some(column)), "{text}");
    }
    let lenient = "{\"grid\": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]], \"diagonals\": true, \"cages\": []}";
    let sheet = named("json").parse(lenient, 1, &mut Reading::new().lenient()).unwrap().remove(0);
    assert_eq!(sheet.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), ["ignored_constraint"]);
    assert_eq!(cells(&read("[null,2,null,null,null,null,1,null,null,3,null,null,null,null,null,4]").1), "1234: .2....1..3.....4");
    let floats = "[[1.0, 0, 0.0, 2], [0,0,0,0], [0,0,0,0], [0,0,0,4e0]]";
    assert_eq!(cells(&read(floats).1), "1234: 1..2...........4");
}
