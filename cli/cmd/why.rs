//! `why`: the chain of reasons from the givens to a fact, what a search refuted, or a solution that contradicts it.

use clap::{ColorChoice, CommandFactory as _, error::ErrorKind};
use pencilmark_engine::why::{Answer, Branch, Reason, Step, ask};
use pencilmark_engine::{Fact, Limits};
use pencilmark_sudoku::{Diagnosis, Filled, Template};

use super::{Exit, Failure};
use crate::args::{Args, Why, WhyTo};
use crate::job;
use crate::notes::Notes;
use crate::output::{Output, push_fmt};
use crate::sheets::{Sheets, Wanted};
use crate::{contradiction, interrupt, wire, words};

/// So many refuted decisions are printed for people; JSON has all.
const SHOWN: usize = 200;

pub(super) fn run(typed: &Why, color: ColorChoice) -> Result<Exit, Failure> {
    let deadline = job::deadline(typed.timeout)?;
    let wanted = Wanted::new(vec![typed.file.clone()], &typed.reading, true);
    let mut out = Output::stdout();
    interrupt::listen(&out);
    let notes = Notes::new(color, false);
    let mut sheets = Sheets::new(&wanted, notes);
    let Some(sheet) = sheets.next() else { return Ok(sheets.exit) };
    let template = Template::of(&sheet);
    let goal = fact(&template, &typed.fact)?;
    let limits = Limits { nodes: typed.nodes, deadline, interrupt: Some(interrupt::flag()), solutions: None };
    let mut diagnosis = template.diagnose(&sheet);
    let answer = match diagnosis {
        Some(_) => Answer::NoSolution,
        None => {
            let mut facts = Vec::new();
            template.facts(&sheet, &mut facts);
            ask(template.model(), &facts, goal, &limits)
        }
    };
    if answer == Answer::NoSolution && diagnosis.is_none() {
        diagnosis = contradiction::diagnose(&template, &sheet, &limits);
    }
    let told = Told { template: &template, fact: name(&template, goal), answer: &answer, diagnosis: diagnosis.as_ref() };
    let mut text = Vec::new();
    match typed.to {
        WhyTo::Text => told.text(name(&template, !goal), &mut text),
        WhyTo::Json => told.json(&mut text),
    }
    out.write(&text)?;
    out.finish()?;
    Ok(match answer {
        Answer::Chain(_) | Answer::Search(_) => Exit::Yes,
        Answer::Open(_) | Answer::NoSolution => Exit::No,
        Answer::Unknown(pencilmark_engine::End::Interrupted) => Exit::Interrupted,
        Answer::Unknown(_) => Exit::Stopped,
    })
}

/// The fact that was typed: a cell, `=`, `!=`, `<=` or `>=`, and a symbol.
fn fact(template: &Template, typed: &str) -> Result<Fact, clap::Error> {
    let wrong = |what: String| {
        let help = "a question is a cell, one of = != <= >=, and a symbol: r1c5!=7";
        Args::command().error(ErrorKind::ValueValidation, format!("{what}\n\n{help}"))
    };
    let parts =
        ["!=", "<=", ">=", "="].into_iter().find_map(|op| typed.split_once(op).map(|(cell, symbol)| (cell.trim(), op, symbol.trim())));
    let Some((cell_name, op, symbol_name)) = parts else { return Err(wrong(format!("{typed:?} is no question"))) };
    let grid = template.grid();
    let cell = grid.cells().find(|&cell| grid.name(cell).eq_ignore_ascii_case(cell_name));
    let Some(cell) = cell else { return Err(wrong(format!("there is no cell {cell_name:?}"))) };
    let Some(symbol) = template.symbols().lookup(symbol_name) else {
        return Err(wrong(format!("{symbol_name:?} is none of the symbols {}", template.symbols())));
    };
    let value = template.symbols().values()[symbol.index()];
    let var = template.var(cell);
    Ok(match op {
        "!=" => var.is_not(value),
        "<=" => var.at_most(value),
        ">=" => var.at_least(value),
        _ => var.is(value),
    })
}

fn name(template: &Template, fact: Fact) -> String {
    fact.with_name(template.model().name(fact.var))
}

/// An answer about to be told.
struct Told<'a> {
    template: &'a Template,
    fact: String,
    answer: &'a Answer,
    diagnosis: Option<&'a Diagnosis>,
}

