//! What searches ask of the processor, and how each kind of vector does it: sweeps, fixpoints, and the gate of solutions.

use std::sync::atomic::{Ordering, compiler_fence};

use super::branch::{CHILDREN, Choice, Fork, Guess};
use super::crowd::Table;
use super::grid::{Candidates, Digits, Grid};
use super::lanes::{Counted, Lanes, Turn};
use super::sweep::{ALL, Cells, Line, Notes, Seen, pass};

/// How propagation of one grid ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// It has no solution.
    Dead,
    /// Nothing more follows, and cells are open.
    Open,
    /// Every cell has one candidate; it may still be no solution.
    Solved,
}

/// What a sweep over a batch did, one bit a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swept {
    /// Lanes that have no solution.
    pub(crate) dead: u32,
    /// Lanes that lost candidates.
    pub(crate) changed: u32,
    /// Lanes that have a cell with several candidates, if they aren't dead.
    pub(crate) open: u32,
}

/// The operations of a processor. Values of such types exist only where it has them.
pub(crate) trait Machine: Copy {
    /// How many puzzles there are in a batch.
    const LANES: usize;
    /// One cell of all puzzles of a batch; cells in the order of a [`Grid`], without the padding.
    type Memory: Copy + AsRef<[u16]> + AsMut<[u16]>;
    /// The same set for all puzzles.
    fn memory(set: u16) -> Self::Memory;
    /// Rows and columns once, for all puzzles of a batch. `sums` are the sums of all sets as the last sweep left them, to see what has
    /// changed since.
    fn sweep(self, cells: &mut [Self::Memory; 81], sums: &mut Self::Memory) -> Swept;
    /// Rows and columns until nothing changes, for one grid; the result in `to` if it isn't dead.
    fn settle(self, from: &Grid, to: &mut Grid) -> Settled;
    /// Can it do two grids in the time of one?
    const PAIRS: bool = false;
    /// The same for two grids; the first stays where it is.
    fn settle_two(self, below: &mut Grid, top: &Grid, to: &mut Grid) -> [Settled; 2] {
        let from = *below;
        [self.settle(&from, below), self.settle(top, to)]
    }
    /// The children of a grid at the fixpoint, see [`expand`](super::branch::expand).
    fn expand(self, grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<usize>;
    /// Those of a lane, see [`fork`](super::branch::fork).
    fn fork(self, grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<Fork>;
    /// The same where the choice was made before.
    fn fork_at(self, grid: &Grid, children: &mut [Grid; CHILDREN], choice: &Choice) -> Fork;
    /// From how many lanes on is [`Machine::choose_all`] worth while?
    const CROWD: u32 = u32::MAX;
    /// Puts into the table where the lanes of a batch branch, if they are at the fixpoint; those of `two` (all bits set) maybe on two digits.
    /// Gives those for which it could; others have to be looked at one by one.
    fn choose_all(self, _cells: &[Self::Memory; 81], _two: &Self::Memory, _table: &mut Table<Self::Memory>) -> u32 {
        0
    }
    /// Candidates as a grid.
    fn arrange(self, from: &Candidates, to: &mut Grid);
    /// Is a grid a solution within `start`? If so, its digits. This is the gate that every solution passes.
    fn solution(self, grid: &Grid, start: &Grid, to: &mut Digits) -> bool;
}

/// A vector that holds the same place of all boxes of a grid, see [`Grid`].
pub(crate) trait Whole: Turn + Counted {
    fn load(sets: &[u16; 16]) -> Self;
    fn array(self) -> [u16; 16];
    /// Puts candidates in order.
    #[inline(always)]
    fn arrange(from: &Candidates, to: &mut Grid) {
        for row in 0..9 {
            for column in 0..9 {
                to.sets[row % 3 * 3 + column % 3][row / 3 * 4 + column / 3] = from[9 * row + column] & ALL;
            }
        }
    }
    /// Puts numbers back in order.
    #[inline(always)]
    fn digits(numbers: &[[Self; 3]; 3], to: &mut Digits) {
        let mut grid = Grid::FULL;
        store(numbers, &mut grid);
        for row in 0..9 {
            for column in 0..9 {
                to[9 * row + column] = grid.sets[row % 3 * 3 + column % 3][row / 3 * 4 + column / 3] as u8;
            }
        }
    }
    /// Is a lane empty?
    fn any_empty(self) -> bool;
    /// Are all lanes empty?
    fn is_empty(self) -> bool;
}

/// A vector of 32 lanes that holds the same place of all boxes of two grids.
pub(crate) trait Pair: Packed + Turn {
    /// Makes one of two halves.
    fn join(first: &[u16; 16], second: &[u16; 16]) -> Self;
    /// And two of one.
    fn part(self, first: &mut [u16; 16], second: &mut [u16; 16]);
}

/// A vector that holds one cell of many puzzles.
pub(crate) trait Packed: Lanes {
    /// Is a band best passed box by box? (The portable kernel is 15 % slower so.)
    const BY_BOX: bool;
    type Memory;
    fn load(sets: &Self::Memory) -> Self;
    fn store(self, sets: &mut Self::Memory);
    /// One bit for each lane: is it empty?
    fn empty(self) -> u32;
}

/// The nine vectors of a grid.
#[inline(always)]
pub(crate) fn load<W: Whole>(from: &Grid) -> [[W; 3]; 3] {
    let mut x = [[W::splat(0); 3]; 3];
    for (line, sets) in x.iter_mut().zip(from.sets.as_chunks::<3>().0) {
        for (set, from) in line.iter_mut().zip(sets) {
            *set = W::load(from);
        }
    }
    x
}

#[inline(always)]
fn store<W: Whole>(x: &[[W; 3]; 3], to: &mut Grid) {
    for (line, sets) in x.iter().zip(to.sets.as_chunks_mut::<3>().0) {
        for (set, to) in line.iter().zip(sets) {
            *to = set.array();
        }
    }
}

/// See [`Machine::settle`].
#[inline(always)]
pub(crate) fn settle<W: Whole>(from: &Grid, to: &mut Grid) -> Settled {
    let mut x: [[W; 3]; 3] = load(from);
    let boxes = W::load(&BOXES);
    let done = W::splat(ALL);
    let (mut sum, mut quiet) = (W::splat(0), false);
    let settled = loop {
        let mut notes = Notes::new();
        pass::<W, true>(&mut x, &mut notes);
        if notes.alive.any_empty() || !notes.lost.is_empty() {
            return Settled::Dead;
        }
        if quiet && notes.sum.xor(sum).is_empty() {
            break Settled::Open;
        }
        sum = notes.sum;
        let mut notes = Notes::new();
        pass::<W, false>(&mut x, &mut notes);
        if notes.alive.any_empty() || !notes.lost.is_empty() {
            return Settled::Dead;
        }
        if notes.sum.xor(done).and(boxes).is_empty() {
            break Settled::Solved;
        }
        quiet = notes.sum.xor(sum).is_empty();
        sum = notes.sum;
    };
    store(&x, to);
    settled
}

/// See [`Machine::settle_two`]. The same steps as in [`settle`], with a bit for each grid. The one that is done first has to wait; if it
/// is open or solved, nothing happens to it.
#[inline(always)]
pub(crate) fn settle_two<W: Pair>(below: &mut Grid, top: &Grid, to: &mut Grid) -> [Settled; 2] {
    let mut x = [[W::splat(0); 3]; 3];
    for (i, (a, b)) in below.sets.iter().zip(&top.sets).enumerate() {
        x[i / 3][i % 3] = W::join(a, b);
    }
    let boxes = W::join(&BOXES, &BOXES);
    let done = W::splat(ALL);
    let (mut dead, mut solved, mut open, mut quiet) = (0, 0, 0, 0);
    let mut sum = W::splat(0);
    loop {
        let mut notes = Notes::new();
        pass::<W, true>(&mut x, &mut notes);
        dead |= grids(notes.alive.empty() | !notes.lost.empty());
        open |= quiet & !grids(!notes.sum.xor(sum).empty());
        if dead | solved | open == 3 {
            break;
        }
        sum = notes.sum;
        let mut notes = Notes::new();
        pass::<W, false>(&mut x, &mut notes);
        dead |= grids(notes.alive.empty() | !notes.lost.empty());
        solved |= 3 & !grids(!notes.sum.xor(done).and(boxes).empty());
        quiet = 3 & !grids(!notes.sum.xor(sum).empty());
        sum = notes.sum;
        if dead | solved | open == 3 {
            break;
        }
    }
    for (i, (a, b)) in below.sets.iter_mut().zip(&mut to.sets).enumerate() {
        x[i / 3][i % 3].part(a, b);
    }
    [1, 2].map(|grid| match () {
        () if dead & grid != 0 => Settled::Dead,
        () if solved & grid != 0 => Settled::Solved,
        () => Settled::Open,
    })
}

/// Which of two grids have any of these lanes.
#[inline(always)]
fn grids(lanes: u32) -> u32 {
    u32::from(lanes & 0xffff != 0) | u32::from(lanes >> 16 != 0) << 1
}

/// See [`Machine::solution`]. Nine powers of two add up to 511 only if they are the nine different ones, so sums do for houses.
#[inline(always)]
pub(crate) fn solution<W: Whole>(grid: &Grid, start: &Grid, to: &mut Digits) -> bool {
    let (x, start): ([[W; 3]; 3], [[W; 3]; 3]) = (load(grid), load(start));
    let zero = W::splat(0);
    let all = W::splat(ALL);
    let (mut wrong, mut in_box, mut numbers) = (zero, zero, [[zero; 3]; 3]);
    for l in 0..3 {
        for k in 0..3 {
            let set = x[l][k];
            wrong = wrong.or(set.without(start[l][k])).or_differ(set, set.if_single());
            in_box = in_box.add(set);
            numbers[l][k] = set.add(W::splat(u16::MAX)).count().add(W::splat(1));
        }
        let row = x[l][0].add(x[l][1]).add(x[l][2]);
        wrong = wrong.or_differ(row.add(row.next::<true>()).add(row.after_next::<true>()), all);
        let column = x[0][l].add(x[1][l]).add(x[2][l]);
        wrong = wrong.or_differ(column.add(column.next::<false>()).add(column.after_next::<false>()), all);
    }
    wrong = wrong.or_differ(in_box, all);
    let right = wrong.and(W::load(&BOXES)).is_empty();
    if right {
        W::digits(&numbers, to);
    }
    right
}

/// The lanes that are boxes.
pub(crate) const BOXES: [u16; 16] =
    [u16::MAX, u16::MAX, u16::MAX, 0, u16::MAX, u16::MAX, u16::MAX, 0, u16::MAX, u16::MAX, u16::MAX, 0, 0, 0, 0, 0];

/// One pass over a band or stack of all puzzles of a batch.
#[inline(always)]
fn pass_at<V: Packed, const ROWS: bool>(cells: &mut [V::Memory; 81], number: usize, notes: &mut Notes<[V; 3]>) {
    let mut band = Band::<V> { cells, number };
    if V::BY_BOX {
        pass::<_, ROWS>(&mut ByBox(band), notes);
    } else {
        pass::<_, ROWS>(&mut band, notes);
    }
}

/// See [`Machine::sweep`].
#[inline(always)]
pub(crate) fn sweep<V: Packed>(cells: &mut [V::Memory; 81], sums: &mut V::Memory) -> Swept {
    // An empty cell stays empty, and sums are wanted at the end only: of the rows nothing but lost digits counts.
    let [mut rows, mut columns] = [Notes::<[V; 3]>::new(); 2];
    for band in 0..3 {
        pass_at::<V, true>(cells, band, &mut rows);
    }
    for stack in 0..3 {
        pass_at::<V, false>(cells, stack, &mut columns);
    }
    let Notes { alive, sum, .. } = columns;
    let lost = rows.lost.or(columns.lost);
    let sum = sum[0].add(sum[1]).add(sum[2]);
    let before = V::load(sums);
    sum.store(sums);
    Swept {
        dead: alive[0].min(alive[1]).min(alive[2]).empty() | !lost[0].or3(lost[1], lost[2]).empty(),
        changed: !sum.xor(before).empty(),
        open: !sum.xor(V::splat(9 * ALL)).empty(),
    }
}

/// A band or stack of all puzzles of a batch, in memory.
struct Band<'a, V: Packed> {
    cells: &'a mut [V::Memory; 81],
    number: usize,
}

impl<V: Packed> Band<'_, V> {
    /// The cell of a line of this band (or stack) in the first, second or third box.
    #[inline(always)]
    fn at<const ROWS: bool>(&mut self, l: usize, k: usize, which: usize) -> &mut V::Memory {
        &mut self.cells[if ROWS { 9 * (3 * l + k) + 3 * self.number + which } else { 9 * (3 * k + l) + 3 * which + self.number }]
    }

