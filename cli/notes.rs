//! What is said on standard error: errors, warnings and notes.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use clap::ColorChoice;

use crate::output::push_fmt;
use crate::progress;

/// Standard error, which may be asked to keep quiet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes {
    color: bool,
    quiet: bool,
}

impl Notes {
    pub(crate) fn new(color: ColorChoice, quiet: bool) -> Notes {
        let color = match color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        Notes { color, quiet }
    }

    /// A note, unless quiet.
    pub(crate) fn say(&self, note: impl Display) {
        write(|text| self.add_note(note, text));
    }

    /// A warning, unless quiet.
    pub(crate) fn warn(&self, warning: impl Display) {
        write(|text| self.add_warning(warning, text));
    }

    /// An error.
    pub(crate) fn error(&self, error: impl Display) {
        write(|text| self.add_error(error, text));
    }

    /// The report of an error, whose title begins with `error`.
    pub(crate) fn report(&self, report: &str) {
        write(|text| self.add_report(report, text));
    }

    /// [`Notes::say`] for later.
    pub(crate) fn add_note(&self, note: impl Display, text: &mut Vec<u8>) {
        if !self.quiet {
            push_fmt(text, format_args!("{note}\n"));
        }
    }

    /// [`Notes::warn`] for later.
    pub(crate) fn add_warning(&self, warning: impl Display, text: &mut Vec<u8>) {
        self.add_note(format_args!("{} {warning}", self.paint("warning:", "33")), text);
    }

    /// [`Notes::error`] for later.
    pub(crate) fn add_error(&self, error: impl Display, text: &mut Vec<u8>) {
        push_fmt(text, format_args!("{} {error}\n", self.paint("error:", "31")));
    }

    /// [`Notes::report`] for later.
    pub(crate) fn add_report(&self, report: &str, text: &mut Vec<u8>) {
        match report.strip_prefix("error") {
            Some(rest) => push_fmt(text, format_args!("{}{rest}\n\n", self.paint("error", "31"))),
            None => push_fmt(text, format_args!("{report}\n\n")),
        }
    }

    fn paint(&self, word: &str, color: &str) -> String {
        if self.color { format!("\u{1b}[1;{color}m{word}\u{1b}[0m") } else { word.to_owned() }
    }
}

/// Writes what `add` adds.
fn write(add: impl FnOnce(&mut Vec<u8>)) {
    let mut text = Vec::new();
    add(&mut text);
    write_notes(&text);
}

/// Writes to standard error. Where nobody listens there is nobody to tell.
pub(crate) fn write_notes(text: &[u8]) {
    if !text.is_empty() {
        progress::suspend(|| {
            let _ = io::stderr().lock().write_all(text);
        });
    }
}
