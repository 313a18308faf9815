//! What was typed: the command line as clap sees it, with the help that people read. What it means is `job`'s affair.

mod bench;
mod reading;
mod write;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use pencilmark_engine::exact_cover::Algorithm;

use crate::registry;
use crate::trace::Level;
use crate::trace::filter::depths;
pub(crate) use bench::{Bench, BenchTo};
pub(crate) use reading::{Game, Reading};
pub(crate) use write::{Completions, Convert, Drawing, Man, Puzzles, Render};

/// Solve, count and question Sudokus of any size.
#[derive(Parser, Debug)]
#[command(name = "pencilmark", version, max_term_width = 100, subcommand_required = true, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Colour in messages: auto is on terminals, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

const EXAMPLES: &str = "\
Examples:
  pencilmark solve puzzle.txt                  print a solution
  pencilmark solve --all --to line puzzle.txt  every solution, a line each
  pencilmark check --to jsonl collection.txt   is each puzzle a good one? a JSON object each
  pencilmark count --timeout 10 puzzle.txt     how many solutions has it?
  pencilmark cover --count matrix.txt          how many exact covers has it?

Exit codes: 0 yes; 1 no (no solution, or check: none or several); 2 usage; 3 an input is no valid puzzle;
4 stopped by --timeout or --nodes; 130 interrupted. Over many puzzles the worst: 3, then 4, then 1.";

/// The whole definition, as help, manual and completions want it.
pub(crate) fn command() -> clap::Command {
    // Which formats can be written takes longer to find out than most puzzles to solve: only when somebody wants to know.
    let help = |convert: clap::Command| convert.after_help(write::convert_help());
    Args::command().mut_subcommand("convert", |convert| convert.defer(help))
}

/// What was typed; ends the program with help or an error if that is called for.
pub(crate) fn parse() -> Args {
    Args::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit())
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Print a solution of each puzzle
    #[command(after_help = "\
Examples:
  pencilmark solve puzzle.txt
  pencilmark solve --show puzzle.txt           the puzzle, then its solution
  pencilmark solve -o grid.csv puzzle.txt      comma-separated rows into a file
  pencilmark solve --limit 10 --to line -      the first ten solutions of what comes in")]
    Solve(Solve),

    /// Count the solutions: exactly, or at least up to --limit
    #[command(after_help = "\
Examples:
  pencilmark count puzzle.txt
  pencilmark count --limit 1000 puzzle.txt
  pencilmark count --rule diagonals --timeout 2.5 puzzle.txt")]
    Count(Count),

    /// Has it no solution, one, or several? And what is wrong, if anything is
    #[command(after_help = "\
Examples:
  pencilmark check puzzle.txt
  pencilmark check --to json --box 3x2 six.txt
  pencilmark check --to jsonl collection.txt | jq -r .outcome | sort | uniq -c")]
    Check(Check),

    /// What the engine did, and why: every removal with its reason
    #[command(mut_arg("to", |to| to.value_parser(trace_forms()).help("How to write it [default: text]")), mut_arg("output", |output| output.help("Write the trace to FILE, not to standard output")), mut_arg("show", |show| show.hide(true)), after_help = "\
The search looks for a second solution, as check does, unless --limit says otherwise. Filters leave events out; a trace
with any cannot be checked.

Examples:
  pencilmark trace puzzle.txt                        a line an event
  pencilmark trace puzzle.txt | grep -v '^ '         only what places a value, and the search
  pencilmark trace --var r1c8 puzzle.txt             what happened to a cell
  pencilmark trace --to jsonl -o t.jsonl puzzle.txt  for programs
  pencilmark trace --check t.jsonl puzzle.txt        does every removal follow from its reason?")]
    Trace(Trace),
    /// Why is a candidate gone, or a value placed?
    #[command(after_help = "\
Examples:
  pencilmark why puzzle.txt 'r1c5!=7'          the reasons, from the givens on
  pencilmark why --to json puzzle.txt r1c5=4

Exit codes: 0 it follows; 1 it doesn't, or there is no solution; 4 stopped before that was known.")]
    Why(Why),

    /// Solve an exact cover problem: a 0/1 matrix, or Knuth's text
    #[command(
        long_about = "\
Solve an exact cover problem: choose options so that every primary item is in exactly one of them, and every secondary \
item in at most one (or in several that all give it the same colour).

FILE is a matrix of 0 and 1, a row an option and a column an item, or Knuth's text: a line with the names of the items, \
the secondary ones after ` | `, then a line an option, `item` or `item:colour`. Its content tells which.",
        after_help = "\
A cover is a line: of a matrix the numbers of its rows, from 0; of Knuth's text its options as they are \
written, with ` | ` between (or their numbers, with --numbers). An empty line is the empty cover. In JSON \
they are always numbers, ascending; covers come as they are found.

