//! Every kernel, one puzzle at a time and in batches, against two referees: one that knows nothing but the rules, and propagation.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pencilmark_engine::{Backend as _, Fact, Limits, Propagation, Run};

use super::grid::Grid;
use super::machine::Machine;
use super::portable::Portable;
use super::single::Outcome;
use super::{Batch, Candidates, Digits, End, Kernel, Options, Single, from_givens};
use crate::{Grid as Geometry, Symbols, Template};

const ALL: u16 = 511;

/// Random numbers (xorshift64*, G. Marsaglia and S. Vigna).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

fn same_house(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

/// Plain backtracking, fewest candidates first, and digits taken from the cells they see. `None` if it takes too long.
fn referee(start: &Candidates, limit: usize) -> Option<Vec<Digits>> {
    fn search(cells: &Candidates, open: u128, limit: usize, nodes: &mut u32, found: &mut Vec<Digits>) -> bool {
        *nodes += 1;
        if *nodes > 2_000 {
            return false;
        }
        let Some(cell) = (0..81).filter(|&c| open >> c & 1 != 0).min_by_key(|&c| cells[c].count_ones()) else {
            found.push(cells.map(|set| set.trailing_zeros() as u8 + 1));
            return true;
        };
        for digit in (0..9).map(|d| 1 << d).filter(|d| cells[cell] & d != 0) {
            let mut next = *cells;
            for (other, set) in next.iter_mut().enumerate() {
                if other == cell {
                    *set = digit;
                } else if same_house(cell, other) {
                    *set &= !digit;
                }
            }
            if !search(&next, open & !(1 << cell), limit, nodes, found) {
                return false;
            }
            if found.len() == limit {
                return true;
            }
        }
        true
    }
    let mut found = Vec::new();
    search(start, (1 << 81) - 1, limit, &mut 0, &mut found).then_some(found)
}

/// The model of the grid, which propagation solves.
static TEMPLATE: LazyLock<Template> =
    LazyLock::new(|| Template::new(Geometry::new(9).expect("it has boxes").into(), Symbols::numbers_to(9).into(), &[]));

/// What generic propagation finds.
fn by_propagation(run: &mut dyn Run, start: &Candidates, limit: u64) -> Vec<Digits> {
    let cells = TEMPLATE.model().all_vars().zip(start);
    let facts: Vec<Fact> =
        cells.flat_map(|(var, set)| (1..=9).filter(move |digit| set >> (digit - 1) & 1 == 0).map(move |digit| var.is_not(digit))).collect();
    let mut found = Vec::new();
    run.run(&facts, &Limits::solutions(limit), None, &mut |values| {
        found.push(std::array::from_fn(|cell| values[cell] as u8));
        ControlFlow::Continue(())
    });
    found
}

fn assert_solution(digits: &Digits, start: &Candidates) {
    for a in 0..81 {
        assert!((1..=9).contains(&digits[a]) && start[a] >> (digits[a] - 1) & 1 == 1, "cell {a} in {digits:?} of {start:?}");
        for b in 0..a {
            assert!(digits[a] != digits[b] || !same_house(a, b), "cells {a} and {b} in {digits:?} of {start:?}");
        }
    }
}

/// A random solution of the empty grid: a shuffled pattern.
fn full_grid(rng: &mut Rng) -> Digits {
    let mut order = |n: usize| {
        let mut all: Vec<usize> = (0..n).collect();
        (1..n).for_each(|i| all.swap(i, rng.below(i + 1)));
        all
    };
    let digits = order(9);
    let lines: [Vec<usize>; 2] =
        [0, 1].map(|_| order(3).into_iter().flat_map(|band| order(3).into_iter().map(move |l| 3 * band + l)).collect());
    let mut grid = [0; 81];
    for row in 0..9 {
        for column in 0..9 {
            let (r, c) = (lines[0][row], lines[1][column]);
            grid[9 * row + column] = digits[(r * 3 + r / 3 + c) % 9] as u8 + 1;
        }
    }
    grid
}

/// Givens of a random solution, as few as make it the only one.
fn minimal(rng: &mut Rng) -> Candidates {
    let mut puzzle = from_givens(&full_grid(rng));
    for _ in 0..150 {
        let cell = rng.below(81);
        let was = puzzle[cell];
        puzzle[cell] = ALL;
        if count(&puzzle, 2) != 1 {
            puzzle[cell] = was;
        }
    }
    puzzle
}

fn count(puzzle: &Candidates, limit: u64) -> u64 {
    Single::default().solve(puzzle, &Options::limit(limit), &mut |_| ControlFlow::Continue(())).solutions
}

/// A random puzzle of a random kind.
fn puzzle(rng: &mut Rng) -> Candidates {
    let solution = full_grid(rng);
    let mut puzzle = from_givens(&solution);
    let clues = 17 + rng.below(40);
    match rng.below(7) {
        // One solution.
        0 => return minimal(rng),
        // A minimal puzzle without some of its givens: some solutions.
        1 => {
            puzzle = minimal(rng);
            for _ in 0..1 + rng.below(3) {
                puzzle[rng.below(81)] = ALL;
            }
        }
        // Any number of solutions.
        2 => (0..81).for_each(|c| puzzle[c] = if rng.below(81) < clues { puzzle[c] } else { ALL }),
        // The same with a wrong given: most of them have none.
        3 => {
            (0..81).for_each(|c| puzzle[c] = if rng.below(81) < clues { puzzle[c] } else { ALL });
            puzzle[rng.below(81)] = 1 << rng.below(9);
        }
        // Pencil marks about a solution.
        4 => (0..81).for_each(|c| puzzle[c] |= (0..9).filter(|_| rng.below(100) < 20 + clues).fold(0, |set, d| set | 1 << d)),
        // Pencil marks about no solution.
        5 => (0..81).for_each(|c| puzzle[c] = (0..9).filter(|_| rng.below(100) < 60 + clues / 2).fold(0, |set, d| set | 1 << d)),
        // A hole, garbage above the digits.
        _ => {
            (0..81).for_each(|c| puzzle[c] = if rng.below(81) < clues { puzzle[c] | 0xfe00 } else { u16::MAX });
            if rng.below(2) == 0 {
                puzzle[rng.below(81)] = 0xfe00;
            }
        }
    }
    puzzle
}

fn solve(kernel: Kernel, start: &Candidates, limit: u64) -> (Outcome, Vec<Digits>) {
    let mut found = Vec::new();
    let outcome = Single::new(kernel).solve(start, &Options::limit(limit), &mut |digits| {
        found.push(*digits);
        ControlFlow::Continue(())
    });
    (outcome, found)
}

fn kernels() -> Vec<Kernel> {
    Kernel::ALL.into_iter().filter(|k| k.works()).collect()
}

/// All kernels and forms on these puzzles, against each other and the referee.
fn compare(puzzles: &[Candidates], limit: u64) {
    let mut singles = Vec::new();
    let mut propagation = Propagation::default().prepare(TEMPLATE.model()).expect("it takes all");
    for start in puzzles {
        let (outcome, found) = solve(Kernel::Portable, start, limit);
        found.iter().for_each(|digits| assert_solution(digits, start));
        let set: BTreeSet<Digits> = found.iter().copied().collect();
        assert_eq!(set.len(), found.len(), "a solution came twice: {start:?}");
        assert_eq!(outcome.solutions, found.len() as u64);
        assert_eq!(outcome.end, if outcome.solutions == limit { End::Limit } else { End::Complete });
        for kernel in kernels() {
            assert_eq!(solve(kernel, start, limit), (outcome, found.clone()), "{kernel:?} of {start:?}");
        }
        let right = by_propagation(&mut *propagation, start, limit);
        assert_eq!(found.len(), right.len(), "{start:?}");
        if outcome.end == End::Complete {
            assert_eq!(set, right.into_iter().collect());
        }
        if let Some(right) = referee(&start.map(|set| set & ALL), limit as usize) {
            assert_eq!(found.len(), right.len(), "{start:?}");
            if outcome.end == End::Complete {
                assert_eq!(set, right.into_iter().collect());
            }
        }
        singles.push(outcome);
    }
    let mut firsts: Option<Vec<(u64, Option<Digits>, u64)>> = None;
    for kernel in kernels() {
        let mut answers = vec![None; puzzles.len()];
        let end = Batch::new(kernel).run(&mut puzzles.iter(), &Options::limit(limit), &mut |answer| {
            let i = answer.index as usize;
            assert!(answers[i].is_none());
            // The same tree as of one puzzle alone.
            let single = &singles[i];
            let tree = (single.solutions, single.end, single.guesses, single.failures);
            assert_eq!((answer.solutions, answer.end, answer.guesses, answer.failures), tree, "{kernel:?} of {:?}", puzzles[i]);
            assert_eq!(answer.first.is_some(), answer.solutions > 0);
            answer.first.iter().for_each(|digits| assert_solution(digits, &puzzles[i]));
            answers[i] = Some((answer.solutions, answer.first.copied(), answer.guesses));
            ControlFlow::Continue(())
        });
        assert_eq!(end, End::Complete);
        let answers: Vec<_> = answers.into_iter().map(|answer| answer.expect("every puzzle has an answer")).collect();
        assert_eq!(*firsts.get_or_insert_with(|| answers.clone()), answers, "{kernel:?} is another one than the first");
    }
}

fn compare_random(seed: u64, rounds: usize) {
    println!("seed {seed}");
    let mut rng = Rng(seed);
    for round in 0..rounds {
        let puzzles: Vec<_> = (0..1 + rng.below(100)).map(|_| puzzle(&mut rng)).collect();
        compare(&puzzles, [2, 1, 3, 25][round % 4]);
    }
}

#[test]
fn kernels_agree() {
    compare_random(0x5eed, 32);
}

/// Some two million puzzles; for release builds. `SEED` and `ROUNDS` in the environment change it.
#[test]
#[ignore = "takes minutes"]
fn kernels_agree_at_length() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    compare_random(number("SEED", 2026), number("ROUNDS", 40_000) as usize);
}

