//! Combinations of a cage as tables: which of them a set of values allows, and which values some of them have, by a few looks at a table.
//!
//! Sixteen combinations are a word, a bit each. What a set of values says of them is the union of what each value says, so it can be looked
//! up five values at a time in a row of thirty-two entries (compact tables, Demeulenaere and others 2016, with unions in place of supports).

use super::plan::Plan;
use super::vector::{LANES, Row, Vector};

/// How many bits find an entry: a row has 2^5 of them.
const BITS: usize = 5;
const _: () = assert!(1 << BITS == LANES);

/// The most rows that are needed for sets of sixteen.
const MOST_ROWS: usize = 16_usize.div_ceil(BITS);

/// How many combinations a word has.
pub(super) const WORD: usize = 16;

/// Where the rows of a list of combinations are in a plan.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Table {
    start: usize,
    /// Of combinations.
    pub(super) words: usize,
    /// For sets of values, and for sets of combinations of a word.
    by_values: usize,
    by_combinations: usize,
}

/// Four tables for up to sixteen combinations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// Values to the combinations that have some of them.
    pub(super) having: &'a [Row],
    /// Values to the combinations that lack some of them.
    pub(super) lacking: &'a [Row],
    /// Combinations to the values that some of them have.
    pub(super) had: &'a [Row],
    /// Combinations to the values that some of them lack.
    pub(super) lacked: &'a [Row],
}

impl Table {
    /// Adds the rows of some combinations out of a set of values.
    pub(super) fn extend(tables: &mut Vec<Row>, combinations: &[u16], values: usize) -> Table {
        let table = Table {
            start: tables.len(),
            words: combinations.len().div_ceil(WORD),
            by_values: values.div_ceil(BITS),
            by_combinations: combinations.len().min(WORD).div_ceil(BITS),
        };
        let all = (u32::MAX >> (32 - values)) as u16;
        for word in combinations.chunks(WORD) {
            let mut having = [0; 16];
            for (i, &combination) in word.iter().enumerate() {
                for (value, set) in having[..values].iter_mut().enumerate() {
                    *set |= (combination >> value & 1) << i;
                }
            }
            let whole = (u32::MAX >> (32 - word.len())) as u16;
            let mut had = [0; WORD];
            had[..word.len()].copy_from_slice(word);
            rows(tables, table.by_values, having);
            rows(tables, table.by_values, having.map(|set| whole & !set));
            rows(tables, table.by_combinations, had);
            rows(tables, table.by_combinations, had.map(|set| all & !set));
        }
        table
    }

    /// The tables of a word.
    #[inline(always)]
    pub(super) fn word(self, plan: &Plan, word: usize) -> Word<'_> {
        let rows = &plan.tables[self.start + 2 * word * (self.by_values + self.by_combinations)..];
        let (having, rows) = rows.split_at(self.by_values);
        let (lacking, rows) = rows.split_at(self.by_values);
        let (had, rows) = rows.split_at(self.by_combinations);
        Word { having, lacking, had, lacked: &rows[..self.by_combinations] }
    }
}

/// Adds rows that join what the bits of a set stand for.
fn rows(tables: &mut Vec<Row>, count: usize, each: [u16; 16]) {
    for part in each.chunks(BITS).take(count) {
        let mut row = Row([0; LANES]);
        // Each bit doubles what is there; all loops have fixed lengths.
        for bit in 0..BITS {
            let one = part.get(bit).copied().unwrap_or(0);
            for entry in 0..1 << bit {
                row.0[entry + (1 << bit)] = row.0[entry] | one;
            }
        }
        tables.push(row);
    }
}

/// What some rows say of a set.
#[inline(always)]
pub(super) fn look_up<V: Vector>(rows: &[Row], set: V) -> V {
    let mut out = V::splat(0);
    // So many that the shifts are constants.
    for i in 0..MOST_ROWS {
        if let Some(row) = rows.get(i) {
            out = out.or(V::entry(row, set.down(BITS * i)));
        }
    }
    out
}
