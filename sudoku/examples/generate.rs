//! Generates minimal puzzles: a random filled grid, from which givens are taken as long as the solution stays the only one.
//!
//! `cargo run --release --example generate -- SIZE COUNT SEED [RULE]` prints a puzzle a line, and behind it the number of solutions.

use std::ops::ControlFlow;
use std::sync::Arc;

use pencilmark_engine::{Backend, Fact, Limits, Options, Propagation, Restart, Rng, STRATEGIES, Value};
use pencilmark_sudoku::{Cell, Grid, RULES, Symbol, Symbols, Template};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [size, count, seed, rules @ ..] = &args[..] else { return Err("usage: generate SIZE COUNT SEED [RULE]".into()) };
    let (size, count, seed): (usize, usize, u64) = (size.parse()?, count.parse()?, seed.parse()?);
    let rules: Vec<_> = RULES.iter().filter(|rule| rules.iter().any(|name| name == rule.name)).map(|rule| (rule.make)()).collect();
    let symbols = Symbols::digits_then_letters(size).ok_or("no characters for this size")?;
    let template = Template::new(Arc::new(Grid::new(size)?), Arc::new(symbols), &rules);
    let mut rng = Rng::new(seed);
    for _ in 0..count {
        let mut givens = filled(&template, rng.bits());
        (1..givens.len()).for_each(|i| givens.swap(i, rng.below(i + 1)));
        minimise(&template, &mut givens);
        let mut line = vec!["."; size * size];
        for &(cell, symbol) in &givens {
            line[cell.index()] = template.symbols().name(symbol);
        }
        println!("{} 1", line.concat());
    }
    Ok(())
}

/// A random solution of the empty grid.
fn filled(template: &Template, seed: u64) -> Vec<(Cell, Symbol)> {
    let random = STRATEGIES.iter().find(|s| s.name == "random").expect("it is one of the strategies");
    let backend = Propagation::new(random.with(Options { seed, ..Options::default() })).restart(Restart::Luby { scale: 50 });
    let mut found = Vec::new();
    let mut run = backend.prepare(template.model()).expect("propagation takes every model");
    run.run(&[], &Limits::solutions(1), None, &mut |values: &[Value]| {
        found = template.grid().cells().zip(template.read(values)).collect();
        ControlFlow::Break(())
    });
    found
}

/// Takes away each given without which there is still one solution.
fn minimise(template: &Template, givens: &mut Vec<(Cell, Symbol)>) {
    let mut run = Propagation::default().prepare(template.model()).expect("propagation takes every model");
    let mut i = givens.len();
    while i > 0 {
        i -= 1;
        let taken = givens.remove(i);
        let facts: Vec<Fact> = givens.iter().map(|&(cell, symbol)| template.fact(cell, symbol)).collect();
        if run.run(&facts, &Limits::solutions(2), None, &mut |_| ControlFlow::Continue(())).solutions > 1 {
            givens.insert(i, taken);
        }
    }
}
