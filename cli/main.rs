//! The command line of Pencilmark: parse, run, exit code, nothing else.

mod answer;
mod args;
mod batch;
mod cmd;
mod contradiction;
mod input;
mod interrupt;
mod job;
mod lines;
mod notes;
mod output;
mod page;
mod progress;
mod registry;
mod sheets;
mod trace;
mod wire;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::parse();
    match cmd::run(&args) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(args.color),
    }
}
