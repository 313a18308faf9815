//! Traces: the events of a run as lines, in the schema `trace/1` or for people, and the checker that replays them.

pub(crate) mod check;
pub(crate) mod filter;
mod json;
mod text;
pub(crate) mod wire;

use std::sync::atomic::Ordering;

use clap::ValueEnum;
use pencilmark_engine::{End, Event, Observer, Outcome, Value};
use pencilmark_killer::cages_of;
use pencilmark_sudoku::{Sheet, Template};

use crate::cmd::Failure;
use crate::interrupt;
use crate::output::{Output, push_fmt};
use crate::words::Words;
use filter::Filter;
use wire::{At, Drawing, Header, Line, SCHEMA, Source, Tree};

/// How much is told.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    /// Decisions, conflicts, going back, solutions
    Tree,
    /// And every removal with its reason
    Prune,
    /// And every run of a propagator, and what woke it
    All,
}

impl Level {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Level::Tree => "tree",
            Level::Prune => "prune",
            Level::All => "all",
        }
    }

    /// Is this event of the level?
    fn has(self, event: &Event<'_>) -> bool {
        match event {
            Event::Woken { .. } | Event::Ran { .. } => self == Level::All,
            Event::Pruned { .. } | Event::Given(_) => self >= Level::Prune,
            _ => true,
        }
    }
}

/// How the lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Jsonl,
    Text,
}

/// What a trace is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    pub(crate) template: &'a Template,
    pub(crate) sheet: &'a Sheet,
    /// The name of the file.
    pub(crate) file: &'a str,
    /// The number of the puzzle in what was read, from 0.
    pub(crate) index: u64,
    /// Are there others in the file?
    pub(crate) many: bool,
    pub(crate) solver: &'static str,
    pub(crate) tree: Tree,
    pub(crate) strategy: &'static str,
    pub(crate) values: &'static str,
    pub(crate) seed: u64,
    pub(crate) presolve: bool,
}

/// What an event doesn't say itself.
#[derive(Debug)]
pub(crate) struct Particulars<'a> {
    /// The values that went.
    removed: &'a [Value],
    /// Speaks of facts and removals.
    words: &'a Words<'a>,
    /// The reason in words.
    said: &'a str,
    /// The removals of the run that ended.
    pruned: u64,
    /// The number of solutions, this one included.
    solutions: u64,
}

/// Where lines go.
#[derive(Debug)]
pub(crate) enum Sink {
    /// As they come.
    Stream(Output),
    /// Kept, for who needs them all.
    Kept(Vec<String>),
}

impl Sink {
    pub(crate) fn write(&mut self, line: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Stream(output) => output.write(line),
            Sink::Kept(lines) => {
                lines.extend(String::from_utf8_lossy(line).lines().map(str::to_owned));
                Ok(())
            }
        }
    }
}

/// How a trace is to be written.
#[derive(Debug)]
pub(crate) struct Manner<'a> {
    pub(crate) form: Form,
    pub(crate) level: Level,
    pub(crate) filter: Filter,
    /// The filters as they were typed.
    pub(crate) filters: &'a [String],
    /// So many events are told at most.
    pub(crate) first: Option<u64>,
}

/// Writes the trace of one run.
pub(crate) struct Tracer<'a> {
    about: About<'a>,
    manner: Manner<'a>,
    words: Words<'a>,
    sink: &'a mut Sink,
    /// The number of the next line of this level.
    seq: u64,
    told: u64,
    /// The nodes from the root to where the search is.
    path: Vec<u64>,
    /// What was told so far: where --first ends a trace, the search may have gone a little further.
    solutions: u64,
    decisions: u64,
    fails: u64,
    pruned: u64,
    /// The line at hand, and the values at hand: kept for their memory only.
    line: Vec<u8>,
    removed: Vec<Value>,
    failure: Option<Failure>,
}

impl<'a> Tracer<'a> {
    pub(crate) fn new(about: About<'a>, manner: Manner<'a>, sink: &'a mut Sink) -> Tracer<'a> {
        Tracer {
            words: Words::of(about.template),
            about,
            manner,
            sink,
            seq: 0,
            told: 0,
            path: vec![0],
            solutions: 0,
            decisions: 0,
            fails: 0,
            pruned: 0,
            line: Vec::new(),
            removed: Vec::new(),
            failure: None,
        }
    }

    /// Writes what comes before the first event.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        self.line.clear();
        match self.manner.form {
            Form::Jsonl => self.declare(),
            Form::Text => {
                let About { file, sheet, many, solver, strategy, .. } = self.about;
                let line = if many { format!(":{}", sheet.source.line) } else { String::new() };
                push_fmt(&mut self.line, format_args!("# {file}{line}: solver {solver}, strategy {strategy}\n"));
            }
        }
        self.sink.write(&self.line)
    }

