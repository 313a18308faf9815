//! What was meant: everything that was typed, checked in one step.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pencilmark_engine::{Backend, Options, Restart, Run, Unsupported, first};
use pencilmark_killer::cages_of;
use pencilmark_sudoku::{ErrorKind, Format, ParseError, Rule, Sheet, Template};

use crate::args::{self, Check, Common, Count, Game, Solve, To, Trace};
use crate::registry::{Branching, FORMATS, Named, NamedRule, RULES, SOLVERS, STRATEGIES, Solver, ValueOrder};

/// A command that asks about puzzles, in full.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) task: Task,
    pub(crate) input: Reading,
    pub(crate) search: Search,
    pub(crate) output: Output,
}

/// What is to be found out about each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// One solution.
    Solve,
    /// Solutions as they are found, so many at most.
    Enumerate { most: Option<u64> },
    /// How many there are, up to a limit.
    Count { most: Option<u64> },
    /// None, one or several.
    Check,
}

impl Task {
    /// After how many solutions the answer is known.
    pub(crate) fn most(self) -> Option<u64> {
        match self {
            Task::Solve => Some(1),
            Task::Enumerate { most } | Task::Count { most } => most,
            Task::Check => Some(2),
        }
    }
}

/// What to read, and how.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) format: Option<&'static dyn Format>,
    pub(crate) boxes: Option<(usize, usize)>,
    pub(crate) from_state: bool,
    pub(crate) strict: bool,
    pub(crate) lenient: bool,
    pub(crate) cage_repeats: bool,
    pub(crate) game: Game,
    pub(crate) fail_fast: bool,
}

impl Reading {
    /// How much there is to read, if that is known.
    pub(crate) fn bytes(&self) -> Option<u64> {
        self.files.iter().map(|file| file.metadata().ok().filter(|about| about.is_file()).map(|about| about.len())).sum()
    }

    /// The same for the readers of texts; each thread has one of its own.
    pub(crate) fn of_texts(&self) -> pencilmark_sudoku::Reading {
        let mut reading = match self.boxes {
            Some((height, width)) => pencilmark_sudoku::Reading::with_box(height, width),
            None => pencilmark_sudoku::Reading::new(),
        };
        if self.lenient {
            reading = reading.lenient();
        }
        if self.cage_repeats {
            reading = reading.with_repeats();
        }
        reading
    }

    /// These files, read as was typed.
    pub(crate) fn new(files: Vec<PathBuf>, typed: &args::Reading, fail_fast: bool) -> Reading {
        Reading {
            files,
            format: typed.from.as_deref().map(format),
            boxes: typed.boxes,
            from_state: typed.from_state,
            strict: typed.strict,
            lenient: typed.lenient,
            cage_repeats: typed.cage_repeats,
            game: typed.game,
            fail_fast,
        }
    }

    /// A sheet as it was asked for: with the player's digits as givens, with more rules, and only if it is the right game.
    pub(crate) fn admit(&self, mut sheet: Sheet, rules: &[Arc<dyn Rule>]) -> Result<Sheet, ParseError> {
        if self.from_state {
            sheet.adopt_state();
        }
        let cages = cages_of(&sheet).is_some();
        match self.game {
            Game::Killer if !cages => {
                return Err(ParseError::new(ErrorKind::UnknownFormat, "no cage in this puzzle, and --game killer insists on some"));
            }
            Game::Sudoku if cages => {
                return Err(ParseError::new(ErrorKind::UnsupportedRule, "cages in this puzzle, and --game sudoku rules them out"));
            }
            _ => {}
        }
        sheet.rules.extend_from_slice(rules);
        match sheet.unlisted.first() {
            Some(unlisted) if self.strict => Err(unlisted.error(&sheet.symbols)),
            _ => Ok(sheet),
        }
    }
}

/// The rules that were named.
pub(crate) fn rules(typed: &args::Reading) -> Vec<Arc<dyn Rule>> {
    typed.rules.iter().map(|name| (rule(name).make)()).collect()
}

/// How to search, and where to stop.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) rules: Vec<Arc<dyn Rule>>,
    pub(crate) presolve: bool,
    pub(crate) solver: Solver,
    pub(crate) branching: Branching,
    pub(crate) deadline: Option<Instant>,
    pub(crate) nodes: Option<u64>,
    pub(crate) threads: usize,
}

impl Search {
    /// The template of a sheet, with presolve unless that was not wanted.
    pub(crate) fn template(&self, sheet: &Sheet) -> Template {
        let make = if self.presolve { Template::new } else { Template::without_presolve };
        make(sheet.grid.clone(), sheet.symbols.clone(), &sheet.rules)
    }

    /// Makes a template ready for the first back end that takes it.
    pub(crate) fn prepare<'t>(&self, template: &'t Template) -> Result<Box<dyn Run + 't>, Unsupported> {
        let backends = (self.solver.backends)(&self.branching);
        let backends: Vec<&dyn Backend> = backends.iter().map(|backend| &**backend).collect();
        first(&backends, template.model())
    }
}

/// What to write, and where.
#[derive(Debug)]
pub(crate) struct Output {
    /// `None`: it depends on how many puzzles there are.
    pub(crate) to: Option<To>,
    pub(crate) show: bool,
    pub(crate) file: Option<PathBuf>,
    pub(crate) stats: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
}

/// What is wrong with what was typed. All of it ends with exit code 2.
pub(crate) type Usage = clap::Error;

fn usage(message: impl std::fmt::Display) -> Usage {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n"))
}

