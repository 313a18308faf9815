//! The hot part of the matrix solver: which options live, and which item has the fewest of them, in words of 64 bits.

#![allow(unsafe_code)]

use super::super::problem::{Entry, Shape};

/// Words a block: a block without live options is passed over as a whole.
const BLOCK: usize = 4;

/// What the item with the fewest live options is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fewest {
    /// No primary item is open.
    None,
    /// The first of those with the fewest.
    Items { item: u32, size: u32 },
}

/// The matrix, and for every level of the search the live options and the open items.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// Words in a row of options, a multiple of `BLOCK`.
    width: usize,
    /// Words in a row of items.
    item_width: usize,
    primary: u32,
    /// For each primary item its options.
    members: Vec<u64>,
    /// For each option those that cannot be chosen beside it, itself included.
    conflicts: Vec<u64>,
    /// For each option its primary items.
    items: Vec<u64>,
    /// The problem's number of each option; options are sorted so that those of a large item stand together and leave
    /// empty blocks behind when that item is closed.
    option: Vec<u32>,
    column: Vec<u32>,
    /// The levels: live options, open items, the blocks that are not empty (only these are valid in `live`).
    live: Vec<u64>,
    open: Vec<u64>,
    blocks: Vec<u32>,
    used: Vec<usize>,
    features: Features,
}

/// What the processor offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Features {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Wide,
}

impl Features {
    fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            return Self::Wide;
        }
        Self::Baseline
    }
}

fn set(row: &mut [u64], bit: u32) {
    row[bit as usize / 64] |= 1 << (bit % 64);
}

impl Bits {
    pub(super) fn new(shape: &Shape) -> Self {
        let mut sizes = vec![0u32; shape.items as usize];
        for option in shape.choosable_options() {
            shape.option(option).iter().for_each(|entry| sizes[entry.item as usize] += 1);
        }
        let mut option: Vec<u32> = shape.choosable_options().collect();
        let is_primary = |entry: &&Entry| entry.item < shape.primary;
        option.sort_by_key(|&o| {
            let entries = shape.option(o).iter().filter(is_primary);
            entries.map(|entry| (u32::MAX - sizes[entry.item as usize], entry.item)).min()
        });
        let n = option.len();
        let width = n.div_ceil(64 * BLOCK).max(1) * BLOCK;
        let item_width = match shape.primary.div_ceil(64) {
            // Widths for which there is code without inner loops.
            few @ 0..=8 => (few as usize).next_power_of_two(),
            many => many as usize,
        };
        let mut column = vec![u32::MAX; shape.options() as usize];
        let mut members = vec![0; shape.primary as usize * width];
        let mut items = vec![0; n * item_width];
        let mut by_item = vec![Vec::new(); shape.items as usize];
        for (c, &o) in option.iter().enumerate() {
            column[o as usize] = c as u32;
            for entry in shape.option(o) {
                by_item[entry.item as usize].push((c as u32, entry.colour));
                if entry.item < shape.primary {
                    set(&mut members[entry.item as usize * width..], c as u32);
                    set(&mut items[c * item_width..], entry.item);
                }
            }
        }
        let mut conflicts = vec![0; n * width];
        for (c, &o) in option.iter().enumerate() {
            let row = &mut conflicts[c * width..][..width];
            for entry in shape.option(o) {
                let i = entry.item as usize;
                if entry.item < shape.primary {
                    row.iter_mut().zip(&members[i * width..]).for_each(|(a, b)| *a |= b);
                    continue;
                }
                for &(other, colour) in &by_item[i] {
                    if colour == 0 || colour != entry.colour {
                        set(row, other);
                    }
                }
            }
        }
        let mut live = vec![0; width];
        (0..n as u32).for_each(|c| set(&mut live, c));
        let mut open = vec![0; item_width];
        (0..shape.primary).for_each(|i| set(&mut open, i));
        let blocks: Vec<u32> = (0..(width / BLOCK) as u32).collect();
        Self {
            width,
            item_width,
            primary: shape.primary,
            members,
            conflicts,
            items,
            option,
            column,
            live,
            open,
            used: vec![blocks.len()],
            blocks,
            features: Features::detect(),
        }
    }

    pub(super) fn option(&self, column: u32) -> u32 {
        self.option[column as usize]
    }

    pub(super) fn column(&self, option: u32) -> u32 {
        self.column[option as usize]
    }

    fn level(&self) -> usize {
        self.used.len() - 1
    }

    fn blocks(&self) -> &[u32] {
        let level = self.level();
        &self.blocks[level * (self.width / BLOCK)..][..self.used[level]]
    }

    /// Goes back to the state after this many options were taken.
    pub(super) fn truncate(&mut self, taken: usize) {
        self.used.truncate(taken + 1);
    }

    pub(super) fn pop(&mut self) {
        self.used.pop();
    }

