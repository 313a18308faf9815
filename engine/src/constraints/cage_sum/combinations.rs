//! Combinations: the sets of so many values, of some values, that add up to a total; as masks, remembered.

use std::sync::{Arc, Mutex};

use hashbrown::HashMap;

use super::table::Table;
use crate::domain::{Value, ones};

/// More combinations than this are not looked at one by one: bounds take their place.
const MOST: usize = 1 << 12;

/// Values as a mask (from the least), how many of them, and their total; `None` is any total.
type Key = (u64, u32, Option<i64>);

/// The combinations that were asked for so far. Cages of one puzzle ask for the same again and again.
#[derive(Debug, Default)]
pub struct Combinations {
    known: Mutex<HashMap<Key, Option<Arc<Table>>>>,
}

impl Combinations {
    /// The sets of `size` of these values that add up to `total` (or to anything); bit `i` stands for the value `base + i`. `None` if
    /// there are too many to look at one by one.
    pub(crate) fn of(&self, values: u64, base: Value, size: usize, total: Option<i64>) -> Option<Arc<Table>> {
        // Over the bits themselves the total is less by the base of each value.
        let total = total.map(|total| total - i64::from(base) * size as i64);
        let mut known = self.known.lock().expect("nobody panics while he holds it");
        let list = || {
            let mut found = Vec::new();
            let bits: Vec<u32> = ones(values).collect();
            extend(&bits, size, total, 0, &mut found).then(|| Arc::new(Table::new(found)))
        };
        known.entry((values, size as u32, total)).or_insert_with(list).clone()
    }

    /// The same for values in any order, and the value that bit 0 stands for. `None` also if they are too far apart for the bits.
    pub(crate) fn among(&self, values: impl Iterator<Item = Value>, size: usize, total: Option<i64>) -> Option<(Value, Arc<Table>)> {
        let values: Vec<Value> = values.collect();
        let base = values.iter().copied().min().unwrap_or(0);
        let mut mask = 0;
        for value in values {
            mask |= 1u64.checked_shl(value.abs_diff(base))?;
        }
        Some((base, self.of(mask, base, size, total)?))
    }
}

/// Adds `chosen` with `size` of these bits (ascending) that add up to `total`; false if there are too many.
fn extend(bits: &[u32], size: usize, total: Option<i64>, chosen: u64, found: &mut Vec<u64>) -> bool {
    if size == 0 {
        if total.is_none_or(|total| total == 0) {
            found.push(chosen);
        }
        return found.len() <= MOST;
    }
    if bits.len() < size {
        return true;
    }
    if let Some(total) = total {
        let sum = |bits: &[u32]| bits.iter().map(|&bit| i64::from(bit)).sum::<i64>();
        if total < sum(&bits[..size]) || total > sum(&bits[bits.len() - size..]) {
            return true;
        }
    }
    let with = total.map(|total| total - i64::from(bits[0]));
    extend(&bits[1..], size - 1, with, chosen | 1 << bits[0], found) && extend(&bits[1..], size, total, chosen, found)
}

/// The sum of the bits of a mask.
pub(super) fn sum_of(mask: u64) -> u32 {
    ones(mask).sum()
}

/// Bit `i` of the result is bit `top - i` of the mask, where there is one: what is left of `top`.
#[inline(always)]
pub(super) fn mirrored(mask: u64, top: i64) -> u64 {
    match top {
        0..=63 => mask.reverse_bits() >> (63 - top),
        64..=126 => mask.reverse_bits() << (top - 63),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn just_the_sets_of_that_size_and_total() {
        let memo = Combinations::default();
        for (values, base) in [(0b1_1111_1111, 1), (0b1010_1010, 1), (0b1_0011_1011, -3)] {
            for size in 0..6 {
                for total in -5..40 {
                    let mut found = memo.of(values, base, size, Some(total)).unwrap().masks().to_vec();
                    found.sort_unstable();
                    let fits = |mask: &u64| {
                        mask & !values == 0
                            && mask.count_ones() as usize == size
                            && i64::from(sum_of(*mask)) + i64::from(base) * size as i64 == total
                    };
                    assert_eq!(found, (0..512).filter(fits).collect::<Vec<u64>>(), "{size} of {values:b} from {base} for {total}");
                }
            }
        }
        assert_eq!(memo.of(0b111, 1, 2, None).unwrap().masks().len(), 3);
        assert!(memo.of(!0, 0, 9, None).is_none());
    }

    #[test]
    fn a_mirror_shows_what_is_left() {
        for top in -3..130 {
            let mask = 0x8421_0000_9000_0301;
            let want = (0..64).filter(|i| (0..64).contains(&(top - i)) && mask >> (top - i) & 1 == 1).fold(0, |m, i| m | 1 << i);
            assert_eq!(mirrored(mask, top), want, "{top}");
        }
    }
}
