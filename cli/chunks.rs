//! Classic 9x9 puzzles that come in many at a time: solved in the lanes of vector registers, and answered in the order they came.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark_engine::{Fact, Stats};
use pencilmark_sudoku::bitboard::{self, Batch, Candidates, Classic, Digits, Options};
use pencilmark_sudoku::{Sheet, Symbol, Template};
use rayon::prelude::*;

use crate::answer::Answer;
use crate::interrupt;
use crate::job::{Job, Task};

/// So many puzzles a thread make a chunk: few enough to stay in the cache, many enough that lanes seldom run empty.
const PUZZLES: usize = 2048;

/// Fewer than so many are quicker one by one: the lanes would be mostly empty.
const FEW: usize = 8;

/// Puzzles that are solved together.
pub(crate) struct Chunks {
    classic: Classic,
    /// What the digits 1 to 9 are called.
    symbols: [Symbol; 9],
    task: Task,
    solver: &'static str,
    /// Are two solutions to be compared? Batches keep only the first.
    compares: bool,
    sheets: Vec<Sheet>,
    facts: Vec<Fact>,
    /// The digits that symbols stand for.
    digits: Vec<u8>,
    starts: Vec<Candidates>,
    found: Vec<Found>,
    batches: Vec<Batch>,
    pool: Option<rayon::ThreadPool>,
    /// What one of them took, on average.
    time: Duration,
}

/// What a batch found of a puzzle.
#[derive(Clone)]
struct Found {
    solutions: u64,
    first: Digits,
    /// `None` before an answer.
    end: Option<bitboard::End>,
    guesses: u64,
    failures: u64,
}

const NOTHING: Found = Found { solutions: 0, first: [0; 81], end: None, guesses: 0, failures: 0 };

impl Chunks {
    /// For a template whose puzzles a batch answers just as the back end does that was chosen, one after the other. `None` where
    /// it doesn't: for other templates, other solvers, limits that count a puzzle's search, or to enumerate and count.
    pub(crate) fn new(job: &Job, template: &Template, solver: &'static str, text: bool) -> Option<Chunks> {
        let search = &job.search;
        let asks = matches!(job.task, Task::Solve | Task::Check);
        if !asks || !solver.starts_with("bitboard") || search.deadline.is_some() || search.nodes.is_some() || job.output.show {
            return None;
        }
        let classic = Classic::recognise(template.model()).ok()?;
        let cell = template.grid().cells().next()?;
        let mut symbols = [Symbol::new(0); 9];
        let mut bridge = Vec::new();
        for symbol in template.symbols().iter() {
            let pencilmark_engine::Test::Is(value) = template.fact(cell, symbol).test else { return None };
            let digit = classic.digit(value)?;
            symbols[usize::from(digit) - 1] = symbol;
            bridge.push(digit);
        }
        let threads = search.threads.max(1);
        let pool = if threads > 1 { rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok() } else { None };
        let batches = (0..if pool.is_some() { threads } else { 1 }).map(|_| Batch::default()).collect();
        Some(Chunks {
            classic,
            symbols,
            task: job.task,
            solver,
            compares: text && job.task == Task::Check,
            sheets: Vec::new(),
            facts: Vec::new(),
            digits: bridge,
            starts: Vec::new(),
            found: Vec::new(),
            batches,
            pool,
            time: Duration::ZERO,
        })
    }

    /// Is it time to solve?
    pub(crate) fn is_full(&self) -> bool {
        self.sheets.len() >= PUZZLES * self.batches.len()
    }

    /// Adds a puzzle.
    pub(crate) fn push(&mut self, sheet: Sheet) {
        self.sheets.push(sheet);
    }

    /// Solves what was added, if that is worth while.
    pub(crate) fn solve(&mut self, template: &Template) {
        let Chunks { classic, digits, sheets, facts, starts, found, batches, pool, .. } = self;
        let start = Instant::now();
        found.clear();
        if sheets.len() < FEW {
            return;
        }
        starts.clear();
        starts.extend(sheets.iter().map(|sheet| {
            if sheet.candidates.is_some() {
                template.facts(sheet, facts);
                return classic.candidates(facts);
            }
            let mut given = [0; 81];
            sheet.givens.iter().for_each(|g| given[g.cell.index()] = digits[g.symbol.index()]);
            classic.given(&given)
        }));
        found.resize(sheets.len(), NOTHING);
        let most = self.task.most().unwrap_or(u64::MAX);
        match pool {
            Some(pool) => {
                let part = starts.len().div_ceil(batches.len());
                let parts = starts.par_chunks(part).zip(found.par_chunks_mut(part)).zip(batches.par_iter_mut());
                pool.install(|| parts.for_each(|((starts, found), batch)| run(batch, starts, most, found)));
            }
            None => run(&mut batches[0], starts, most, found),
        }
        self.time = start.elapsed() / u32::try_from(sheets.len()).unwrap_or(u32::MAX);
    }

    /// The puzzles of the chunk, which is empty then; to be given back by [`Chunks::done`].
    pub(crate) fn take(&mut self) -> Vec<Sheet> {
        std::mem::take(&mut self.sheets)
    }

    /// Gives the memory back.
    pub(crate) fn done(&mut self, mut sheets: Vec<Sheet>) {
        sheets.clear();
        self.sheets = sheets;
    }

    /// The answer about a puzzle of the last chunk; false if it has to be asked for on its own: it was not reached, or has no solution,
    /// and the reason is to be named, or two solutions are to be compared.
    pub(crate) fn answer(&self, at: usize, sheet: &Sheet, answer: &mut Answer) -> bool {
        let Some(found) = self.found.get(at) else { return false };
        let end = match found.end {
            Some(bitboard::End::Complete) => pencilmark_engine::End::Complete,
            Some(bitboard::End::Limit) => pencilmark_engine::End::Solutions,
            _ => return false,
        };
        let odd = !sheet.unlisted.is_empty() || !sheet.rules.is_empty();
        if found.solutions == 0 || odd || self.compares && found.solutions > 1 {
            return false;
        }
        answer.solver = self.solver;
        answer.first.clear();
        answer.first.extend(found.first.iter().map(|&digit| self.symbols[usize::from(digit) - 1]));
        let stats = Stats { nodes: found.guesses, failures: found.failures, ..Stats::default() };
        answer.found(self.task, sheet, found.solutions, end, stats, self.time);
        true
    }
}

fn run(batch: &mut Batch, starts: &[Candidates], most: u64, found: &mut [Found]) {
    let options = Options { interrupt: Some(interrupt::flag()), ..Options::limit(most) };
    batch.run(&mut starts.iter(), &options, &mut |answer| {
        let found = &mut found[answer.index as usize];
        (found.solutions, found.guesses, found.failures) = (answer.solutions, answer.guesses, answer.failures);
        found.end = Some(answer.end);
        if let Some(first) = answer.first {
            found.first = *first;
        }
        ControlFlow::Continue(())
    });
}
