//! The subcommands, one file each, and how each of them can end.

mod bench;
mod check;
mod completions;
mod convert;
mod count;
mod cover;
mod lists;
mod man;
mod render;
mod solve;
mod trace;
mod why;

use std::io;
use std::process::ExitCode;

use clap::ColorChoice;
use pencilmark_engine::Unsupported;
use pencilmark_engine::exact_cover::MatrixTooLarge;

pub(crate) use bench::Row as BenchRow;

use crate::args::{self, Args, Command};
use crate::notes::Notes;

/// Runs what was typed.
pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::Solve(typed) => solve::run(typed, args.color),
        Command::Count(typed) => count::run(typed, args.color),
        Command::Check(typed) => check::run(typed, args.color),
        Command::Trace(typed) => trace::run(typed, args.color),
        Command::Cover(typed) => cover::run(typed, args.color),
        Command::Bench(typed) => bench::run(typed, args.color),
        Command::Why(typed) => why::run(typed, args.color),
        Command::Convert(typed) => convert::run(typed, args.color),
        Command::Render(typed) => render::run(typed, args.color),
        Command::Completions(typed) => completions::run(typed),
        Command::Man(typed) => man::run(typed),
        Command::Formats => lists::formats(),
        Command::Solvers => lists::solvers(),
        Command::Strategies => lists::strategies(),
        Command::Rules => lists::rules(),
    }
}

/// How a command ended, from good to bad: over many puzzles the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum Exit {
    /// Done, and the answer is a yes.
    #[default]
    Yes,
    /// The answer is a no.
    No,
    /// A limit came before the answer.
    Stopped,
    /// An input could not be read or is no valid puzzle.
    Input,
    /// Someone pressed Ctrl-C.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Stopped => 4,
            Exit::Input => 3,
            Exit::Interrupted => interrupt_code(),
        })
    }
}

/// What a shell sees of a program that SIGINT ended.
pub(crate) fn interrupt_code() -> u8 {
    130
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed has no meaning.
    Usage(clap::Error),
    /// The solver that was named cannot run this puzzle.
    Unsupported(Unsupported),
    /// The solver that was named has nothing to trace.
    Untraced(Unsupported),
    /// The bit matrix that was named cannot hold this problem.
    MatrixTooLarge(MatrixTooLarge),
    /// The output cannot be written; the name says where.
    Output(String, io::Error),
    /// Two solvers differ about the puzzle that stands there.
    Disagreement(String, String),
    /// There are no threads to be had.
    Threads(rayon::ThreadPoolBuildError),
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::Usage(error)
    }
}

impl Failure {
    /// Says so on standard error. A closed pipe is no failure: whoever read has seen enough.
    pub(crate) fn report(self, color: ColorChoice) -> ExitCode {
        let notes = Notes::new(color, false);
        match self {
            Failure::Usage(error) => error.with_cmd(&args::command().color(color)).exit(),
            Failure::Output(_, error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Output(name, error) => notes.error(format_args!("{name}: cannot write: {error}")),
            Failure::Unsupported(unsupported) => notes.error(unsupported),
            Failure::Untraced(solver) => notes.error(format_args!("solver {} cannot be traced: {}", solver.backend, solver.reason)),
            Failure::Disagreement(place, said) => {
                notes.error(format_args!("{place}: the solvers disagree: {said}"));
                return Exit::No.into();
            }
            Failure::Threads(error) => notes.error(format_args!("--threads: {error}")),
            Failure::MatrixTooLarge(large) => notes.error(format_args!("--solver matrix: {large}; links and cells take every problem")),
        }
        ExitCode::from(2)
    }
}
