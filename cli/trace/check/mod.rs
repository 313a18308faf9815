//! The replaying checker: believes nothing that a trace says. It builds the model from the puzzle, goes through the events, and shows of
//! each removal and conflict that it follows from its constraint and the facts of its reason alone; of each decision and each way back
//! that the tree is searched without a gap; and of the end that the tree bears it out. Of a search by exact cover it shows that no option
//! is left out that could hold.
//!
//! What it trusts: the model, its implied constraints included, and where combinations are too many the propagators of the constraint.

mod cover;
mod said;
mod state;

use std::fmt;
use std::io::BufRead;

use pencilmark_engine::Proof;
use pencilmark_sudoku::{Sheet, Template};

use self::cover::Cover;
use self::said::{Line, Said};
use self::state::State;
use super::wire::{SCHEMA, Tree};

pub(crate) use self::said::Header;

/// Why a trace is not believed: the number of the line, and what is wrong with it.
#[derive(Debug)]
pub(crate) struct Refusal {
    line: u64,
    message: String,
}

impl Refusal {
    pub(crate) fn at(line: u64, message: impl Into<String>) -> Refusal {
        Refusal { line, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// What was checked and found true.
#[derive(Default, Debug)]
pub(crate) struct Verdict {
    traces: u64,
    events: u64,
    removals: u64,
    conflicts: u64,
    /// Items of exact cover whose options were tried to the end, and options that were not tried because they cannot hold.
    items: u64,
    left_out: u64,
    /// How often each kind of proof was used.
    proofs: [u64; Proof::ALL.len()],
}

impl Verdict {
    fn count(&mut self, proof: Proof) {
        let position = Proof::ALL.iter().position(|&other| other == proof).expect("all are there");
        self.proofs[position] += 1;
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u64, word: &str| if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") };
        write!(f, "true: {}, {}", plural(self.traces, "trace"), plural(self.events, "event"))?;
        let covers = self.items + self.left_out > 0;
        if !covers || self.removals + self.conflicts > 0 {
            write!(f, "; {} and {} follow from their reasons", plural(self.removals, "removal"), plural(self.conflicts, "conflict"))?;
        }
        if covers {
            let (items, left_out) = (plural(self.items, "item"), plural(self.left_out, "option"));
            write!(f, "; {items} tried to the end, and {left_out} left out that cannot hold")?;
        }
        let used: Vec<String> = (self.proofs.iter().zip(Proof::ALL))
            .filter(|(count, _)| **count > 0)
            .map(|(count, proof)| format!("{count} by {}", proof.name()))
            .collect();
        if used.is_empty() { Ok(()) } else { write!(f, " ({})", used.join(", ")) }
    }
}

/// Follows the events of a search of one kind.
trait Replay {
    /// Takes the next event, or says why it isn't true.
    fn take(&mut self, line: &Line, verdict: &mut Verdict) -> Result<(), String>;
}

/// The lines of a file of traces.
pub(crate) struct Lines<R> {
    reader: R,
    number: u64,
    text: String,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        Lines { reader, number: 0, text: String::new() }
    }

    /// The number of the last line, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The header of the next trace; `None` at the end.
    pub(crate) fn header(&mut self) -> Result<Option<Header>, Refusal> {
        match self.next()? {
            None => Ok(None),
            Some(Line { said: Said::Header(header), seq: 0, .. }) => Ok(Some(header)),
            Some(_) => Err(self.refuse("a trace begins with a header, with seq 0")),
        }
    }

    fn next(&mut self) -> Result<Option<Line>, Refusal> {
        self.text.clear();
        self.number += 1;
        match self.reader.read_line(&mut self.text) {
            Err(error) => Err(self.refuse(format!("cannot read: {error}"))),
            Ok(0) => Ok(None),
            Ok(_) => match serde_json::from_str(&self.text) {
                Ok(line) => Ok(Some(line)),
                Err(error) => Err(self.refuse(format!("no line of a trace: {error}"))),
            },
        }
    }

    fn refuse(&self, message: impl Into<String>) -> Refusal {
        Refusal::at(self.number, message)
    }
}

/// Replays one trace, whose header was read, against its puzzle.
pub(crate) fn replay<R: BufRead>(
    header: &Header,
    lines: &mut Lines<R>,
    template: &Template,
    sheet: &Sheet,
    verdict: &mut Verdict,
) -> Result<(), Refusal> {
    headed(header).map_err(|message| lines.refuse(message))?;
    let mut state: Box<dyn Replay> = match header.tree {
        Tree::Decisions => Box::new(State::new(template, sheet)),
        Tree::Cover => Box::new(Cover::new(template, sheet)),
    };
    let (mut seq, mut vars, mut cons) = (0, 0, 0);
    loop {
        let Some(line) = lines.next()? else { return Err(lines.refuse("the trace breaks off, without an end line")) };
        seq += 1;
        if line.seq != seq {
            return Err(lines.refuse(format!("seq is {} where {seq} should come: lines are missing or too many", line.seq)));
        }
        let ended = matches!(line.said, Said::End { .. });
        let checked = match &line.said {
            Said::Var { .. } => declared_var(&line.said, template, &mut vars),
            Said::Con { .. } => declared_con(&line.said, template, &mut cons),
            _ if vars < template.model().len() || cons < template.model().constraints().len() => {
                Err("not all variables and constraints of the model are declared".to_owned())
            }
            _ => state.take(&line, verdict),
        };
        checked.map_err(|message| lines.refuse(message))?;
        verdict.events += 1;
        if ended {
            verdict.traces += 1;
            return Ok(());
        }
    }
}

fn headed(header: &Header) -> Result<(), String> {
    if header.schema != SCHEMA {
        return Err(format!("the schema is {:?}, and only {SCHEMA} is known here", header.schema));
    }
    if header.level == "tree" && header.tree == Tree::Decisions {
        return Err("a trace of level tree has no removals to check; trace with --level prune or all".to_owned());
    }
    match header.filters.first() {
        Some(filter) => Err(format!("a trace with a filter ({filter}) leaves events out and cannot be replayed")),
        None => Ok(()),
    }
}

fn declared_var(said: &Said, template: &Template, vars: &mut usize) -> Result<(), String> {
    let Said::Var { id, name, dom } = said else { return Ok(()) };
    let model = template.model();
    let var = said::var(*id, Some(name), model)?;
    if *id != *vars || *dom != model.domain(var).as_ref().ranges() {
        return Err(format!("variable {id} is not as the puzzle makes it"));
    }
    *vars += 1;
    Ok(())
}

fn declared_con(said: &Said, template: &Template, cons: &mut usize) -> Result<(), String> {
    let Said::Con { id, kind, name, vars, implied } = said else { return Ok(()) };
    let constraint = template.model().constraints().nth(*id).map(|(_, posted)| posted).filter(|_| *id == *cons);
    let same = constraint.is_some_and(|posted| {
        let scope = posted.constraint.scope().iter().map(|var| var.index());
        posted.constraint.kind() == kind && posted.label == *name && posted.implied == *implied && scope.eq(vars.iter().copied())
    });
    if !same {
        return Err(format!("constraint {id} ({name}) is not as the puzzle makes it; are the options the same, such as --rule?"));
    }
    *cons += 1;
    Ok(())
}
