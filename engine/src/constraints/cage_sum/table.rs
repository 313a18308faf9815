//! A table of combinations as bitsets over the combinations: which are left is a few operations a value (compact tables: Demeulenaere and
//! others, "Compact-Table: efficiently filtering table constraints with reversible sparse bit-sets", CP 2016).

use super::combinations::sum_of;
use crate::domain::ones;

/// Combinations as a matrix of bits: a set of combinations for each value.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    masks: Vec<u64>,
    /// For each sum of bits, ascending, the combinations that have it, as words of a set.
    by_sum: Vec<(u32, Box<[u64]>)>,
    /// How many words a set of combinations takes.
    words: usize,
    /// The values that some combination has.
    values: u64,
    /// All combinations.
    all: Box<[u64]>,
    /// For each of the 64 values the combinations that have it.
    with: Box<[u64]>,
}

impl Table {
    pub(super) fn new(masks: Vec<u64>) -> Table {
        let words = masks.len().div_ceil(64).max(1);
        let (mut all, mut with) = (vec![0; words], vec![0; words * 64]);
        for (i, &mask) in masks.iter().enumerate() {
            all[i / 64] |= 1 << (i % 64);
            ones(mask).for_each(|value| with[value as usize * words + i / 64] |= 1 << (i % 64));
        }
        let values = masks.iter().fold(0, |values, mask| values | mask);
        let mut by_sum: Vec<(u32, Box<[u64]>)> = Vec::new();
        for (i, &mask) in masks.iter().enumerate() {
            let sum = sum_of(mask);
            let at = match by_sum.binary_search_by_key(&sum, |(sum, _)| *sum) {
                Ok(at) => at,
                Err(at) => {
                    by_sum.insert(at, (sum, vec![0; words].into()));
                    at
                }
            };
            by_sum[at].1[i / 64] |= 1 << (i % 64);
        }
        Table { masks, by_sum, words, values, all: all.into(), with: with.into() }
    }

    /// All combinations.
    pub(crate) fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// For each sum of bits, ascending, the combinations that have it.
    pub(super) fn by_sum(&self) -> &[(u32, Box<[u64]>)] {
        &self.by_sum
    }

    /// The values that some combination has.
    pub(super) fn values(&self) -> u64 {
        self.values
    }

    /// Memory for a set of combinations.
    pub(super) fn empty(&self) -> Box<[u64]> {
        vec![0; self.words].into()
    }

    #[inline(always)]
    fn with(&self, value: u32, word: usize) -> u64 {
        self.with[value as usize * self.words + word]
    }

    /// Puts into `left` the combinations whose values these words have between them, and of which each word has one. With `rest`, too, the
    /// values of the house that a combination leaves out must be so spread over those. False if none is left.
    #[inline(always)]
    pub(super) fn filter(&self, cage: &[u64], rest: &[u64], left: &mut [u64]) -> bool {
        let missing = self.values & !cage.iter().fold(0, |union, word| union | word);
        let lacking = if rest.is_empty() { 0 } else { self.values & !rest.iter().fold(0, |union, word| union | word) };
        let mut any = 0;
        for (i, left) in left.iter_mut().enumerate() {
            let mut fit = self.all[i];
            for &word in cage {
                fit &= ones(word & self.values).fold(0, |some, value| some | self.with(value, i));
            }
            for &word in rest {
                // A value of no combination is in all complements.
                let inside = if word & !self.values == 0 { ones(word).fold(!0, |every, value| every & self.with(value, i)) } else { 0 };
                fit &= !inside;
            }
            fit = ones(missing).fold(fit, |fit, value| fit & !self.with(value, i));
            fit = ones(lacking).fold(fit, |fit, value| fit & self.with(value, i));
            *left = fit;
            any |= fit;
        }
        any != 0
    }

    /// The values that some of these combinations have, and those that all have.
    #[inline(always)]
    pub(super) fn possible_and_required(&self, left: &[u64]) -> (u64, u64) {
        let (mut possible, mut required) = (0, 0);
        for value in ones(self.values) {
            let (mut some, mut none) = (0, 0);
            for (i, &left) in left.iter().enumerate() {
                some |= left & self.with(value, i);
                none |= left & !self.with(value, i);
            }
            possible |= u64::from(some != 0) << value;
            required |= u64::from(none == 0) << value;
        }
        (possible, required)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Against a look at each combination, with more than a word of them, too.
    #[test]
    fn the_combinations_that_fit_are_left() {
        let mut rng = Rng::new(1);
        for round in 0..500 {
            let size = 2 + round % 3;
            let values = 0b11_1111_1110u64;
            let masks: Vec<u64> = (0..1024).filter(|m: &u64| m.count_ones() == size && m & !values == 0).collect();
            let table = Table::new(masks.clone());
            let mut word = || (0..1 + rng.below(5)).fold(0, |word, _| word | 2 << rng.below(9));
            let cage: Vec<u64> = (0..size).map(|_| word()).collect();
            let rest: Vec<u64> = if round % 2 == 0 { Vec::new() } else { (0..9 - size).map(|_| word()).collect() };
            let union = |words: &[u64]| words.iter().fold(0, |union, word| union | word);
            let fits = |mask: &u64| {
                let others = values & !mask;
                let inside = mask & !union(&cage) == 0 && cage.iter().all(|word| word & mask != 0);
                let outside = rest.is_empty() || others & !union(&rest) == 0 && rest.iter().all(|word| word & others != 0);
                inside && outside
            };
            let want: Vec<u64> = masks.iter().copied().filter(fits).collect();
            let mut left = table.empty();
            assert_eq!(table.filter(&cage, &rest, &mut left), !want.is_empty());
            let found: Vec<u64> = (0..masks.len()).filter(|&i| left[i / 64] >> (i % 64) & 1 == 1).map(|i| masks[i]).collect();
            assert_eq!(found, want);
            if !want.is_empty() {
                let all = want.iter().fold(!0, |all, mask| all & mask);
                assert_eq!(table.possible_and_required(&left), (union(&want), all));
            }
        }
    }
}