#[test]
fn the_empty_grid_has_as_many_solutions_as_wanted() {
    compare(&[[ALL; 81]], 1000);
}

#[test]
fn hard_and_odd_ones() {
    // AI Escargot (A. Inkala 2006), 17 clues (G. Royle), and a row that is short of a digit in no obvious way.
    let texts = [
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    ];
    let puzzles = texts.map(|text| {
        let mut givens = [0; 81];
        for (given, byte) in givens.iter_mut().zip(text.bytes()) {
            *given = if byte == b'.' { 0 } else { byte - b'0' };
        }
        from_givens(&givens)
    });
    assert_eq!(puzzles.map(|p| count(&p, 2)), [1, 1, 0]);
    compare(&puzzles, 2);
}

/// No wrong grid passes, whatever it is that is wrong.
fn the_gate_is_tight<M: Machine>(machine: M) {
    let mut rng = Rng(77);
    let passes = |cells: &Candidates, start: &Candidates| {
        let (mut grid, mut within, mut digits) = (Grid::FULL, Grid::FULL, [0; 81]);
        machine.arrange(cells, &mut grid);
        machine.arrange(start, &mut within);
        machine.solution(&grid, &within, &mut digits).then_some(digits)
    };
    // Sets instead of digits, and sums that are right all the same.
    let mut givens = [0; 81];
    for (cell, digit) in [(0, 1), (3, 2), (9, 2), (12, 1)] {
        givens[cell] = digit;
    }
    let mut wrong = from_givens(&solve(Kernel::Portable, &from_givens(&givens), 1).1[0]);
    for (cell, set) in [(0, 3), (3, 0), (9, 0), (12, 3)] {
        wrong[cell] = set;
    }
    assert_eq!(passes(&wrong, &[ALL; 81]), None);
    for _ in 0..30 {
        let right = full_grid(&mut rng);
        let cells = from_givens(&right);
        assert_eq!(passes(&cells, &[ALL; 81]), Some(right));
        assert_eq!(passes(&cells, &cells), Some(right));
        for cell in 0..81 {
            // A digit that isn't a candidate, a cell with two digits or none, another digit.
            let mut wrong = [ALL; 81];
            wrong[cell] &= !cells[cell];
            assert_eq!(passes(&cells, &wrong), None);
            for set in (0..9).map(|d| 1 << d).filter(|&set| set != cells[cell]).flat_map(|set| [set, set | cells[cell]]).chain([0]) {
                let mut wrong = cells;
                wrong[cell] = set;
                assert_eq!(passes(&wrong, &[ALL; 81]), None);
            }
        }
        // Two digits change their places: only some houses are wrong.
        for _ in 0..300 {
            let (a, b) = (rng.below(81), rng.below(81));
            if cells[a] != cells[b] {
                let mut wrong = cells;
                wrong.swap(a, b);
                assert_eq!(passes(&wrong, &[ALL; 81]), None);
            }
        }
        // Rows and columns right, boxes wrong; and so on.
        let latin: Candidates = std::array::from_fn(|c| 1 << ((c / 9 + c % 9) % 9));
        let rows: Candidates = std::array::from_fn(|c| 1 << (c % 9));
        let columns: Candidates = std::array::from_fn(|c| 1 << (c / 9));
        let boxes: Candidates = std::array::from_fn(|c| 1 << (c / 9 % 3 * 3 + c % 3));
        for wrong in [latin, rows, columns, boxes] {
            assert_eq!(passes(&wrong, &[ALL; 81]), None);
        }
    }
}

