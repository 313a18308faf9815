//! Stopping and going on loses nothing and repeats nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::problems::{Plain, langford, queens, sudoku};
use super::{covers, solvers};
use crate::exact_cover::{ItemChoice, Limits, Problem, Solutions, Solver, Step, Stop, Ties, parse_dlx};

fn coloured() -> Problem {
    // A row of tiles whose touching edges must have one colour.
    let mut text = "a b c d | ab bc cd\n".to_owned();
    for (left, right) in [("x", "y"), ("y", "x"), ("x", "x"), ("y", "z"), ("z", "x")] {
        text += &format!("a ab:{right}\nb ab:{left} bc:{right}\nc bc:{left} cd:{right}\nd cd:{left}\n");
    }
    parse_dlx(&text).unwrap()
}

fn problems() -> Vec<Problem> {
    let mut all: Vec<Problem> = [langford(7), queens(6), sudoku(2)].iter().map(Plain::problem).collect();
    all.push(coloured());
    all
}

/// Runs to the end under limits that stop again and again.
fn in_pieces(solver: &mut dyn Solver, limits: Limits<'_>, stop: Stop) -> (Vec<Vec<usize>>, usize) {
    let (mut all, mut stops) = (Vec::new(), 0);
    loop {
        let before = solver.counters();
        match solver.next_solution(limits) {
            Step::Solution => {
                let mut cover: Vec<usize> = solver.cover().iter().map(|option| option.index()).collect();
                cover.sort_unstable();
                all.push(cover);
            }
            Step::Stopped(why) => {
                assert_eq!(why, stop);
                stops += 1;
            }
            Step::Done => break,
        }
        if let Some(nodes) = limits.nodes {
            assert!(solver.counters().nodes <= before.nodes + nodes, "no node beyond the limit");
        }
    }
    assert_eq!(solver.next_solution(limits), Step::Done, "the end is the end");
    all.sort();
    (all, stops)
}

#[test]
fn node_limits() {
    for problem in problems() {
        for solver in &mut solvers(&problem) {
            let whole = covers(solver.as_mut());
            let counters = solver.counters();
            for nodes in [1, 2, 3, 7, 50] {
                solver.restart();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let (pieces, stops) = in_pieces(solver.as_mut(), limits, Stop::Nodes);
                assert_eq!(pieces, whole, "{:?} {nodes}", solver.algorithm());
                assert_eq!(solver.counters(), counters, "the same work in all");
                assert!(nodes > 3 || stops > 0);
            }
        }
    }
}

#[test]
fn update_limits() {
    for problem in problems() {
        for solver in &mut solvers(&problem) {
            let whole = covers(solver.as_mut());
            solver.restart();
            let limits = Limits { updates: Some(10), ..Limits::default() };
            let (pieces, stops) = in_pieces(solver.as_mut(), limits, Stop::Updates);
            assert_eq!(pieces, whole);
            assert!(stops > 0);
        }
    }
}

#[test]
fn every_kth_solution() {
    for problem in problems() {
        for solver in &mut solvers(&problem) {
            let whole = covers(solver.as_mut());
            for k in 1..5 {
                solver.restart();
                let mut all: Vec<Vec<usize>> = Vec::new();
                loop {
                    let some: Vec<_> = Solutions::new(solver.as_mut(), Limits::default()).take(k).collect();
                    all.extend(some.iter().map(|cover| {
                        let mut cover: Vec<usize> = cover.iter().map(|option| option.index()).collect();
                        cover.sort_unstable();
                        cover
                    }));
                    if some.len() < k {
                        break;
                    }
                }
                all.sort();
                assert_eq!(all, whole);
            }
        }
    }
}

#[test]
fn interrupts_and_deadlines() {
    let problem = langford(7).problem();
    let interrupt = AtomicBool::new(true);
    for solver in &mut solvers(&problem) {
        let limits = Limits { interrupt: Some(&interrupt), ..Limits::default() };
        assert_eq!(solver.next_solution(limits), Step::Stopped(Stop::Interrupt));
        let limits_past = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(solver.next_solution(limits_past), Step::Stopped(Stop::Deadline));
        assert_eq!(solver.counters().nodes, 0);
        interrupt.store(false, Ordering::Relaxed);
        assert_eq!(in_pieces(solver.as_mut(), limits, Stop::Interrupt).0.len(), 26);
        interrupt.store(true, Ordering::Relaxed);
    }
}

#[test]
fn the_iterator_keeps_its_limits_over_several_covers() {
    let problem = queens(8).problem();
    for solver in &mut solvers(&problem) {
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let mut solutions = Solutions::new(solver.as_mut(), limits);
        let first = solutions.by_ref().count();
        assert_eq!(solutions.stopped(), Some(Stop::Nodes));
        assert_eq!(solutions.next(), None);
        assert_eq!(solver.counters().nodes, 300);
        assert!(first > 0 && first < 92);
        assert_eq!(first + Solutions::new(solver.as_mut(), Limits::default()).count(), 92);
    }
}

#[test]
fn random_ties_repeat_with_their_seed() {
    let problem = queens(8).problem();
    for solver in &mut solvers(&problem) {
        let expected = covers(solver.as_mut());
        let mut orders = Vec::new();
        for seed in [1, 2, 1] {
            solver.set_choice(ItemChoice { ties: Ties::Random(seed), stop_early: seed == 2 });
            let order: Vec<_> = Solutions::new(solver.as_mut(), Limits::default()).collect();
            solver.restart();
            let again: Vec<_> = Solutions::new(solver.as_mut(), Limits::default()).collect();
            assert_eq!(order, again, "seed {seed}");
            solver.restart();
            assert_eq!(covers(solver.as_mut()), expected, "seed {seed}");
            orders.push(order);
        }
        assert_eq!(orders[0], orders[2]);
        assert_ne!(orders[0], orders[1]);
    }
}