    /// Takes an option on a new level, and tells how many words that changed.
    pub(super) fn take(&mut self, column: u32) -> u64 {
        let (level, width, item_width) = (self.level(), self.width, self.item_width);
        let per_level = width / BLOCK;
        if self.live.len() < (level + 2) * width {
            self.live.resize((level + 2) * width, 0);
            self.open.resize((level + 2) * item_width, 0);
            self.blocks.resize((level + 2) * per_level, 0);
        }
        let column = column as usize;
        let (old, new) = self.open.split_at_mut((level + 1) * item_width);
        let items = &self.items[column * item_width..][..item_width];
        for ((new, old), items) in new.iter_mut().zip(&old[level * item_width..]).zip(items) {
            *new = old & !items;
        }
        let (old, new) = self.live.split_at_mut((level + 1) * width);
        let (old, new) = (&old[level * width..][..width], &mut new[..width]);
        let conflicts = &self.conflicts[column * width..][..width];
        let (old_blocks, new_blocks) = self.blocks.split_at_mut((level + 1) * per_level);
        let old_blocks = &old_blocks[level * per_level..][..self.used[level]];
        let mut used = 0;
        for &block in old_blocks {
            let range = block as usize * BLOCK..(block as usize + 1) * BLOCK;
            let mut any = 0;
            for ((new, old), conflict) in new[range.clone()].iter_mut().zip(&old[range.clone()]).zip(&conflicts[range]) {
                *new = old & !conflict;
                any |= *new;
            }
            new_blocks[used] = block;
            used += usize::from(any != 0);
        }
        let words = old_blocks.len() * BLOCK;
        self.used.push(used);
        words as u64
    }

    /// The first live option of an item from this column on.
    pub(super) fn next_option(&self, item: u32, from: u32) -> Option<u32> {
        let live = &self.live[self.level() * self.width..][..self.width];
        let members = &self.members[item as usize * self.width..][..self.width];
        let (first, mut mask) = (from as usize / 64, !0u64 << (from % 64));
        for &block in self.blocks() {
            let block = block as usize;
            if block < first / BLOCK {
                continue;
            }
            for word in (block * BLOCK).max(first)..(block + 1) * BLOCK {
                if word != first {
                    mask = !0;
                }
                let found = live[word] & members[word] & mask;
                if found != 0 {
                    return Some(word as u32 * 64 + found.trailing_zeros());
                }
            }
        }
        None
    }

    /// The live options of an item, counted.
    fn count(&self, item: u32) -> u32 {
        let live = &self.live[self.level() * self.width..][..self.width];
        let members = &self.members[item as usize * self.width..][..self.width];
        count(live, members, self.blocks())
    }

