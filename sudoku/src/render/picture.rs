//! What is to be drawn, whatever it is drawn with.

use crate::grid::Grid;
use crate::rule::Mark;
use crate::sheet::Sheet;
use crate::symbols::{Symbol, Symbols};

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Open,
    /// A given, which need not be among the symbols.
    Given(String),
    /// A player's own.
    State(Symbol),
    /// Found by solving.
    Solved(Symbol),
    Candidates(Vec<Symbol>),
}

/// A drawing of a puzzle: what stands in its cells, and the marks of its rules.
///
/// ```
/// # use pencilmark_sudoku::{Picture, Puzzle};
/// let puzzle = Puzzle::parse("1...\n..3.\n.4..\n...2")?;
/// let picture = Picture::of(puzzle.sheet());
/// assert!(picture.to_text().starts_with("+-----+-----+\n| 1 . | . . |\n"));
/// assert!(picture.to_svg().starts_with("<svg "));
/// # Ok::<(), pencilmark_sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub(super) grid: &'a Grid,
    pub(super) symbols: &'a Symbols,
    /// In row-major order.
    pub(super) cells: Vec<Content>,
    pub(super) marks: Vec<Mark>,
}

impl<'a> Picture<'a> {
    /// Of all that a sheet says.
    pub fn of(sheet: &'a Sheet) -> Picture<'a> {
        let mut cells: Vec<Content> = match &sheet.candidates {
            Some(candidates) => candidates.iter().cloned().map(Content::Candidates).collect(),
            None => vec![Content::Open; sheet.grid.cell_count()],
        };
        for state in &sheet.state {
            cells[state.cell.index()] = Content::State(state.symbol);
        }
        for given in &sheet.givens {
            cells[given.cell.index()] = Content::Given(sheet.symbols.name(given.symbol).to_owned());
        }
        for unlisted in &sheet.unlisted {
            cells[unlisted.cell.index()] = Content::Given(unlisted.name.clone());
        }
        let marks = sheet.rules.iter().flat_map(|rule| rule.marks(&sheet.grid)).collect();
        Picture { grid: &sheet.grid, symbols: &sheet.symbols, cells, marks }
    }

    /// With the symbols of a solution, in row-major order, wherever neither a given stands nor the player has them already.
    pub fn with_solution(mut self, solution: &[Symbol]) -> Picture<'a> {
        for (cell, &symbol) in self.cells.iter_mut().zip(solution) {
            match cell {
                Content::Given(_) => {}
                Content::State(own) if *own == symbol => {}
                _ => *cell = Content::Solved(symbol),
            }
        }
        self
    }

    /// With these candidates, in row-major order, in the cells that hold no digit.
    pub fn with_candidates(mut self, candidates: Vec<Vec<Symbol>>) -> Picture<'a> {
        for (cell, candidates) in self.cells.iter_mut().zip(candidates) {
            if matches!(cell, Content::Open | Content::Candidates(_)) {
                *cell = Content::Candidates(candidates);
            }
        }
        self
    }

    /// As characters: in the borders that format `rows` reads, or with frames around cages if there are any.
    pub fn to_text(&self) -> String {
        let words: Vec<String> = self.cells.iter().map(|content| self.word(content)).collect();
        if self.outlines().next().is_some() { super::frames::text(self, &words) } else { super::text::bordered(self.grid, &words) }
    }

    /// As a drawing in SVG that stands alone, scales, and follows light and dark.
    pub fn to_svg(&self) -> String {
        super::svg::svg(self)
    }

    fn word(&self, content: &Content) -> String {
        match content {
            Content::Open => ".".to_owned(),
            Content::Given(name) => name.clone(),
            Content::State(symbol) | Content::Solved(symbol) => self.symbols.name(*symbol).to_owned(),
            Content::Candidates(candidates) => {
                let names: Vec<&str> = candidates.iter().map(|&symbol| self.symbols.name(symbol)).collect();
                names.join(if self.symbols.single_characters() { "" } else { "," })
            }
        }
    }

    /// The cells and labels of all outlines.
    pub(super) fn outlines(&self) -> impl Iterator<Item = (&[crate::grid::Cell], Option<&str>)> {
        self.marks.iter().filter_map(|mark| match mark {
            Mark::Outline { cells, label } => Some((&cells[..], label.as_deref())),
            Mark::Line(_) => None,
        })
    }
}
