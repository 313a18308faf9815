//! What is said on standard error: errors, warnings and notes.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use clap::ColorChoice;

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
        if !self.quiet {
            self.write(note);
        }
    }

    /// A warning, unless quiet.
    pub(crate) fn warn(&self, warning: impl Display) {
        self.say(format_args!("{} {warning}", self.paint("warning:", "33")));
    }

    /// An error.
    pub(crate) fn error(&self, error: impl Display) {
        self.write(format_args!("{} {error}", self.paint("error:", "31")));
    }

    /// The report of an error, whose title begins with `error`.
    pub(crate) fn report(&self, report: &str) {
        match report.strip_prefix("error") {
            Some(rest) => self.write(format_args!("{}{rest}\n", self.paint("error", "31"))),
            None => self.write(format_args!("{report}\n")),
        }
    }

    fn paint(&self, word: &str, color: &str) -> String {
        if self.color { format!("\u{1b}[1;{color}m{word}\u{1b}[0m") } else { word.to_owned() }
    }

    /// Where nobody listens there is nobody to tell.
    fn write(&self, text: impl Display) {
        let mut stderr = io::stderr().lock();
        progress::clear(&mut stderr);
        let _ = writeln!(stderr, "{text}");
    }
}
