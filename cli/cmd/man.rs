//! `man`: the manual, made of the same definition as the help.

use super::{Exit, Failure, lists};
use crate::args;

pub(super) fn run(typed: &args::Man) -> Result<Exit, Failure> {
    let command = args::command();
    match &typed.dir {
        Some(dir) => {
            let written = std::fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(command, dir));
            written.map(|()| Exit::Yes).map_err(|error| Failure::Output(dir.display().to_string(), error))
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page).expect("a vector takes all");
            lists::print(&String::from_utf8_lossy(&page))
        }
    }
}
