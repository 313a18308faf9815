//! One puzzle asked: how many solutions it has, as far as was asked, and why there is none or no answer.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark_engine::{End, Fact, Limits, Run, Stats};
use pencilmark_sudoku::{Cell, Diagnosis, Sheet, Symbol, Template};

use crate::cmd::Exit;
use crate::interrupt;
use crate::job::{Search, Task};
use crate::progress;

/// What came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// One solution, and no other.
    Unique,
    Multiple,
    NoSolution,
    /// A solution; nobody asked for others.
    Solved,
    /// A limit came first.
    Unknown,
}

impl Outcome {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Outcome::Unique => "unique",
            Outcome::Multiple => "multiple",
            Outcome::NoSolution => "no_solution",
            Outcome::Solved => "solved",
            Outcome::Unknown => "unknown",
        }
    }
}

/// The answer about one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) outcome: Outcome,
    /// How many were found.
    pub(crate) solutions: u128,
    /// Are these all?
    pub(crate) complete: bool,
    pub(crate) end: End,
    /// The first solution, unless only their number was asked for.
    pub(crate) first: Vec<Symbol>,
    /// The last one.
    pub(crate) second: Vec<Symbol>,
    pub(crate) diagnosis: Option<Diagnosis>,
    /// Cells where the player's own digit is not the solution's.
    pub(crate) wrong: Vec<Cell>,
    pub(crate) stats: Stats,
    /// What ran.
    pub(crate) solver: &'static str,
    pub(crate) time: Duration,
}

impl Answer {
    /// Of nothing yet: one answer is filled again and again.
    pub(crate) fn new() -> Answer {
        Answer {
            outcome: Outcome::Unknown,
            solutions: 0,
            complete: false,
            end: End::Complete,
            first: Vec::new(),
            second: Vec::new(),
            diagnosis: None,
            wrong: Vec::new(),
            stats: Stats::default(),
            solver: "",
            time: Duration::ZERO,
        }
    }

    /// Finds the player's own digits that are wrong.
    fn compare(&mut self, task: Task, sheet: &Sheet) {
        if task == Task::Check && self.outcome == Outcome::Unique {
            let wrong = sheet.state.iter().filter(|digit| self.first[digit.cell.index()] != digit.symbol);
            self.wrong.extend(wrong.map(|digit| digit.cell));
        }
    }

    /// Takes over what was found elsewhere of a puzzle with solutions and without a player's digits; the first is in `first`.
    pub(crate) fn found(&mut self, task: Task, solver: &'static str, solutions: u64, end: End, stats: Stats, time: Duration) {
        self.wrong.clear();
        (self.diagnosis, self.solver, self.stats, self.time) = (None, solver, stats, time);
        self.conclude(task, solutions.into(), end);
    }

    fn conclude(&mut self, task: Task, solutions: u128, end: End) {
        // Some solvers know at once that there is no other. Nobody asked, and all solvers answer alike.
        let end = if task == Task::Solve && solutions > 0 { End::Solutions } else { end };
        self.outcome = match (end, solutions) {
            (End::Nodes | End::Deadline | End::Interrupted | End::Overflow, _) => Outcome::Unknown,
            (End::Complete, 0) => Outcome::NoSolution,
            (End::Complete, 1) => Outcome::Unique,
            (_, 0) => Outcome::Unknown,
            (_, 1) => Outcome::Solved,
            _ => Outcome::Multiple,
        };
        (self.solutions, self.end, self.complete) = (solutions, end, end == End::Complete);
    }

    /// Yes if there is a solution and nothing came between.
    pub(crate) fn exit(&self) -> Exit {
        match self.outcome {
            Outcome::NoSolution => Exit::No,
            Outcome::Unknown if self.end == End::Interrupted => Exit::Interrupted,
            Outcome::Unknown => Exit::Stopped,
            _ => Exit::Yes,
        }
    }

    /// That there is no solution, and why if that can be named.
    pub(crate) fn no_solution(&self) -> String {
        match &self.diagnosis {
            Some(diagnosis) => format!("no solution: {}", diagnosis.message),
            None => "no solution".to_owned(),
        }
    }