    /// Three cells of a line in one box.
    #[inline(always)]
    fn triad<const ROWS: bool>(&mut self, l: usize, which: usize) -> [V; 3] {
        [V::load(self.at::<ROWS>(l, 0, which)), V::load(self.at::<ROWS>(l, 1, which)), V::load(self.at::<ROWS>(l, 2, which))]
    }
}

impl<V: Packed> Cells<[V; 3]> for Band<'_, V> {
    #[inline(always)]
    fn get<const ROWS: bool>(&mut self, l: usize, k: usize) -> [V; 3] {
        [V::load(self.at::<ROWS>(l, k, 0)), V::load(self.at::<ROWS>(l, k, 1)), V::load(self.at::<ROWS>(l, k, 2))]
    }
    #[inline(always)]
    fn set<const ROWS: bool>(&mut self, l: usize, k: usize, set: [V; 3]) {
        for which in 0..3 {
            set[which].store(self.at::<ROWS>(l, k, which));
        }
    }
}

/// The same, box by box and with cells read twice. 27 vectors don't fit into the registers: the compiler copied what it had read to other
/// memory, to have it for later, which made a sweep an eighth slower.
struct ByBox<'a, V: Packed>(Band<'a, V>);

impl<V: Packed> Cells<[V; 3]> for ByBox<'_, V> {
    #[inline(always)]
    fn get<const ROWS: bool>(&mut self, l: usize, k: usize) -> [V; 3] {
        self.0.get::<ROWS>(l, k)
    }
    #[inline(always)]
    fn set<const ROWS: bool>(&mut self, l: usize, k: usize, set: [V; 3]) {
        self.0.set::<ROWS>(l, k, set);
    }
    #[inline(always)]
    fn look<const ROWS: bool>(&mut self, l: usize) -> Seen<[V; 3]> {
        let a = Seen::of(self.0.triad::<ROWS>(l, 0));
        let b = Seen::of(self.0.triad::<ROWS>(l, 1));
        let c = Seen::of(self.0.triad::<ROWS>(l, 2));
        Seen {
            solved: [
                [a.solved[0], b.solved[0], c.solved[0]],
                [a.solved[1], b.solved[1], c.solved[1]],
                [a.solved[2], b.solved[2], c.solved[2]],
            ],
            triad: [a.triad, b.triad, c.triad],
            own: [a.own, b.own, c.own],
        }
    }
    #[inline(always)]
    fn narrow<const ROWS: bool>(&mut self, l: usize, line: &Line<[V; 3]>, notes: &mut Notes<[V; 3]>) {
        for which in 0..3 {
            let old = self.0.triad::<ROWS>(l, which);
            let Line { due, may, solved: [a, b, c] } = *line;
            let line = Line { due: due[which], may: may[which], solved: [a[which], b[which], c[which]] };
            let place = line.place(old);
            let new = [line.narrow(old[0], 0, place), line.narrow(old[1], 1, place), line.narrow(old[2], 2, place)];
            for k in 0..3 {
                notes.alive[which] = notes.alive[which].min(new[k]);
                notes.sum[which] = notes.sum[which].add(new[k]);
            }
            for k in 0..3 {
                new[k].store(self.0.at::<ROWS>(l, k, which));
            }
        }
    }
    #[inline(always)]
    fn forget(&self) {
        compiler_fence(Ordering::SeqCst);
    }
}
