//! One prepared solver for many puzzles: givens are committed and undone without a trace.

use super::problems::{givens, sudoku};
use super::{count_all, covers, solvers};
use crate::exact_cover::{CommitError, Limits, OptionId, Solver, Step, parse_dlx};

/// Puzzles with one solution; the first is G. Royle's kind of 17 clues, the second A. Inkala's "AI Escargot".
const PUZZLES: [&str; 4] = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "850002400720000009004000000000107002305000900040000000000080070017000000000036040",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

fn commit_all(solver: &mut dyn Solver, puzzle: &str) {
    for option in givens(puzzle) {
        solver.commit(OptionId::new(option)).expect("the givens of a puzzle agree");
    }
}

#[test]
fn puzzles_on_one_template() {
    let problem = sudoku(3).problem();
    for solver in &mut solvers(&problem) {
        for _ in 0..2 {
            for puzzle in PUZZLES {
                commit_all(solver.as_mut(), puzzle);
                assert_eq!(count_all(solver.as_mut()), 1, "{:?} {puzzle}", solver.algorithm());
                solver.undo_all();
                assert!(solver.committed().is_empty());
            }
        }
    }
}

#[test]
fn a_used_template_is_as_good_as_new() {
    let problem = sudoku(2).problem();
    for (used, new) in solvers(&problem).iter_mut().zip(&mut solvers(&problem)) {
        // Stop in the middle of a search, undo in an odd order, commit again.
        commit_some(used.as_mut(), &[0, 21, 38]);
        used.next_solution(Limits { nodes: Some(3), ..Limits::default() });
        used.undo();
        used.next_solution(Limits::default());
        used.commit(OptionId::new(45)).unwrap();
        used.next_solution(Limits::default());
        used.undo_all();
        assert_eq!(used.undo(), None);
        assert_eq!(covers(used.as_mut()), covers(new.as_mut()));
        assert_eq!(used.counters().nodes, new.counters().nodes);
    }
}

fn commit_some(solver: &mut dyn Solver, options: &[u32]) {
    options.iter().for_each(|&option| solver.commit(OptionId::new(option)).unwrap());
}

#[test]
fn every_order_of_commits_gives_the_same_covers() {
    let problem = sudoku(2).problem();
    for solver in &mut solvers(&problem) {
        let all = covers(solver.as_mut());
        for (a, b) in [(0, 21), (21, 0), (5, 63), (63, 5)] {
            commit_some(solver.as_mut(), &[a, b]);
            let both = |cover: &&Vec<usize>| cover.contains(&(a as usize)) && cover.contains(&(b as usize));
            let expected: Vec<_> = all.iter().filter(both).cloned().collect();
            assert_eq!(covers(solver.as_mut()), expected);
            solver.undo_all();
        }
        assert_eq!(covers(solver.as_mut()), all);
    }
}

#[test]
fn conflicting_commits_are_reported_and_change_nothing() {
    let problem = parse_dlx("a b c | s t\na s:x\nb s:y\nb s:x\nc t\nb t\na s\nb c s:x\n").unwrap();
    for solver in &mut solvers(&problem) {
        let all = covers(solver.as_mut());
        let option = OptionId::new;
        solver.commit(option(0)).unwrap();
        let error = solver.commit(option(1)).unwrap_err();
        assert_eq!(error, CommitError::Conflict { option: option(1), item: problem.item("s").unwrap() });
        assert_eq!(error.to_string(), "option 1 conflicts with a committed one at item 3");
        assert_eq!(solver.commit(option(5)).unwrap_err().kind(), "conflict");
        assert_eq!(solver.commit(option(0)).unwrap_err().kind(), "conflict", "no option twice");
        assert_eq!(solver.commit(option(99)).unwrap_err(), CommitError::UnknownOption(option(99)));
        assert_eq!(solver.committed(), [option(0)]);
        // The same colour is no conflict.
        solver.commit(option(2)).unwrap();
        assert_eq!(covers(solver.as_mut()), [[0, 2, 3]]);
        assert_eq!(solver.undo(), Some(option(2)));
        assert_eq!(solver.commit(option(1)).unwrap_err().kind(), "conflict", "s still has its colour");
        assert_eq!(solver.undo(), Some(option(0)));
        solver.commit(option(1)).unwrap();
        solver.undo_all();
        assert_eq!(covers(solver.as_mut()), all);
    }
}

#[test]
fn givens_that_leave_an_item_without_options_have_no_cover() {
    let problem = parse_dlx("a b c\na\nb c\nb\na c\n").unwrap();
    for solver in &mut solvers(&problem) {
        commit_some(solver.as_mut(), &[0, 2]);
        assert_eq!(solver.next_solution(Limits::default()), Step::Done);
        solver.undo_all();
        assert_eq!(count_all(solver.as_mut()), 2);
    }
}
