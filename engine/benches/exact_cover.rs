//! The exact cover solvers beside the published crates, on the same problems in one run.
//!
//! `PENCILMARK_PUZZLES` may name a file of 9x9 puzzles, one a line in 81 characters; its first thousand are used.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dlx::Dance;
use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use exact_covers::Solver as _;
use pencilmark_engine::exact_cover::{Cells, Counter, ItemChoice, ItemId, Limits, Links, Matrix, OptionId, Problem, Solver, Step};

#[path = "../src/exact_cover/tests/problems.rs"]
mod problems;

use problems::{Plain, dominoes, givens, langford, pentominoes, pentominoes_8x8, queens, sudoku};

/// Minimal puzzles, for want of a file: seventeen clues first, then some that need more search.
const PUZZLES: [&str; 6] = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "850002400720000009004000000000107002305000900040000000000080070017000000000036040",
];

fn problem(plain: &Plain) -> Problem {
    let mut problem = Problem::numbered(plain.primary, plain.secondary);
    for option in &plain.options {
        let items: Vec<ItemId> = option.iter().map(|&item| ItemId::new(item)).collect();
        problem.option(&items).expect("generated options are legal");
    }
    problem
}

fn exhaust(solver: &mut dyn Solver) -> u64 {
    solver.restart();
    let mut covers = 0;
    while solver.next_solution(Limits::default()) == Step::Solution {
        covers += 1;
    }
    covers
}

fn dlx_problem(plain: &Plain) -> dlx::x::Problem {
    dlx::x::make_problem(plain.primary, plain.secondary, &plain.options, dlx::OptOrder::Seq)
}

fn dlx_covers(problem: &mut dlx::x::Problem, most: u64) -> u64 {
    let mut solver = dlx::Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut covers = 0;
    while covers < most && solver.next_solution(&mut chooser) {
        covers += 1;
    }
    covers
}

fn dlx_rs_solver(plain: &Plain) -> dlx_rs::Solver<u32> {
    let mut solver = dlx_rs::Solver::new_optional(plain.primary as usize, plain.secondary as usize);
    for (number, option) in (0..).zip(&plain.options) {
        let items: Vec<usize> = option.iter().map(|&item| item as usize + 1).collect();
        solver.add_option(number, &items);
    }
    solver
}

/// The crate's solvers are used up by a run; building them is a small part of it.
fn exact_covers_covers(plain: &Plain, items: &[u32]) -> u64 {
    let (primary, secondary) = items.split_at(plain.primary as usize);
    let mut solver: exact_covers::DlSolver<u32, ()> = exact_covers::DlSolver::new(primary, secondary);
    for option in &plain.options {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for &item in option {
            if item < plain.primary { first.push(item) } else { second.push((item, None)) }
        }
        solver.add_option(first, second);
    }
    let mut covers = 0;
    solver.solve(|_| {
        covers += 1;
        ControlFlow::Continue(())
    });
    covers
}

fn whole_problems(c: &mut Criterion) {
    let all = [
        ("pentominoes 3x20", pentominoes(3, 20, |_, _| true), 8),
        ("pentominoes 8x8", pentominoes_8x8(), 520),
        ("queens 12", queens(12), 14_200),
        ("langford 11", langford(11), 17_792),
    ];
    for (name, plain, covers) in all {
        let mut group = c.benchmark_group(name);
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
        let problem = problem(&plain);
        let mut links = Links::new(&problem);
        links.set_choice(ItemChoice::exact());
        let mut early = Links::new(&problem);
        let mut cells = Cells::new(&problem);
        let mut matrix = Matrix::new(&problem).expect("small enough");
        let ours: [(&str, &mut dyn Solver); 4] =
            [("links", &mut links), ("links, early stop", &mut early), ("cells", &mut cells), ("matrix", &mut matrix)];
        for (which, solver) in ours {
            group.bench_function(which, |b| b.iter(|| assert_eq!(exhaust(black_box(&mut *solver)), covers)));
        }
        let mut peer = dlx_problem(&plain);
        group.bench_function("crate dlx", |b| b.iter(|| assert_eq!(dlx_covers(black_box(&mut peer), u64::MAX), covers)));
        let peer = dlx_rs_solver(&plain);
        group.bench_function("crate dlx-rs", |b| {
            b.iter(|| assert_eq!(black_box(&peer).clone().count() as u64, covers));
        });
        let items: Vec<u32> = (0..plain.primary + plain.secondary).collect();
        group.bench_function("crate exact-covers", |b| {
            b.iter(|| assert_eq!(exact_covers_covers(&plain, &items), covers));
        });
        group.finish();
    }
}

