//! The hot part of the matrix solver: which options live, and which item has the fewest of them, in words of 64 bits.

use super::super::problem::{Entry, Shape};

/// Words a block: a block without live options is passed over as a whole.
const BLOCK: usize = 4;

/// What the item with the fewest live options is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fewest {
    /// No primary item is open.
    None,
    /// The first of those with the fewest, or, if some item has none, any of these.
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
    Popcnt,
}

impl Features {
    fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            return Self::Popcnt;
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
        let item_width = (shape.primary as usize).div_ceil(64).max(1);
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
            // Two uses of one colour are no conflict, but an option is never chosen twice.
            set(row, c as u32);
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

    /// The open item with the fewest options.
    pub(super) fn fewest(&self) -> Fewest {
        match self.features {
            Features::Baseline => self.fewest_baseline(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` has seen the features that the function needs.
            #[allow(unsafe_code)]
            Features::Popcnt => unsafe { self.fewest_popcnt() },
        }
    }

    fn fewest_baseline(&self) -> Fewest {
        self.fewest_here()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,avx2,bmi1,bmi2")]
    #[allow(unsafe_code)]
    fn fewest_popcnt(&self) -> Fewest {
        self.fewest_here()
    }

    #[inline(always)]
    fn fewest_here(&self) -> Fewest {
        let level = self.level();
        let open = &self.open[level * self.item_width..][..self.item_width];
        let live = &self.live[level * self.width..][..self.width];
        let blocks = self.blocks();
        // Most nodes are dead ends, and whether an item has any option is seen sooner than how many.
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
