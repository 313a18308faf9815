//! What each format reads.

use pencilmark_sudoku::{ErrorKind, Extent, Reading, detect, render_text};

use crate::{cells, named, place, read, read_with, report};

#[test]
fn one_grid_in_many_shapes() {
    let shapes = [
        "12..\n..1.\n.3..\n...4\n",
        "# a comment\n\n12..\r\n\t..1.  \r\n% another\r\n.3..\r\n...4",
        "\u{feff}12..\r..1.\r\r.3..\r...4\r",
        "1 2 0 0\n0 0 1 0\n\n0 3 0 0\n0 0 0 4\n",
        "1 2 . .\n. . 1 .\n. 3 . .\n. . . 4\n",
        "12|__\n__|1_\n-----\n_3|__\n__|_4\n",
        "12|--\n--|1-\n-----\n-3|--\n--|-4\n",
        "12|--\n--|1-\n--+--\n-3|--\n--|-4\n",
        "*-----*\n|12|..|\n|..|1.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n",
        "+-----+-----+\n| 1 2 | ? ? |\n| ? ? | 1 ? |\n+-----+-----+\n| ? 3 | ? ? |\n| ? ? | ? 4 |\n+-----+-----+\n",
        "╔═════╦═════╗\n║ 1 2 ║ . . ║\n║ . . ║ 1 . ║\n╠═════╬═════╣\n║ . 3 ║ . . ║\n║ . . ║ . 4 ║\n╚═════╩═════╝\n",
        ".---.---.\n|12 |.. |\n|.. |1. |\n:---+---:\n|.3 |.. |\n|.. |.4 |\n'---'---'\n",
        "| 1 | 2 |   |   |\n|   |   | 1 |   |\n|   | 3 |   |   |\n|   |   |   | 4 |\n",
        "+-+-+-+-+\n|1|2| | |\n+-+-+-+-+\n| | |1| |\n+-+-+-+-+\n| |3| | |\n+-+-+-+-+\n| | | |4|\n+-+-+-+-+\n",
        "┌─┬─┰─┬─┐\n│1│2┃ │ │\n│ │ ┃1│ │\n┝━┿━╋━┿━┥\n│ │3┃ │ │\n│ │ ┃ │4│\n└─┴─┸─┴─┘\n",
        "[Puzzle]\n12..\n..1.\n.3..\n...4\n",
    ];
    for text in shapes {
        let (format, sheet) = read(text);
        assert!(format == "rows" || format == "sections", "{format}\n{text}");
        assert_eq!(cells(&sheet), "1234: 12....1..3.....4", "{text}");
    }
    for text in [
        "1,2,,\n,,1,\n,3,,\n,,,4\n",
        "\"1\",\"2\",\"\",\"\"\n\"\",,\"1\",\n,\"3\",,\n,,,\" 4\"\n",
        "1,2,,,\n,,1,,\n,3,,,\n,,,4,\n",
        "1,2,x,x\nX,x,1,x\nx, 3 ,x,x\nx,x,x,4",
    ] {
        let (format, sheet) = read(text);
        assert_eq!((format, cells(&sheet).as_str()), ("csv", "1234: 12....1..3.....4"), "{text}");
    }
    for text in ["12....1..3.....4", "1200001003000004 ; mine", "0123456789ab 12....1..3.....4 1.2"] {
        let (format, sheet) = read(text);
        assert_eq!((format, cells(&sheet).as_str()), ("line", "1234: 12....1..3.....4"), "{text}");
    }
}

#[test]
fn a_row_of_bars_alone_is_open_where_every_cell_has_its_bars() {
    let (format, sheet) = read("|1|2| | |\n| | | | |\n| |3| |4|\n| | | | |\n");
    assert_eq!((format, cells(&sheet).as_str()), ("rows", "1234: 12.......3.4...."));
    // Elsewhere it is a border.
    let (_, sheet) = read("|12|..|\n|  |  |\n|..|..|\n|.3|.4|\n|  |  |\n|..|..|\n");
    assert_eq!(cells(&sheet), "1234: 12.......3.4....");
}

#[test]
fn rows_of_one_mark_are_rows_if_that_is_the_blank() {
    let (_, sheet) = read("----\n1--2\n----\n----\n");
    assert_eq!(cells(&sheet), "1234: ....1..2........");
    let (_, sheet) = read("____\n____\n____\n____\n");
    assert_eq!(cells(&sheet), "1234: ................");
    // The dashes are a border: the rows use dots.
    assert_eq!(place("....\n1..2\n----\n....\n"), (ErrorKind::RowCount, Some(4), None));
}

