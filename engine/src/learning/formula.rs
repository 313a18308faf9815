//! What has to be true: clauses, and groups of literals of which one at most is true.

use super::literal::Literal;

/// Lists of literals, one behind the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    literals: Vec<Literal>,
    ends: Vec<usize>,
}

impl Lists {
    fn push(&mut self, literals: &[Literal]) {
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
    }

    /// How many lists.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// One of them.
    #[inline]
    pub(super) fn get(&self, at: usize) -> &[Literal] {
        &self.literals[if at == 0 { 0 } else { self.ends[at - 1] }..self.ends[at]]
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        (0..self.len()).map(|at| self.get(at))
    }
}

/// Propositions, and what has to be true of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Formula {
    propositions: usize,
    clauses: Lists,
    groups: Lists,
}

impl Formula {
    /// A new proposition.
    pub(super) fn proposition(&mut self) -> Literal {
        self.propositions += 1;
        Literal::new(self.propositions - 1)
    }

    /// One of these at least is true.
    pub(super) fn clause(&mut self, literals: &[Literal]) {
        self.clauses.push(literals);
    }

    /// One of these at most is true. A pair is a clause, larger groups stay as they are: as clauses they would be many.
    pub(super) fn at_most_one(&mut self, literals: &[Literal]) {
        match *literals {
            [] | [_] => {}
            [a, b] => self.clause(&[!a, !b]),
            _ => self.groups.push(literals),
        }
    }

    /// Just one of these is true.
    pub(super) fn exactly_one(&mut self, literals: &[Literal]) {
        self.clause(literals);
        self.at_most_one(literals);
    }

    /// How many propositions there are.
    pub(super) fn propositions(&self) -> usize {
        self.propositions
    }

    /// The clauses.
    pub(super) fn clauses(&self) -> &Lists {
        &self.clauses
    }

    /// The groups.
    pub(super) fn groups(&self) -> &Lists {
        &self.groups
    }
}
