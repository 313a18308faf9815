//! What a subproblem is known by, and the counts remembered under it.

use hashbrown::HashTable;

use super::super::links::Lists;
use super::super::problem::Shape;

/// How the state of all items is written into words: one bit an item, or as many as its colours need.
///
/// A primary item is closed (0) or open (1). A secondary item is closed (0), open (1), or has been given colour `c`
/// (2 + `c`). One without live options counts as closed, whichever it is: it constrains nothing any more.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    primary: u32,
    items: u32,
    /// The first bit of each secondary item. No field crosses a word.
    places: Vec<u32>,
    words: usize,
}

impl Keys {
    pub(super) fn new(shape: &Shape) -> Self {
        let mut coloured = vec![false; shape.items as usize];
        for option in shape.choosable_options() {
            for entry in shape.option(option) {
                coloured[entry.item as usize] |= entry.colour != 0;
            }
        }
        // States run up to 1 + colours.
        let bits = (shape.colours + 1).ilog2() + 1;
        let mut next = shape.primary;
        let mut places = Vec::new();
        for item in shape.primary..shape.items {
            let width = if coloured[item as usize] { bits } else { 1 };
            if next % 64 + width > 64 {
                next = next.next_multiple_of(64);
            }
            places.push(next);
            next += width;
        }
        Self { primary: shape.primary, items: shape.items, places, words: (next as usize).div_ceil(64).max(1) }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Writes the key of the present state, and tells the first open item with the fewest options and how many; none
    /// when all are closed.
    pub(super) fn read(&self, lists: &Lists, key: &mut [u64]) -> Option<(u32, u32)> {
        key.fill(0);
        let mut best = None;
        let mut fewest = u32::MAX;
        for (item, size) in lists.open() {
            key[item as usize / 64] |= 1 << (item % 64);
            if size < fewest {
                (best, fewest) = (Some((item, size)), size);
            }
        }
        for (item, &place) in (self.primary..self.items).zip(&self.places) {
            key[place as usize / 64] |= u64::from(lists.state(item)) << (place % 64);
        }
        best
    }
}

/// Counts by key, up to a limit of memory.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    words: usize,
    most: usize,
    /// Positions in `keys` and `counts`.
    table: HashTable<u32>,
    keys: Vec<u64>,
    counts: Vec<u128>,
}

impl Memo {
    pub(super) fn new(words: usize, memory: u64) -> Self {
        // A key, a count and a slot of the table with its tag. Arrays double as they grow, and the old one is there
        // while the new one is filled: three times as much at worst.
        let each = 3 * (words as u64 * 8 + 16 + 6);
        let most = (memory / each).min(u64::from(u32::MAX)) as usize;
        Self { words, most, table: HashTable::new(), keys: Vec::new(), counts: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.counts.len() >= self.most
    }

    pub(super) fn recall(&self, key: &[u64]) -> Option<u128> {
        let words = self.words;
        let same = |&at: &u32| self.keys[at as usize * words..][..words] == *key;
        self.table.find(hash(key), same).map(|&at| self.counts[at as usize])
    }

    /// Remembers the count of a key that is not there yet, unless the memo is full.
    pub(super) fn remember(&mut self, key: &[u64], covers: u128) {
        if self.is_full() {
            return;
        }
        let at = self.counts.len() as u32;
        self.keys.extend_from_slice(key);
        self.counts.push(covers);
        let (keys, words) = (&self.keys, self.words);
        self.table.insert_unique(hash(key), at, |&at| hash(&keys[at as usize * words..][..words]));
    }
}

/// A multiplicative hash, folded: keys are bit sets that differ in few places, all of which must reach the top bits.
fn hash(key: &[u64]) -> u64 {
    let mut h = 0x51_7c_c1_b7_27_22_0a_95u64;
    for &word in key {
        let product = u128::from(h ^ word) * 0x9e37_79b9_7f4a_7c15u128;
        h = ((product >> 64) as u64 ^ product as u64).rotate_left(29);
    }
    h
}
