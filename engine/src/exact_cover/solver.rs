//! What all solvers have in common: the trait, how an item is chosen, and the iterator over covers.

use std::fmt;

use super::cells::Cells;
use super::givens::CommitError;
use super::limits::{Counters, Limits, Stop};
use super::links::Links;
use super::matrix::{Matrix, MatrixTooLarge};
use super::observe::Observer;
use super::problem::{OptionId, Problem};

/// How the next item is chosen: always one with the fewest options left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemChoice {
    /// Which of several.
    pub ties: Ties,
    /// Take an item with at most one option as soon as one is seen, without comparing them all. More nodes, less time
    /// at each, and no scan of all items in a chain of forced options. [`Cells`] always does this, by design;
    /// [`Matrix`], which counts for all items at once, never does.
    pub stop_early: bool,
}

/// Which of several items with equally few options is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first, in the order of the items.
    First,
    /// Any of them, by a generator that starts from this seed at each restart.
    Random(u64),
}

impl Default for ItemChoice {
    /// First in order, stop early.
    fn default() -> Self {
        Self { ties: Ties::First, stop_early: true }
    }
}

impl ItemChoice {
    /// The first item with the fewest options, all compared: the rule of Knuth's DLX1, with its node counts.
    #[must_use]
    pub const fn exact() -> Self {
        Self { ties: Ties::First, stop_early: false }
    }
}

/// How a call of [`Solver::next_solution`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A cover was found: [`Solver::cover`] tells it.
    Solution,
    /// There are no more.
    Done,
    /// A limit was reached; the next call goes on where this one stopped.
    Stopped(Stop),
}

/// A solver of one problem, with a position in its search.
///
/// A solver is a *template*: build it once, then for each puzzle [`commit`](Self::commit) the givens, search, and
/// [`undo_all`](Self::undo_all). Undoing restores everything exactly.
///
/// # How to write another solver
///
/// 1. Build your arrays from the problem's options that have a primary item, and keep the shared list of givens.
/// 2. `commit`: rewind the search, ask the givens, then drop what the option excludes. `undo`: the reverse.
/// 3. `advance`: one loop over explicit frames, **no recursion**; ask the gauge before a node is counted, so that a stop
///    changes nothing. Tell a probe what happens.
/// 4. Count a node when an item is chosen or found to be missing (dead end or solution).
/// 5. Add it to [`Algorithm`]; the tests run over all of those.
pub trait Solver: fmt::Debug + Send {
    /// Takes an option as given. Rewinds the search.
    ///
    /// # Errors
    ///
    /// [`CommitError`] when it conflicts with those committed before; nothing has changed then (but the search, which
    /// is rewound). A given that leaves some item without options is no error: the search will find no cover.
    fn commit(&mut self, option: OptionId) -> Result<(), CommitError>;

    /// Takes back the last committed option, and says which. Rewinds the search.
    fn undo(&mut self) -> Option<OptionId>;

    /// Takes back all committed options.
    fn undo_all(&mut self) {
        while self.undo().is_some() {}
    }

    /// The committed options, in order.
    fn committed(&self) -> &[OptionId];

    /// Goes back to the first cover, and counts from 0 again. Committed options stay.
    fn restart(&mut self);

    /// Changes how items are chosen. Rewinds the search.
    fn set_choice(&mut self, choice: ItemChoice);

    /// Searches for the next cover, before the eyes of an observer if there is one. That changes nothing.
    fn advance(&mut self, limits: Limits<'_>, observer: Option<&mut dyn Observer>) -> Step;

    /// Searches for the next cover.
    fn next_solution(&mut self, limits: Limits<'_>) -> Step {
        self.advance(limits, None)
    }

    /// The options of the cover found last, committed ones first, then in the order chosen. Between solutions, the
    /// options chosen so far.
    fn cover(&self) -> Vec<OptionId>;

    /// Work done since the last restart, commit or undo.
    fn counters(&self) -> Counters;

    /// The name of the algorithm.
    fn algorithm(&self) -> Algorithm;

    /// The covers from here on, under limits that hold for the whole iteration.
    fn solutions<'s>(&'s mut self, limits: Limits<'s>) -> Solutions<'s>
    where
        Self: Sized,
    {
        Solutions::new(self, limits)
    }
}

/// The covers of a problem, one at a time. Made by [`Solver::solutions`] or, for a `dyn Solver`, [`Solutions::new`].
#[derive(Debug)]
pub struct Solutions<'s> {
    solver: &'s mut dyn Solver,
    limits: Limits<'s>,
    end: Option<Step>,
}

impl<'s> Solutions<'s> {
    /// The covers that a solver finds from here on.
    pub fn new(solver: &'s mut dyn Solver, limits: Limits<'s>) -> Self {
        Self { solver, limits, end: None }
    }

    /// The limit that ended the iteration, if one did. The solver can be asked to go on.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        match self.end {
            Some(Step::Stopped(stop)) => Some(stop),
            _ => None,
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        if self.end.is_some() {
            return None;
        }
        let before = self.solver.counters();
        let step = self.solver.next_solution(self.limits);
        let after = self.solver.counters();
        self.limits = self.limits.after(Counters { nodes: after.nodes - before.nodes, updates: after.updates - before.updates });
        if step == Step::Solution {
            return Some(self.solver.cover());
        }
        self.end = Some(step);
        None
    }
}

/// The solvers by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// [`Matrix`].
    Matrix,
    /// [`Links`].
    Links,
    /// [`Cells`].
    Cells,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Matrix, Self::Links, Self::Cells];

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Matrix => "matrix",
            Self::Links => "links",
            Self::Cells => "cells",
        }
    }

    /// The algorithm of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// A solver for a problem.
    ///
    /// # Errors
    ///
    /// [`MatrixTooLarge`] when the bitset matrix would not fit; the others take every problem.
    pub fn solver(self, problem: &Problem) -> Result<Box<dyn Solver>, MatrixTooLarge> {
        Ok(match self {
            Self::Matrix => Box::new(Matrix::new(problem)?),
            Self::Links => Box::new(Links::new(problem)),
            Self::Cells => Box::new(Cells::new(problem)),
        })
    }
}
