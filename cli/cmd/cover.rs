//! `cover`: the covers of an exact cover problem, one by one or only counted.

mod count;
mod text;

use std::time::{Duration, Instant};

use clap::ColorChoice;
use pencilmark_engine::exact_cover::{Algorithm, Counters, Ended, ItemChoice, Limits, Problem, Solver, Step, Stop, Ties};

use self::count::Memo;
use self::text::Text;
use super::{Exit, Failure};
use crate::args::{self, CoverTo};
use crate::input::Fault;
use crate::interrupt;
use crate::job::{self, Usage};
use crate::notes::Notes;
use crate::output::{Output, push_fmt};
use crate::progress;
use crate::wire::{CoverRecord, CoverStats, CoverWarning, Record, push_json};

pub(super) fn run(typed: &args::Cover, color: ColorChoice) -> Result<Exit, Failure> {
    let job = Job::new(typed)?;
    let mut out = Output::stdout();
    interrupt::listen(&out);
    if !out.is_terminal() && !typed.quiet {
        progress::show(None);
    }
    let result = Cover { typed, job, notes: Notes::new(color, typed.quiet), color, out: &mut out, text: Vec::new() }.all();
    progress::clear();
    out.finish()?;
    result
}

/// What was meant.
struct Job {
    task: Task,
    solver: Option<Algorithm>,
    choice: ItemChoice,
    deadline: Option<Instant>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Print covers, so many at most.
    List { most: Option<u64> },
    /// Count covers by listing them, so many at most.
    Tally { most: Option<u64> },
    /// Count all covers, with a memo.
    Count,
}

impl Job {
    fn new(typed: &args::Cover) -> Result<Job, Usage> {
        let task = match (typed.count, typed.limit) {
            (true, None) if typed.solver.is_none() && typed.seed.is_none() => Task::Count,
            (true, most) => Task::Tally { most },
            (false, None) if !typed.all => Task::List { most: Some(1) },
            (false, most) => Task::List { most },
        };
        let solver = typed.solver.as_deref().map(|name| Algorithm::from_name(name).expect("clap lets only known solvers pass"));
        let ties = typed.seed.map_or(Ties::First, Ties::Random);
        Ok(Job { task, solver, choice: ItemChoice { ties, ..ItemChoice::default() }, deadline: job::deadline(typed.timeout)? })
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// There are no more covers.
    Complete,
    /// There were as many as were asked for.
    Limit,
    /// A limit of the search.
    Stopped(Stop),
    /// There are more than can be counted.
    Overflow,
}

impl From<Ended> for End {
    fn from(ended: Ended) -> End {
        match ended {
            Ended::Stopped(stop) => End::Stopped(stop),
            _ => End::Overflow,
        }
    }
}

/// What came out.
#[derive(Debug)]
struct Answer {
    covers: u128,
    end: End,
    /// The solver that ran; none if it was the memo.
    solver: Option<Algorithm>,
    memo: Option<Memo>,
    counters: Counters,
    time: Duration,
}

impl Answer {
    fn outcome(&self) -> &'static str {
        match (self.end, self.covers) {
            (End::Stopped(_), _) => "unknown",
            (_, 0) => "no_solution",
            (End::Complete, 1) => "unique",
            (_, 1) => "solved",
            _ => "multiple",
        }
    }

    fn exit(&self) -> Exit {
        match self.end {
            End::Stopped(Stop::Interrupt) => Exit::Interrupted,
            End::Stopped(_) | End::Overflow => Exit::Stopped,
            End::Complete | End::Limit if self.covers == 0 => Exit::No,
            End::Complete | End::Limit => Exit::Yes,
        }
    }