/// Commits the givens, looks for two covers, and undoes everything.
fn is_unique(solver: &mut dyn Solver, givens: &[u32]) -> bool {
    for &option in givens {
        solver.commit(OptionId::new(option)).expect("the givens of a puzzle agree");
    }
    let found = (0..2).take_while(|_| solver.next_solution(Limits::default()) == Step::Solution).count();
    solver.undo_all();
    found == 1
}

fn dlx_is_unique(problem: &mut dlx::x::Problem, options: &[Vec<u32>], givens: &[u32]) -> bool {
    let items = || givens.iter().flat_map(|&option| &options[option as usize]);
    items().for_each(|&item| problem.cover(item + 1));
    let unique = dlx_covers(problem, 2) == 1;
    items().rev().for_each(|&item| problem.uncover(item + 1));
    unique
}

/// The time for all puzzles of a set, each proved to have one solution.
fn uniqueness(c: &mut Criterion, name: &str, plain: &Plain, puzzles: &[Vec<u32>]) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    let problem = problem(plain);
    let mut links = Links::new(&problem);
    links.set_choice(ItemChoice::exact());
    let mut early = Links::new(&problem);
    let mut cells = Cells::new(&problem);
    let mut matrix = Matrix::new(&problem).expect("small enough");
    let ours: [(&str, &mut dyn Solver); 4] =
        [("links", &mut links), ("links, early stop", &mut early), ("cells", &mut cells), ("matrix", &mut matrix)];
    for (which, solver) in ours {
        group.bench_function(BenchmarkId::new(which, puzzles.len()), |b| {
            b.iter(|| assert!(puzzles.iter().all(|givens| is_unique(&mut *solver, givens))));
        });
    }
    let mut peer = dlx_problem(plain);
    group.bench_function(BenchmarkId::new("crate dlx", puzzles.len()), |b| {
        b.iter(|| assert!(puzzles.iter().all(|givens| dlx_is_unique(&mut peer, &plain.options, givens))));
    });
    group.finish();
}

fn small_sudokus(c: &mut Criterion) {
    let text = std::env::var("PENCILMARK_PUZZLES").ok().map(|path| std::fs::read_to_string(path).expect("a file"));
    let text = text.unwrap_or_else(|| PUZZLES.join("\n"));
    let puzzles: Vec<Vec<u32>> = text.lines().filter(|line| line.trim().len() == 81).take(1000).map(|line| givens(line.trim())).collect();
    uniqueness(c, "sudoku 9x9", &sudoku(3), &puzzles);
}

/// Puzzles of 16 x 16 with a hundred givens: a shuffled grid, from which givens are taken as long as it stays unique.
fn large_sudokus(c: &mut Criterion) {
    let plain = sudoku(4);
    let mut cells = Cells::new(&problem(&plain));
    let mut state = 1u64;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut puzzles = Vec::new();
    while puzzles.len() < 20 {
        // The pattern grid with rows exchanged within bands, and symbols exchanged.
        let mut symbols: Vec<usize> = (0..16).collect();
        let mut rows: Vec<usize> = (0..16).collect();
        for k in (1..16).rev() {
            symbols.swap(k, random(k + 1));
            rows.swap(k, k / 4 * 4 + random(k % 4 + 1));
        }
        let symbol = |row: usize, column: usize| symbols[(rows[row] % 4 * 4 + rows[row] / 4 + column) % 16];
        let mut puzzle: Vec<u32> = (0..256).map(|cell| (cell * 16 + symbol(cell / 16, cell % 16)) as u32).collect();
        let mut failures = 0;
        while puzzle.len() > 100 && failures < 200 {
            let given = puzzle.swap_remove(random(puzzle.len()));
            if !is_unique(&mut cells, &puzzle) {
                puzzle.push(given);
                failures += 1;
            }
        }
        if puzzle.len() == 100 {
            puzzles.push(puzzle);
        }
    }
    uniqueness(c, "sudoku 16x16", &plain, &puzzles);
}

fn counting(c: &mut Criterion) {
    let mut counter = Counter::new(&problem(&dominoes(12, 12)));
    c.bench_function("count dominoes 12x12", |b| {
        b.iter(|| assert_eq!(counter.count(Limits::default()).exact(), Some(53_060_477_521_960_000)));
    });
}

criterion_group!(benches, whole_problems, small_sudokus, large_sudokus, counting);
criterion_main!(benches);
