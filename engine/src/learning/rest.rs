//! What is left of a formula where some literals are true for good: the open propositions, renumbered, and what must still be true of them.
//!
//! Most propositions of a grid with givens are false from the start. A search that need not pass over them is several times as fast.

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
            if solver.is_true(literal) || solver.is_true(!literal) {
                Fate::Known(solver.is_true(literal))
            } else {
                Fate::Open(formula.proposition())
            }
        };
        let fates = (0..whole.propositions()).map(fate).collect();
        let mut rest = Rest { formula: Formula::default(), fates };
        let mut open = Vec::new();
        for clause in whole.clauses().iter().filter(|clause| !clause.iter().any(|&literal| solver.is_true(literal))) {
            open.clear();
            open.extend(clause.iter().filter_map(|&literal| rest.open(literal)));
            formula.clause(&open);
        }
        for group in whole.groups().iter() {
            open.clear();
            open.extend(group.iter().filter_map(|&literal| rest.open(literal)));
            formula.at_most_one(&open);
        }
        rest.formula = formula;
        Some(rest)
    }

    /// A literal of the whole in the rest, if it is open.
    fn open(&self, literal: Literal) -> Option<Literal> {
        match self.fates[literal.proposition()] {
            Fate::Known(_) => None,
            Fate::Open(open) => Some(if literal.is_positive() { open } else { !open }),
        }
    }

    /// Is a literal of the whole true, by the literals of the rest that are?
    pub(super) fn is_true(&self, literal: Literal, is_true: impl Fn(Literal) -> bool) -> bool {
        match self.fates[literal.proposition()] {
            Fate::Known(value) => value == literal.is_positive(),
            Fate::Open(open) => is_true(if literal.is_positive() { open } else { !open }),
        }
    }
}
