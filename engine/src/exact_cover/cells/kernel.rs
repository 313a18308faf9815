//! The hot part of dancing cells: sparse sets of options, and hiding the options of an item.

#![allow(unsafe_code)]

use super::super::problem::Shape;

/// The size word of an item that takes no part any more. Larger than every other, so that the scan for the smallest
/// set passes over it.
pub(super) const INACTIVE: u32 = i32::MAX as u32;

/// Set in the size word of items whose set may shrink to nothing: secondary items, and the items of the option being
/// taken. The one comparison `size <= 1` then tells that a primary item is forced or dead.
const QUIET: u32 = 1 << 30;

/// The bits of a size word that count.
const SIZE: u32 = QUIET - 1;

/// One item of one option.
#[derive(Clone, Copy, Debug)]
struct Node {
    item: u32,
    /// The node of the option's next item, round and round.
    next: u32,
}

/// For each item the set of its live options.
///
/// `set[start[i]..start[i] + size(i)]` are the nodes of item `i` whose options are live; the dead ones stand behind
/// them. Taking an option out swaps it with the last live one, so that putting the size back brings everything back.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The size word of each item. This alone is the state of a search.
    size: Vec<u32>,
    start: Vec<u32>,
    set: Vec<u32>,
    /// Where in `set` each node is now.
    place: Vec<u32>,
    nodes: Vec<Node>,
    /// The colour of each node, 0 for none; empty when the problem has no colours.
    colour: Vec<u32>,
    /// The option of each node.
    option: Vec<u32>,
    /// The first node of each option that can be chosen.
    first: Vec<u32>,
    /// Primary items that were seen with one option left.
    forced: Vec<u32>,
    primary: usize,
    /// The primary item for which [`hide`](Self::hide) gave up last.
    pub(super) starved: u32,
    pub(super) updates: u64,
    /// Copies of all size words, one a mark.
    saved: Vec<u32>,
    /// With too many items to copy: the words before each change since the marks that the search keeps.
    trail: Vec<(u32, u32)>,
    /// The mark after which the last change of each item was noted; empty when words are copied.
    stamp: Vec<u64>,
    now: u64,
    /// `size`, `set` and `place` as they were at first.
    fresh: (Vec<u32>, Vec<u32>, Vec<u32>),
}

impl Sets {
    pub(super) fn new(shape: &Shape, with_trail: bool) -> Self {
        let items = shape.items as usize;
        let mut size = vec![0; items];
        let (mut nodes, mut place) = (Vec::<Node>::new(), Vec::new());
        let (mut option_of, mut colour) = (Vec::new(), Vec::new());
        let mut first = vec![0; shape.options() as usize];
        for option in shape.choosable_options() {
            let entries = shape.option(option);
            first[option as usize] = nodes.len() as u32;
            for entry in entries {
                let next = nodes.len() as u32 + 1;
                nodes.push(Node { item: entry.item, next });
                // Counted from the start of the item's set until the starts are known.
                place.push(size[entry.item as usize]);
                size[entry.item as usize] += 1;
                option_of.push(option);
                colour.push(entry.colour);
            }
            if let Some(last) = nodes.last_mut() {
                last.next = first[option as usize];
            }
        }
        let mut start = Vec::with_capacity(items);
        let mut total = 0;
        for &n in &size {
            start.push(total);
            total += n;
        }
        let mut set = vec![0; total as usize];
        for ((number, node), place) in (0..).zip(&nodes).zip(&mut place) {
            *place += start[node.item as usize];
            set[*place as usize] = number;
        }
        for word in &mut size[shape.primary as usize..] {
            *word |= QUIET;
        }
        let fresh = (size.clone(), set.clone(), place.clone());
        Self {
            start,
            set,
            place,
            nodes,
            colour: if shape.colours > 0 { colour } else { Vec::new() },
            option: option_of,
            first,
            forced: Vec::new(),
            primary: shape.primary as usize,
            starved: 0,
            updates: 0,
            saved: Vec::new(),
            trail: Vec::new(),
            stamp: if with_trail { vec![0; items] } else { Vec::new() },
            now: 1,
            fresh,
            size,
        }
    }

    /// The `index`th node in the set of an item.
    pub(super) fn member(&self, item: u32, index: u32) -> u32 {
        self.set[(self.start[item as usize] + index) as usize]
    }

