//! The JSON that is printed: types of their own, so that it stays what it is when the insides change.

mod bench;
mod why;

use std::collections::BTreeMap;

use pencilmark_sudoku::{Grid, ParseError, Symbol, Symbols, Template};
use serde::{Serialize, Serializer};

use crate::answer::Answer;

pub(crate) use bench::BenchRecord;
pub(crate) use why::{WhyBranch, WhyRecord, WhyStep};

/// Grows when a field changes its meaning or goes away; new fields may come without.
const SCHEMA: u32 = 1;

/// One puzzle's answer. What is `None` is left out.
#[derive(Serialize, Default, Debug)]
pub(crate) struct Record<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbols: Option<Names<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Cells<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnosis: Option<Diagnosis<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Error<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<&'a [Warning]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
}

/// All symbols.
#[derive(Debug)]
struct Names<'a>(&'a Symbols);

impl Serialize for Names<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|symbol| self.0.name(symbol)))
    }
}

/// The symbols in the cells, in row-major order.
#[derive(Debug)]
pub(crate) struct Cells<'a> {
    symbols: &'a Symbols,
    values: &'a [Symbol],
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values.iter().map(|&symbol| self.symbols.name(symbol)))
    }
}

#[derive(Serialize, Debug)]
pub(crate) struct Diagnosis<'a> {
    kind: &'static str,
    message: &'a str,
    /// Their names, unless their number stands among the numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<&'a str>,
    #[serde(flatten)]
    numbers: BTreeMap<&'static str, i64>,
}

#[derive(Serialize, Debug)]
struct Error<'a> {
    kind: &'static str,
    message: &'a str,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// Something odd that changes no answer.
#[derive(Serialize, Clone, Debug)]
pub(crate) struct Warning {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) cells: Vec<String>,
}

impl Warning {
    pub(crate) fn of(warning: &pencilmark_sudoku::Warning, grid: &Grid) -> Warning {
        let cells = warning.cells.iter().map(|&cell| grid.name(cell)).collect();
        Warning { kind: warning.kind, message: warning.message.clone(), cells }
    }
}

#[derive(Serialize, Debug)]
struct Stats {
    solver: &'static str,
    nodes: u64,
    failures: u64,
    propagations: u64,
    time_us: u64,
}