#[test]
fn the_last_gate_is_tight() {
    the_gate_is_tight(Portable);
    #[cfg(target_arch = "x86_64")]
    {
        super::avx2::Avx2::detect().into_iter().for_each(the_gate_is_tight);
        super::avx512::Avx512::detect().into_iter().for_each(the_gate_is_tight);
    }
}

#[test]
fn limits_stop_a_search() {
    let empty = [ALL; 81];
    let flag = AtomicBool::new(true);
    let some = Options { limit: 1 << 20, ..Options::default() };
    let cases = [
        (Options { guesses: 1000, ..some }, End::Guesses),
        (Options { interrupt: Some(&flag), ..some }, End::Interrupted),
        (Options { deadline: Some(Instant::now()), ..some }, End::Deadline),
        (Options { deadline: Some(Instant::now() + Duration::from_secs(3600)), limit: 100, ..some }, End::Limit),
        (Options { limit: 0, ..some }, End::Limit),
    ];
    for (options, end) in cases {
        for kernel in kernels() {
            let outcome = Single::new(kernel).solve(&empty, &options, &mut |_| ControlFlow::Continue(()));
            assert_eq!(outcome.end, end);
            assert!(outcome.guesses <= options.guesses);
            let mut answers = Vec::new();
            let all = Batch::new(kernel).run(&mut [empty; 3].into_iter(), &options, &mut |answer| {
                assert!(answer.solutions <= options.limit);
                answers.push((answer.index, answer.end));
                ControlFlow::Continue(())
            });
            answers.sort_unstable_by_key(|answer| answer.0);
            assert_eq!(all, if end == End::Limit { End::Complete } else { end });
            assert_eq!(answers, [(0, end), (1, end), (2, end)], "{kernel:?}");
        }
    }
    for kernel in kernels() {
        let stop = Single::new(kernel).solve(&empty, &some, &mut |_| ControlFlow::Break(()));
        assert_eq!((stop.end, stop.solutions), (End::Stopped, 1));
        let mut answers = 0;
        let stop = Batch::new(kernel).run(&mut [empty; 99].into_iter(), &Options::limit(2), &mut |_| {
            answers += 1;
            if answers == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((stop, answers), (End::Stopped, 5));
    }
}
