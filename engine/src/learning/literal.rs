//! Literals: a proposition, or its negation.

use std::ops::Not;

/// A proposition that is to be true, or one that is to be false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    /// The literal that is true where this proposition is.
    pub(super) fn new(proposition: usize) -> Literal {
        Literal(u32::try_from(proposition << 1).expect("fewer propositions than fit"))
    }

    /// Its proposition.
    #[inline]
    pub(super) fn proposition(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Is it the proposition itself, not its negation?
    #[inline]
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A number of its own: twice that of its proposition, and one more for the negation.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// As it stands in memory.
    #[inline]
    pub(super) fn word(self) -> u32 {
        self.0
    }

    /// From memory.
    #[inline]
    pub(super) fn of_word(word: u32) -> Literal {
        Literal(word)
    }
}

impl Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
