//! `solve`: prints solutions.

use clap::ColorChoice;
use pencilmark_sudoku::{Symbol, render_text};

use super::{Exit, Failure};
use crate::answer::{Answer, Outcome};
use crate::args;
use crate::batch::{self, Draft, Puzzle, Words};
use crate::job::{Job, Task};
use crate::output::{Form, push_csv, push_line};

pub(super) fn run(typed: &args::Solve, color: ColorChoice) -> Result<Exit, Failure> {
    batch::run(&Job::solve(typed)?, &Solve, color)
}

/// A grid for each solution, and nothing where there is none.
struct Solve;

impl Words for Solve {
    fn solution(&self, puzzle: &Puzzle<'_>, values: &[Symbol], form: Form, text: &mut Vec<u8>) {
        let (grid, symbols) = (puzzle.template.grid(), puzzle.template.symbols());
        match form {
            Form::Line => push_line(symbols, values, text),
            Form::Csv => push_csv(symbols, grid.size(), values, text),
            Form::Text => {
                let values: Vec<Option<Symbol>> = values.iter().copied().map(Some).collect();
                text.extend(render_text(grid, symbols, &values).bytes());
            }
        }
    }

    fn answer(&self, puzzle: &Puzzle<'_>, answer: &Answer, _: Form, draft: &mut Draft) {
        match answer.outcome {
            Outcome::NoSolution => draft.say(format_args!("{}: {}", puzzle.place, answer.no_solution())),
            Outcome::Unknown => {
                let found = match (puzzle.task, answer.solutions) {
                    (Task::Enumerate { .. }, 1) => "after 1 solution",
                    (Task::Enumerate { .. }, n) => &format!("after {n} solutions"),
                    _ => "before a solution was found",
                };
                draft.say(format_args!("{}: {} {found}", puzzle.place, answer.stopped()));
            }
            _ => {}
        }
    }

    fn exit(&self, answer: &Answer) -> Exit {
        answer.exit()
    }
}
