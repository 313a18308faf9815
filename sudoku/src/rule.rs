//! Rules: what must hold of a filled grid. And how to add a variant.
//!
//! # How to add a variant
//!
//! 1. Make a type for the rule, and implement [`Rule`]: take cells from [`Board::grid`], turn them into variables with [`Board::var`] or
//!    [`Board::vars`], and post constraints of the engine on them. That is all a user's crate needs; see `examples/miracle.rs`.
//! 2. The model's values are the symbols as numbers, or 1, 2, 3 and so on in their order where a symbol is no number.
//! 3. Prefer all-different to a closure where it says the same: exact cover understands it, and reasons name it.
//! 4. For the command line, add a file to `rules/` and one line to [`RULES`].

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use pencilmark_engine::{Constraint, Model, Value, Var};

use crate::grid::{Cell, Grid};
use crate::rules::{AntiKing, AntiKnight, Diagonal, Diagonals, NonConsecutive};
use crate::sheet::{Sheet, Warning};
use crate::symbols::Symbols;
use crate::template::Diagnosis;

/// Something that must hold of every solution. It posts constraints; all else is optional.
pub trait Rule: Any + fmt::Debug + Send + Sync {
    /// Posts what the rule says.
    fn post(&self, board: &mut Board<'_>);

    /// What people call it: `anti-knight`.
    fn name(&self) -> String {
        format!("{self:?}")
    }

    /// Posts what follows from this rule and those that are posted already, with [`Board::post_implied`]. No solution may get lost.
    fn presolve(&self, board: &mut Board<'_>) {
        let _ = board;
    }

    /// What is plainly wrong with a sheet under this rule, before any search.
    fn diagnose(&self, sheet: &Sheet) -> Option<Diagnosis> {
        let _ = sheet;
        None
    }

    /// What is wrong with a sheet that is known to have no solution under this and other rules, where more than a look finds it.
    fn blame(&self, sheet: &Sheet) -> Option<Diagnosis> {
        let _ = sheet;
        None
    }

    /// What is odd about a sheet under this rule, though it may have solutions.
    fn warnings(&self, sheet: &Sheet) -> Vec<Warning> {
        let _ = sheet;
        Vec::new()
    }

    /// How it is drawn over a grid.
    fn marks(&self, grid: &Grid) -> Vec<Mark> {
        let _ = grid;
        Vec::new()
    }
}

/// A part of a drawing that shows a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// A dashed outline around cells, with a label in the first.
    Outline {
        /// The cells, in row-major order.
        cells: Vec<Cell>,
        /// What stands in the corner: a total.
        label: Option<String>,
    },
    /// A line from the middle of a cell through others.
    Line(Vec<Cell>),
}

/// The grid as variables of a model, for [`Rule`]s to post on.
#[derive(Debug)]
pub struct Board<'a> {
    grid: &'a Grid,
    symbols: &'a Symbols,
    vars: &'a [Var],
    model: &'a mut Model,
}

impl<'a> Board<'a> {
    pub(crate) fn new(grid: &'a Grid, symbols: &'a Symbols, vars: &'a [Var], model: &'a mut Model) -> Board<'a> {
        Board { grid, symbols, vars, model }
    }

    /// The geometry. It may be kept while constraints are posted.
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The symbols, in order.
    pub fn symbols(&self) -> &'a Symbols {
        self.symbols
    }

    /// The values that stand for the symbols, in the same order.
    pub fn values(&self) -> Vec<Value> {
        self.symbols.values()
    }

    /// The variable of a cell.
    pub fn var(&self, cell: Cell) -> Var {
        self.vars[cell.index()]
    }

    /// The variables of some cells.
    pub fn vars(&self, cells: &[Cell]) -> Vec<Var> {
        cells.iter().map(|&cell| self.var(cell)).collect()
    }

    /// Posts a constraint.
    pub fn post(&mut self, constraint: impl Constraint + 'static) {
        self.model.post(constraint);
    }

    /// Posts a constraint that follows from those that are posted already, and only helps to prune.
    pub fn post_implied(&mut self, label: impl AsRef<str>, constraint: impl Constraint + 'static) {
        self.model.post_implied(label, constraint);
    }

    /// What is posted so far.
    pub fn model(&self) -> &Model {
        self.model
    }

    /// Posts a constraint under a name that reasons will mention: `row 1`.
    pub fn post_as(&mut self, label: impl AsRef<str>, constraint: impl Constraint + 'static) {
        self.model.post_as(label, constraint);
    }
}

/// A rule that can be named.
#[derive(Clone, Copy, Debug)]
pub struct NamedRule {
    /// Its name.
    pub name: &'static str,
    /// What it says, in a line.
    pub about: &'static str,
    /// Makes it.
    pub make: fn() -> Arc<dyn Rule>,
}

/// The variant rules that can be named. Rows, columns and boxes always hold.
pub static RULES: &[NamedRule] = &[
    NamedRule { name: "diagonals", about: "both diagonals have each symbol once", make: || Arc::new(Diagonals) },
    NamedRule { name: "diagonal-down", about: "the diagonal from the top left has each symbol once", make: || Arc::new(Diagonal::Falling) },
    NamedRule { name: "diagonal-up", about: "the diagonal from the bottom left has each symbol once", make: || Arc::new(Diagonal::Rising) },
    NamedRule { name: "anti-knight", about: "cells a knight's move apart differ", make: || Arc::new(AntiKnight) },
    NamedRule { name: "anti-king", about: "cells a king's move apart differ", make: || Arc::new(AntiKing) },
    NamedRule { name: "non-consecutive", about: "the values of neighbours are not one apart", make: || Arc::new(NonConsecutive) },
];
