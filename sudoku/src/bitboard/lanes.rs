//! Vectors of candidate sets, as the sweep sees them: set algebra in every lane.
//!
//! A lane is a `u16` whose bits 0 to 8 are the digits that are still possible. All operations work on each lane by itself, so one
//! algorithm serves plain arrays, AVX2 and AVX-512; the default methods say what the others must compute.

/// Set algebra on many candidate sets at a time.
pub(crate) trait Lanes: Copy {
    /// The same set in each lane.
    fn splat(set: u16) -> Self;
    /// Digits in both.
    fn and(self, other: Self) -> Self;
    /// Digits in either.
    fn or(self, other: Self) -> Self;
    /// Digits in one of them only.
    fn xor(self, other: Self) -> Self;
    /// Digits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// The smaller number, lane by lane: zero as soon as one of them is the empty set.
    fn min(self, other: Self) -> Self;
    /// The sum of two numbers, lane by lane.
    fn add(self, other: Self) -> Self;
    /// The set where it has one digit, else nothing.
    fn if_single(self) -> Self;
    /// The set where it has at most three digits, else nothing.
    fn if_triple(self) -> Self;
    /// The set where it has three digits or more, else `other`.
    fn if_full_else(self, other: Self) -> Self;
    /// The set where it isn't empty, else `other`.
    fn if_any_else(self, other: Self) -> Self;

    /// Digits in any of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// Digits in all three.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// Digits of `self` that are in neither `b` nor `c`.
    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }

    /// Digits that exactly one of three has.
    #[inline(always)]
    fn in_one_of(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c).without(self.and3(b, c))
    }

    /// `self`, and where `a` and `b` differ.
    #[inline(always)]
    fn or_differ(self, a: Self, b: Self) -> Self {
        self.or(a.xor(b))
    }
}

/// Lanes that stand for triads of the same line of three boxes (or stacks): each sees the next one.
pub(crate) trait Turn: Lanes {
    /// In each lane the set of the next box of the band (`ROWS`) or of the stack, in the circle of three.
    fn next<const ROWS: bool>(self) -> Self;
    /// In each lane the set of the box after the next one.
    fn after_next<const ROWS: bool>(self) -> Self;
}

/// Lanes that can be counted.
pub(crate) trait Counted: Lanes {
    /// How many digits, lane by lane.
    fn count(self) -> Self;
    /// The lanes of `a` where the set isn't empty, else those of `b`.
    fn select(self, a: Self, b: Self) -> Self;
}

/// Vectors of a batch: a lane is a puzzle, so the triads of three boxes are three vectors, and turning only renames them.
impl<V: Lanes> Lanes for [V; 3] {
    #[inline(always)]
    fn splat(set: u16) -> Self {
        [V::splat(set); 3]
    }
    #[inline(always)]
    fn and(self, o: Self) -> Self {
        [self[0].and(o[0]), self[1].and(o[1]), self[2].and(o[2])]
    }
    #[inline(always)]
    fn or(self, o: Self) -> Self {
        [self[0].or(o[0]), self[1].or(o[1]), self[2].or(o[2])]
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        [self[0].xor(o[0]), self[1].xor(o[1]), self[2].xor(o[2])]
    }
    #[inline(always)]
    fn without(self, o: Self) -> Self {
        [self[0].without(o[0]), self[1].without(o[1]), self[2].without(o[2])]
    }
    #[inline(always)]
    fn min(self, o: Self) -> Self {
        [self[0].min(o[0]), self[1].min(o[1]), self[2].min(o[2])]
    }
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        [self[0].add(o[0]), self[1].add(o[1]), self[2].add(o[2])]
    }
    #[inline(always)]
    fn if_single(self) -> Self {
        [self[0].if_single(), self[1].if_single(), self[2].if_single()]
    }
    #[inline(always)]
    fn if_triple(self) -> Self {
        [self[0].if_triple(), self[1].if_triple(), self[2].if_triple()]
    }
    #[inline(always)]
    fn if_full_else(self, o: Self) -> Self {
        [self[0].if_full_else(o[0]), self[1].if_full_else(o[1]), self[2].if_full_else(o[2])]
    }
    #[inline(always)]
    fn if_any_else(self, o: Self) -> Self {
        [self[0].if_any_else(o[0]), self[1].if_any_else(o[1]), self[2].if_any_else(o[2])]
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        [self[0].or3(b[0], c[0]), self[1].or3(b[1], c[1]), self[2].or3(b[2], c[2])]
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        [self[0].and3(b[0], c[0]), self[1].and3(b[1], c[1]), self[2].and3(b[2], c[2])]
    }
    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        [self[0].without2(b[0], c[0]), self[1].without2(b[1], c[1]), self[2].without2(b[2], c[2])]
    }
    #[inline(always)]
    fn in_one_of(self, b: Self, c: Self) -> Self {
        [self[0].in_one_of(b[0], c[0]), self[1].in_one_of(b[1], c[1]), self[2].in_one_of(b[2], c[2])]
    }
    #[inline(always)]
    fn or_differ(self, a: Self, b: Self) -> Self {
        [self[0].or_differ(a[0], b[0]), self[1].or_differ(a[1], b[1]), self[2].or_differ(a[2], b[2])]
    }
}

impl<V: Lanes> Turn for [V; 3] {
    #[inline(always)]
    fn next<const ROWS: bool>(self) -> Self {
        [self[1], self[2], self[0]]
    }
    #[inline(always)]
    fn after_next<const ROWS: bool>(self) -> Self {
        [self[2], self[0], self[1]]
    }
}