Without --solver, `matrix` (bits) runs where there are at most 4096 options and an option has one item in \
40 or more, on average; `cells` (sparse sets) elsewhere. `links` are dancing links. --count alone remembers \
the counts of subproblems, in at most 512 MiB, passes through the covers where that doesn't help, and goes \
up to 2^128; with --solver, --seed or --limit it only passes through the covers.

Examples:
  pencilmark cover matrix.txt                  a cover
  pencilmark cover --all --to json queens.dlx  all: {\"covers\":[[0,3,5],...],...}
  pencilmark cover --count dominoes.dlx        how many there are
  pencilmark cover --solver links --stats -    dancing links, and what it cost"
    )]
    Cover(Cover),

    /// How fast is each solver on these puzzles, and do they agree?
    #[command(after_help = "\
Each solver is asked about every puzzle, none, one or several solutions, as check does, in several rounds; reading doesn't
count. The table tells puzzles a second (of the middle round, the slowest and the fastest), and guesses and dead ends a
puzzle. If two solvers differ, that is an error.

Examples:
  pencilmark bench collection.txt
  pencilmark bench --solver dancing --solver dancing-links --rounds 9 collection.txt
  pencilmark bench --to json --timeout 60 hard.txt")]
    Bench(Bench),

    /// Write puzzles in another format, and say what it cannot hold
    #[command(mut_arg("strict", |strict| strict.help("Warnings are errors; so is whatever would get lost")))]
    Convert(Convert),

    /// Draw puzzles: as text, as SVG, or as a page
    #[command(after_help = "\
Examples:
  pencilmark render puzzle.txt
  pencilmark render --solution -o puzzle.svg puzzle.txt
  pencilmark render --candidates --to html killer.txt > killer.html")]
    Render(Render),

    /// List the formats that can be read
    Formats,
    /// List the solvers
    Solvers,
    /// List the branching strategies and the orders of values
    Strategies,
    /// List the rules that --rule can add
    Rules,
    /// Print a script that makes a shell complete what is typed
    #[command(after_help = "\
Examples:
  pencilmark completions bash > ~/.local/share/bash-completion/completions/pencilmark
  pencilmark completions fish > ~/.config/fish/completions/pencilmark.fish")]
    Completions(Completions),
    /// Print the manual, or write a page for each subcommand
    #[command(after_help = "\
Examples:
  pencilmark man | man -l -
  pencilmark man ~/.local/share/man/man1")]
    Man(Man),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Solve {
    /// Every solution of each puzzle, printed as it is found
    #[arg(long)]
    pub(crate) all: bool,

    /// The first N solutions of each puzzle
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Count {
    /// Stop at N solutions: there are at least so many
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Trace {
    /// How much is told (default: prune; of exact cover, which has no more, tree)
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "Trace")]
    pub(crate) level: Option<Level>,

    /// Only what happens to this variable, such as r1c8 (repeatable)
    #[arg(long = "var", value_name = "NAME", help_heading = "Trace")]
    pub(crate) vars: Vec<String>,

    /// Only what this constraint does, such as "row 1" (repeatable)
    #[arg(long = "con", value_name = "NAME", help_heading = "Trace")]
    pub(crate) cons: Vec<String>,

    /// Only what happens at these depths of the search, 0 being before any decision: 2, ..3, 1..4
    #[arg(long, value_name = "RANGE", help_heading = "Trace", value_parser = depths)]
    pub(crate) depth: Option<RangeInclusive<u64>>,

    /// Stop after N events
    #[arg(long, allow_negative_numbers = true, value_name = "N", help_heading = "Trace", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) first: Option<u64>,

    /// Stop at N solutions
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 2, help_heading = "Trace", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,

    /// Check a trace of these puzzles (JSON Lines, level prune or all) instead of making one
    #[arg(long, value_name = "TRACE", help_heading = "Trace")]
    pub(crate) check: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Why {
    /// The puzzle to read; - is standard input. Of many, the first
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// A cell, one of = != <= >=, and a symbol: r1c5!=7
    #[arg(value_name = "FACT")]
    pub(crate) fact: String,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Stop after so many seconds; decimals are allowed
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", help_heading = "Search")]
    pub(crate) timeout: Option<f64>,

    /// Stop a search after so many nodes
    #[arg(long, allow_negative_numbers = true, value_name = "N", help_heading = "Search")]
    pub(crate) nodes: Option<u64>,

    /// What to print
    #[arg(long, value_enum, value_name = "FORM", default_value_t = WhyTo::Text, help_heading = "Output")]
    pub(crate) to: WhyTo,
}

/// How reasons are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WhyTo {
    /// For people
    Text,
    /// A JSON object
    #[value(alias = "jsonl")]
    Json,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Cover {
    /// The problem to read; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Read as FORM whatever it looks like
    #[arg(long, value_enum, value_name = "FORM", help_heading = "Reading")]
    pub(crate) from: Option<CoverFrom>,

    /// Every cover, printed as it is found
    #[arg(long)]
    pub(crate) all: bool,

    /// The first N covers; with --count, count no further
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    /// Only how many covers there are
    #[arg(long, conflicts_with = "all")]
    pub(crate) count: bool,

    /// How to search [default: matrix for small, dense problems, cells for others]
    #[arg(long, value_name = "NAME", help_heading = "Search", value_parser = names(Algorithm::ALL.iter().map(|a| a.name())))]
    pub(crate) solver: Option<String>,

    /// Choose at random among items that have equally few options
    #[arg(long, allow_negative_numbers = true, value_name = "N", help_heading = "Search")]
    pub(crate) seed: Option<u64>,

    /// Stop after so many seconds; decimals are allowed
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", help_heading = "Search")]
    pub(crate) timeout: Option<f64>,

    /// Stop after so many nodes of the search
    #[arg(long, allow_negative_numbers = true, value_name = "N", help_heading = "Search")]
    pub(crate) nodes: Option<u64>,

    /// What to print
    #[arg(long, value_enum, value_name = "FORM", default_value_t = CoverTo::Text, help_heading = "Output")]
    pub(crate) to: CoverTo,

    /// Print the numbers of options, from 0, for Knuth's text as well
    #[arg(long, help_heading = "Output")]
    pub(crate) numbers: bool,

    /// Say on standard error which solver ran and what it cost
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// No warnings or notes; errors are still told
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// The forms of exact cover problems.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CoverFrom {
    /// Rows of 0 and 1
    Matrix,
    /// Knuth's text
    Dlx,
}

/// How covers are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CoverTo {
    /// A cover a line
    Text,
    /// A JSON object
    #[value(alias = "jsonl")]
    Json,
}

