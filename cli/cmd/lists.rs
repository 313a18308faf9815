//! `formats`, `solvers`, `strategies`, `rules`: what can be named, a line each.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use super::{Exit, Failure};
use crate::registry::{FORMATS, RULES, SOLVERS, STRATEGIES, ValueOrder};

pub(super) fn formats() -> Result<Exit, Failure> {
    print(&table(FORMATS.iter().map(|format| (format.name(), format.about()))))
}

pub(super) fn solvers() -> Result<Exit, Failure> {
    print(&table(SOLVERS.iter().map(|solver| (solver.name, solver.about))))
}

pub(super) fn strategies() -> Result<Exit, Failure> {
    let mut text = table(STRATEGIES.iter().map(|strategy| (strategy.name, strategy.about)));
    let orders: Vec<&str> = ValueOrder::ALL.iter().map(|(name, _)| *name).collect();
    writeln!(text, "\nAfter a comma the value to try first: {}", orders.join(", ")).expect("strings take all");
    print(&text)
}

pub(super) fn rules() -> Result<Exit, Failure> {
    print(&table(RULES.iter().map(|rule| (rule.name, rule.about))))
}

/// Two columns.
fn table<'a>(entries: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> String {
    let width = entries.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
    entries.map(|(name, about)| format!("{name:width$}  {about}\n")).collect()
}

/// Prints a text that is ready.
pub(super) fn print(text: &str) -> Result<Exit, Failure> {
    let written = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    written.map(|()| Exit::Yes).map_err(|error| Failure::Output("standard output".to_owned(), error))
}
