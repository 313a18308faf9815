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

/// One pass over the lines: rows if `ROWS`, else columns. Cell k of line l is `x[l][k]`, or `x[k][l]` for columns.
#[inline(always)]
pub(crate) fn pass<W: Turn, const ROWS: bool>(x: &mut [[W; 3]; 3], notes: &mut Notes<W>) {
    let nothing = W::splat(0);
    let mut solved = [[nothing; 3]; 3];
    let (mut triad, mut alone, mut own) = ([nothing; 3], [nothing; 3], [nothing; 3]);
    for l in 0..3 {
        let [a, b, c] = if ROWS { x[l] } else { [x[0][l], x[1][l], x[2][l]] };
        solved[l] = [a.if_single(), b.if_single(), c.if_single()];
        triad[l] = a.or3(b, c);
        alone[l] = a.in_one_of(b, c);
        own[l] = triad[l].if_triple().or(solved[l][0].or3(solved[l][1], solved[l][2]));
    }
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
        let place = alone[l].and(due);
        for k in 0..3 {
            let cell = if ROWS { &mut x[l][k] } else { &mut x[k][l] };
            let old = *cell;
            let kept = old.and(may).without2(solved[l][(k + 1) % 3], solved[l][(k + 2) % 3]);
            let new = old.and(place).if_any_else(kept);
            notes.alive = notes.alive.min(new);
            notes.sum = notes.sum.add(new);
            *cell = new;
        }
    }
}
