//! Vectors of domains: a lane is a state of the search, and an operation does the same in all of them.

/// How many states go side by side, whatever the processor.
pub(super) const LANES: usize = 32;

/// All lanes, a bit each.
pub(super) const ALL_LANES: u32 = u32::MAX;

/// The domain of one variable in all states: bit `i` stands for the model's value `i`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [u16; LANES]);

/// Set algebra on the domains of all lanes at a time.
pub(super) trait Vector: Copy {
    /// The domains of one variable in all lanes.
    type Row;
    /// Some of the lanes.
    type Mask: Copy;

    /// Is it a single lane? Then branches save work, and it is noted who has to look again at what changed.
    const ALONE: bool = false;

    /// The same set in each lane.
    fn splat(set: u16) -> Self;
    fn load(row: &Self::Row) -> Self;
    fn store(self, row: &mut Self::Row);
    /// Values in both.
    fn and(self, other: Self) -> Self;
    /// Values in either.
    fn or(self, other: Self) -> Self;
    /// Values in one of them only.
    fn xor(self, other: Self) -> Self;
    /// Values of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// The set without its least value; nothing stays nothing.
    fn without_least(self) -> Self;
    /// Each value moved up by `by`; what passes the end is lost.
    fn up(self, by: usize) -> Self;
    /// Each value moved down by `by`; what passes the end is lost.
    fn down(self, by: usize) -> Self;

    /// Where the two have a value in common.
    fn meets(self, other: Self) -> Self::Mask;
    /// Where all values of `self` are in `other`.
    fn within(self, other: Self) -> Self::Mask;
    /// Lanes in both.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// One bit a lane.
    fn bits(mask: Self::Mask) -> u32;
    /// The set in these lanes, nothing in the others.
    fn keep(self, mask: Self::Mask) -> Self;
    /// `self` in these lanes, `other` in the others.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;

    /// In each lane the entry of the table, whose entries are its lanes, by the number in the lowest five bits of `at`.
    fn entry(table: &Row, at: Self) -> Self;

    /// Where there is no value.
    #[inline(always)]
    fn empty(self) -> Self::Mask {
        self.within(Self::splat(0))
    }

    /// Value 0 for 15, 1 for 14 and so on.
    #[inline(always)]
    fn reversed(self) -> Self {
        let mut set = self.up(8).or(self.down(8));
        // No closure: its body would not have the processor's features.
        for (by, low) in [(4, 0x0f0f), (2, 0x3333), (1, 0x5555)] {
            let low = Self::splat(low);
            set = set.and(low).up(by).or(set.down(by).and(low));
        }
        set
    }

    /// The set where it has just one value (or none), else nothing.
    #[inline(always)]
    fn if_single(self) -> Self {
        self.keep(self.without_least().empty())
    }

    /// The set where it has any value, else `other`.
    #[inline(always)]
    fn if_any_else(self, other: Self) -> Self {
        self.or_else(self.meets(self), other)
    }
}
