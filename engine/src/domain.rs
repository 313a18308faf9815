//! Variables, values, facts about them, and sets of values; all set algebra over words lives here.

use std::fmt;
use std::ops::{Add, Not, RangeInclusive, Sub};

use bitvec::prelude::{BitSlice, Lsb0};

/// A value of a variable. Negative values are as good as any.
pub type Value = i32;

/// A variable of a [`Model`](crate::Model): an index, cheap to copy.
///
/// `x + 2` and `x - 2` are [`View`]s; [`Var::is`] and its like are [`Fact`]s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub(crate) u32);

impl Var {
    /// The position of this variable among those of its model; solutions are indexed by it.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The fact `self = value`.
    pub fn is(self, value: Value) -> Fact {
        Fact { var: self, test: Test::Is(value) }
    }

    /// The fact `self != value`.
    pub fn is_not(self, value: Value) -> Fact {
        Fact { var: self, test: Test::IsNot(value) }
    }

    /// The fact `self <= value`.
    pub fn at_most(self, value: Value) -> Fact {
        Fact { var: self, test: Test::AtMost(value) }
    }

    /// The fact `self >= value`.
    pub fn at_least(self, value: Value) -> Fact {
        Fact { var: self, test: Test::AtLeast(value) }
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A variable plus a constant, `x + c`, without a variable of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct View {
    /// The variable.
    pub var: Var,
    /// What is added to it.
    pub offset: Value,
}

impl From<Var> for View {
    fn from(var: Var) -> View {
        View { var, offset: 0 }
    }
}

impl From<&Var> for View {
    fn from(var: &Var) -> View {
        View { var: *var, offset: 0 }
    }
}

impl Add<Value> for Var {
    type Output = View;
    fn add(self, offset: Value) -> View {
        View { var: self, offset: in_range(offset) }
    }
}

impl Sub<Value> for Var {
    type Output = View;
    fn sub(self, offset: Value) -> View {
        View { var: self, offset: -in_range(offset) }
    }
}

/// What a [`Fact`] says of its variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Test {
    /// The variable has this value.
    Is(Value),
    /// The variable does not have this value.
    IsNot(Value),
    /// The variable has at most this value.
    AtMost(Value),
    /// The variable has at least this value.
    AtLeast(Value),
}

/// An atom over the domains: `x = v`, `x != v`, `x <= v` or `x >= v`.
///
/// Facts are givens of a run, decisions of the search, and the reasons in explanations. The negation of a fact is a fact.
///
/// ```
/// use pencilmark_engine::Model;
/// let mut model = Model::new();
/// let x = model.var("x", 1..=9);
/// assert_eq!(!x.is(3), x.is_not(3));
/// assert_eq!(!x.at_most(3), x.at_least(4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The variable it speaks of.
    pub var: Var,
    /// What it says.
    pub test: Test,
}

impl Fact {
    /// Does a variable with this value fulfil the fact?
    pub fn allows(self, value: Value) -> bool {
        match self.test {
            Test::Is(v) => value == v,
            Test::IsNot(v) => value != v,
            Test::AtMost(v) => value <= v,
            Test::AtLeast(v) => value >= v,
        }
    }

    /// The fact in words, with the variable's name in place of its number.
    pub fn with_name(self, name: &str) -> String {
        match self.test {
            Test::Is(v) => format!("{name} = {v}"),
            Test::IsNot(v) => format!("{name} != {v}"),
            Test::AtMost(v) => format!("{name} <= {v}"),
            Test::AtLeast(v) => format!("{name} >= {v}"),
        }
    }
}

impl Not for Fact {
    type Output = Fact;
    fn not(self) -> Fact {
        let test = match self.test {
            Test::Is(v) => Test::IsNot(v),
            Test::IsNot(v) => Test::Is(v),
            // At the ends of the numbers, where no values are, these stay false.
            Test::AtMost(v) => Test::AtLeast(v.saturating_add(1)),
            Test::AtLeast(v) => Test::AtMost(v.saturating_sub(1)),
        };
        Fact { var: self.var, test }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_name(&format!("{:?}", self.var)))
    }
}

/// The most values from the least to the greatest of a domain, or of an all-different: a bitset of them takes 8 MiB.
pub const MAX_SPAN: u32 = 1 << 26;

/// Values, and what views add to variables, lie between this and its negative, so that their sums are numbers.
pub const MAX_VALUE: Value = (1 << 30) - 1;

