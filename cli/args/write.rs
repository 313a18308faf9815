//! What was typed after `convert`, `render`, `completions` and `man`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Reading, names};
use crate::registry;

/// Which puzzles to read, and how.
#[derive(ClapArgs, Debug)]
pub(crate) struct Puzzles {
    /// Puzzles to read; - is standard input. A file may hold many, a line each
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Write to FILE, not to standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// No warnings or notes; errors are still told
    #[arg(short, long, help_heading = "Output", conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Say on standard error what is read
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Convert {
    /// The format to write
    #[arg(long, value_name = "FORMAT", required = true, help_heading = "Output", hide_possible_values = true, value_parser = names(registry::FORMATS.iter().map(|f| f.name())))]
    pub(crate) to: String,

    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Render {
    /// How to draw [default: by the name of the output file, or else text]
    #[arg(long, value_enum, value_name = "FORM", help_heading = "Output")]
    pub(crate) to: Option<Drawing>,

    /// Draw a solution, too
    #[arg(long, help_heading = "Output")]
    pub(crate) solution: bool,

    /// Draw the candidates that propagation leaves in open cells
    #[arg(long, help_heading = "Output", conflicts_with = "solution")]
    pub(crate) candidates: bool,

    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
}

/// Kinds of pictures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawing {
    /// Characters
    Text,
    /// A drawing that scales, one a file
    Svg,
    /// A page of such drawings
    Html,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Completions {
    /// The shell that is to complete what is typed
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Man {
    /// Write a page for each subcommand into this folder, instead of the main one to standard output
    #[arg(value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// The examples of `convert`, and what can be written: formats know themselves whether they can.
pub(super) fn convert_help() -> String {
    let writable: Vec<&str> = registry::writable().map(|format| format.name()).collect();
    format!(
        "Formats that can be written: {}.\n
What the format cannot hold is told on standard error, and is an error with --strict. Many puzzles need a \
format of lines.\n
Examples:
  pencilmark convert puzzle.txt --to line
  pencilmark convert --to csv -o grid.csv puzzle.txt
  pencilmark convert --strict --to rows -          nothing may get lost",
        writable.join(", ")
    )
}
