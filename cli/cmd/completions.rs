//! `completions`: a script that makes a shell complete what is typed.

use clap::CommandFactory as _;

use super::{Exit, Failure, lists};
use crate::args::{self, Args};

pub(super) fn run(typed: &args::Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(typed.shell, &mut Args::command(), "pencilmark", &mut script);
    lists::print(&String::from_utf8_lossy(&script))
}
