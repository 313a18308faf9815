//! Killers against the meaning of the word: every solution of the plain grid, filtered by its cages. All back ends must find just these.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use pencilmark_engine::{
    Backend, Backtracking, ExactCover, Fact, Lanes, Learning, Limits, Model, Options, Propagation, Rng, STRATEGIES, Value,
};
use pencilmark_killer::{Cage, Cages};
use pencilmark_sudoku::{Cell, Grid, Rule, Symbols, Template};

type Solutions = BTreeSet<Vec<Value>>;

fn solve(backend: &dyn Backend, model: &Model, facts: &[Fact], most: Option<u64>) -> Solutions {
    let mut found = Solutions::new();
    let mut run = backend.prepare(model).unwrap_or_else(|declined| panic!("{declined}"));
    run.run(facts, &Limits { solutions: most, ..Limits::default() }, None, &mut |values| {
        assert!(found.insert(values.to_vec()), "{} gives a solution twice", backend.name());
        ControlFlow::Continue(())
    });
    found
}

/// Any solution of the plain grid.
fn random_solution(plain: &Template, seed: u64) -> Vec<Value> {
    let random = STRATEGIES.iter().find(|strategy| strategy.name == "random").expect("it is one of them");
    let backend = Propagation::new(random.with(Options { seed, ..Options::default() }));
    solve(&backend, plain.model(), &[], Some(1)).pop_first().expect("a plain grid has solutions")
}

/// Cages that grow cell by cell over neighbours with other values; some cells stay free, and some cages overlap.
fn random_cages(grid: &Grid, solution: &[Value], rng: &mut Rng) -> Vec<Cage> {
    let pairs = grid.orthogonal_pairs();
    let mut taken = vec![false; grid.cell_count()];
    let mut cages = Vec::new();
    for first in grid.cells() {
        if taken[first.index()] || rng.below(8) == 0 {
            continue;
        }
        let mut cells = vec![first];
        for _ in 0..rng.below(4) {
            let next_to = |cell: Cell| cells.iter().any(|&c| pairs.contains(&(c, cell)) || pairs.contains(&(cell, c)));
            let differs = |cell: Cell| cells.iter().all(|c| solution[c.index()] != solution[cell.index()]);
            let overlap = rng.below(12) == 0;
            let free: Vec<Cell> = grid.cells().filter(|&c| (overlap || !taken[c.index()]) && next_to(c) && differs(c)).collect();
            if let Some(&cell) = free.get(rng.below(free.len().max(1))) {
                cells.push(cell);
            }
        }
        cells.iter().for_each(|cell| taken[cell.index()] = true);
        let sum = cells.iter().map(|cell| i64::from(solution[cell.index()])).sum();
        // Now and then a total that is wrong, or none.
        let total = match rng.below(12) {
            0 => None,
            1 => Some(sum + i64::from(rng.between(-2, 2))),
            _ => Some(sum),
        };
        cages.push(Cage::new(total, cells));
    }
    cages
}

fn hold(cages: &[Cage], values: &[Value]) -> bool {
    cages.iter().all(|cage| {
        let own: Vec<Value> = cage.cells.iter().map(|cell| values[cell.index()]).collect();
        let differ = own.iter().enumerate().all(|(i, v)| !own[..i].contains(v));
        differ && cage.total.is_none_or(|total| own.iter().map(|&v| i64::from(v)).sum::<i64>() == total)
    })
}

fn compare(size: usize, symbols: Symbols, givens: usize, rounds: u64) {
    let (grid, symbols) = (Arc::new(Grid::new(size).unwrap()), Arc::new(symbols));
    let plain = Template::new(grid.clone(), symbols.clone(), &[]);
    let (mut several, mut none) = (0, 0);
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let solution = random_solution(&plain, seed);
        let facts: Vec<Fact> = (0..givens)
            .map(|_| {
                let cell = Cell::new(rng.below(grid.cell_count()));
                plain.var(cell).is(solution[cell.index()])
            })
            .collect();
        let cages = random_cages(&grid, &solution, &mut rng);
        let mut want = solve(&Propagation::default(), plain.model(), &facts, None);
        want.retain(|values| hold(&cages, values));
        several += usize::from(want.len() > 1);
        none += usize::from(want.is_empty());
        let rules: Vec<Arc<dyn Rule>> = vec![Arc::new(Cages::new(cages.clone()))];
        let template = Template::new(grid.clone(), symbols.clone(), &rules);
        let bare = Template::without_presolve(grid.clone(), symbols.clone(), &rules);
        for model in [template.model(), bare.model()] {
            let exact_cover = [ExactCover::dancing(), ExactCover::algorx(), ExactCover::links()];
            let [dancing, algorx, links] = &exact_cover;
            let backends: [&dyn Backend; 7] = [&Propagation::default(), &Lanes, &Learning, &Backtracking, dancing, algorx, links];
            for backend in backends {
                let found = solve(backend, model, &facts, None);
                assert_eq!(found, want, "{} on seed {seed}: {cages:?}", backend.name());
            }
        }
    }
    assert!(several > 0 && none > 0, "{several} puzzles with several solutions, {none} without any: too tame a test");
}

#[test]
fn killers_of_four() {
    compare(4, Symbols::numbers_to(4), 0, 150);
}

#[test]
fn killers_of_four_with_gaps_between_values() {
    compare(4, Symbols::list(["2", "4", "7", "12"]).unwrap(), 0, 60);
}

#[test]
fn killers_of_six() {
    compare(6, Symbols::numbers_to(6), 14, 60);
}

/// The sums that presolve derives are true of every solution, whichever way a cage crosses a border.
#[test]
fn derived_sums_are_true() {
    let grid = Arc::new(Grid::new(9).unwrap());
    let symbols = Arc::new(Symbols::numbers_to(9));
    let plain = Template::new(grid.clone(), symbols.clone(), &[]);
    let mut derived = 0;
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let solution = random_solution(&plain, seed);
        let mut cages = random_cages(&grid, &solution, &mut rng);
        for cage in &mut cages {
            cage.total = Some(cage.cells.iter().map(|cell| i64::from(solution[cell.index()])).sum());
        }
        let template = Template::new(grid.clone(), symbols.clone(), &[Arc::new(Cages::new(cages))]);
        for (_, posted) in template.model().constraints().filter(|(_, posted)| posted.implied) {
            let values: Vec<Value> = posted.constraint.scope().iter().map(|var| solution[var.index()]).collect();
            assert!(posted.constraint.holds(&values), "seed {seed}: {} does not hold", posted.label);
            derived += 1;
        }
    }
    assert!(derived > 3000, "only {derived} sums were derived");
}

/// A cage of two rows, with repeats, whose total is one too much: no constraint of the puzzle sees that by itself.
#[test]
fn cages_that_cover_houses_with_the_wrong_sum_are_seen_at_the_root() {
    let (grid, symbols) = (Arc::new(Grid::new(9).unwrap()), Arc::new(Symbols::numbers_to(9)));
    for (total, solutions) in [(90, 1), (91, 0)] {
        let cage = Cage { repeats: true, ..Cage::new(Some(total), (0..18).map(Cell::new).collect()) };
        let template = Template::new(grid.clone(), symbols.clone(), &[Arc::new(Cages::new(vec![cage]))]);
        let limits = Limits { nodes: Some(1_000), ..Limits::solutions(1) };
        let outcome = Propagation::default().prepare(template.model()).unwrap().run(&[], &limits, None, &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.solutions, solutions, "{outcome:?}");
        assert!(solutions > 0 || outcome.is_complete(), "{outcome:?}");
    }
}
