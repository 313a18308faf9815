//! KSudoku's XML by its kinds of puzzles, and what is refused.

use super::*;
use crate::format::cages_of;

fn read(text: &str) -> Result<Sheet, ParseError> {
    KSudoku.parse(text, 1, &mut Reading::new()).map(|mut sheets| sheets.remove(0))
}

/// A file with this inside its graph, and these values.
fn file(graph: &str, values: &str) -> String {
    format!("<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle>\n{graph}\n<values>{values}</values>\n</puzzle></game></ksudoku>")
}

/// A custom graph of size 4 with these elements.
fn custom(kind: &str, elements: &str) -> String {
    let graph = format!("<graph order='4' type='custom' specific-type='{kind}' name='' ncliques='12' sizeX='4' sizeY='4' sizeZ='1'>");
    file(&format!("{graph}\n{elements}\n</graph>"), "_b__\n____ ____ ___e")
}

fn bare(sheet: &Sheet) -> Vec<(usize, usize)> {
    sheet.givens.iter().map(|given| (given.cell.index(), given.symbol.index() + 1)).collect()
}

/// Total, cells, repeats of each cage.
fn cages(sheet: &Sheet) -> Vec<(Option<i64>, Vec<usize>, bool)> {
    let of = |cage: &crate::Cage| (cage.total, cage.cells.iter().map(|cell| cell.index()).collect(), cage.repeats);
    cages_of(sheet).map_or(Vec::new(), |cages| cages.cages().iter().map(of).collect())
}

fn same_when_written(sheet: &Sheet) {
    assert_eq!(KSudoku.loses(sheet), Vec::<String>::new(), "{}", KSudoku.write(sheet).unwrap());
}

#[test]
fn a_plain_puzzle_has_values_along_its_rows() {
    let sheet = read(&file("<graph order='4' type='sudoku' specific-type='Plain'/>", "_b__\n____ ____ ___e")).unwrap();
    assert_eq!(bare(&sheet), [(1, 1), (15, 4)]);
    assert_eq!(sheet.grid.box_shape(), Some((2, 2)));
    same_when_written(&sheet);
}

#[test]
fn what_the_player_did_last_counts() {
    let text = file("<graph order='4' type='sudoku'/>", "_b______________").replace(
        "</puzzle>",
        "</puzzle><history><simple-event index='0' value='3'/><simple-event index='2' value='4'/><simple-event index='2' value='0'/>\
         <simple-event index='1' value='2' given='true'/><simple-event index='5' markers='01010'/><simple-event index='6' markers='00000'/>\
         <complex-event><simple-event index='9' value='1'/></complex-event></history>",
    );
    let sheet = read(&text).unwrap();
    let state: Vec<_> = sheet.state.iter().map(|digit| (digit.cell.index(), digit.symbol.index() + 1)).collect();
    assert_eq!(state, [(0, 3), (9, 1)]);
    assert_eq!(
        sheet.warnings.iter().map(|warning| (warning.kind, &*warning.cells)).collect::<Vec<_>>(),
        [("notes_left_out", &[Cell::new(5)][..])]
    );
    same_when_written(&sheet);
}

#[test]
fn cages_of_a_killer_differ_and_those_of_mathdoku_need_not() {
    let cages_text = "<cage operator='4' value='6' size='3'> 0 4 8 </cage><cage operator='0' value='2' size='1'>3</cage>";
    let killer = read(&custom("KillerSudoku", &format!("<sudokugroups at='0' withblocks='1'/>{cages_text}"))).unwrap();
    assert_eq!(cages(&killer), [(Some(6), vec![0, 4, 8], false), (Some(2), vec![3], false)]);
    assert_eq!(killer.grid.box_shape(), Some((2, 2)));
    same_when_written(&killer);
    let mathdoku = read(&custom("Mathdoku", &format!("<sudokugroups at='0' withblocks='0'/>{cages_text}"))).unwrap();
    assert_eq!(cages(&mathdoku), [(Some(6), vec![0, 4, 8], true), (Some(2), vec![3], true)]);
    // No blocks: rows are regions.
    assert_eq!(mathdoku.grid.box_shape(), Some((1, 4)));
    same_when_written(&mathdoku);
}

#[test]
fn groups_are_regions_diagonals_or_any_cells_that_differ() {
    let rows = "<clique size='4'>0 1 2 3</clique><clique size='4'>4 5 6 7</clique><clique size='4'>8 9 10 11</clique><clique size='4'>12 13 14 15 </clique>\
                <clique size='4'>0 4 8 12</clique><clique size='4'>1 5 9 13</clique><clique size='4'>2 6 10 14</clique><clique size='4'>3 7 11 15</clique>";
    let diagonals = "<clique size='4'>0 5 10 15</clique><clique size='4'>3 6 9 12</clique>";
    let jigsaw = "<clique size='4'>0 1 2 4</clique><clique size='4'>3 7 6 11</clique><clique size='4'>5 8 9 12</clique><clique size='4'>10 13 14 15</clique>";
    let sheet = read(&custom("Jigsaw", &format!("{rows}{diagonals}{jigsaw}"))).unwrap();
    assert_eq!((sheet.grid.region(Cell::new(4)), sheet.grid.box_shape()), (sheet.grid.region(Cell::new(0)), None));
    assert_eq!(sheet.rules.iter().map(|rule| rule.name()).collect::<Vec<_>>(), ["diagonals"]);
    same_when_written(&sheet);
    let sheet = read(&custom(
        "XSudoku",
        "<sudokugroups/><clique size='4'>12 9 6 3</clique><clique size='4'>5 6 9 10</clique><clique size='4'>0 3 12 15</clique>",
    ))
    .unwrap();
    assert_eq!(sheet.rules.iter().map(|rule| rule.name()).collect::<Vec<_>>(), ["diagonal-up", "cages"]);
    assert_eq!(cages(&sheet), [(None, vec![5, 6, 9, 10], false), (None, vec![0, 3, 12, 15], false)]);
    same_when_written(&sheet);
    // Regions that are boxes are boxes, and without rows there is no puzzle of ours.
    let six = "<sudokugroups at='0' withblocks='0'/><clique size='4'>0 1 4 5</clique><clique size='4'>2 3 6 7</clique><clique size='4'>8 9 12 13</clique><clique size='4'>10 11 14 15</clique>";
    assert_eq!(read(&custom("Jigsaw", six)).unwrap().grid.box_shape(), Some((2, 2)));
    let error = read(&custom("Jigsaw", jigsaw)).unwrap_err();
    assert_eq!((error.kind, error.found.as_deref()), (ErrorKind::UnsupportedRule, Some("no group for row 1")));
}

