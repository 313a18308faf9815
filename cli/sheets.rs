//! Puzzles for commands that don't search: read one after the other, as the options want them; faults on the way are told.

use std::path::PathBuf;
use std::sync::Arc;

use pencilmark_sudoku::{Rule, Sheet};

use crate::args::{self, Puzzles};
use crate::cmd::Exit;
use crate::input::Input;
use crate::interrupt;
use crate::job::{self, Usage};
use crate::notes::Notes;

/// What was meant: what to read, and the rules to add.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) reading: job::Reading,
    rules: Vec<Arc<dyn Rule>>,
    verbose: bool,
}

impl Wanted {
    pub(crate) fn new(files: Vec<PathBuf>, typed: &args::Reading, fail_fast: bool) -> Wanted {
        Wanted { reading: job::Reading::new(files, typed, fail_fast), rules: job::rules(typed), verbose: false }
    }

    pub(crate) fn of(typed: &Puzzles) -> Result<Wanted, Usage> {
        job::check_files(&typed.files, typed.output.as_deref())?;
        Ok(Wanted { verbose: typed.verbose, ..Wanted::new(typed.files.clone(), &typed.reading, false) })
    }
}

/// The puzzles of some files.
#[derive(Debug)]
pub(crate) struct Sheets<'w> {
    wanted: &'w Wanted,
    input: Input<'w>,
    notes: Notes,
    /// How it went so far.
    pub(crate) exit: Exit,
}

impl<'w> Sheets<'w> {
    pub(crate) fn new(wanted: &'w Wanted, notes: Notes) -> Sheets<'w> {
        Sheets { wanted, input: Input::new(&wanted.reading), notes, exit: Exit::Yes }
    }

    /// The next puzzle that can be read; `None` at the end, or when somebody pressed Ctrl-C.
    pub(crate) fn next(&mut self) -> Option<Sheet> {
        while !interrupt::seen() {
            match self.input.next()? {
                Ok(sheet) => {
                    if let Some(sheet) = self.as_asked(sheet) {
                        return Some(sheet);
                    }
                }
                Err(fault) => self.notes.report(&fault.report),
            }
            self.exit = self.exit.max(Exit::Input);
            if self.wanted.reading.fail_fast {
                return None;
            }
        }
        self.exit = self.exit.max(Exit::Interrupted);
        None
    }

    fn as_asked(&self, sheet: Sheet) -> Option<Sheet> {
        let reading = &self.wanted.reading;
        if self.wanted.verbose {
            let size = sheet.grid.size();
            self.notes.say(format_args!(
                "{}: format {}, {size}x{size}, symbols {}",
                self.place(&sheet),
                sheet.source.format,
                sheet.symbols
            ));
        }
        let place = self.place(&sheet);
        let asked = reading.admit(sheet, &self.wanted.rules).map_err(|error| error.to_string());
        let strict = |sheet: Sheet| match sheet.warnings.first() {
            Some(warning) if reading.strict => Err(warning.message.clone()),
            _ => Ok(sheet),
        };
        let sheet = asked.and_then(strict).map_err(|message| self.notes.error(format_args!("{place}: {message}"))).ok()?;
        for warning in &sheet.warnings {
            self.notes.warn(format_args!("{place}: {}", warning.message));
        }
        Some(sheet)
    }

    /// Where a puzzle stands: `p.txt`, or `p.txt:3` among many.
    pub(crate) fn place(&self, sheet: &Sheet) -> String {
        let file = self.input.file();
        if self.input.is_many() && self.input.is_by_lines() { format!("{file}:{}", sheet.source.line) } else { file.to_owned() }
    }
}
