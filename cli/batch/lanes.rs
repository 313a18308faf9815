//! Classic puzzles that come in many at a time: solved in the lanes of vector registers.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark_engine::{End, Stats};
use pencilmark_sudoku::bitboard::{self, Batch, Candidates, Classic, Digits, Options};
use pencilmark_sudoku::{Symbol, Symbols, Template};

use super::worker::Manner;
use crate::answer::Answer;
use crate::interrupt;
use crate::job::Task;

/// More puzzles make no chunk: so many stay in the cache, and their lanes seldom run empty.
pub(super) const MOST: usize = 2048;

/// Fewer than so many are quicker one by one: the lanes would be mostly empty.
const FEW: usize = 8;

/// Puzzles that are solved together.
pub(super) struct Lanes {
    task: Task,
    deadline: Option<Instant>,
    solver: &'static str,
    /// Is the first solution to be told?
    shows: bool,
    /// Are two solutions to be compared? Batches keep only the first.
    compares: bool,
    starts: Vec<Candidates>,
    found: Vec<Found>,
    batch: Batch,
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

impl Lanes {
    /// For a template of the puzzles that [`Format::classic`](pencilmark_sudoku::Format::classic) reads, which a batch answers just as
    /// the back end does that was chosen, one after the other. `None` where it doesn't: for other templates, other solvers, limits that
    /// count a puzzle's search, or to enumerate and count.
    pub(super) fn new(manner: &Manner<'_>, template: &Template, solver: &'static str) -> Option<Lanes> {
        let job = manner.job;
        let asks = matches!(job.task, Task::Solve | Task::Check) && matches!(job.input.boxes, None | Some((3, 3)));
        let plain = *template.symbols().as_ref() == Symbols::numbers_to(9) && template.rules().is_empty();
        if !asks || !plain || !solver.starts_with("bitboard") || job.search.nodes.is_some() || job.output.show {
            return None;
        }
        Classic::recognise(template.model()).ok()?;
        Some(Lanes {
            task: job.task,
            deadline: job.search.deadline,
            solver,
            shows: job.task == Task::Solve || manner.form.is_none(),
            compares: manner.form == Some(crate::output::Form::Text) && job.task == Task::Check,
            starts: Vec::new(),
            found: Vec::new(),
            batch: Batch::default(),
            time: Duration::ZERO,
        })
    }

    /// Solves puzzles, if there are enough of them.
    pub(super) fn solve(&mut self, puzzles: impl Iterator<Item = Candidates>) {
        let Lanes { starts, found, .. } = self;
        starts.clear();
        found.clear();
        starts.extend(puzzles);
        if starts.len() < FEW {
            return;
        }
        let start = Instant::now();
        found.resize(starts.len(), NOTHING);
        let options =
            Options { deadline: self.deadline, interrupt: Some(interrupt::flag()), ..Options::limit(self.task.most().unwrap_or(u64::MAX)) };
        let shows = self.shows;
        self.batch.run(&mut starts.iter(), &options, &mut |answer| {
            let found = &mut found[answer.index as usize];
            (found.solutions, found.guesses, found.failures) = (answer.solutions, answer.guesses, answer.failures);
            found.end = Some(answer.end);
            if let (true, Some(first)) = (shows, answer.first) {
                found.first = *first;
            }
            ControlFlow::Continue(())
        });
        self.time = start.elapsed() / found.len() as u32;
    }

    /// How many puzzles were solved.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The answer about one of them; false if it has to be asked for on its own: it was not reached, or has no solution, and the reason
    /// is to be named, or two solutions are to be compared.
    pub(super) fn answer(&self, at: usize, answer: &mut Answer) -> bool {
        let found = &self.found[at];
        let end = match found.end {
            Some(bitboard::End::Complete) => End::Complete,
            Some(bitboard::End::Limit) => End::Solutions,
            _ => return false,
        };
        if found.solutions == 0 || self.compares && found.solutions > 1 {
            return false;
        }
        answer.first.clear();
        if self.shows {
            answer.first.extend(found.first.iter().map(|&digit| Symbol::new(usize::from(digit) - 1)));
        }
        let stats = Stats { nodes: found.guesses, failures: found.failures, ..Stats::default() };
        answer.found(self.task, self.solver, found.solutions, end, stats, self.time);
        true
    }
}
