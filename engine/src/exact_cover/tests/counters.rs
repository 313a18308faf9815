//! Nodes and updates, number for number those of Knuth's programs.

use super::problems::{Plain, langford, pentominoes, pentominoes_8x8, queens};
use super::{count_all, exact};
use crate::exact_cover::{Cells, ItemChoice, Links, Matrix, Solver};

/// Covers, nodes and updates of DLX1, nodes of SSXCC.
fn check(plain: &Plain, covers: u64, nodes: u64, updates: u64, cells_nodes: u64) {
    let problem = plain.problem();
    assert_eq!(exact(&mut Links::new(&problem)), (covers, nodes, updates), "links");
    let mut matrix = Matrix::new(&problem).expect("small enough");
    let (found, matrix_nodes, _) = exact(&mut matrix);
    assert_eq!((found, matrix_nodes), (covers, nodes), "matrix");
    let mut cells = Cells::new(&problem);
    assert_eq!((count_all(&mut cells), cells.counters().nodes), (covers, cells_nodes), "cells");
}

#[test]
fn pentominoes_3x20() {
    check(&pentominoes(3, 20, |_, _| true), 8, 32_978, 10_986_975, 9_328);
}

#[test]
fn pentominoes_8x8_without_the_middle() {
    check(&pentominoes_8x8(), 520, 293_045, 102_179_915, 94_342);
}

#[test]
#[ignore = "a minute when not optimised; run with --release -- --ignored"]
fn pentominoes_6x10() {
    check(&pentominoes(6, 10, |_, _| true), 9356, 3_637_261, 1_242_377_480, 1_210_954);
}

#[test]
fn twelve_queens() {
    check(&queens(12), 14_200, 211_716, 3_594_752, 172_134);
}

#[test]
fn langford_11() {
    check(&langford(11), 17_792, 223_510, 3_035_452, 175_111);
}

#[test]
fn stopping_early_keeps_the_covers() {
    let problem = langford(7).problem();
    let mut links = Links::new(&problem);
    assert_eq!(count_all(&mut links), 26);
    let early = links.counters().nodes;
    links.set_choice(ItemChoice::exact());
    assert_eq!(count_all(&mut links), 26);
    assert_ne!(early, links.counters().nodes, "the two rules are different");
}
