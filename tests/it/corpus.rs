//! One corpus, all back ends: each puzzle has the stated number of solutions, and the back ends give the same ones.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use pencilmark_engine::{
    Backend, Backtracking, ExactCover, Fact, Level, Limits, Options, Propagation, Restart, Run, STRATEGIES, all_different,
};
use pencilmark_sudoku::bitboard::Bitboard;
use pencilmark_sudoku::{RULES, Reading, Rule, Sheet, Template, detect};

/// A back end is added here by one line; the flag says whether it copes with grids of more than 36 cells in a test's time.
fn backends() -> Vec<(String, Box<dyn Backend>, bool)> {
    let mut all: Vec<(String, Box<dyn Backend>, bool)> = vec![("backtracking".to_owned(), Box::new(Backtracking), false)];
    all.push(("bitboard".to_owned(), Box::new(Bitboard::default()), true));
    all.push(("algorx".to_owned(), Box::new(ExactCover::algorx()), true));
    all.push(("dancing".to_owned(), Box::new(ExactCover::dancing()), true));
    all.push(("dancing links".to_owned(), Box::new(ExactCover::links()), true));
    for strategy in STRATEGIES {
        let propagation = Propagation::new(strategy.with(Options::default()));
        all.push((strategy.name.to_owned(), Box::new(propagation.clone()), strategy.name != "input-order" && strategy.name != "random"));
        all.push((format!("{} with restarts", strategy.name), Box::new(propagation.restart(Restart::Luby { scale: 3 })), false));
    }
    all
}

/// The sheets of a file of the corpus, each with its number of solutions.
fn read(name: &str) -> Vec<(Sheet, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let sheets = detect(&text).and_then(|format| format.parse(&text, 1, &mut Reading::new())).expect("the corpus can be read");
    let counts = text.lines().map(|line| line.split(' ').nth(1).expect("a count behind the puzzle").parse().expect("a number"));
    sheets.into_iter().zip(counts).collect()
}

fn solve(run: &mut dyn Run, template: &Template, sheet: &Sheet) -> BTreeSet<Vec<i32>> {
    let mut facts: Vec<Fact> = Vec::new();
    template.facts(sheet, &mut facts);
    let mut found = BTreeSet::new();
    let outcome = run.run(&facts, &Limits::default(), None, &mut |values| {
        assert!(found.insert(values.to_vec()), "a solution comes twice");
        ControlFlow::Continue(())
    });
    assert!(outcome.is_complete());
    found
}

fn check(file: &str, rules: &[&str]) {
    let puzzles = read(file);
    let rules: Vec<Arc<dyn Rule>> = RULES.iter().filter(|rule| rules.contains(&rule.name)).map(|rule| (rule.make)()).collect();
    let (grid, symbols) = (&puzzles[0].0.grid, &puzzles[0].0.symbols);
    let template = Template::new(grid.clone(), symbols.clone(), &rules);
    let bare = Template::without_presolve(grid.clone(), symbols.clone(), &rules);
    let mut reference = Propagation::default().prepare(template.model()).expect("propagation takes every model");
    let want: Vec<_> = puzzles
        .iter()
        .map(|(sheet, count)| {
            assert!(template.grid() == &sheet.grid && template.symbols() == &sheet.symbols);
            let found = solve(&mut *reference, &template, sheet);
            assert_eq!(found.len() as u64, *count, "{file}, line {}", sheet.source.line);
            found
        })
        .collect();
    for (name, backend, quick) in backends() {
        if !quick && grid.size() > 6 {
            continue;
        }
        for template in [&template, &bare] {
            let mut run = match backend.prepare(template.model()) {
                Ok(run) => run,
                Err(_) if name == "bitboard" && !(file.ends_with("-9.txt") && rules.is_empty()) => continue,
                Err(declined) => panic!("{file}: {declined}"),
            };
            for ((sheet, _), want) in puzzles.iter().zip(&want) {
                let found = solve(&mut *run, template, sheet);
                assert_eq!(&found, want, "{name}, {file}, line {}", sheet.source.line);
            }
        }
    }
}

#[test]
fn unique_puzzles() {
    ["classic-4.txt", "classic-6.txt", "classic-9.txt", "classic-16.txt"].iter().for_each(|file| check(file, &[]));
}

#[test]
fn puzzles_with_several_solutions() {
    ["several-4.txt", "several-6.txt", "several-9.txt"].iter().for_each(|file| check(file, &[]));
}

#[test]
fn puzzles_with_a_given_changed() {
    ["changed-4.txt", "changed-6.txt", "changed-9.txt"].iter().for_each(|file| check(file, &[]));
}

#[test]
fn variants() {
    check("diagonals-9.txt", &["diagonals"]);
    check("anti-knight-9.txt", &["anti-knight"]);
}

/// Row, column and symbol before and after.
type Transform = fn(usize, usize, usize) -> (usize, usize, usize);

/// Relabelling symbols, transposing, and exchanging rows within a band, columns within a stack, keeps the number of solutions.
#[test]
fn metamorphic() {
    for (sheet, count) in read("several-9.txt") {
        let template = Template::new(sheet.grid.clone(), sheet.symbols.clone(), &[]);
        let mut run = Propagation::default().prepare(template.model()).expect("propagation takes every model");
        let transforms: [Transform; 5] = [
            |row, column, symbol| (column, row, symbol),
            |row, column, symbol| (row, column, (symbol + 4) % 9),
            |row, column, symbol| (row / 3 * 3 + (row + 1) % 3, column, symbol),
            |row, column, symbol| (row, (column + 3) % 9, symbol),
            |row, column, symbol| (8 - row, column / 3 * 3 + 2 - column % 3, 8 - symbol),
        ];
        for transform in transforms {
            let mut changed = sheet.clone();
            for given in &mut changed.givens {
                let (row, column) = (sheet.grid.row(given.cell), sheet.grid.column(given.cell));
                let (row, column, symbol) = transform(row, column, given.symbol.index());
                (given.cell, given.symbol) = (sheet.grid.cell(row, column), pencilmark_sudoku::Symbol::new(symbol));
            }
            assert_eq!(solve(&mut *run, &template, &changed).len() as u64, count);
        }
    }
}

/// Every level of all-different finds the same solutions of the same puzzles.
#[test]
fn levels() {
    for (sheet, count) in read("several-6.txt").into_iter().chain(read("changed-6.txt")) {
        for level in [Level::Value, Level::Places, Level::Hall, Level::Domain] {
            let mut model = pencilmark_engine::Model::new();
            let cells = model.vars("cell", 36, 1..=6);
            let grid = &sheet.grid;
            for house in grid.rows().iter().chain(grid.columns()).chain(grid.regions()) {
                model.post(all_different(house.cells.iter().map(|c| cells[c.index()])).level(level));
            }
            sheet.givens.iter().for_each(|g| model.fix(cells[g.cell.index()], g.symbol.index() as i32 + 1));
            assert_eq!(model.solutions().count() as u64, count, "{level:?}, line {}", sheet.source.line);
        }
    }
}
