//! `trace`: what the engine did, and why; and the checker of such traces.

use std::io::BufReader;
use std::ops::ControlFlow;

use clap::ColorChoice;
use clap::error::ErrorKind;
use pencilmark_engine::{Backend, End, Limits, Outcome, Run, Stats, Told, Unsupported};
use pencilmark_sudoku::{Sheet, Template};

use super::{Exit, Failure};
use crate::args::{self, To};
use crate::batch::as_asked;
use crate::input::Input;
use crate::job::{Job, is_stdin};
use crate::notes::Notes;
use crate::output::Output;
use crate::registry::{STRATEGIES, ValueOrder};
use crate::trace::check::{self, Verdict};
use crate::trace::filter::Wanted;
use crate::trace::wire::Tree;
use crate::trace::{About, Form, Level, Manner, Sink, Tracer};
use crate::{input, interrupt, page};

pub(super) fn run(typed: &args::Trace, color: ColorChoice) -> Result<Exit, Failure> {
    let job = Job::trace(typed)?;
    let notes = Notes::new(color, job.output.quiet);
    match &typed.check {
        Some(trace) => check(&job, trace, &notes),
        None => Command { typed, job: &job, notes }.trace(),
    }
}

struct Command<'a> {
    typed: &'a args::Trace,
    job: &'a Job,
    notes: Notes,
}

impl Command<'_> {
    fn trace(&self) -> Result<Exit, Failure> {
        let mut out = match &self.job.output.file {
            Some(file) => Output::file(file)?,
            None => Output::stdout(),
        };
        interrupt::listen(&out);
        if self.typed.common.to != Some(To::Html) {
            let mut sink = Sink::Stream(out);
            let exit = self.all(&mut sink)?;
            if let Sink::Stream(out) = &mut sink {
                out.finish()?;
            }
            return Ok(exit);
        }
        let mut sink = Sink::Kept(Vec::new());
        let exit = self.all(&mut sink)?;
        if let Sink::Kept(lines) = sink {
            let title = input::name(&self.job.input.files[0]);
            let mut text = Vec::new();
            page::html(&title, &lines, &mut text).map_err(|error| Failure::Output("--to html".to_owned(), error))?;
            out.begin()?;
            out.write(&text)?;
        }
        out.finish()?;
        Ok(exit)
    }

    /// Traces one puzzle after another. A page has room for one.
    fn all(&self, sink: &mut Sink) -> Result<Exit, Failure> {
        let typed = self.typed;
        let search = &self.job.search;
        let backends = (search.solver.backends)(&search.branching);
        let wanted = Wanted { vars: typed.vars.clone(), cons: typed.cons.clone(), depth: typed.depth.clone(), first: typed.first };
        let mut puzzles = Puzzles::new(self.job, &self.notes);
        let (mut told, mut exit) = (0, Exit::Yes);
        while let Some(sheet) = puzzles.next() {
            let template = puzzles.template();
            let (mut run, solver) = watched(&backends, template)?;
            let level = self.level(run.tells())?;
            let about = self.about(&sheet, &puzzles, solver, run.tells());
            let filter = wanted.on(template.model()).map_err(usage)?;
            let filters = wanted.typed();
            let form = if matches!(typed.common.to, Some(To::Jsonl | To::Html)) { Form::Jsonl } else { Form::Text };
            let first = wanted.first.map(|first| first - told);
            let manner = Manner { form, level, filter, filters: &filters, first };
            let mut tracer = Tracer::new(about, manner, sink);
            tracer.begin()?;
            let (outcome, diagnosis) = self.watch(&sheet, template, &mut *run, &mut tracer);
            let status = tracer.end(&outcome, diagnosis.as_deref())?;
            told += tracer.told();
            if tracer.has_enough() {
                return Ok(exit);
            }
            exit = exit.max(match (status, outcome.end) {
                (_, End::Interrupted) => Exit::Interrupted,
                ("unknown", _) => Exit::Stopped,
                ("no_solution", _) => Exit::No,
                _ => Exit::Yes,
            });
            if matches!(sink, Sink::Kept(_)) || interrupt::seen() {
                break;
            }
        }
        Ok(exit.max(puzzles.exit()))
    }

    /// How much is told, of what there is.
    fn level(&self, told: Told) -> Result<Level, Failure> {
        match (self.typed.level, told) {
            (None, Told::Removals) => Ok(Level::Prune),
            (Some(level), Told::Removals) => Ok(level),
            (None | Some(Level::Tree), _) => Ok(Level::Tree),
            (Some(level), _) => {
                let (level, solver) = (level.name(), self.job.search.solver.name);
                Err(usage(format!("--level {level}: solver {solver} removes no candidates one by one; it has --level tree")))
            }
        }
    }

    fn about<'a>(&self, sheet: &'a Sheet, puzzles: &'a Puzzles<'_>, solver: &'static str, told: Told) -> About<'a> {
        let branching = &self.job.search.branching;
        let order = branching.options.values;
        let values = ValueOrder::ALL.iter().find(|(_, other)| *other == order).map_or("", |(name, _)| name);
        let (tree, strategy) = match told {
            Told::Cover => (Tree::Cover, "fewest-options"),
            _ => (Tree::Decisions, branching.strategy.unwrap_or(STRATEGIES[0]).name),
        };
        let (seed, presolve) = (branching.options.seed, self.job.search.presolve);
        let (template, file, index, many) = (puzzles.template(), puzzles.file(), puzzles.count - 1, puzzles.input.is_many());
        About { template, sheet, file, index, many, solver, tree, strategy, values, seed, presolve }
    }

    /// Runs a puzzle before the tracer's eyes. What is no symbol of the puzzle cannot be told to the engine: then nothing happens.
    fn watch(&self, sheet: &Sheet, template: &Template, run: &mut dyn Run, tracer: &mut Tracer<'_>) -> (Outcome, Option<String>) {
        let diagnosis = template.diagnose(sheet).map(|diagnosis| diagnosis.message);
        if !sheet.unlisted.is_empty() {
            return (Outcome { solutions: 0, end: End::Complete, stats: Stats::default() }, diagnosis);
        }
        let search = &self.job.search;
        let limits = Limits {
            solutions: Some(self.typed.limit),
            nodes: search.nodes,
            deadline: search.deadline,
            interrupt: Some(interrupt::flag()),
        };
        let mut facts = Vec::new();
        template.facts(sheet, &mut facts);
        let outcome = run.run(&facts, &limits, Some(tracer), &mut |_| ControlFlow::Continue(()));
        (outcome, diagnosis)
    }
}