impl Job {
    pub(crate) fn solve(args: &Solve) -> Result<Job, Usage> {
        let task = match args.limit {
            None if !args.all => Task::Solve,
            most => Task::Enumerate { most },
        };
        Job::new(task, &args.common)
    }

    pub(crate) fn count(args: &Count) -> Result<Job, Usage> {
        Job::new(Task::Count { most: args.limit }, &args.common)
    }

    pub(crate) fn check(args: &Check) -> Result<Job, Usage> {
        Job::new(Task::Check, &args.common)
    }

    /// Traces search as check does, for a second solution.
    pub(crate) fn trace(args: &Trace) -> Result<Job, Usage> {
        if args.common.show {
            return Err(usage("--show has nothing to draw beside a trace"));
        }
        Job::new(Task::Check, &args.common)
    }

    fn new(task: Task, typed: &Common) -> Result<Job, Usage> {
        let input = Reading::new(typed.files.clone(), &typed.reading, typed.fail_fast);
        check_files(&typed.files, typed.output.as_deref())?;
        Ok(Job { task, input, search: search(task, typed)?, output: output(task, typed)? })
    }
}

/// Does this name mean standard input?
pub(crate) fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// Can these be read and that be written, as far as their names tell?
pub(crate) fn check_files(files: &[PathBuf], output: Option<&Path>) -> Result<(), Usage> {
    if files.iter().filter(|file| is_stdin(file)).count() > 1 {
        return Err(usage("standard input (-) can be read only once"));
    }
    let Some(output) = output else { return Ok(()) };
    let same = |input: &PathBuf| matches!((input.canonicalize(), output.canonicalize()), (Ok(a), Ok(b)) if a == b && a.is_file());
    if files.iter().any(same) {
        return Err(usage(format_args!("-o {} would overwrite an input", output.display())));
    }
    Ok(())
}

fn search(task: Task, typed: &Common) -> Result<Search, Usage> {
    let solver = *SOLVERS.iter().find(|s| s.name == typed.solver).expect("clap lets only known solvers pass");
    if typed.strategy.is_some() && !solver.branches {
        return Err(usage(format_args!("--strategy: solver {} has its own order and takes no strategy", solver.name)));
    }
    let (strategy, values) = strategy(typed.strategy.as_deref())?;
    // Starting anew with what the default strategy has learnt finds a first solution sooner. It would be waste where all have to be
    // found, or with a strategy that learns nothing.
    let restart = if task == Task::Solve && typed.strategy.is_none() { Restart::Luby { scale: 250 } } else { Restart::Never };
    let deadline = deadline(typed.timeout)?;
    let rules = rules(&typed.reading);
    let strategy = typed.strategy.as_ref().map(|_| strategy);
    let branching = Branching { strategy, options: Options { values, seed: typed.seed }, restart };
    Ok(Search { rules, presolve: !typed.no_presolve, solver, branching, deadline, nodes: typed.nodes, threads: typed.threads as usize })
}

/// The moment that --timeout means.
pub(crate) fn deadline(seconds: Option<f64>) -> Result<Option<Instant>, Usage> {
    let Some(seconds) = seconds else { return Ok(None) };
    let wait = Duration::try_from_secs_f64(seconds).map_err(|_| usage(format_args!("--timeout {seconds} is no number of seconds")))?;
    // A deadline beyond what the clock can tell is none.
    Ok(Instant::now().checked_add(wait))
}

fn output(task: Task, typed: &Common) -> Result<Output, Usage> {
    let grids = matches!(task, Task::Solve | Task::Enumerate { .. });
    let to = match typed.to {
        None if grids && typed.output.is_some() => Some(To::Csv),
        to => to,
    };
    if typed.show && typed.output.is_none() && to.is_some_and(|to| to != To::Text) {
        return Err(usage("--show draws pictures on standard output: use it with --to text, or write the rest to a file with -o"));
    }
    let (stats, quiet, verbose) = (typed.stats, typed.quiet, typed.verbose);
    Ok(Output { to, show: typed.show, file: typed.output.clone(), stats, quiet, verbose })
}

pub(crate) fn format(name: &str) -> &'static dyn Format {
    *FORMATS.iter().find(|f| f.name() == name).expect("clap lets only known formats pass")
}

pub(crate) fn rule(name: &str) -> &'static NamedRule {
    RULES.iter().find(|r| r.name == name).expect("clap lets only known rules pass")
}

/// `dom-wdeg,descending`: a strategy and which value it tries first, either of which may be left out.
fn strategy(typed: Option<&str>) -> Result<(Named, ValueOrder), Usage> {
    let (mut strategy, mut values) = (STRATEGIES[0], ValueOrder::default());
    for name in typed.into_iter().flat_map(|typed| typed.split(',')) {
        if let Some(named) = STRATEGIES.iter().find(|s| s.name == name) {
            strategy = *named;
        } else if let Some((_, order)) = ValueOrder::ALL.iter().find(|(order, _)| *order == name) {
            values = *order;
        } else {
            return Err(usage(format_args!(
                "--strategy: there is no strategy or order of values {name:?}; `pencilmark strategies` lists them"
            )));
        }
    }
    Ok((strategy, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_may_have_an_order_of_values() {
        let (strategy, values) = strategy(Some("dom-wdeg,descending")).unwrap();
        assert_eq!((strategy.name, values), ("dom-wdeg", ValueOrder::Descending));
        assert_eq!(super::strategy(Some("split")).unwrap().1, ValueOrder::Split);
        assert!(super::strategy(Some("dom-wdeg,up")).is_err() && super::strategy(Some("")).is_err());
    }
}