    /// The open items with this many options.
    pub(super) fn ties(&self, size: u32) -> impl Iterator<Item = u32> + '_ {
        let open = &self.open[self.level() * self.item_width..];
        (0..self.primary).filter(move |&i| open[i as usize / 64] >> (i % 64) & 1 == 1 && self.count(i) == size)
    }

    /// The first open item with the fewest options.
    pub(super) fn fewest(&self) -> Fewest {
        match self.features {
            Features::Baseline => self.fewest_here(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` has seen the features that the function needs.
            Features::Wide => unsafe { self.fewest_wide() },
        }
    }

    fn level_rows(&self) -> (&[u64], &[u64]) {
        let level = self.level();
        (&self.live[level * self.width..][..self.width], &self.open[level * self.item_width..][..self.item_width])
    }

    /// The same code with instructions that not every processor has: for counting the bits of a word, and for four
    /// words at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,avx2,bmi1")]
    fn fewest_wide(&self) -> Fewest {
        let (live, open) = self.level_rows();
        let found = match self.item_width {
            4 if self.options_are_less(live, open) => self.by_options_wide::<4, 1>(live, open),
            8 if self.options_are_less(live, open) => self.by_options_wide::<8, 2>(live, open),
            3..=8 => None,
            _ => return self.fewest_here(),
        };
        found.unwrap_or_else(|| self.by_items(live, open))
    }

    #[inline(always)]
    fn fewest_here(&self) -> Fewest {
        let (live, open) = self.level_rows();
        let found = match self.item_width {
            // Two words are not worth it, and more need wider registers.
            1 if self.options_are_less(live, open) => self.by_options::<1>(live, open),
            _ => None,
        };
        found.unwrap_or_else(|| self.by_items(live, open))
    }

    /// Whether it is less work to look at each live option once than at the options of each open item. The weights
    /// were measured.
    #[inline(always)]
    fn options_are_less(&self, live: &[u64], open: &[u64]) -> bool {
        let blocks = self.blocks();
        let ones = |words: &[u64]| words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let options: usize = blocks.iter().map(|&block| ones(&live[block as usize * BLOCK..][..BLOCK])).sum();
        options * (4 + self.item_width.min(4)) < ones(open) * blocks.len() * 6
    }

    /// As `by_options`, `V` times 256 items at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,avx2,bmi1")]
    fn by_options_wide<const N: usize, const V: usize>(&self, live: &[u64], open: &[u64]) -> Option<Fewest> {
        use std::arch::x86_64::{
            __m256i, _mm256_and_si256, _mm256_loadu_si256, _mm256_or_si256, _mm256_setzero_si256, _mm256_storeu_si256,
        };
        const { assert!(N == 4 * V) };
        let mut sums = [[_mm256_setzero_si256(); 4]; V];
        for &block in self.blocks() {
            let first = block as usize * BLOCK;
            for (word, &bits) in (first..).zip(&live[first..first + BLOCK]) {
                let mut rest = bits;
                while rest != 0 {
                    let column = word * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let items = self.items[column * N..][..N].as_ptr().cast::<__m256i>();
                    for (k, sum) in sums.iter_mut().enumerate() {
                        // SAFETY: the slice has N = 4 V words, and `k` is less than V; loads need no alignment.
                        let row = unsafe { _mm256_loadu_si256(items.add(k)) };
                        let two = _mm256_and_si256(sum[0], row);
                        let three = _mm256_and_si256(sum[1], two);
                        let four = _mm256_and_si256(sum[2], three);
                        sum[3] = _mm256_or_si256(sum[3], four);
                        sum[2] = _mm256_or_si256(sum[2], three);
                        sum[1] = _mm256_or_si256(sum[1], two);
                        sum[0] = _mm256_or_si256(sum[0], row);
                    }
                }
            }
        }
        let mut words = [[0; N]; 4];
        for (k, sum) in sums.iter().enumerate() {
            for (sum, words) in sum.iter().zip(&mut words) {
                // SAFETY: `words` has N = 4 V words, and `k` is less than V; stores need no alignment.
                unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast::<__m256i>().add(k), *sum) };
            }
        }
        smallest_sum(open, &words)
    }

    /// Adds up the items of all live options, all items at once: `sums[n]` has those in more than `n` of them. Finds the
    /// answer if some item has at most three options.
    #[inline(always)]
    fn by_options<const N: usize>(&self, live: &[u64], open: &[u64]) -> Option<Fewest> {
        let mut sums = [[0; N]; 4];
        for &block in self.blocks() {
            let first = block as usize * BLOCK;
            for (word, &bits) in (first..).zip(&live[first..first + BLOCK]) {
                let mut rest = bits;
                while rest != 0 {
                    let column = word * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let items = &self.items[column * N..][..N];
                    for k in 0..N {
                        let two = sums[0][k] & items[k];
                        let three = sums[1][k] & two;
                        sums[3][k] |= sums[2][k] & three;
                        sums[2][k] |= three;
                        sums[1][k] |= two;
                        sums[0][k] |= items[k];
                    }
                }
            }
        }
        smallest_sum(open, &sums)
    }

    /// Counts the options of one item after the other.
    #[inline(always)]
    fn by_items(&self, live: &[u64], open: &[u64]) -> Fewest {
        let blocks = self.blocks();
        // Many nodes are dead ends, and whether an item has any option is seen sooner than how many.
        for item in ones(open) {
            let members = &self.members[item as usize * self.width..][..self.width];
            let any = |&block: &u32| {
                let range = block as usize * BLOCK..(block as usize + 1) * BLOCK;
                live[range.clone()].iter().zip(&members[range]).fold(0, |any, (a, b)| any | (a & b)) != 0
            };
            if !blocks.iter().any(any) {
                return Fewest::Items { item, size: 0 };
            }
        }
        let mut best = Fewest::None;
        let mut fewest = u32::MAX;
        for item in ones(open) {
            let n = count(live, &self.members[item as usize * self.width..][..self.width], blocks);
            if n < fewest {
                (best, fewest) = (Fewest::Items { item, size: n }, n);
                if n == 1 {
                    break;
                }
            }
        }
        best
    }
}

/// The first open item with the fewest options, if it has at most three; `sums[n]` are the items with more than `n`.
#[inline(always)]
fn smallest_sum<const N: usize>(open: &[u64], sums: &[[u64; N]; 4]) -> Option<Fewest> {
    let mut rest: [u64; N] = open.try_into().ok()?;
    for (size, sum) in (0..).zip(sums) {
        for k in 0..N {
            // What is still in `rest` has at least `size`.
            let exactly = rest[k] & !sum[k];
            if exactly != 0 {
                return Some(Fewest::Items { item: k as u32 * 64 + exactly.trailing_zeros(), size });
            }
            rest[k] &= sum[k];
        }
    }
    None
}

#[inline(always)]
fn count(live: &[u64], members: &[u64], blocks: &[u32]) -> u32 {
    let mut n = 0;
    for &block in blocks {
        let range = block as usize * BLOCK..(block as usize + 1) * BLOCK;
        n += live[range.clone()].iter().zip(&members[range]).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
    }
    n
}

/// The numbers of the bits set.
#[inline(always)]
fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| i as u32 * 64 + rest.trailing_zeros());
            rest &= rest.wrapping_sub(1);
            bit
        })
    })
}

#[cfg(test)]
mod tests;