/// A value or an offset that is in range.
fn in_range(value: Value) -> Value {
    assert!((-MAX_VALUE..=MAX_VALUE).contains(&value), "{value} is out of the range of values, {MAX_VALUE} either way");
    value
}

/// A set of values, as it is given for a variable.
///
/// Made from a range, or from any iterator over values; gaps are fine. In words, bit `i` stands for the value `base + i`.
///
/// ```
/// use pencilmark_engine::Domain;
/// let even: Domain = [2, 4, 6, 8].into_iter().collect();
/// assert_eq!(even.to_string(), "{2, 4, 6, 8}");
/// assert_eq!(Domain::from(-1..=3).len(), 5);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    base: Value,
    words: Words,
}

/// The words of a domain. One word, which is what most have, takes no memory of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Words {
    One(u64),
    Many(Vec<u64>),
}

impl Domain {
    fn of_words(base: Value, mut words: impl ExactSizeIterator<Item = u64>) -> Domain {
        let words = if words.len() == 1 { Words::One(words.next().unwrap_or(0)) } else { Words::Many(words.collect()) };
        Domain { base, words }
    }

    /// The set, as a borrowed view with all the questions that can be asked of it.
    pub fn as_ref(&self) -> DomainRef<'_> {
        let words = match &self.words {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        };
        DomainRef { base: self.base, words }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.as_ref().len()
    }

    /// True of the empty set, with which no variable can be made.
    pub fn is_empty(&self) -> bool {
        self.as_ref().is_empty()
    }
}

impl From<RangeInclusive<Value>> for Domain {
    /// # Panics
    /// If the range spans more than [`MAX_SPAN`], or goes beyond [`MAX_VALUE`].
    fn from(range: RangeInclusive<Value>) -> Domain {
        let (low, high) = range.into_inner();
        if high < low {
            return Domain { base: low, words: Words::One(0) };
        }
        let span = in_range(high).abs_diff(in_range(low));
        assert!(span < MAX_SPAN, "a domain {low}..={high} spans more than {MAX_SPAN} values");
        let count = span as usize + 1;
        Domain::of_words(low, (0..count.div_ceil(64)).map(|i| low_bits(count - 64 * i)))
    }
}

impl FromIterator<Value> for Domain {
    /// # Panics
    /// If the values span more than [`MAX_SPAN`], or go beyond [`MAX_VALUE`].
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Domain {
        let values: Vec<Value> = values.into_iter().collect();
        let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else {
            return Domain { base: 0, words: Words::One(0) };
        };
        let span = in_range(high).abs_diff(in_range(low));
        assert!(span < MAX_SPAN, "values {low} to {high} span more than {MAX_SPAN}");
        let mut words = vec![0u64; span as usize / 64 + 1];
        for v in values {
            let bit = v.abs_diff(low) as usize;
            words[bit / 64] |= 1 << (bit % 64);
        }
        Domain::of_words(low, words.into_iter())
    }
}

impl<const N: usize> From<[Value; N]> for Domain {
    fn from(values: [Value; N]) -> Domain {
        values.into_iter().collect()
    }
}

impl From<DomainRef<'_>> for Domain {
    fn from(set: DomainRef<'_>) -> Domain {
        set.iter().collect()
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

/// The values that a variable still has: a borrowed set.
#[derive(Clone, Copy)]
pub struct DomainRef<'a> {
    pub(crate) base: Value,
    pub(crate) words: &'a [u64],
}

impl<'a> DomainRef<'a> {
    /// Is the value in the set?
    pub fn contains(self, value: Value) -> bool {
        let bit = i64::from(value) - i64::from(self.base);
        bit >= 0 && self.words.get(bit as usize / 64).is_some_and(|w| w >> (bit % 64) & 1 == 1)
    }