    /// What stopped the search: `stopped by --nodes`.
    pub(crate) fn stopped(&self) -> &'static str {
        match self.end {
            End::Nodes => "stopped by --nodes",
            End::Deadline => "stopped by --timeout",
            End::Solutions => "stopped by --limit",
            End::Interrupted => "interrupted",
            End::Overflow => "more than 2^128",
            End::Complete | End::Stopped => "stopped",
        }
    }
}

/// So many solutions are found one by one before the counter takes over: search is the quicker way to few.
const MANY: u64 = 1_000;

/// A template made ready to be asked about many sheets.
pub(crate) struct Asker<'m> {
    template: &'m Template,
    run: Box<dyn Run + 'm>,
    /// What runs at first.
    solver: &'static str,
    /// Goes on counting when there are many solutions.
    counter: Option<Box<dyn Run + 'm>>,
    limits: Limits<'static>,
    task: Task,
    facts: Vec<Fact>,
}

impl<'m> Asker<'m> {
    pub(crate) fn new(
        template: &'m Template,
        run: Box<dyn Run + 'm>,
        counter: Option<Box<dyn Run + 'm>>,
        task: Task,
        search: &Search,
    ) -> Asker<'m> {
        let limits = Limits { solutions: task.most(), nodes: search.nodes, deadline: search.deadline, interrupt: Some(interrupt::flag()) };
        let solver = run.name();
        Asker { template, run, solver, counter, limits, task, facts: Vec::new() }
    }

    /// Asks about a sheet that fits the template. When solutions are to be enumerated `each` gets them, and may have enough.
    pub(crate) fn ask(&mut self, sheet: &Sheet, answer: &mut Answer, each: &mut dyn FnMut(&[Symbol]) -> ControlFlow<()>) {
        let start = Instant::now();
        answer.wrong.clear();
        answer.solver = self.solver;
        answer.diagnosis = self.template.diagnose(sheet);
        if answer.diagnosis.is_some() {
            answer.stats = Stats::default();
            answer.conclude(self.task, 0, End::Complete);
        } else {
            self.search(sheet, answer, each);
        }
        answer.compare(self.task, sheet);
        answer.time = start.elapsed();
    }

    /// What runs.
    pub(crate) fn solver(&self) -> &'static str {
        self.solver
    }

    fn search(&mut self, sheet: &Sheet, answer: &mut Answer, each: &mut dyn FnMut(&[Symbol]) -> ControlFlow<()>) {
        self.template.facts(sheet, &mut self.facts);
        let (template, task) = (self.template, self.task);
        if let Task::Count { .. } = task
            && let Some(count) = self.run.count(&self.facts, &self.limits)
        {
            answer.stats = count.stats;
            return answer.conclude(task, count.solutions, count.end);
        }
        let (first, second) = (&mut answer.first, &mut answer.second);
        let mut found = 0;
        let limits = match self.counter {
            Some(_) => Limits { solutions: Some(MANY), ..self.limits },
            None => self.limits,
        };
        let outcome = self.run.run(&self.facts, &limits, None, &mut |values| {
            if matches!(task, Task::Count { .. }) {
                progress::solution();
                return ControlFlow::Continue(());
            }
            let solution = if found == 0 { &mut *first } else { &mut *second };
            found += 1;
            solution.clear();
            solution.extend(template.read(values));
            if !matches!(task, Task::Enumerate { .. }) {
                return ControlFlow::Continue(());
            }
            progress::solution();
            each(solution)
        });
        if let (Some(counter), End::Solutions) = (&mut self.counter, outcome.end)
            && let Some(count) = counter.count(&self.facts, &self.limits)
        {
            (answer.stats, answer.solver) = (count.stats, counter.name());
            return answer.conclude(task, count.solutions.max(outcome.solutions.into()), count.end);
        }
        // It may have been handed over.
        (answer.stats, answer.solver) = (outcome.stats, self.run.name());
        answer.conclude(task, outcome.solutions.into(), outcome.end);
    }
}
