//! The puzzle at hand, and how a command puts its results.

use std::fmt;

use pencilmark_killer::cages_of;
use pencilmark_sudoku::{ErrorKind, ParseError, Sheet, Symbol, Template};

use super::draft::Draft;
use crate::answer::Answer;
use crate::args::Game;
use crate::cmd::Exit;
use crate::job::{Job, Task};
use crate::output::Form;

/// The puzzle at hand.
#[derive(Debug)]
pub(crate) struct Puzzle<'a> {
    /// Its number among all, from 0.
    pub(crate) index: u64,
    pub(crate) place: Place<'a>,
    /// Are there others?
    pub(crate) many: bool,
    pub(crate) task: Task,
    pub(crate) template: &'a Template,
}

/// Where a puzzle stands: `p.txt`, or `p.txt:3` among many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(super) file: &'a str,
    pub(super) line: Option<usize>,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// How a command puts its results.
pub(crate) trait Words: Sync {
    /// What comes before all results.
    fn header(&self, _form: Form) -> Option<&'static str> {
        None
    }

    /// Adds a solution to what is written.
    fn solution(&self, _puzzle: &Puzzle<'_>, _values: &[Symbol], _form: Form, _text: &mut Vec<u8>) {}

    /// Adds what is to be written when all solutions were, and says the rest.
    fn answer(&self, puzzle: &Puzzle<'_>, answer: &Answer, form: Form, draft: &mut Draft);

    /// Is the answer a yes?
    fn exit(&self, answer: &Answer) -> Exit;
}

/// A sheet as the options want it.
pub(crate) fn as_asked(job: &Job, mut sheet: Sheet) -> Result<Sheet, ParseError> {
    if job.input.from_state {
        sheet.adopt_state();
    }
    let cages = cages_of(&sheet).is_some();
    match job.input.game {
        Game::Killer if !cages => {
            return Err(ParseError::new(ErrorKind::UnknownFormat, "no cage in this puzzle, and --game killer insists on some"));
        }
        Game::Sudoku if cages => {
            return Err(ParseError::new(ErrorKind::UnsupportedRule, "cages in this puzzle, and --game sudoku rules them out"));
        }
        _ => {}
    }
    sheet.rules.extend_from_slice(&job.search.rules);
    match sheet.unlisted.first() {
        Some(unlisted) if job.input.strict => Err(unlisted.error(&sheet.symbols)),
        _ => Ok(sheet),
    }
}
