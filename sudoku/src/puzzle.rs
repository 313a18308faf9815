//! A puzzle: what a text says, and the rules that hold. The easy way to solve one from Rust.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use pencilmark_engine::{Backend, Limits, Propagation};

use crate::error::{ErrorKind, ParseError};
use crate::format::{Reading, detect};
use crate::rule::Rule;
use crate::sheet::Sheet;
use crate::template::{Filled, Template};

/// A sheet as something to solve.
///
/// ```
/// use pencilmark_sudoku::{Check, Puzzle};
/// let puzzle = Puzzle::parse("1...\n..3.\n.4..\n...2")?;
/// match puzzle.check() {
///     Check::Unique(solution) => assert_eq!(solution.symbols().next(), Some("1")),
///     other => panic!("{other}"),
/// }
/// # Ok::<(), pencilmark_sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    sheet: Sheet,
}

impl Puzzle {
    /// A puzzle with the rules that its text states.
    pub fn new(sheet: Sheet) -> Puzzle {
        Puzzle { sheet }
    }

    /// Reads the one puzzle of a text, in whatever format it is.
    ///
    /// # Errors
    /// If the text is no valid puzzle, with the place; or if it holds several.
    pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
        let mut puzzles = Puzzle::parse_all(text)?;
        match (puzzles.pop(), puzzles.len()) {
            (Some(puzzle), 0) => Ok(puzzle),
            (_, more) => Err(ParseError::new(ErrorKind::RowCount, "more than one puzzle").found(more + 1).expected(1)),
        }
    }

    /// Reads all puzzles of a text.
    ///
    /// # Errors
    /// If one of them is no valid puzzle, with the place.
    pub fn parse_all(text: &str) -> Result<Vec<Puzzle>, ParseError> {
        let sheets = detect(text)?.parse(text, 1, &mut Reading::new())?;
        Ok(sheets.into_iter().map(Puzzle::new).collect())
    }

    /// With a further rule.
    pub fn with(mut self, rule: impl Rule + 'static) -> Puzzle {
        self.sheet.rules.push(Arc::new(rule));
        self
    }

    /// What the text says.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The model of its grid and rules.
    pub fn template(&self) -> Template {
        Template::of(&self.sheet)
    }

    /// The first `most` solutions.
    pub fn solutions(&self, most: u64) -> Vec<Filled> {
        self.search(&self.template(), most)
    }

    /// Does it have no solution, one, or several?
    pub fn check(&self) -> Check {
        let template = self.template();
        if let Some(diagnosis) = template.diagnose(&self.sheet) {
            return Check::NoSolution(Some(diagnosis.message));
        }
        let mut found = self.search(&template, 2).into_iter();
        match (found.next(), found.next()) {
            (None, _) => Check::NoSolution(None),
            (Some(only), None) => Check::Unique(only),
            (Some(one), Some(other)) => Check::Multiple([one, other]),
        }
    }

    fn search(&self, template: &Template, most: u64) -> Vec<Filled> {
        if !self.sheet.unlisted.is_empty() {
            return Vec::new();
        }
        let mut facts = Vec::new();
        template.facts(&self.sheet, &mut facts);
        let mut found = Vec::new();
        let mut run = Propagation::default().prepare(template.model()).expect("propagation takes every model");
        run.run(&facts, &Limits::solutions(most), None, &mut |values| {
            found.push(Filled::new(template, values));
            ControlFlow::Continue(())
        });
        found
    }
}

/// How many solutions a puzzle has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// None; with the reason, where it can be named.
    NoSolution(Option<String>),
    /// Just one.
    Unique(Filled),
    /// At least these two.
    Multiple([Filled; 2]),
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Check::NoSolution(None) => f.write_str("no solution"),
            Check::NoSolution(Some(reason)) => write!(f, "no solution: {reason}"),
            Check::Unique(solution) => write!(f, "one solution:\n{solution}"),
            Check::Multiple([one, other]) => write!(f, "several solutions, for example:\n{one}\n\nand:\n{other}"),
        }
    }
}