#[test]
fn operators_that_we_lack_are_errors_unless_lenient() {
    let text = custom("Mathdoku", "<sudokugroups withblocks='0'/>\n<cage operator='3' value='12' size='2'> 0 1 </cage>");
    let error = read(&text).unwrap_err();
    assert_eq!((error.kind, error.line), (ErrorKind::UnsupportedRule, Some(5)));
    assert!(error.message.contains("multiply"), "{error}");
    let sheet = KSudoku.parse(&text, 1, &mut Reading::new().lenient()).unwrap().remove(0);
    assert_eq!((cages(&sheet).len(), sheet.warnings[0].kind), (0, "ignored_constraint"));
}

#[test]
fn what_is_no_puzzle_of_ours_is_refused_with_the_reason() {
    use ErrorKind::*;
    let groups = "<sudokugroups at='0' withblocks='1'/>";
    let with = |elements: &str| custom("KillerSudoku", &format!("{groups}{elements}"));
    let plain = |size: &str, values: &str| file(&format!("<graph order='{size}' type='sudoku'/>"), values);
    let samurai = "<graph order='9' type='custom' specific-type='Samurai' sizeX='21' sizeY='21' sizeZ='1'><sudokugroups at='0'/></graph>";
    for (text, kind, message) in [
        (file("<graph order='9' type='roxdoku'/>", "_"), UnsupportedRule, "Roxdoku"),
        (file(samurai, "_"), UnsupportedRule, "Samurai"),
        (custom("Plain", &format!("{groups}<sudokugroups at='6'/>")), UnsupportedRule, "several grids"),
        (plain("6", &"_".repeat(36)), BadSize, "6"),
        (plain("99", "_"), BadSize, "order"),
        (plain("x", "_"), BadNumber, "order"),
        (file("<graph order='4'/>", "_"), Malformed, "type"),
        (plain("4", "_"), RowLength, "values"),
        (plain("4", "_______________f"), BadSymbol, "cell 15"),
        (plain("4", "_______________."), BadSymbol, "cell 15"),
        (plain("4", "a_______________"), BadSymbol, "cell 0"),
        (with("<cage operator='4' value='3' size='2'>0 16</cage>"), CellOutOfRange, "cage"),
        (with("<cage operator='4' value='3' size='2'>0 x</cage>"), BadNumber, "cage"),
        (with("<cage operator='4' value='3' size='3'>0 1</cage>"), Malformed, "as many"),
        (with("<cage operator='4' value='3' size='2'>1 1</cage>"), DuplicateCell, "cage"),
        (with("<cage operator='4' value='3' size='0'></cage>"), CageEmpty, "cage"),
        (with("<cage operator='4' value='0' size='2'>0 1</cage>"), BadNumber, "value"),
        (with("<cage operator='4' value='-3' size='2'>0 1</cage>"), NegativeTotal, "total"),
        (with("<cage operator='4' value='10' size='5'>0 1 2 3 4</cage>"), CageTooLarge, "cells"),
        (with("<cage operator='9' value='3' size='2'>0 1</cage>"), BadNumber, "operator"),
        (with("<cage value='3' size='2'>0 1</cage>"), Malformed, "operator"),
        (with("<clique size='3'>0 1 2</clique>"), RegionSize, "group"),
        (with("<clique size='4'>0 1 2 2</clique>"), DuplicateCell, "group"),
        (with("") + "<x>", Malformed, "XML"),
        ("<ksudoku-graph><graph order='4' type='sudoku'/></ksudoku-graph>".to_owned(), Malformed, "no values"),
        ("<ksudoku/>".to_owned(), Malformed, "no graph"),
        (plain("4", &"_".repeat(16)).replace("<values>", "<graph order='4' type='sudoku'/><values>"), Malformed, "second graph"),
        (plain("4", &"_".repeat(16)).replace("</puzzle>", "<values/></puzzle>"), Malformed, "second list"),
        (plain("4", &"_".repeat(16)).replace("</puzzle>", "<simple-event index='16' value='1'/></puzzle>"), CellOutOfRange, "event"),
        (plain("4", &"_".repeat(16)).replace("</puzzle>", "<simple-event index='1' value='5'/></puzzle>"), BadSymbol, "value"),
        ("<ksudoku><cage/></ksudoku>".to_owned(), Malformed, "outside"),
    ] {
        let error = read(&text).expect_err(&text);
        assert_eq!(error.kind, kind, "{error}\n{text}");
        assert!(error.to_string().contains(message), "{error} lacks {message}\n{text}");
    }
}