#[test]
fn symbols_are_found_from_all_cells() {
    let square = |row: &str| format!("{row}\n").repeat(4);
    let with_dots = |row: &str, n: usize| format!("{row}\n") + &(".".repeat(n) + "\n").repeat(n - 1);
    let symbols = |text: &str| read(text).1.symbols.to_string();
    assert_eq!(symbols(&with_dots("7a...g8e.2.4....", 16)), "123456789ABCDEFG");
    assert_eq!(symbols(&with_dots("abcdefghi.......", 16)), "ABCDEFGHIJKLMNOP");
    assert_eq!(symbols(&with_dots("0123456789abcde.", 16)), "0123456789ABCDEF");
    assert_eq!(symbols(&with_dots("X....yabc.def............", 25)), "ABCDEFGHIJKLMNOPQRSTUVWXY");
    assert_eq!(symbols(&square("2 4 6 8")), "2468");
    assert_eq!(symbols(&square("26 7 10 21")), "7 10 21 26");
    assert_eq!(symbols(&square("0 1 2 3")), "0123");
    assert_eq!(symbols(&square("taco")), "ACOT");
    assert_eq!(symbols("0123230110323210"), "0123");
    assert_eq!(symbols("wxyz\nyzwx\nxwzy\nzyxw\n"), "WXYZ");
    assert_eq!(symbols("0213233110323211"), "1234");
    assert_eq!(symbols("0 2 0 1\n0 0 0 3\n0 0 0 0\n0 0 0 0\n"), "1234");
    let zeros = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n".to_owned() + &". . . . . . . . . . . . . . . .\n".repeat(15);
    assert_eq!(symbols(&zeros), "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
}

#[test]
fn borders_show_the_boxes() {
    let rows = "| 1 2 | . . | . . |\n";
    let text = ["+\n", rows, rows, rows, "+-----+\n", rows, rows, rows].concat();
    assert_eq!(read(&text).1.grid.box_shape(), Some((3, 2)));
    let asked = read_with(&text, &mut Reading::with_box(2, 3)).unwrap().1;
    assert_eq!(asked[0].grid.box_shape(), Some((2, 3)));
    insta::assert_snapshot!(report("12|..\n..|1.\n.3.|.\n..|.4\n"), @r#"
    error[unsupported_rule]: borders that do not draw equal boxes
     --> p.txt:3:1
      |
    3 | .3.|.
      | ^^^^^
      |
      = help: irregular regions are read as a second block of cells, not as borders
    "#);
    let error = read_with("12....1..3.....4", &mut Reading::with_box(2, 3)).unwrap_err();
    assert_eq!((error.kind, error.line), (ErrorKind::BadSize, Some(1)));
}

#[test]
fn a_batch_goes_on_after_a_bad_line() {
    let text = "% one\n12....1..3.....4\n12....1..3.....\n\n# two\n1200001003000004\n";
    let format = detect(text).unwrap();
    assert_eq!((format.name(), format.extent()), ("line", Extent::Line));
    let mut reading = Reading::new();
    let read: Vec<_> = (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| format.parse_line(line, number, &mut reading).transpose())
        .map(|sheet| sheet.map(|sheet| (sheet.source.line, cells(&sheet))).map_err(|error| error.to_string()))
        .collect();
    insta::assert_debug_snapshot!(read, @r#"
    [
        Ok(
            (
                2,
                "1234: 12....1..3.....4",
            ),
        ),
        Err(
            "line 3, column 16: a line with the wrong number of cells for any grid: found 15, expected 16",
        ),
        Ok(
            (
                6,
                "1234: 12....1..3.....4",
            ),
        ),
    ]
    "#);
}

#[test]
fn rows_of_a_large_grid_are_no_batch_of_small_ones() {
    let empty = format!("{}\n", ".".repeat(16)).repeat(16);
    let (format, sheet) = read(&empty);
    assert_eq!((format, sheet.grid.size()), ("rows", 16));
    let batch = "12....1..3.....4\n".repeat(15) + "................\n";
    assert_eq!(read_with(&batch, &mut Reading::new()).unwrap().1.len(), 16);
}

#[test]
fn sheets_of_a_batch_share_grid_and_symbols() {
    let sheets = read_with("12....1..3.....4\n1200001003000004\n", &mut Reading::new()).unwrap().1;
    assert!(std::sync::Arc::ptr_eq(&sheets[0].grid, &sheets[1].grid));
    assert!(std::sync::Arc::ptr_eq(&sheets[0].symbols, &sheets[1].symbols));
}

#[test]
fn a_second_block_of_cells_holds_the_regions() {
    let (format, sheet) = read("12....1..3.....4\naaabccabcdabcddd\n".replace("aaabccabcdabcddd", "aaabcabbccdbcddd").as_str());
    assert_eq!(format, "jigsaw");
    assert_eq!(sheet.grid.box_shape(), None);
    insta::assert_snapshot!(render_text(&sheet.grid, &sheet.symbols, &sheet.values()), @r#"
    +-----------+---+
    | 1   2   . | . |
    +---+   +---+   |
    | . | . | 1   . |
    |   +---+---+   |
    | .   3 | . | . |
    |   +---+   +---+
    | . | .   .   4 |
    +---+-----------+
    "#);
    assert_eq!(place("12....1..3.....4\naaaacabbccdbcddd\n").0, ErrorKind::RegionSize);
    // Many, on two lines each or on one.
    let blocks = ["12....1..3.....4", "aaabcabbccdbcddd"];
    for text in [blocks.join("\n") + "\n", blocks.concat() + "\n"] {
        let (format, sheets) = read_with(&text.repeat(200), &mut Reading::new()).unwrap();
        assert_eq!((format, sheets.len()), ("jigsaw", 200), "{text}");
        assert_eq!(cells(&sheets[199]), cells(&sheet));
        assert!(sheets.iter().all(|other| other.grid == sheet.grid));
    }
    // A puzzle with few givens has as many different characters as a map has regions.
    let sparse = [
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        ".......1.4.........2...........5.4.7..8...3....1.7....3..4..2...5.1........8.6...",
    ];
    let sheets = read_with(&sparse.join("\n"), &mut Reading::new()).unwrap();
    assert_eq!((sheets.0, sheets.1.len()), ("line", 2));
    // A puzzle and its solution are two puzzles.
    let sheets = read_with("12....1..3.....4\n1234341221434321\n", &mut Reading::new()).unwrap();
    assert_eq!((sheets.0, sheets.1.len()), ("line", 2));
}

#[test]
fn comments_may_stand_around_and_in_json() {
    let (format, sheet) = read("# mine\r\n[[1,2,0,0],\r\n  // the middle\r\n[0,0,1,0],[0,3,0,0],[0,0,0,4]]\r\n% end");
    assert_eq!((format, cells(&sheet).as_str()), ("json", "1234: 12....1..3.....4"));
    assert_eq!(place("# mine\n[[1,2,0,0],\n# the middle\n[0,5,1,0],[0,3,0,0],[0,0,0,4]]"), (ErrorKind::BadSymbol, Some(4), Some(4)));
    let (format, _) = read("; saved\n{\"cells\": [{\"position\": [0, 0], \"value\": 1, \"fixed\": true}]}");
    assert_eq!(format, "gnome");
}

#[test]
fn what_is_written_is_told_by_its_content() {
    let empty = read(&".".repeat(81)).1;
    assert_eq!(read(&named("gnome").write(&empty).unwrap()).0, "gnome");
    let small = read("12....1..3.....4").1;
    let (format, sheet) = read(&named("sukaku").write(&small).unwrap());
    assert_eq!((format, cells(&sheet)), ("sukaku", cells(&small)));
    let hexadecimal = read(&(0..16).map(|i| "0123456789ABCDEF"[i..].to_owned() + &".".repeat(i) + "\n").collect::<String>()).1;
    let (format, sheet) = read(&named("csv").write(&hexadecimal).unwrap());
    assert_eq!((format, cells(&sheet)), ("csv", cells(&hexadecimal)));
    // Numbers of two digits, each of which could be two candidates.
    let gaps = read("9\n3 5 7 9 11 13 15 17 19\n0,0 13\n0,8 15\n1,3 17\n1,7 19\n2,2 13\n3,3 15\n4,1 17\n5,5 19\n6,6 13\n7,7 15\n8,0 3\n8,1 5\n8,2 7\n8,3 9\n8,4 11\n").1;
    for name in ["csv", "rows"] {
        let (format, sheet) = read(&named(name).write(&gaps).unwrap());
        assert_eq!((format, cells(&sheet)), (name, cells(&gaps)));
    }
    assert_eq!(read("12 12 3 4\n3 4 12 12\n12 12 4 3\n4 3 12 12\n").0, "candidates");
    // A row of one line that is named as rows is one of characters.
    let error = named("rows").parse("12....1..3.....4", 1, &mut Reading::new()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::RowCount);
}

#[test]
fn the_players_digits_are_no_givens() {
    let text = "#A me\n[Puzzle]\n12..\n..1.\n.3..\n...4\n[State]\n1243\n..1.\n.3..\n...4\n[Colours]\n99\n";
    let (_, sheet) = read(text);
    assert_eq!(sheet.givens.len(), 5);
    let state: Vec<(String, &str)> =
        sheet.state.iter().map(|given| (sheet.grid.name(given.cell), sheet.symbols.name(given.symbol))).collect();
    assert_eq!(state, [("r1c3".to_owned(), "4"), ("r1c4".to_owned(), "3")]);
    let written = named("sections").write(&sheet).unwrap();
    assert_eq!(written, "[Puzzle]\n12..\n..1.\n.3..\n...4\n[State]\n1243\n..1.\n.3..\n...4\n");
    assert!(named("sections").loses(&sheet).is_empty());
    assert_eq!(place(&text.replace("1243", "1143")), (ErrorKind::CellGivenTwice, Some(8), Some(2)));
}

#[test]
fn a_picture_has_straight_columns() {
    let sheet = read(&("12 3 0 0 0 0 0 0 0 0 0 1\n".to_owned() + &"0 0 0 0 0 0 0 0 0 0 0 0\n".repeat(11))).1;
    let text = render_text(&sheet.grid, &sheet.symbols, &sheet.values());
    let top: Vec<&str> = text.lines().take(3).collect();
    insta::assert_snapshot!(top.join("\n"), @r#"
    +-------------+-------------+-------------+
    | 12  3  .  . |  .  .  .  . |  .  .  .  1 |
    |  .  .  .  . |  .  .  .  . |  .  .  .  . |
    "#);
}
