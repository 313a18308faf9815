//! `check`: no solution, one or several, and what is wrong if anything is.

use clap::ColorChoice;

use super::{Exit, Failure};
use crate::answer::{Answer, Outcome};
use crate::args;
use crate::batch::{self, Draft, Puzzle, Words};
use crate::job::Job;
use crate::output::{Form, push_fmt};

pub(super) fn run(typed: &args::Check, color: ColorChoice) -> Result<Exit, Failure> {
    batch::run(&Job::check(typed)?, &Check, color)
}

/// A verdict for each puzzle.
struct Check;

/// So many of the cells in which two solutions differ are named.
const NAMED: usize = 4;

impl Words for Check {
    fn header(&self, form: Form) -> Option<&'static str> {
        (form == Form::Csv).then_some("index,outcome,solutions,complete\n")
    }

    fn answer(&self, puzzle: &Puzzle<'_>, answer: &Answer, form: Form, draft: &mut Draft) {
        let outcome = answer.outcome.name();
        let text = draft.results();
        match form {
            Form::Csv => push_fmt(text, format_args!("{},{outcome},{},{}\n", puzzle.index, answer.solutions, answer.complete)),
            Form::Line => {
                text.extend_from_slice(outcome.as_bytes());
                text.push(b'\n');
            }
            Form::Text => {
                if puzzle.many {
                    push_fmt(text, format_args!("{}: ", puzzle.place));
                }
                match answer.outcome {
                    Outcome::NoSolution => push_fmt(text, format_args!("{}\n", answer.no_solution())),
                    Outcome::Unique | Outcome::Solved => push_fmt(text, format_args!("one solution\n")),
                    Outcome::Multiple => push_fmt(text, format_args!("several solutions: {}\n", difference(puzzle, answer))),
                    Outcome::Unknown if answer.solutions == 0 => push_fmt(text, format_args!("unknown ({})\n", answer.stopped())),
                    Outcome::Unknown => push_fmt(text, format_args!("at least one solution ({})\n", answer.stopped())),
                }
            }
        }
    }

    fn exit(&self, answer: &Answer) -> Exit {
        match answer.exit() {
            Exit::Yes if answer.outcome != Outcome::Unique => Exit::No,
            exit => exit,
        }
    }
}

/// Where the two solutions that were found differ, in words.
fn difference(puzzle: &Puzzle<'_>, answer: &Answer) -> String {
    let grid = puzzle.template.grid();
    let pairs = grid.cells().zip(answer.first.iter().zip(&answer.second));
    let cells: Vec<_> = pairs.filter(|(_, (a, b))| a != b).map(|(cell, _)| cell).collect();
    let Some(&cell) = cells.first() else { return String::new() };
    let symbols = puzzle.template.symbols();
    let (a, b) = (answer.first[cell.index()], answer.second[cell.index()]);
    let more = match &cells[1..] {
        [] => String::new(),
        rest if rest.len() < NAMED => {
            let names: Vec<String> = rest.iter().map(|&cell| grid.name(cell)).collect();
            format!("; they differ in {}, too", names.join(", "))
        }
        rest => format!("; they differ in {} more cells", rest.len()),
    };
    format!("{} may be {} or {}{more}", grid.name(cell), symbols.name(a), symbols.name(b))
}
