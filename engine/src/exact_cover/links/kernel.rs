//! The hot part of dancing links: covering and uncovering items in arrays of `u32`.

#![allow(unsafe_code)]

use super::super::problem::Shape;

/// The list header of an item (`item` and `next` are its own number), or one item of one option.
///
/// Knuth has spacers between options, to turn back at. A link to the next item of the option, round and round, is as
/// long in memory and its end is foreseen by the processor, where the place of a spacer is not: 10 % of the time.
#[derive(Clone, Copy, Debug)]
struct Node {
    item: u32,
    up: u32,
    down: u32,
    next: u32,
}

/// An item in the list of open primary items; its header has the same number among the nodes.
#[derive(Clone, Copy, Debug)]
struct Item {
    left: u32,
    right: u32,
    size: u32,
    /// The node that gave a secondary item its colour, `OPEN` or `CLOSED`.
    state: u32,
}

/// Added to the size of secondary items: the one comparison `size <= 1` then tells that a primary item is forced.
const SECONDARY: u32 = 1 << 31;

const OPEN: u32 = 0;
const CLOSED: u32 = u32::MAX;

/// The toroidal lists of Knuth's Algorithm X, with the colours of Algorithm C.
///
/// Nodes `0..items` are headers, and one more stands for the root. Then come the options.
#[derive(Clone, Debug)]
pub(in super::super) struct Lists {
    items: Vec<Item>,
    nodes: Vec<Node>,
    colour: Vec<u32>,
    option: Vec<u32>,
    /// The first and last node of each option; 0 for those never chosen.
    ends: Vec<[u32; 2]>,
    primary: u32,
    pub(in super::super) updates: u64,
    /// Open items that were seen with at most one option left, when the search stops early.
    pub(in super::super) forced: Vec<u32>,
}

impl Lists {
    pub(in super::super) fn new(shape: &Shape) -> Self {
        let (n, primary) = (shape.items, shape.primary);
        // Secondary items are in no list: each is its own neighbour, so that unlinking it changes nothing else. The
        // root of the primary ones stands behind all items.
        let size = |i: u32| if i < primary { 0 } else { SECONDARY };
        let item = |i: u32| Item { left: i, right: i, size: size(i), state: OPEN };
        let mut items: Vec<Item> = (0..=n).map(item).collect();
        let ring: Vec<u32> = std::iter::once(n).chain(0..primary).collect();
        for (k, &i) in ring.iter().enumerate() {
            let next = ring[(k + 1) % ring.len()];
            items[i as usize].right = next;
            items[next as usize].left = i;
        }
        let mut nodes: Vec<Node> = (0..=n).map(|i| Node { item: i, up: i, down: i, next: i }).collect();
        let mut ends = vec![[0; 2]; shape.options() as usize];
        let mut colour = vec![0; nodes.len()];
        let mut option_of = vec![0; nodes.len()];
        for option in shape.choosable_options() {
            let start = nodes.len() as u32;
            for entry in shape.option(option) {
                let (header, node) = (entry.item as usize, nodes.len() as u32);
                let up = nodes[header].up;
                nodes.push(Node { item: entry.item, up, down: entry.item, next: node + 1 });
                nodes[up as usize].down = node;
                nodes[header].up = node;
                items[header].size += 1;
                colour.push(entry.colour);
                option_of.push(option);
            }
            if let Some(last) = nodes.last_mut() {
                last.next = start;
            }
            ends[option as usize] = [start, nodes.len() as u32 - 1];
        }
        Self {
            items,
            nodes,
            colour: if shape.colours > 0 { colour } else { Vec::new() },
            option: option_of,
            ends,
            primary,
            updates: 0,
            forced: Vec::new(),
        }
    }

    fn root(&self) -> u32 {
        self.items.len() as u32 - 1
    }

    pub(in super::super) fn is_open(&self, item: u32) -> bool {
        self.items[item as usize].state == OPEN
    }

    /// How many options an open primary item has left.
    pub(in super::super) fn size(&self, item: u32) -> u32 {
        self.items[item as usize].size
    }

    /// Whether an open item has no options left.
    pub(in super::super) fn is_dead(&self, item: u32) -> bool {
        self.items[item as usize].size == 0
    }