    fn stopped(&self) -> &'static str {
        match self.end {
            End::Stopped(Stop::Nodes) => "stopped by --nodes",
            End::Stopped(Stop::Deadline) => "stopped by --timeout",
            End::Stopped(Stop::Interrupt) => "interrupted",
            End::Limit => "stopped by --limit",
            End::Overflow => "more than can be counted",
            End::Complete | End::Stopped(_) => "stopped",
        }
    }

    fn stats(&self) -> CoverStats {
        CoverStats {
            solver: self.solver.map_or("memo", Algorithm::name),
            branching: self.memo.as_ref().map(|memo| memo.branching),
            nodes: self.counters.nodes,
            updates: self.counters.updates,
            remembered: self.memo.as_ref().map(|memo| memo.remembered),
            recalled: self.memo.as_ref().map(|memo| memo.recalled),
            memo_full: self.memo.as_ref().map(|memo| memo.full),
            time_us: self.time.as_micros().try_into().unwrap_or(u64::MAX),
        }
    }
}

/// One run of the command.
struct Cover<'a> {
    typed: &'a args::Cover,
    job: Job,
    notes: Notes,
    color: ColorChoice,
    out: &'a mut Output,
    /// What is about to be written.
    text: Vec<u8>,
}

impl Cover<'_> {
    fn all(mut self) -> Result<Exit, Failure> {
        let text = match Text::read(&self.typed.file, self.typed.from) {
            Ok(text) => text,
            Err(fault) => return self.fault(&fault),
        };
        let start = Instant::now();
        let limits = Limits { nodes: self.typed.nodes, deadline: self.job.deadline, interrupt: Some(interrupt::flag()), updates: None };
        let mut answer = match self.job.task {
            Task::Count => count::count(&text.problem, limits),
            Task::List { most } | Task::Tally { most } => {
                let mut solver = self.solver(&text.problem)?;
                self.search(&text, solver.as_mut(), most, limits)?
            }
        };
        answer.time = start.elapsed();
        self.answer(&text, &answer)?;
        if self.typed.stats {
            self.stats(&answer);
        }
        Ok(answer.exit())
    }

    fn json(&self) -> bool {
        self.typed.to == CoverTo::Json
    }

    /// The solver that was named, or the one that suits the problem.
    fn solver(&self, problem: &Problem) -> Result<Box<dyn Solver>, Failure> {
        let algorithm = self.job.solver.unwrap_or_else(|| suited(problem));
        let mut solver = algorithm.solver(problem).map_err(Failure::MatrixTooLarge)?;
        solver.set_choice(self.job.choice);
        Ok(solver)
    }

    /// Goes through covers, and prints them if they are to be listed.
    fn search(&mut self, text: &Text, solver: &mut dyn Solver, most: Option<u64>, limits: Limits<'_>) -> Result<Answer, Failure> {
        let list = matches!(self.job.task, Task::List { .. });
        if list && self.json() {
            CoverRecord::begin(&mut self.text);
        }
        let words = if list && !self.json() { text.options(self.typed.numbers) } else { Vec::new() };
        let mut covers = 0;
        let end = loop {
            if most == Some(covers) {
                break End::Limit;
            }
            match solver.next_solution(limits.after(solver.counters())) {
                Step::Solution => {}
                Step::Done => break End::Complete,
                Step::Stopped(stop) => break End::Stopped(stop),
            }
            covers += 1;
            progress::solution();
            if list {
                self.cover(text, solver, &words, covers == 1)?;
            }
        };
        let (counters, solver) = (solver.counters(), Some(solver.algorithm()));
        Ok(Answer { covers: covers.into(), end, solver, memo: None, counters, time: Duration::ZERO })
    }

    /// Writes a cover.
    fn cover(&mut self, text: &Text, solver: &dyn Solver, words: &[String], is_first: bool) -> Result<(), Failure> {
        let mut cover: Vec<usize> = solver.cover().iter().map(|option| option.index()).collect();
        cover.sort_unstable();
        if self.json() {
            self.text.extend_from_slice(if is_first { b"" } else { b"," });
            push_json(&cover, &mut self.text);
        } else {
            for (i, &option) in cover.iter().enumerate() {
                self.text.extend_from_slice(if i > 0 { text.between(self.typed.numbers).as_bytes() } else { b"" });
                self.text.extend_from_slice(words[option].as_bytes());
            }
            self.text.push(b'\n');
        }
        self.write()
    }

    /// Writes what is left to write after the search, and says the rest.
    fn answer(&mut self, text: &Text, answer: &Answer) -> Result<(), Failure> {
        let list = matches!(self.job.task, Task::List { .. });
        let warning = text.never_chosen();
        if self.json() {
            let record = CoverRecord {
                outcome: answer.outcome(),
                solutions: answer.covers,
                complete: answer.end == End::Complete,
                warnings: warning.map(|message| CoverWarning { kind: "options_never_chosen", message }).into_iter().collect(),
                stats: answer.stats(),
            };
            record.end(list, &mut self.text);
            return self.write();
        }
        let file = &text.file;
        if let Some(warning) = warning {
            self.notes.warn(format_args!("{file}: {warning}"));
        }
        let covers = answer.covers;
        match (list, answer.end) {
            (false, End::Complete) => push_fmt(&mut self.text, format_args!("{covers}\n")),
            (false, _) => push_fmt(&mut self.text, format_args!("at least {covers} ({})\n", answer.stopped())),
            (true, End::Stopped(_)) => self.notes.say(format_args!("{file}: {} {}", answer.stopped(), found(covers))),
            (true, _) => {}
        }
        if answer.end == End::Complete && covers == 0 {
            self.notes.say(format_args!("{file}: no cover{}", text.why_none()));
        }
        self.write()
    }

    fn stats(&self, answer: &Answer) {
        let stats = answer.stats();
        let memo = answer.memo.as_ref().map_or(String::new(), |memo| {
            let full = if memo.full { " (all that fit)" } else { "" };
            format!(", branching {}, remembered {}{full}, recalled {}", memo.branching, memo.remembered, memo.recalled)
        });
        let (nodes, updates, seconds) = (stats.nodes, stats.updates, answer.time.as_secs_f64());
        Notes::new(self.color, false)
            .say(format_args!("solver {}{memo}, nodes {nodes}, updates {updates}, search {seconds:.6} s", stats.solver));
    }

    /// A file that is no exact cover problem.
    fn fault(&mut self, fault: &Fault) -> Result<Exit, Failure> {
        if self.json() {
            Record::error(0, &crate::input::name(&self.typed.file), &fault.error).push(&mut self.text);
            self.text.push(b'\n');
            self.write()?;
        } else {
            self.notes.report(&fault.report);
        }
        Ok(Exit::Input)
    }

    fn write(&mut self) -> Result<(), Failure> {
        self.out.write(&self.text)?;
        self.text.clear();
        Ok(())
    }
}

fn found(covers: u128) -> String {
    match covers {
        0 => "before a cover was found".to_owned(),
        1 => "after 1 cover".to_owned(),
        n => format!("after {n} covers"),
    }
}

/// With more options than these the bits of [`Algorithm::Matrix`] are more than sparse sets have to touch.
const FEW_OPTIONS: usize = 4096;

/// One item in so many must be in an option, on average: a taken option then excludes many others, which bits do at once.
const DENSE: usize = 40;

/// The solver for a problem if none is named; `--help` states the rule. Measured on pentominoes (one in 12: bits are five
/// times faster), queens and Langford pairs (one in 20 and one in 11: a little), the empty 9x9 Sudoku (one in 81: level),
/// and 3,000 short options over 1,500 items (one in 500: 40 times slower).
fn suited(problem: &Problem) -> Algorithm {
    let (mut options, mut entries) = (0, 0);
    for option in text::choosable(problem) {
        options += 1;
        entries += problem.option_items(option).count();
    }
    let is_dense = entries.saturating_mul(DENSE) >= problem.items().saturating_mul(options);
    if options <= FEW_OPTIONS && is_dense { Algorithm::Matrix } else { Algorithm::Cells }
}
