//! `convert`: writes puzzles in another format, and says what that cannot hold.

use std::collections::HashMap;
use std::sync::Arc;

use clap::ColorChoice;
use pencilmark_sudoku::{Extent, Format, Grid, Sheet, Symbols};

use super::{Exit, Failure};
use crate::args;
use crate::interrupt;
use crate::job;
use crate::notes::Notes;
use crate::output::Output;
use crate::registry::writable;
use crate::sheets::{Sheets, Wanted};

pub(super) fn run(typed: &args::Convert, color: ColorChoice) -> Result<Exit, Failure> {
    let wanted = Wanted::of(&typed.puzzles)?;
    let notes = Notes::new(color, typed.puzzles.quiet);
    let out = match &typed.puzzles.output {
        Some(file) => Output::file(file)?,
        None => Output::stdout(),
    };
    interrupt::listen(&out);
    let mut target = Target { format: job::format(&typed.to), losses: Losses::default(), notes, strict: wanted.reading.strict, out };
    let mut sheets = Sheets::new(&wanted, notes);
    match target.format.extent() {
        Extent::Line => target.lines(&mut sheets)?,
        Extent::File => target.file(&mut sheets)?,
    }
    target.out.finish()?;
    target.losses.sum_up(&notes, target.format.name());
    Ok(sheets.exit)
}

struct Target {
    format: &'static dyn Format,
    losses: Losses,
    notes: Notes,
    strict: bool,
    out: Output,
}

impl Target {
    /// Writes all puzzles as they come.
    fn lines(&mut self, sheets: &mut Sheets<'_>) -> Result<(), Failure> {
        while let Some(sheet) = sheets.next() {
            match self.text(&sheet, sheets) {
                Some(text) => self.out.write(text.as_bytes())?,
                None => sheets.exit = sheets.exit.max(Exit::Input),
            }
        }
        Ok(())
    }

    /// Writes the one puzzle, and nothing at all if there are more.
    fn file(&mut self, sheets: &mut Sheets<'_>) -> Result<(), Failure> {
        let Some(sheet) = sheets.next() else { return Ok(()) };
        let text = self.text(&sheet, sheets);
        if let Some(second) = sheets.next() {
            let lines: Vec<&str> = writable().filter(|format| format.extent() == Extent::Line).map(|format| format.name()).collect();
            let (name, place) = (self.format.name(), sheets.place(&second));
            self.notes
                .error(format_args!("{place}: a second puzzle, and format {name} holds one; formats of many are {}", lines.join(", ")));
            sheets.exit = sheets.exit.max(Exit::Input);
            return Ok(());
        }
        match text {
            Some(text) => self.out.write(text.as_bytes()),
            None => {
                sheets.exit = sheets.exit.max(Exit::Input);
                Ok(())
            }
        }
    }

    /// A puzzle in the format; `None` if that is an error, which is told.
    fn text(&mut self, sheet: &Sheet, sheets: &Sheets<'_>) -> Option<String> {
        let text = match self.format.write(sheet) {
            Ok(text) => text,
            Err(unwritable) => {
                self.notes.error(format_args!("{}: {unwritable}", sheets.place(sheet)));
                return None;
            }
        };
        let lost = self.losses.of(sheet, self.format);
        if lost.is_empty() {
            return Some(text);
        }
        let message = format!("format {} cannot hold {}", self.format.name(), lost.join(", "));
        if self.strict {
            self.notes.error(format_args!("{}: {message}", sheets.place(sheet)));
            return None;
        }
        if self.losses.count(&message) {
            self.notes.warn(format_args!("{}: {message}", sheets.place(sheet)));
        }
        Some(text)
    }
}

/// What got lost so far, each loss told once however many puzzles suffer it.
#[derive(Default)]
struct Losses {
    told: HashMap<String, u64>,
    /// What plain puzzles of this grid and these symbols lose, found once: batches share them.
    plain: Option<(Arc<Grid>, Arc<Symbols>, Vec<String>)>,
}

impl Losses {
    fn of(&mut self, sheet: &Sheet, format: &dyn Format) -> Vec<String> {
        if !is_plain(sheet) {
            return format.loses(sheet);
        }
        match &self.plain {
            Some((grid, symbols, lost)) if Arc::ptr_eq(grid, &sheet.grid) && Arc::ptr_eq(symbols, &sheet.symbols) => lost.clone(),
            _ => {
                let lost = format.loses(sheet);
                self.plain = Some((sheet.grid.clone(), sheet.symbols.clone(), lost.clone()));
                lost
            }
        }
    }

    /// Counts a loss; true if it is the first of its kind.
    fn count(&mut self, message: &str) -> bool {
        match self.told.get_mut(message) {
            Some(count) => {
                *count += 1;
                false
            }
            None => {
                self.told.insert(message.to_owned(), 1);
                true
            }
        }
    }

    fn sum_up(&self, notes: &Notes, format: &str) {
        let again: u64 = self.told.values().map(|count| count - 1).sum();
        if again > 0 {
            notes.warn(format_args!("the same got lost {again} more times in format {format}"));
        }
    }
}

/// Has it givens from 1 to at most 9 and nothing else? Any format reads these symbols back whatever cells they stand in; others may be
/// guessed from the givens, so that what gets lost hangs on them.
fn is_plain(sheet: &Sheet) -> bool {
    let size = sheet.grid.size();
    let empty = sheet.unlisted.is_empty() && sheet.state.is_empty() && sheet.candidates.is_none() && sheet.rules.is_empty();
    let counting = || sheet.symbols.numbers().is_some_and(|numbers| numbers.iter().zip(1..).all(|(&number, count)| number == count));
    empty && size <= 9 && sheet.symbols.single_characters() && counting()
}
