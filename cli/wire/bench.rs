//! A comparison of solvers as JSON.

use serde::Serialize;

use super::SCHEMA;
use crate::cmd::BenchRow;

/// All rows.
#[derive(Serialize, Debug)]
pub(crate) struct BenchRecord<'a> {
    schema: u32,
    puzzles: usize,
    rounds: u32,
    solvers: Vec<BenchSolver<'a>>,
}

/// A row.
#[derive(Serialize, Debug)]
struct BenchSolver<'a> {
    solver: &'a str,
    /// What ran, more closely.
    runs: &'static str,
    /// Of how many puzzles the rest tells; fewer than all if time was up.
    asked: usize,
    /// For how many of these a limit came before the answer.
    unknown: usize,
    nodes: u64,
    failures: u64,
    /// Puzzles a second, of the middle round.
    per_second: Option<f64>,
    /// The same of each round, ascending.
    rates: &'a [f64],
}

impl<'a> BenchRecord<'a> {
    pub(crate) fn new(puzzles: usize, rounds: u32, rows: &'a [BenchRow]) -> BenchRecord<'a> {
        let solver = |row: &'a BenchRow| BenchSolver {
            solver: &row.solver,
            runs: row.runs,
            asked: row.asked,
            unknown: row.unknown,
            nodes: row.stats.nodes,
            failures: row.stats.failures,
            per_second: row.median(),
            rates: &row.rates,
        };
        BenchRecord { schema: SCHEMA, puzzles, rounds, solvers: rows.iter().map(solver).collect() }
    }
}
