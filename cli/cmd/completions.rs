//! `completions`: a script that makes a shell complete what is typed.

use super::{Exit, Failure, lists};
use crate::args;

pub(super) fn run(typed: &args::Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(typed.shell, &mut args::command(), "pencilmark", &mut script);
    lists::print(&String::from_utf8_lossy(&script))
}
