//! The rules of a classic grid as one branch-free pass over a band or stack, written once for all kinds of vectors.
//!
//! A *triad* is the three cells that a line shares with a box. A pass works on three lines and their nine triads:
//!
//! ```text
//!            box 0      box 1      box 2
//! line 0   [ k k k ]  [ k k k ]  [ k k k ]      x[line][k]: cell k of the triads of that line; the three boxes lie
//! line 1   [ k k k ]  [ k k k ]  [ k k k ]      in lanes or in an array, and `next` goes from box to box
//! line 2   [ k k k ]  [ k k k ]  [ k k k ]
//! ```
//!
//! For one digit the band has six *configurations*: line 0 has it in box i, line 1 in box i + 1, line 2 in box i + 2 (even) or i + 2
//! and i + 1 (odd). Six intersections of three triads tell which are possible, six unions what is left for each triad: locked
//! candidates, hidden triads and everything else that follows from the permutation, in 15 operations (T. Dillon's tdoku has the
//! configurations as its state; here they are made from the cells when needed, which costs less than keeping them).
//!
//! From cells to triads and back:
//! * a triad with three candidates has all of them: it takes them from its line and its box, as a solved cell does with its digit;
//! * a digit that its line has in one triad only is *due* there; three due digits fill the triad, and a due digit with one cell to go
//!   to is that cell's (a hidden single of a row, column or box: the configurations see all three).

use super::lanes::{Lanes, Turn};

/// All nine digits.
pub(crate) const ALL: u16 = 511;

/// What passes notice on their way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes<W> {
    /// Zero where a cell has no candidate.
    pub(crate) alive: W,
    /// Digits that have no configuration left.
    pub(crate) lost: W,
    /// The sets of all cells, added up as numbers. It falls whenever a candidate goes. A house that has all digits comes to 511 only if
    /// each is left in one cell; so a grid with this sum everywhere is solved, or it lacks a digit, has no solution, and fails at the gate.
    pub(crate) sum: W,
}

impl<W: Lanes> Notes<W> {
    #[inline(always)]
    pub(crate) fn new() -> Notes<W> {
        Notes { alive: W::splat(ALL), lost: W::splat(0), sum: W::splat(0) }
    }
}

/// The even and the odd configurations of three triads of each line: in lane i those in which line 0 has its digit in box i.
#[inline(always)]
pub(crate) fn configurations<W: Turn, const ROWS: bool>(triad: &[W; 3]) -> [W; 2] {
    let [a, b, c] = *triad;
    [a.and3(b.next::<ROWS>(), c.after_next::<ROWS>()), a.and3(b.after_next::<ROWS>(), c.next::<ROWS>())]
}

/// What is seen of the triads of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<W> {
    /// For each cell its digit, if it is solved.
    pub(crate) solved: [W; 3],
    /// Digits of any cell.
    pub(crate) triad: W,
    /// Digits that are surely here.
    pub(crate) own: W,
}

impl<W: Lanes> Seen<W> {
    /// Of these cells.
    #[inline(always)]
    pub(crate) fn of([a, b, c]: [W; 3]) -> Seen<W> {
        let (triad, solved) = (a.or3(b, c), [a.if_single(), b.if_single(), c.if_single()]);
        Seen { solved, triad, own: triad.if_triple().or(solved[0].or3(solved[1], solved[2])) }
    }
}

/// What is known of the triads of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<W> {
    /// Digits that the line has here and nowhere else.
    pub(crate) due: W,
    /// Digits that may be here.
    pub(crate) may: W,
    /// As it was seen.
    pub(crate) solved: [W; 3],
}

impl<W: Lanes> Line<W> {
    /// Due digits that only one cell can take.
    #[inline(always)]
    pub(crate) fn place(&self, [a, b, c]: [W; 3]) -> W {
        a.in_one_of(b, c).and(self.due)
    }
    /// What is left of cell k.
    #[inline(always)]
    pub(crate) fn narrow(&self, cell: W, k: usize, place: W) -> W {
        let kept = cell.and(self.may).without2(self.solved[(k + 1) % 3], self.solved[(k + 2) % 3]);
        cell.and(place).if_any_else(kept)
    }
}

/// Where a pass finds its cells. A line is a row if `ROWS`, else a column.
pub(crate) trait Cells<W: Lanes> {
    /// Cell k of line l.
    fn get<const ROWS: bool>(&mut self, l: usize, k: usize) -> W;
    /// Changes it.
    fn set<const ROWS: bool>(&mut self, l: usize, k: usize, set: W);
    /// What is seen of line l.
    #[inline(always)]
    fn look<const ROWS: bool>(&mut self, l: usize) -> Seen<W> {
        Seen::of([self.get::<ROWS>(l, 0), self.get::<ROWS>(l, 1), self.get::<ROWS>(l, 2)])
    }
    /// Takes from line l what can't be.
    #[inline(always)]
    fn narrow<const ROWS: bool>(&mut self, l: usize, line: &Line<W>, notes: &mut Notes<W>) {
        let place = line.place([self.get::<ROWS>(l, 0), self.get::<ROWS>(l, 1), self.get::<ROWS>(l, 2)]);
        for k in 0..3 {
            let new = line.narrow(self.get::<ROWS>(l, k), k, place);
            notes.alive = notes.alive.min(new);
            notes.sum = notes.sum.add(new);
            self.set::<ROWS>(l, k, new);
        }
    }
    /// Cells that were read are to be read again, where that costs less than remembering them.
    #[inline(always)]
    fn forget(&self) {}
}

/// Cells in registers.
impl<W: Lanes> Cells<W> for [[W; 3]; 3] {
    #[inline(always)]
    fn get<const ROWS: bool>(&mut self, l: usize, k: usize) -> W {
        if ROWS { self[l][k] } else { self[k][l] }
    }
    #[inline(always)]
    fn set<const ROWS: bool>(&mut self, l: usize, k: usize, set: W) {
        *(if ROWS { &mut self[l][k] } else { &mut self[k][l] }) = set;
    }
}

/// One pass over the lines: rows if `ROWS`, else columns.
#[inline(always)]
pub(crate) fn pass<W: Turn, const ROWS: bool>(cells: &mut impl Cells<W>, notes: &mut Notes<W>) {
    let nothing = W::splat(0);
    let mut solved = [[nothing; 3]; 3];
    let (mut triad, mut own) = ([nothing; 3], [nothing; 3]);
    for l in 0..3 {
        Seen { solved: solved[l], triad: triad[l], own: own[l] } = cells.look::<ROWS>(l);
    }
    cells.forget();
    // What a triad surely has, its line and its box have nowhere else.
    let mut free = [nothing; 3];
    for l in 0..3 {
        free[l] = triad[l].without2(own[l].next::<ROWS>(), own[l].after_next::<ROWS>()).without2(own[(l + 1) % 3], own[(l + 2) % 3]);
    }
    let [even, odd] = configurations::<W, ROWS>(&free);
    let left = [even.or(odd), even.after_next::<ROWS>().or(odd.next::<ROWS>()), even.next::<ROWS>().or(odd.after_next::<ROWS>())];
    let (next, after) = (left[0].next::<ROWS>(), left[0].after_next::<ROWS>());
    notes.lost = notes.lost.or_differ(left[0].or3(next, after), W::splat(ALL));
    for l in 0..3 {
        let due = left[l].without2(left[l].next::<ROWS>(), left[l].after_next::<ROWS>());
        let may = due.if_full_else(left[l]);
        cells.narrow::<ROWS>(l, &Line { due, may, solved: solved[l] }, notes);
    }
}