/// What solve, count and check have in common.
#[derive(ClapArgs, Debug)]
pub(crate) struct Common {
    /// Puzzles to read; - is standard input. A file may hold many, a line each
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Stop at the first input that is no valid puzzle
    #[arg(long, help_heading = "Reading")]
    pub(crate) fail_fast: bool,

    /// How to search; `pencilmark solvers` lists them
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Search", hide_possible_values = true, value_parser = names(registry::SOLVERS.iter().map(|s| s.name)))]
    pub(crate) solver: String,

    /// Where to branch, and which value to try first; `pencilmark strategies` lists them. With one named here, solve never begins anew
    #[arg(long, value_name = "NAME[,ORDER]", help_heading = "Search")]
    pub(crate) strategy: Option<String>,

    /// Stop after so many seconds, all puzzles together; decimals are allowed
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", help_heading = "Search")]
    pub(crate) timeout: Option<f64>,

    /// Stop each puzzle after so many nodes of the search
    #[arg(long, allow_negative_numbers = true, value_name = "N", help_heading = "Search")]
    pub(crate) nodes: Option<u64>,

    /// For strategies that choose at random
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub(crate) seed: u64,

    /// How many threads may solve puzzles, when many come in. A puzzle takes one
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) threads: u32,

    /// Search without the implied constraints that presolve adds
    #[arg(long, help_heading = "Search")]
    pub(crate) no_presolve: bool,

    /// What to print [default: text for one puzzle and on a terminal, line for many]
    #[arg(long, value_enum, value_name = "FORM", help_heading = "Output")]
    pub(crate) to: Option<To>,

    /// Print the puzzle, and its solution below, as pictures
    #[arg(long, help_heading = "Output")]
    pub(crate) show: bool,

    /// Write the results to FILE, not to standard output; solved grids as csv unless --to says otherwise
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Say on standard error what it cost
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// No warnings or notes; errors are still told
    #[arg(short, long, help_heading = "Output", conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Say on standard error what is read and how it is searched
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,
}

/// How results are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    /// For people
    Text,
    /// A line a result
    Line,
    /// Comma-separated rows
    Csv,
    /// A JSON object a puzzle
    Json,
    /// The same
    Jsonl,
    /// A page for a browser, of traces only
    #[value(skip)]
    Html,
}

/// The forms of a trace.
fn trace_forms() -> impl TypedValueParser<Value = To> {
    PossibleValuesParser::new(["text", "jsonl", "html"]).map(|name| match &*name {
        "jsonl" => To::Jsonl,
        "html" => To::Html,
        _ => To::Text,
    })
}

/// A parser of one of some names, which suggests the nearest for a wrong one.
fn names(all: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(all.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }
}