    fn declare(&mut self) {
        let About { template, sheet, file, index, solver, tree, strategy, values, seed, presolve, .. } = self.about;
        let (model, grid) = (template.model(), template.grid());
        let mut seq = 0..;
        let mut next = || seq.next().expect("there is always another number");
        let givens = sheet.givens.iter().map(|given| {
            let var = template.var(given.cell);
            (model.name(var), template.symbols().values()[given.symbol.index()])
        });
        let header = Header {
            seq: next(),
            schema: SCHEMA,
            engine: env!("CARGO_PKG_VERSION"),
            model: file,
            index,
            line: sheet.source.line,
            solver,
            tree,
            strategy,
            values,
            seed,
            presolve,
            level: self.manner.level.name(),
            filters: self.manner.filters,
            grid: Drawing::of(template, sheet),
            givens: givens.collect(),
        };
        json::push(&Line::Header(Box::new(header)), &mut self.line);
        // What is left out has its number, too: a line has the same one in every trace of a level.
        for (seq, var) in model.all_vars().map(|var| (next(), var)).filter(|(_, var)| self.manner.filter.wants_var(*var)) {
            let dom = model.domain(var).as_ref().ranges();
            json::push(&Line::Var { seq, id: var.index(), name: model.name(var), dom }, &mut self.line);
        }
        // A cage is recognised by its name and its cells.
        let cages = cages_of(sheet).map(|cages| cages.cages()).unwrap_or_default();
        let cages: Vec<(String, Vec<usize>, u32)> = cages
            .iter()
            .map(|cage| {
                let mut cells: Vec<usize> = cage.cells.iter().map(|cell| cell.index()).collect();
                cells.sort_unstable();
                (cage.name(grid), cells, cage.place.line)
            })
            .collect();
        for (id, posted) in model.constraints() {
            let seq = next();
            if !self.manner.filter.wants_con(id, posted.constraint.scope()) {
                continue;
            }
            let vars: Vec<usize> = posted.constraint.scope().iter().map(|var| var.index()).collect();
            let mut sorted = vars.clone();
            sorted.sort_unstable();
            let cage = cages.iter().find(|(name, cells, line)| *name == posted.label && *cells == sorted && *line > 0);
            let src = cage.map(|&(.., line)| Source { line });
            let (kind, name) = (posted.constraint.kind(), posted.label);
            json::push(&Line::Con { seq, id: id.index(), kind, name, vars, implied: posted.implied, src }, &mut self.line);
        }
        self.seq = next();
    }