    /// The state of a secondary item as a number: 0 closed (or without live options, which is the same to the rest of
    /// the problem), 1 open, above that 2 + its colour's number.
    pub(in super::super) fn state(&self, item: u32) -> u32 {
        match self.items[item as usize] {
            Item { state: CLOSED, .. } | Item { size: SECONDARY, .. } => 0,
            Item { state: OPEN, .. } => 1,
            Item { state: node, .. } => 1 + self.colour[node as usize],
        }
    }

    pub(in super::super) fn item(&self, node: u32) -> u32 {
        self.nodes[node as usize].item
    }

    pub(in super::super) fn option(&self, node: u32) -> u32 {
        self.option[node as usize]
    }

    /// The node under this one in its item's list, or the first of an item given by its header; the header again when
    /// there are no more.
    pub(in super::super) fn down(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    /// Whether a node is the header of a list.
    pub(in super::super) fn is_header(&self, node: u32) -> bool {
        node < self.root()
    }

    /// The first node of an option whose item is primary. The option must have one.
    pub(in super::super) fn primary_node(&self, option: u32) -> u32 {
        let mut node = self.ends[option as usize][0];
        while self.nodes[node as usize].item >= self.primary {
            node += 1;
        }
        node
    }

    /// The open primary items in order.
    pub(in super::super) fn open(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let root = self.root();
        let mut item = self.items[root as usize].right;
        std::iter::from_fn(move || {
            let this = self.item_of(item);
            let found = (item != root).then_some((item, this.size));
            item = this.right;
            found
        })
    }

    /// The first of the open items with the fewest options, and how many; none when no item is open. The caller knows
    /// that none has fewer than `least`.
    pub(in super::super) fn smallest(&self, least: u32) -> Option<(u32, u32)> {
        let root = self.root();
        let mut item = self.item_of(root).right;
        let (mut best, mut fewest) = (root, u32::MAX);
        while item != root {
            let Item { right, size, .. } = self.item_of(item);
            // Written so that the processor selects instead of jumping: the minimum changes at random.
            best = if size < fewest { item } else { best };
            fewest = fewest.min(size);
            item = if size <= least { root } else { right };
        }
        (best != root).then_some((best, fewest))
    }

    /// Puts all open items with at most one option on the forced stack.
    pub(in super::super) fn push_forced(&mut self) {
        let mut forced = std::mem::take(&mut self.forced);
        forced.extend(self.open().filter(|&(_, size)| size <= 1).map(|(item, _)| item));
        self.forced = forced;
    }

    /// Closes an item and takes its options out of all other lists.
    pub(in super::super) fn cover<const COLOURS: bool, const EARLY: bool>(&mut self, item: u32) {
        assert!((item as usize) < self.items.len());
        self.close(item, CLOSED);
        let mut row = self.node(item).down;
        let mut updates = 0;
        while row != item {
            updates += self.hide::<COLOURS, EARLY>(row);
            row = self.node(row).down;
        }
        self.updates += updates;
    }

    /// Takes back [`cover`](Self::cover): the rows go in reverse, each back between the neighbours it had.
    pub(in super::super) fn uncover<const COLOURS: bool>(&mut self, item: u32) {
        assert!((item as usize) < self.items.len());
        let mut row = self.node(item).up;
        while row != item {
            self.unhide::<COLOURS>(row);
            row = self.node(row).up;
        }
        self.reopen(item);
    }

    /// Takes the option of a node whose own item is covered: covers its other items, or gives them its colours.
    pub(in super::super) fn take<const COLOURS: bool, const EARLY: bool>(&mut self, row: u32) {
        self.assert_in_option(row);
        let mut node = self.node(row).next;
        while node != row {
            let Node { item, next, .. } = self.node(node);
            if COLOURS && self.colour[node as usize] != 0 {
                self.purify::<EARLY>(node);
            } else {
                self.cover::<COLOURS, EARLY>(item);
            }
            node = next;
        }
    }

    /// Takes back [`take`](Self::take).
    pub(in super::super) fn give_back<const COLOURS: bool>(&mut self, row: u32) {
        self.assert_in_option(row);
        let [first, last] = self.ends[self.option[row as usize] as usize];
        let mut node = row;
        loop {
            node = if node == first { last } else { node - 1 };
            if node == row {
                break;
            }
            if COLOURS && self.colour[node as usize] != 0 {
                self.unpurify(node);
            } else {
                self.uncover::<COLOURS>(self.node(node).item);
            }
        }
    }

    /// Gives the item of a node the node's colour, unless it has it: options with another colour go. From then on the
    /// size of the item counts the live options that have its colour (those taken are not live); its list stays as it is.
    fn purify<const EARLY: bool>(&mut self, node: u32) {
        let item = self.node(node).item;
        if self.item_of(item).state != OPEN {
            return;
        }
        let colour = self.colour[node as usize];
        self.close(item, node);
        let mut row = self.node(item).down;
        while row != item {
            if self.colour[row as usize] != colour {
                self.updates += self.hide::<true, EARLY>(row);
                self.item_mut(item).size -= 1;
            }
            row = self.node(row).down;
        }
    }

    fn unpurify(&mut self, node: u32) {
        let item = self.node(node).item;
        if self.item_of(item).state != node {
            return;
        }
        let colour = self.colour[node as usize];
        let mut row = self.node(item).up;
        while row != item {
            if self.colour[row as usize] != colour {
                self.unhide::<true>(row);
                self.item_mut(item).size += 1;
            }
            row = self.node(row).up;
        }
        self.reopen(item);
    }

    /// Unlinks the other nodes of an option that is going, and tells how many. `row` must be a node of an option.
    #[inline(always)]
    fn hide<const COLOURS: bool, const EARLY: bool>(&mut self, row: u32) -> u64 {
        let mut updates = 0;
        let mut node = self.node(row).next;
        while node != row {
            let Node { item, up, down, next } = self.node(node);
            let size = self.item_of(item).size - 1;
            self.item_mut(item).size = size;
            // An option that is live has of a coloured item the colour it was given: it stays in that list.
            if !COLOURS || self.item_of(item).state == OPEN {
                self.node_mut(up).down = down;
                self.node_mut(down).up = up;
                updates += 1;
                if EARLY && size <= 1 {
                    self.forced.push(item);
                }
            }
            node = next;
        }
        updates
    }

    /// Takes back [`hide`](Self::hide).
    #[inline(always)]
    fn unhide<const COLOURS: bool>(&mut self, row: u32) {
        let mut node = self.node(row).next;
        while node != row {
            let Node { item, up, down, next } = self.node(node);
            self.item_mut(item).size += 1;
            if !COLOURS || self.item_of(item).state == OPEN {
                self.node_mut(up).down = node;
                self.node_mut(down).up = node;
            }
            node = next;
        }
    }

    #[inline(always)]
    fn close(&mut self, item: u32, state: u32) {
        let Item { left, right, .. } = self.item_of(item);
        self.item_mut(left).right = right;
        self.item_mut(right).left = left;
        self.item_mut(item).state = state;
        self.updates += 1;
    }

    #[inline(always)]
    fn reopen(&mut self, item: u32) {
        let Item { left, right, .. } = self.item_of(item);
        self.item_mut(left).right = item;
        self.item_mut(right).left = item;
        self.item_mut(item).state = OPEN;
    }

    #[inline(always)]
    fn assert_in_option(&self, row: u32) {
        assert!(row as usize >= self.items.len() && (row as usize) < self.nodes.len());
    }

    // The four accessors below are all the unchecked indexing there is.
    //
    // `new` makes `nodes` and `items`, and nothing changes their lengths later. It writes into them only indices that
    // exist: `item`, `left` and `right` are below `items.len()`; `up`, `down` and `next` below `nodes.len()`, which is
    // not less than `items.len()`. The methods write `up`, `down`, `left` and `right` only with such values read from
    // there, or with the number of a node or item that they have just read. Numbers that come from outside are checked
    // by the methods that are not private, with an `assert` or by indexing.

    #[inline(always)]
    fn node(&self, node: u32) -> Node {
        debug_assert!((node as usize) < self.nodes.len());
        // SAFETY: a node number, as argued above.
        unsafe { *self.nodes.get_unchecked(node as usize) }
    }

    #[inline(always)]
    fn node_mut(&mut self, node: u32) -> &mut Node {
        debug_assert!((node as usize) < self.nodes.len());
        // SAFETY: a node number, as argued above.
        unsafe { self.nodes.get_unchecked_mut(node as usize) }
    }

    #[inline(always)]
    fn item_of(&self, item: u32) -> Item {
        debug_assert!((item as usize) < self.items.len());
        // SAFETY: an item number, as argued above.
        unsafe { *self.items.get_unchecked(item as usize) }
    }

    #[inline(always)]
    fn item_mut(&mut self, item: u32) -> &mut Item {
        debug_assert!((item as usize) < self.items.len());
        // SAFETY: an item number, as argued above.
        unsafe { self.items.get_unchecked_mut(item as usize) }
    }
}