    /// The number of values.
    pub fn len(self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// True of the empty set.
    pub fn is_empty(self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The least value.
    ///
    /// # Panics
    /// On the empty set, which no variable ever has.
    pub fn min(self) -> Value {
        let (i, w) = self.words.iter().enumerate().find(|(_, w)| **w != 0).expect("a domain is never empty");
        self.base + (i * 64) as Value + w.trailing_zeros() as Value
    }

    /// The greatest value.
    ///
    /// # Panics
    /// On the empty set, which no variable ever has.
    pub fn max(self) -> Value {
        let (i, w) = self.words.iter().enumerate().rfind(|(_, w)| **w != 0).expect("a domain is never empty");
        self.base + (i * 64) as Value + (63 - w.leading_zeros() as Value)
    }

    /// The only value, if there is just one.
    pub fn value(self) -> Option<Value> {
        match self.words {
            [w] => (is_single(*w)).then(|| self.base + w.trailing_zeros() as Value),
            _ => {
                let low = self.min();
                (low == self.max()).then_some(low)
            }
        }
    }

    /// True if just one value is left.
    pub fn is_fixed(self) -> bool {
        self.value().is_some()
    }

    /// The least value above `value`, if any.
    pub fn next_above(self, value: Value) -> Option<Value> {
        let from = (i64::from(value) + 1 - i64::from(self.base)).max(0) as usize;
        let first = *self.words.get(from / 64)? & (!0 << (from % 64));
        let rest = self.words.iter().enumerate().skip(from / 64 + 1).map(|(i, w)| (i, *w));
        let (i, w) = std::iter::once((from / 64, first)).chain(rest).find(|(_, w)| *w != 0)?;
        Some(self.base + (i * 64) as Value + w.trailing_zeros() as Value)
    }

    /// The values in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Value> + 'a {
        let base = self.base;
        self.words.iter().enumerate().flat_map(move |(i, &w)| ones(w).map(move |b| base + (i * 64) as Value + b as Value))
    }

    /// The values as closed ranges, in ascending order.
    pub fn ranges(self) -> Vec<(Value, Value)> {
        ranges(self.iter())
    }

    /// The set as bits, the first standing for the least value that the variable was declared with.
    pub fn bits(self) -> &'a BitSlice<u64, Lsb0> {
        BitSlice::from_slice(self.words)
    }
}

/// Values in ascending order as closed ranges.
///
/// ```
/// assert_eq!(pencilmark_engine::ranges([1, 2, 3, 7]), [(1, 3), (7, 7)]);
/// ```
pub fn ranges(values: impl IntoIterator<Item = Value>) -> Vec<(Value, Value)> {
    let mut ranges: Vec<(Value, Value)> = Vec::new();
    for v in values {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == v => *end = v,
            _ => ranges.push((v, v)),
        }
    }
    ranges
}

impl fmt::Display for DomainRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, (low, high)) in self.ranges().into_iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match high.abs_diff(low) {
                0 => write!(f, "{comma}{low}")?,
                1 => write!(f, "{comma}{low}, {high}")?,
                _ => write!(f, "{comma}{low}..{high}")?,
            }
        }
        f.write_str("}")
    }
}

impl fmt::Debug for DomainRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// True if exactly one bit is set.
#[inline(always)]
pub(crate) fn is_single(word: u64) -> bool {
    word != 0 && word & (word - 1) == 0
}

/// The positions of the set bits, ascending.
#[inline(always)]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

/// The lowest `n` bits, for `n <= 64`.
#[inline(always)]
pub(crate) fn low_bits(n: usize) -> u64 {
    if n >= 64 { !0 } else { (1 << n) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_set_answers_like_a_list() {
        let values = [-70, -69, 0, 63, 64, 200];
        let domain: Domain = values.into_iter().collect();
        let set = domain.as_ref();
        assert_eq!(set.iter().collect::<Vec<_>>(), values);
        assert_eq!((set.min(), set.max(), set.len()), (-70, 200, 6));
        assert!((-80..=210).all(|v| set.contains(v) == values.contains(&v)));
        for v in -80..=210 {
            assert_eq!(set.next_above(v), values.into_iter().find(|&w| w > v), "above {v}");
        }
        assert_eq!(set.to_string(), "{-70, -69, 0, 63, 64, 200}");
    }

    #[test]
    fn ranges_of_every_width_hold_just_their_values() {
        for width in 1..140 {
            let domain = Domain::from(5..=4 + width);
            assert_eq!(domain.len(), width as usize);
            assert_eq!(domain.as_ref().len(), width as usize);
            assert_eq!(domain.as_ref().max(), 4 + width);
        }
        assert!(Domain::from(RangeInclusive::new(3, 2)).is_empty());
    }

    #[test]
    fn the_negation_of_a_fact_allows_just_the_other_values() {
        let x = Var(0);
        for fact in [x.is(3), x.is_not(3), x.at_most(3), x.at_least(3)] {
            assert!((-5..10).all(|v| fact.allows(v) != (!fact).allows(v)));
        }
    }
}