fn usage(message: String) -> Failure {
    Failure::Usage(clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")))
}

/// The first back end that takes a model and tells what it does.
fn watched<'m>(backends: &[Box<dyn Backend>], template: &'m Template) -> Result<(Box<dyn Run + 'm>, &'static str), Failure> {
    let mut declined = None;
    for backend in backends {
        match backend.prepare(template.model()) {
            Ok(run) if run.tells() > Told::Nothing => {
                let name = run.name();
                return Ok((run, name));
            }
            Ok(_) => {
                let reason = "it removes no candidates one by one, and has no steps to tell; --solver propagation has".to_owned();
                declined = Some(Unsupported { backend: backend.name(), reason });
            }
            Err(unsupported) => declined = declined.or(Some(unsupported)),
        }
    }
    Err(Failure::Untraced(declined.expect("a solver has at least one back end")))
}

/// The puzzles of the inputs, one after another, with a template for those alike.
struct Puzzles<'j> {
    job: &'j Job,
    input: Input<'j>,
    notes: &'j Notes,
    template: Option<Template>,
    count: u64,
    exit: Exit,
}

impl<'j> Puzzles<'j> {
    fn new(job: &'j Job, notes: &'j Notes) -> Puzzles<'j> {
        Puzzles { job, input: Input::new(&job.input), notes, template: None, count: 0, exit: Exit::Yes }
    }

    /// The next puzzle; faults on the way are told.
    fn next(&mut self) -> Option<Sheet> {
        loop {
            match self.input.next()?.map(|sheet| as_asked(self.job, sheet)) {
                Ok(Ok(sheet)) => {
                    self.count += 1;
                    let template = self.template.take().filter(|template| template.fits(&sheet));
                    self.template = template.or_else(|| Some(self.job.search.template(&sheet)));
                    return Some(sheet);
                }
                Ok(Err(error)) => self.notes.error(format_args!("{}: {error}", self.input.file())),
                Err(fault) => self.notes.report(&fault.report),
            }
            self.exit = Exit::Input;
            if self.job.input.fail_fast {
                return None;
            }
        }
    }

    /// The template of the last puzzle.
    fn template(&self) -> &Template {
        self.template.as_ref().expect("made for the last puzzle")
    }

    fn file(&self) -> &str {
        self.input.file()
    }

    fn exit(&self) -> Exit {
        self.exit
    }
}

/// Replays a trace against its puzzles.
fn check(job: &Job, trace: &std::path::Path, notes: &Notes) -> Result<Exit, Failure> {
    let name = input::name(trace);
    let reader: Box<dyn std::io::Read> = if is_stdin(trace) {
        Box::new(std::io::stdin())
    } else {
        match std::fs::File::open(trace) {
            Ok(file) => Box::new(file),
            Err(error) => {
                notes.error(format_args!("{name}: cannot read: {error}"));
                return Ok(Exit::Input);
            }
        }
    };
    let mut puzzles = Puzzles::new(job, notes);
    let mut lines = check::Lines::new(BufReader::new(reader));
    let mut verdict = Verdict::default();
    let mut traces = 0u64;
    let result = loop {
        match lines.header() {
            Ok(None) if traces == 0 => break Err(check::Refusal::at(1, "no header line: this is no trace")),
            Ok(None) => break Ok(()),
            Ok(Some(header)) => {
                let Some(sheet) = puzzles.next() else {
                    break Err(check::Refusal::at(lines.number(), "a trace of another puzzle begins, and the puzzles given end"));
                };
                let template = puzzles.template();
                if let Err(refusal) = check::replay(&header, &mut lines, template, &sheet, &mut verdict) {
                    break Err(refusal);
                }
                traces += 1;
            }
            Err(refusal) => break Err(refusal),
        }
    };
    if puzzles.exit() != Exit::Yes {
        return Ok(puzzles.exit());
    }
    let mut out = Output::stdout();
    let exit = match result {
        Ok(()) => {
            out.write(format!("{verdict}\n").as_bytes())?;
            Exit::Yes
        }
        Err(refusal) => {
            out.write(format!("{name}:{refusal}\n").as_bytes())?;
            Exit::No
        }
    };
    out.finish()?;
    Ok(exit)
}