    /// Writes the end, and tells whether all that was asked for was told.
    pub(crate) fn end(&mut self, outcome: &Outcome, diagnosis: Option<&str>) -> Result<&'static str, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let enough = self.has_enough();
        let (status, stopped) = conclusion(outcome, enough);
        self.line.clear();
        let (solutions, nodes, fails) = match enough {
            true => (self.solutions, self.decisions, self.fails),
            // Exact cover counts no dead ends, but tells of each.
            false if self.about.tree == Tree::Cover => (outcome.solutions, outcome.stats.nodes, self.fails),
            false => (outcome.solutions, outcome.stats.nodes, outcome.stats.failures),
        };
        match self.manner.form {
            Form::Jsonl => json::push(&Line::End { seq: self.seq, status, solutions, nodes, fails, stopped, diagnosis }, &mut self.line),
            Form::Text => {
                let words = match status {
                    "unique" => "one solution",
                    "multiple" => "several solutions",
                    "no_solution" => "no solution",
                    "solved" => "solved",
                    _ => "unknown",
                };
                let stopped = stopped.map_or(String::new(), |by| format!(" (stopped by {by})"));
                let diagnosis = diagnosis.map_or(String::new(), |diagnosis| format!(": {diagnosis}"));
                let what = if self.about.tree == Tree::Cover { "nodes" } else { "decisions" };
                push_fmt(&mut self.line, format_args!("{words}{diagnosis}{stopped}; {nodes} {what}, {fails} dead ends\n"));
            }
        }
        self.sink.write(&self.line)?;
        Ok(status)
    }

    /// Were as many events told as were asked for?
    pub(crate) fn has_enough(&self) -> bool {
        self.manner.first.is_some_and(|first| self.told >= first)
    }

    /// How many events were told.
    pub(crate) fn told(&self) -> u64 {
        self.told
    }

    /// Keeps `path` at where the search is.
    fn follow(&mut self, event: &Event<'_>) {
        match event {
            Event::Decided { node, parent, left, .. } => {
                self.decisions += u64::from(*left);
                self.rewind(*parent);
                self.path.push(*node);
            }
            Event::Tried { node, .. } => {
                self.decisions += 1;
                self.path.push(*node);
            }
            Event::Backtracked { to, .. } => self.rewind(*to),
            Event::Restarted => self.rewind(0),
            Event::Pruned { .. } => self.pruned += 1,
            Event::Solution(_) => self.solutions += 1,
            Event::Failed { .. } | Event::Stuck(_) => self.fails += 1,
            _ => {}
        }
    }

    /// Nodes are numbered as they come, so those below `to` have greater numbers.
    fn rewind(&mut self, to: u64) {
        let left = self.path.partition_point(|&node| node <= to);
        self.path.truncate(left);
    }

    fn tell(&mut self, event: &Event<'_>, at: At) {
        let words = &self.words;
        self.removed.clear();
        let said = match event {
            Event::Pruned { var, before, after, constraint, why } => {
                self.removed.extend(before.iter().filter(|&value| !after.contains(value)));
                match self.manner.form {
                    // What goes stands at the beginning of the line.
                    Form::Text => words.reason(*constraint, *var, &self.removed, *after, why),
                    Form::Jsonl => words.removal(*constraint, *var, &self.removed, *after, why),
                }
            }
            Event::Failed { constraint, why } => words.conflict(*constraint, why),
            Event::Branched { item, .. } | Event::Stuck(item) => words.item(*item),
            Event::Tried { choice, .. } => words.option(*choice),
            _ => String::new(),
        };
        let more = Particulars { removed: &self.removed, words, said: &said, pruned: self.pruned, solutions: self.solutions };
        self.line.clear();
        match self.manner.form {
            Form::Jsonl => json::event(event, at, &self.about, &more, &mut self.line),
            Form::Text => text::event(event, at, &self.about, &more, &mut self.line),
        }
        self.told += 1;
        self.failure = self.sink.write(&self.line).err();
        if self.failure.is_some() || self.has_enough() {
            // An observer cannot end a run, but nobody will read what comes from here on.
            interrupt::flag().store(true, Ordering::Relaxed);
        }
    }
}

impl Observer for Tracer<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.failure.is_some() || self.has_enough() {
            return;
        }
        self.follow(event);
        if self.manner.level.has(event) {
            let depth = self.path.len() as u64 - 1;
            let at = At { seq: self.seq, node: *self.path.last().expect("the root is always there"), depth };
            self.seq += 1;
            if self.manner.filter.wants(event, depth) {
                self.tell(event, at);
            }
        }
        if let Event::Ran { .. } = event {
            self.pruned = 0;
        }
    }

    fn wants_wakes(&self) -> bool {
        self.manner.level == Level::All
    }
}

impl std::fmt::Debug for Tracer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tracer").field("about", &self.about).field("seq", &self.seq).finish_non_exhaustive()
    }
}

/// What a run came to, and what stopped it if it might have gone on.
fn conclusion(outcome: &Outcome, enough: bool) -> (&'static str, Option<&'static str>) {
    let stopped = match outcome.end {
        _ if enough => Some("--first"),
        End::Complete | End::Solutions => None,
        End::Nodes => Some("--nodes"),
        End::Deadline => Some("--timeout"),
        _ => Some("interrupt"),
    };
    let status = match (stopped, outcome.end, outcome.solutions) {
        (Some(_), ..) => "unknown",
        (None, End::Complete, 0) => "no_solution",
        (None, End::Complete, 1) => "unique",
        (None, _, 0) => "unknown",
        (None, _, 1) => "solved",
        _ => "multiple",
    };
    (status, stopped)
}
