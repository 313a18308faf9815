//! Tests of the exact cover library as a whole.

mod counters;
mod counting;
mod problems;
mod properties;
mod resume;
mod template;
mod text;
mod traps;
mod watched;

use self::problems::Plain;
use super::{Algorithm, Cells, ItemChoice, ItemId, Limits, Problem, Solver, Step};

impl Plain {
    fn problem(&self) -> Problem {
        let mut problem = Problem::numbered(self.primary, self.secondary);
        for option in &self.options {
            let items: Vec<ItemId> = option.iter().map(|&item| ItemId::new(item)).collect();
            problem.option(&items).expect("generated options are legal");
        }
        problem
    }
}

/// Every solver, and dancing cells once more with the trail that it keeps for large problems.
fn solvers(problem: &Problem) -> Vec<Box<dyn Solver>> {
    let mut all: Vec<Box<dyn Solver>> = vec![Box::new(Cells::build(problem, true))];
    all.extend(Algorithm::ALL.into_iter().map(|algorithm| algorithm.solver(problem).expect("small enough")));
    all
}

/// Runs through all covers and counts them.
fn count_all(solver: &mut dyn Solver) -> u64 {
    let mut covers = 0;
    while solver.next_solution(Limits::default()) == Step::Solution {
        covers += 1;
    }
    covers
}

/// All covers as sorted option numbers, sorted.
fn covers(solver: &mut dyn Solver) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = super::Solutions::new(solver, Limits::default())
        .map(|cover| {
            let mut cover: Vec<usize> = cover.iter().map(|option| option.index()).collect();
            cover.sort_unstable();
            cover
        })
        .collect();
    all.sort();
    all
}

fn exact(solver: &mut dyn Solver) -> (u64, u64, u64) {
    solver.set_choice(ItemChoice::exact());
    let covers = count_all(solver);
    (covers, solver.counters().nodes, solver.counters().updates)
}
