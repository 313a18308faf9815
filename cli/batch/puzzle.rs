//! The puzzle at hand, and how a command puts its results.

use std::fmt;

use pencilmark_sudoku::{ParseError, Sheet, Symbol, Template};

use super::draft::Draft;
use crate::answer::Answer;
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
pub(crate) fn as_asked(job: &Job, sheet: Sheet) -> Result<Sheet, ParseError> {
    job.input.admit(sheet, &job.search.rules)
}