impl Told<'_> {
    fn text(&self, opposite: String, text: &mut Vec<u8>) {
        let Told { template, fact, .. } = self;
        let symbols = template.symbols();
        if symbols.numbers().is_none() && matches!(self.answer, Answer::Chain(_) | Answer::Search(_)) {
            let pairs: Vec<String> = symbols.iter().zip(symbols.values()).map(|(s, v)| format!("{v} is {}", symbols.name(s))).collect();
            push_fmt(text, format_args!("numbers stand for symbols: {}\n", pairs.join(", ")));
        }
        match self.answer {
            Answer::Chain(steps) => {
                let count = steps.len();
                match count {
                    0 => push_fmt(text, format_args!("{fact} holds whatever is given\n")),
                    1 => push_fmt(text, format_args!("{fact} follows in one step:\n")),
                    _ => push_fmt(text, format_args!("{fact} follows in {count} steps:\n")),
                }
                let width = count.to_string().len();
                for (number, step) in (1..).zip(steps) {
                    push_fmt(text, format_args!("{number:>width$}. {}\n", self.step(step)));
                }
                if count > 0 {
                    push_fmt(text, format_args!("So {fact}.\n"));
                }
            }
            Answer::Search(branches) => {
                push_fmt(text, format_args!("{fact} follows only by search. Suppose {opposite}:\n"));
                self.tree(branches, text);
                push_fmt(text, format_args!("Nothing is left, so {fact}.\n"));
            }
            Answer::Open(solution) => {
                push_fmt(text, format_args!("{fact} does not follow: here is a solution with {opposite}\n"));
                push_fmt(text, format_args!("{}\n", Filled::new(template, solution.values())));
            }
            Answer::NoSolution => match self.diagnosis {
                Some(diagnosis) => push_fmt(text, format_args!("no solution: {}\n", diagnosis.message)),
                None => push_fmt(text, format_args!("no solution\n")),
            },
            Answer::Unknown(_) => push_fmt(text, format_args!("unknown: stopped before it was known whether {fact} follows\n")),
        }
    }

    /// One step in words.
    fn step(&self, step: &Step) -> String {
        let model = self.template.model();
        match &step.reason {
            Reason::Given(given) => format!("given: {}", given.with_name(model.name(given.var))),
            Reason::Inferred { constraint, why } => {
                words::removal(model, model.constraint(*constraint), step.var, &step.removed, step.left.as_ref(), why)
            }
        }
    }

    /// The refuted decisions, each under the one it was made below.
    fn tree(&self, branches: &[Branch], text: &mut Vec<u8>) {
        let model = self.template.model();
        let mut depth = vec![0; branches.len()];
        let place: std::collections::HashMap<u64, usize> = branches.iter().enumerate().map(|(i, b)| (b.node, i)).collect();
        for (i, branch) in branches.iter().enumerate() {
            if branch.fact.is_some() {
                depth[i] = depth[place[&branch.parent]] + 1;
            }
            if i >= SHOWN {
                continue;
            }
            let end = branch.failed.map_or_else(String::new, |id| format!(" contradiction in {}", model.constraint(id).label));
            let what = branch.fact.map_or_else(String::new, |fact| format!("{}:", name(self.template, fact)));
            let line = format!("{what}{end}");
            if !line.is_empty() {
                push_fmt(text, format_args!("{:indent$}{}\n", "", line.trim_start(), indent = 2 * depth[i].max(1)));
            }
        }
        if branches.len() > SHOWN {
            push_fmt(text, format_args!("  ... and {} more\n", branches.len() - SHOWN));
        }
    }

    fn json(&self, text: &mut Vec<u8>) {
        let model = self.template.model();
        let mut record = wire::WhyRecord::new(&self.fact);
        match self.answer {
            Answer::Chain(steps) => {
                record.answer = "chain";
                record.steps = Some(steps.iter().map(|step| wire::WhyStep::of(model, step, self.step(step))).collect());
            }
            Answer::Search(branches) => {
                record.answer = "search";
                record.branches = Some(branches.iter().map(|branch| wire::WhyBranch::of(model, branch)).collect());
            }
            Answer::Open(solution) => {
                record.answer = "open";
                let filled = Filled::new(self.template, solution.values());
                record.solution = Some(filled.symbols().map(str::to_owned).collect());
            }
            Answer::NoSolution => {
                record.answer = "no_solution";
                record.diagnosis = self.diagnosis.map(|diagnosis| wire::diagnosis_of(diagnosis, self.template));
            }
            Answer::Unknown(_) => record.answer = "unknown",
        }
        wire::push_json(&record, text);
        text.push(b'\n');
    }
}