impl<'a> Record<'a> {
    /// Which puzzle it is about; the file is named where there are several.
    fn of(index: u64, file: Option<&'a str>) -> Record<'a> {
        Record { schema: Some(SCHEMA), index: Some(index), file, ..Record::default() }
    }

    /// The whole answer.
    pub(crate) fn whole(index: u64, file: Option<&'a str>, template: &'a Template, answer: &'a Answer, warnings: &'a [Warning]) -> Self {
        let head = Record::head(index, file, template);
        let tail = Record::tail(template, answer, warnings);
        Record { schema: head.schema, index: head.index, file, size: head.size, symbols: head.symbols, ..tail }
    }

    /// What is known before the first solution.
    pub(crate) fn head(index: u64, file: Option<&'a str>, template: &'a Template) -> Self {
        Record { size: Some(template.grid().size()), symbols: Some(Names(template.symbols())), ..Record::of(index, file) }
    }

    /// What is known after the last.
    pub(crate) fn tail(template: &'a Template, answer: &'a Answer, warnings: &'a [Warning]) -> Self {
        let stats = Stats {
            solver: answer.solver,
            nodes: answer.stats.nodes,
            failures: answer.stats.failures,
            propagations: answer.stats.propagations,
            time_us: answer.time.as_micros().try_into().unwrap_or(u64::MAX),
        };
        let solution = (answer.solutions > 0 && !answer.first.is_empty()).then(|| cells(template, &answer.first));
        Record {
            solution,
            outcome: Some(answer.outcome.name()),
            solutions: Some(answer.solutions),
            complete: Some(answer.complete),
            diagnosis: answer.diagnosis.as_ref().map(|diagnosis| diagnosis_of(diagnosis, template)),
            warnings: Some(warnings),
            stats: Some(stats),
            ..Record::default()
        }
    }

    /// An input that could not be read.
    pub(crate) fn error(index: u64, file: &'a str, error: &'a ParseError) -> Self {
        let error = Error {
            kind: error.kind.name(),
            message: &error.message,
            file,
            line: error.line,
            column: error.column,
            found: error.found.as_deref(),
            expected: error.expected.as_deref(),
            help: error.help.as_deref(),
        };
        Record { outcome: Some("error"), error: Some(error), ..Record::of(index, None) }
    }

    /// A warning that was to be an error.
    pub(crate) fn strict(index: u64, file: &'a str, line: Option<usize>, warning: &'a Warning) -> Self {
        let error =
            Error { kind: warning.kind, message: &warning.message, file, line, column: None, found: None, expected: None, help: None };
        Record { outcome: Some("error"), error: Some(error), ..Record::of(index, None) }
    }

    /// Adds it to a text, without a line end.
    pub(crate) fn push(&self, text: &mut Vec<u8>) {
        push_json(self, text);
    }
}

/// The answer about an exact cover problem, but for the covers, which come one by one.
#[derive(Serialize, Debug)]
pub(crate) struct CoverRecord {
    pub(crate) outcome: &'static str,
    pub(crate) solutions: u128,
    pub(crate) complete: bool,
    pub(crate) warnings: Vec<CoverWarning>,
    pub(crate) stats: CoverStats,
}

/// Something odd about an exact cover problem.
#[derive(Serialize, Debug)]
pub(crate) struct CoverWarning {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
}

/// What a search for covers cost; what only the memo has is left out elsewhere.
#[derive(Serialize, Debug)]
pub(crate) struct CoverStats {
    pub(crate) solver: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) branching: Option<&'static str>,
    pub(crate) nodes: u64,
    pub(crate) updates: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) remembered: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) recalled: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memo_full: Option<bool>,
    pub(crate) time_us: u64,
}

impl CoverRecord {
    /// Begins an object with the covers, which are to follow.
    pub(crate) fn begin(text: &mut Vec<u8>) {
        text.extend_from_slice(format!("{{\"schema\":{SCHEMA},\"covers\":[").as_bytes());
    }

    /// Ends the object that was begun, or writes it whole.
    pub(crate) fn end(&self, begun: bool, text: &mut Vec<u8>) {
        match begun {
            true => text.push(b']'),
            false => text.extend_from_slice(format!("{{\"schema\":{SCHEMA}").as_bytes()),
        }
        text.push(b',');
        let open = text.len();
        push_json(self, text);
        text.remove(open);
        text.push(b'\n');
    }
}

/// What stands in the cells.
pub(crate) fn cells<'a>(template: &'a Template, values: &'a [Symbol]) -> Cells<'a> {
    Cells { symbols: template.symbols(), values }
}

/// Adds any wire type to a text.
pub(crate) fn push_json(value: &impl Serialize, text: &mut Vec<u8>) {
    serde_json::to_writer(text, value).expect("these types are JSON, and a vector takes all");
}

/// A diagnosis with names.
pub(crate) fn diagnosis_of<'a>(diagnosis: &'a pencilmark_sudoku::Diagnosis, template: &Template) -> Diagnosis<'a> {
    let named = || diagnosis.cells.iter().map(|&cell| template.grid().name(cell)).collect();
    let counted = diagnosis.numbers.iter().any(|(name, _)| *name == "cells");
    let cells = (!counted && !diagnosis.cells.is_empty()).then(named);
    let pencilmark_sudoku::Diagnosis { kind, message, value, house, numbers, .. } = diagnosis;
    let numbers = numbers.iter().copied().collect();
    Diagnosis { kind, message, cells, value: value.as_deref(), house: house.as_deref(), numbers }
}
