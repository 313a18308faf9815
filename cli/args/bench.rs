//! What was typed after `bench`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Reading, names};
use crate::registry;

#[derive(ClapArgs, Debug)]
pub(crate) struct Bench {
    /// Puzzles to read; - is standard input. A file may hold many, a line each
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// A solver to run (repeatable) [default: all that take these puzzles, those that are the same once]
    #[arg(long = "solver", value_name = "NAME", help_heading = "Search", hide_possible_values = true, value_parser = names(registry::SOLVERS.iter().map(|s| s.name)))]
    pub(crate) solvers: Vec<String>,

    /// Ask each solver about all puzzles so many times
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 5, help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,

    /// Stop each solver after so many seconds, all its rounds together; decimals are allowed
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value_t = 10.0, help_heading = "Search")]
    pub(crate) timeout: f64,

    /// Stop each puzzle after so many nodes of the search
    #[arg(long, allow_negative_numbers = true, value_name = "N", help_heading = "Search")]
    pub(crate) nodes: Option<u64>,

    /// What to print
    #[arg(long, value_enum, value_name = "FORM", default_value_t = BenchTo::Text, help_heading = "Output")]
    pub(crate) to: BenchTo,

    /// No notes about what is left out; errors are still told
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// How a comparison of solvers is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BenchTo {
    /// A table
    Text,
    /// A JSON object
    #[value(alias = "jsonl")]
    Json,
}
