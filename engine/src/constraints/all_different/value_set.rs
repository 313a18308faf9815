//! Sets of value numbers for the matching: one word, or bitvec for any width.

use bitvec::prelude::{BitVec, Lsb0};

use crate::domain::DomainRef;

/// A set of small numbers, with the few operations that the matching needs. All sets that meet have the same width.
pub(super) trait ValueSet: Clone + Send {
    /// The empty set of numbers below `width`.
    fn empty(width: usize) -> Self;
    /// Takes over a domain whose first bit has the number `shift`.
    fn load(&mut self, domain: DomainRef<'_>, shift: u32);
    fn clear(&mut self);
    fn insert(&mut self, number: usize);
    fn remove(&mut self, number: usize);
    fn contains(&self, number: usize) -> bool;
    fn union_with(&mut self, other: &Self);
    fn subtract(&mut self, other: &Self);
    fn intersects(&self, other: &Self) -> bool;
    /// The least number that is in both.
    fn first_common(&self, other: &Self) -> Option<usize>;
    /// The least number that is in this and not in the other.
    fn first_outside(&self, other: &Self) -> Option<usize>;
    /// Is this in `a` and `b` together?
    fn within(&self, a: &Self, b: &Self) -> bool;
    /// The words, for a domain whose first bit has the number `shift`: word `i` of it.
    fn word(&self, i: usize, shift: u32) -> u64;
}

/// For scopes of at most 64 values.
impl ValueSet for u64 {
    fn empty(_: usize) -> u64 {
        0
    }
    #[inline(always)]
    fn load(&mut self, domain: DomainRef<'_>, shift: u32) {
        *self = domain.words[0] << shift;
    }
    #[inline(always)]
    fn clear(&mut self) {
        *self = 0;
    }
    #[inline(always)]
    fn insert(&mut self, number: usize) {
        *self |= 1 << number;
    }
    #[inline(always)]
    fn remove(&mut self, number: usize) {
        *self &= !(1 << number);
    }
    #[inline(always)]
    fn contains(&self, number: usize) -> bool {
        self >> number & 1 == 1
    }
    #[inline(always)]
    fn union_with(&mut self, other: &u64) {
        *self |= other;
    }
    #[inline(always)]
    fn subtract(&mut self, other: &u64) {
        *self &= !other;
    }
    #[inline(always)]
    fn intersects(&self, other: &u64) -> bool {
        self & other != 0
    }
    #[inline(always)]
    fn first_common(&self, other: &u64) -> Option<usize> {
        let common = self & other;
        (common != 0).then(|| common.trailing_zeros() as usize)
    }
    #[inline(always)]
    fn first_outside(&self, other: &u64) -> Option<usize> {
        self.first_common(&!other)
    }
    #[inline(always)]
    fn within(&self, a: &u64, b: &u64) -> bool {
        self & !a & !b == 0
    }
    #[inline(always)]
    fn word(&self, _: usize, shift: u32) -> u64 {
        self >> shift
    }
}

/// For scopes of any width.
pub(super) type Wide = BitVec<u64, Lsb0>;

impl ValueSet for Wide {
    fn empty(width: usize) -> Wide {
        BitVec::repeat(false, width.next_multiple_of(64).max(64))
    }
    fn load(&mut self, domain: DomainRef<'_>, shift: u32) {
        self.fill(false);
        let (skip, bits) = (shift as usize / 64, shift % 64);
        let words = self.as_raw_mut_slice();
        for (i, &word) in domain.words.iter().enumerate() {
            if let Some(low) = words.get_mut(skip + i) {
                *low |= word << bits;
            }
            if let (true, Some(high)) = (bits > 0, words.get_mut(skip + i + 1)) {
                *high |= word >> (64 - bits);
            }
        }
    }
    fn clear(&mut self) {
        self.as_raw_mut_slice().fill(0);
    }
    fn insert(&mut self, number: usize) {
        self.set(number, true);
    }
    fn remove(&mut self, number: usize) {
        self.set(number, false);
    }
    fn contains(&self, number: usize) -> bool {
        self[number]
    }
    fn union_with(&mut self, other: &Wide) {
        self.as_raw_mut_slice().iter_mut().zip(other.as_raw_slice()).for_each(|(a, b)| *a |= b);
    }
    fn subtract(&mut self, other: &Wide) {
        self.as_raw_mut_slice().iter_mut().zip(other.as_raw_slice()).for_each(|(a, b)| *a &= !b);
    }
    fn intersects(&self, other: &Wide) -> bool {
        self.as_raw_slice().iter().zip(other.as_raw_slice()).any(|(a, b)| a & b != 0)
    }
    fn first_common(&self, other: &Wide) -> Option<usize> {
        first(self.as_raw_slice().iter().zip(other.as_raw_slice()).map(|(a, b)| a & b))
    }
    fn first_outside(&self, other: &Wide) -> Option<usize> {
        first(self.as_raw_slice().iter().zip(other.as_raw_slice()).map(|(a, b)| a & !b))
    }
    fn within(&self, a: &Wide, b: &Wide) -> bool {
        let others = a.as_raw_slice().iter().zip(b.as_raw_slice());
        self.as_raw_slice().iter().zip(others).all(|(s, (a, b))| s & !a & !b == 0)
    }
    fn word(&self, i: usize, shift: u32) -> u64 {
        let (skip, bits) = (shift as usize / 64 + i, shift % 64);
        let words = self.as_raw_slice();
        let low = words.get(skip).map_or(0, |w| w >> bits);
        let high = if bits == 0 { 0 } else { words.get(skip + 1).map_or(0, |w| w << (64 - bits)) };
        low | high
    }
}

fn first(words: impl Iterator<Item = u64>) -> Option<usize> {
    words.enumerate().find(|(_, w)| *w != 0).map(|(i, w)| i * 64 + w.trailing_zeros() as usize)
}
