//! What is left of a formula where some literals are true for good: the open propositions, renumbered, and what must still be true of them.
//!
//! Most propositions of a grid with givens are false from the start. A search that need not pass over them is a fifth to a third faster.

use super::formula::Formula;
use super::literal::Literal;
use super::solver::Solver;

/// A formula and the rest of it.
#[derive(Debug)]
pub(super) struct Rest {
    /// Of the propositions that are open.
    pub(super) formula: Formula,
    /// For each proposition of the whole what became of it.
    fates: Vec<Fate>,
}

/// What became of a proposition.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// It has a value for good.
    Known(bool),
    /// Its literal in the rest.
    Open(Literal),
}

impl Rest {
    /// The rest of a formula where these literals are true, and all that follows from clauses one by one; `None` if that contradicts it.
    pub(super) fn of(whole: &Formula, literals: impl IntoIterator<Item = Literal>) -> Option<Rest> {
        let mut solver = Solver::new(whole);
        literals.into_iter().for_each(|literal| solver.add(&[literal]));
        if !solver.settle() {
            return None;
        }
        let mut formula = Formula::default();
        let fate = |proposition| {
            let literal = Literal::new(proposition);
            if solver.is_true(literal) {
                Fate::Known(true)
            } else if solver.is_true(!literal) {
                Fate::Known(false)
            } else {
                Fate::Open(formula.proposition())
            }
        };
        let fates = (0..whole.propositions()).map(fate).collect();
        let mut rest = Rest { formula, fates };
        for clause in whole.clauses().iter().filter(|clause| !clause.iter().any(|&literal| solver.is_true(literal))) {
            let open = rest.open(clause);
            rest.formula.clause(&open);
        }
        for group in whole.groups().iter() {
            let open = rest.open(group);
            rest.formula.at_most_one(&open);
        }
        Some(rest)
    }

    /// What became of a literal of the whole.
    fn fate(&self, literal: Literal) -> Fate {
        match self.fates[literal.proposition()] {
            fate if literal.is_positive() => fate,
            Fate::Known(value) => Fate::Known(!value),
            Fate::Open(open) => Fate::Open(!open),
        }
    }

    /// Those literals of the whole that are open, in the rest.
    fn open(&self, literals: &[Literal]) -> Vec<Literal> {
        let open = |&literal: &Literal| match self.fate(literal) {
            Fate::Known(_) => None,
            Fate::Open(open) => Some(open),
        };
        literals.iter().filter_map(open).collect()
    }

    /// Is a literal of the whole true, by the literals of the rest that are?
    pub(super) fn is_true(&self, literal: Literal, is_true: impl Fn(Literal) -> bool) -> bool {
        match self.fate(literal) {
            Fate::Known(value) => value,
            Fate::Open(open) => is_true(open),
        }
    }
}