    pub(super) fn option(&self, node: u32) -> u32 {
        self.option[node as usize]
    }

    pub(super) fn item(&self, node: u32) -> u32 {
        self.nodes[node as usize].item
    }

    /// Keeps the sizes as they are now, and tells the mark under which.
    pub(super) fn save(&mut self) -> usize {
        if !self.stamp.is_empty() {
            self.now += 1;
            return self.trail.len();
        }
        self.saved.extend_from_slice(&self.size);
        self.saved.len() - self.size.len()
    }

    /// Puts back the sizes kept under a mark, which stays; later marks are forgotten.
    pub(super) fn restore(&mut self, mark: usize) {
        if self.stamp.is_empty() {
            self.saved.truncate(mark + self.size.len());
            self.size.copy_from_slice(&self.saved[mark..]);
            return;
        }
        self.now += 1;
        while self.trail.len() > mark {
            if let Some((item, word)) = self.trail.pop() {
                self.size[item as usize] = word;
            }
        }
    }

    /// Forgets a mark and later ones.
    pub(super) fn forget(&mut self, mark: usize) {
        // A trail keeps what it has: an earlier mark needs it.
        if self.stamp.is_empty() {
            self.saved.truncate(mark);
        }
    }

    #[inline(always)]
    fn set_size<const TRAIL: bool>(&mut self, item: u32, word: u32) {
        if TRAIL {
            let i = item as usize;
            if self.stamp[i] != self.now {
                self.stamp[i] = self.now;
                self.trail.push((item, self.size[i]));
            }
        }
        debug_assert!((item as usize) < self.size.len());
        // SAFETY: (items) below.
        unsafe { *self.size.get_unchecked_mut(item as usize) = word }
    }

    /// Closes an item, and takes those of its options that do not have this colour (all, for colour 0) out of the sets
    /// of all other items. With `CHECK`, false as soon as some primary item has none left; the sets are half-changed
    /// then, and their sizes must be put back.
    pub(super) fn hide<const COLOURS: bool, const TRAIL: bool, const CHECK: bool>(&mut self, item: u32, colour: u32) -> bool {
        let start = self.start[item as usize];
        let word = self.size[item as usize];
        assert_ne!(word, INACTIVE, "only open items are hidden");
        let size = word & SIZE;
        self.set_size::<TRAIL>(item, INACTIVE);
        let mut updates = 0;
        for at in start..start + size {
            let node = self.set_at(at);
            if COLOURS && colour != 0 && self.colour[node as usize] == colour {
                continue;
            }
            let mut other = self.node(node).next;
            while other != node {
                let Node { item: i, next } = self.node(other);
                let mut word = self.size_of(i);
                if COLOURS && word == INACTIVE {
                    other = next;
                    continue;
                }
                word -= 1;
                if CHECK && word <= 1 {
                    if word == 0 {
                        self.starved = i;
                        self.updates += updates;
                        return false;
                    }
                    self.forced.push(i);
                }
                self.set_size::<TRAIL>(i, word);
                self.swap_out(i, other, word & SIZE);
                updates += 1;
                other = next;
            }
        }
        self.updates += updates;
        true
    }

    /// Takes the option of a node whose own item is closed already: closes its other items and hides what they exclude.
    /// False as for [`hide`](Self::hide).
    pub(super) fn take<const COLOURS: bool, const TRAIL: bool, const CHECK: bool>(&mut self, node: u32) -> bool {
        assert!((node as usize) < self.nodes.len());
        let mut other = self.node(node).next;
        while other != node {
            let Node { item: i, next } = self.node(other);
            let word = self.size_of(i);
            if !COLOURS || word != INACTIVE {
                self.set_size::<TRAIL>(i, word | QUIET);
            }
            other = next;
        }
        let mut other = self.node(node).next;
        while other != node {
            let Node { item: i, next } = self.node(other);
            // An item that is inactive here was purified before: its colour is this option's.
            if !COLOURS || self.size_of(i) != INACTIVE {
                let colour = if COLOURS { self.colour[other as usize] } else { 0 };
                if !self.hide::<COLOURS, TRAIL, CHECK>(i, colour) {
                    return false;
                }
            }
            other = next;
        }
        true
    }

