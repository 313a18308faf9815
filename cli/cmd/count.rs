//! `count`: how many solutions there are, exactly or at least.

use clap::ColorChoice;

use super::{Exit, Failure};
use crate::answer::{Answer, Outcome};
use crate::args;
use crate::batch::{self, Draft, Puzzle, Words};
use crate::job::Job;
use crate::output::{Form, push_fmt};

pub(super) fn run(typed: &args::Count, color: ColorChoice) -> Result<Exit, Failure> {
    batch::run(&Job::count(typed)?, &Count, color)
}

/// A number for each puzzle.
struct Count;

impl Words for Count {
    fn header(&self, form: Form) -> Option<&'static str> {
        (form == Form::Csv).then_some("index,solutions,complete\n")
    }

    fn answer(&self, puzzle: &Puzzle<'_>, answer: &Answer, form: Form, draft: &mut Draft) {
        let count = answer.solutions;
        let text = draft.results();
        match form {
            Form::Csv => push_fmt(text, format_args!("{},{count},{}\n", puzzle.index, answer.complete)),
            Form::Line if answer.complete => push_fmt(text, format_args!("{count}\n")),
            Form::Line => push_fmt(text, format_args!("at least {count}\n")),
            Form::Text => {
                if puzzle.many {
                    push_fmt(text, format_args!("{}: ", puzzle.place));
                }
                match answer.complete {
                    true => push_fmt(text, format_args!("{count}\n")),
                    false => push_fmt(text, format_args!("at least {count} ({})\n", answer.stopped())),
                }
            }
        }
        if answer.outcome == Outcome::NoSolution {
            draft.say(format_args!("{}: {}", puzzle.place, answer.no_solution()));
        }
    }

    fn exit(&self, answer: &Answer) -> Exit {
        answer.exit()
    }
}
