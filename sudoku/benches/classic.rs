//! Classic Sudoku by generic propagation, beside the crate dlx: solve and prove unique, prepared once, one thread.
//!
//! `PENCILMARK_PUZZLES` may name a folder of files with a 9x9 puzzle of 81 characters in each line; without it the project's corpus is used.
//! Prints nodes and failures a puzzle first; criterion reports puzzles a second as elements.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dlx::Dance;
use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use pencilmark_engine::{Backend, Fact, Limits, Propagation, Run, Stats};
use pencilmark_sudoku::{Grid, Reading, Symbols, Template, detect};

/// At most so many puzzles of a file are used, so that hard sets end in time.
const MOST: usize = 1_000;

fn sets() -> Vec<(String, Vec<String>)> {
    let corpus = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus"));
    let folder = std::env::var_os("PENCILMARK_PUZZLES").map_or_else(corpus, PathBuf::from);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).expect("a folder of puzzles").map(|f| f.expect("readable").path()).collect();
    files.sort();
    let mut sets = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text file");
        let puzzles: Vec<String> =
            text.lines().filter_map(|l| l.get(..81)).filter(|l| !l.contains(' ')).take(MOST).map(str::to_owned).collect();
        let name = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        if !puzzles.is_empty() && !["anti-knight-9", "diagonals-9", "changed-9"].contains(&name.as_str()) {
            sets.push((name, puzzles));
        }
    }
    sets
}

/// Solves all puzzles, each up to two solutions.
fn solve(run: &mut dyn Run, puzzles: &[Vec<Fact>]) -> (u64, Stats) {
    let (mut solutions, mut total) = (0, Stats::default());
    for givens in puzzles {
        let outcome = run.run(black_box(givens), &Limits::solutions(2), None, &mut |values| {
            black_box(values);
            ControlFlow::Continue(())
        });
        solutions += outcome.solutions;
        total.nodes += outcome.stats.nodes;
        total.failures += outcome.stats.failures;
    }
    (solutions, total)
}

/// The items of the option that puts a digit in a cell, numbered from 0.
fn items(digit: u32, cell: u32) -> [u32; 4] {
    let (row, column) = (cell / 9, cell % 9);
    let region = row / 3 * 3 + column / 3;
    [cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * region + digit]
}

fn dlx_problem() -> dlx::x::Problem {
    let options: Vec<Vec<u32>> = (0..9).flat_map(|d| (0..81).map(move |c| items(d, c).to_vec())).collect();
    dlx::x::make_problem(324, 0, &options, dlx::OptOrder::Seq)
}

/// The same with the crate: the items of the givens are covered in its template, and uncovered afterwards.
fn solve_dlx(problem: &mut dlx::x::Problem, puzzles: &[Vec<u32>]) -> u64 {
    let mut solutions = 0;
    for givens in puzzles {
        givens.iter().for_each(|&item| problem.cover(item + 1));
        let mut solver = dlx::Solver::new(problem);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        solutions += (0..2).take_while(|_| solver.next_solution(&mut chooser)).count() as u64;
        drop(solver);
        givens.iter().rev().for_each(|&item| problem.uncover(item + 1));
    }
    solutions
}

fn classic(c: &mut Criterion) {
    let template = Template::new(Grid::new(9).expect("it has boxes").into(), Symbols::numbers_to(9).into(), &[]);
    let mut run = Propagation::default().prepare(template.model()).expect("propagation takes every model");
    let mut links = dlx_problem();
    for (name, lines) in sets() {
        let mut reading = Reading::new();
        let text = lines.join("\n");
        let sheets = detect(&text).and_then(|f| f.parse(&text, 1, &mut reading)).expect("lines of 81 characters");
        let facts: Vec<Vec<Fact>> = sheets
            .iter()
            .map(|sheet| {
                let mut facts = Vec::new();
                template.facts(sheet, &mut facts);
                facts
            })
            .collect();
        let options: Vec<Vec<u32>> = sheets
            .iter()
            .map(|sheet| sheet.givens.iter().flat_map(|g| items(g.symbol.index() as u32, g.cell.index() as u32)).collect())
            .collect();
        let (solutions, stats) = solve(&mut *run, &facts);
        let each = |count: u64| count as f64 / facts.len() as f64;
        println!("{name}: {} puzzles, {:.2} nodes, {:.2} failures each", facts.len(), each(stats.nodes), each(stats.failures));
        // The crate's template is left broken by a search that stops at the second solution, or by two equal givens in a house; so it is
        // asked about puzzles with one solution only.
        let unique = facts.iter().all(|givens| solve(&mut *run, std::slice::from_ref(givens)).0 == 1);
        if unique {
            assert_eq!(solutions, solve_dlx(&mut links, &options), "{name}: the two disagree");
        }
        let mut group = c.benchmark_group(&name);
        group.throughput(Throughput::Elements(facts.len() as u64));
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        group.bench_function("propagation", |b| b.iter(|| solve(&mut *run, &facts)));
        if unique {
            group.bench_function("crate dlx", |b| b.iter(|| solve_dlx(&mut links, &options)));
        }
        group.finish();
    }
}

criterion_group!(benches, classic);
criterion_main!(benches);