    // All unchecked indexing is in the accessors below and in `set_size`.
    //
    // (items) `new` gives `size` and `start` an entry for each item, and `item` of every node is such an item. Nothing
    // changes the lengths of these arrays, or the nodes.
    // (nodes) `nodes`, `place` and `set` have an entry for each node; `next` is a node; `set` holds all node numbers and
    // `swap_out` exchanges two of them.
    // (places) The items share `set` out without gaps, so that `start[i] + n` is inside for all `n` below the number of
    // nodes of `i`, and `place` is the inverse of `set`. The sizes start at that number; they go down by one for a node
    // that is taken out, and back to an earlier value in `restore`. They do not go below 0, as a node is taken out once:
    // module `cells` hides only open items and takes only live options, whose nodes are live in the sets of all open
    // items, and after a `hide` that gave up in the middle it restores before it does anything else.

    #[inline(always)]
    fn node(&self, node: u32) -> Node {
        debug_assert!((node as usize) < self.nodes.len());
        // SAFETY: (nodes).
        unsafe { *self.nodes.get_unchecked(node as usize) }
    }

    #[inline(always)]
    fn size_of(&self, item: u32) -> u32 {
        debug_assert!((item as usize) < self.size.len());
        // SAFETY: (items).
        unsafe { *self.size.get_unchecked(item as usize) }
    }

    #[inline(always)]
    fn set_at(&self, place: u32) -> u32 {
        debug_assert!((place as usize) < self.set.len());
        // SAFETY: (places).
        unsafe { *self.set.get_unchecked(place as usize) }
    }

    /// Swaps a node of an item behind the live ones, of which `size` are left.
    #[inline(always)]
    fn swap_out(&mut self, item: u32, node: u32, size: u32) {
        debug_assert!(self.nodes[node as usize].item == item && self.place[node as usize] - self.start[item as usize] <= size);
        // SAFETY: (items) for `start`, (places) for `last` and `place`, (nodes) for `node` and `moved`.
        unsafe {
            let last = *self.start.get_unchecked(item as usize) + size;
            let moved = *self.set.get_unchecked(last as usize);
            let place = *self.place.get_unchecked(node as usize);
            *self.set.get_unchecked_mut(last as usize) = node;
            *self.set.get_unchecked_mut(place as usize) = moved;
            *self.place.get_unchecked_mut(node as usize) = last;
            *self.place.get_unchecked_mut(moved as usize) = place;
        }
    }

    /// Takes an option as given, from one of its primary nodes: nothing is checked.
    pub(super) fn take_given<const COLOURS: bool, const TRAIL: bool>(&mut self, node: u32) {
        self.hide::<COLOURS, TRAIL, false>(self.item(node), 0);
        self.take::<COLOURS, TRAIL, false>(node);
    }

    /// Back to the state in which everything is open, in the original order.
    pub(super) fn reset(&mut self) {
        self.size.copy_from_slice(&self.fresh.0);
        self.set.copy_from_slice(&self.fresh.1);
        self.place.copy_from_slice(&self.fresh.2);
        self.saved.clear();
        self.trail.clear();
    }

    /// The smallest size word among the primary items, and the first item that has it. `INACTIVE` when all are closed.
    pub(super) fn smallest(&self) -> (u32, u32) {
        let sizes = &self.size[..self.primary];
        let smallest = sizes.iter().fold(INACTIVE, |a, &b| a.min(b));
        let item = sizes.iter().position(|&n| n == smallest).unwrap_or(0);
        (smallest, item as u32)
    }

    /// A forced item that is still open.
    pub(super) fn pop_forced(&mut self) -> Option<u32> {
        while let Some(item) = self.forced.pop() {
            if self.size[item as usize] < QUIET {
                return Some(item);
            }
        }
        None
    }

    pub(super) fn clear_forced(&mut self) {
        self.forced.clear();
    }

    /// Puts all open items with one option on the forced stack.
    pub(super) fn push_forced(&mut self) {
        let sizes = &self.size[..self.primary];
        self.forced.extend((0..).zip(sizes).filter(|&(_, &n)| n == 1).map(|(item, _)| item));
    }

    /// The open items with this many options.
    pub(super) fn ties(&self, size: u32) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.size[..self.primary]).filter(move |&(_, &n)| n == size).map(|(item, _)| item)
    }

    /// The first node of an option whose item is primary. The option must have one.
    pub(super) fn primary_node(&self, option: u32) -> u32 {
        let mut node = self.first[option as usize];
        while self.nodes[node as usize].item as usize >= self.primary {
            node += 1;
        }
        node
    }
}
