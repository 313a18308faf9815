//! Puzzles for commands that don't search: read one after the other, as the options want them; faults on the way are told.

use std::sync::Arc;

use pencilmark_sudoku::{Rule, Sheet};

use crate::args::{Game, Puzzles};
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
    pub(crate) fn new(typed: &Puzzles) -> Result<Wanted, Usage> {
        let reading = job::Reading {
            files: typed.files.clone(),
            format: typed.from.as_deref().map(job::format),
            boxes: typed.boxes,
            from_state: typed.from_state,
            strict: typed.strict,
            lenient: typed.lenient,
            cage_repeats: typed.cage_repeats,
            game: Game::Auto,
            fail_fast: false,
        };
        job::check_files(&typed.files, typed.output.as_deref())?;
        let rules = typed.rules.iter().map(|name| (job::rule(name).make)()).collect();
        Ok(Wanted { reading, rules, verbose: typed.verbose })
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
        }
        self.exit = self.exit.max(Exit::Interrupted);
        None
    }

    fn as_asked(&self, mut sheet: Sheet) -> Option<Sheet> {
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
        if reading.strict {
            let unlisted = sheet.unlisted.first().map(|unlisted| unlisted.error(&sheet.symbols).to_string());
            if let Some(message) = unlisted.or_else(|| sheet.warnings.first().map(|warning| warning.message.clone())) {
                self.notes.error(format_args!("{}: {message}", self.place(&sheet)));
                return None;
            }
        }
        for warning in &sheet.warnings {
            self.notes.warn(format_args!("{}: {}", self.place(&sheet), warning.message));
        }
        if reading.from_state {
            sheet.adopt_state();
        }
        sheet.rules.extend_from_slice(&self.wanted.rules);
        Some(sheet)
    }

    /// Where a puzzle stands: `p.txt`, or `p.txt:3` among many.
    pub(crate) fn place(&self, sheet: &Sheet) -> String {
        let file = self.input.file();
        if self.input.is_many() && self.input.is_by_lines() { format!("{file}:{}", sheet.source.line) } else { file.to_owned() }
    }
}
