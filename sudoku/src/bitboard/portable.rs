//! The machine that any processor has: vectors are arrays. It gives the meaning of the others.

use super::branch::{CHILDREN, Choice, Fork, Guess, expand, fork, fork_at};
use super::grid::{Candidates, Digits, Grid};
use super::lanes::{Counted, Lanes, Turn};
use super::machine::{Machine, Packed, Settled, Swept, Whole, settle, solution, sweep};

/// The portable machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Machine for Portable {
    const LANES: usize = 16;
    type Memory = [u16; 16];

    fn memory(set: u16) -> [u16; 16] {
        [set; 16]
    }
    fn sweep(self, cells: &mut [[u16; 16]; 81], sums: &mut [u16; 16]) -> Swept {
        sweep::<Plain>(cells, sums)
    }
    fn settle(self, from: &Grid, to: &mut Grid) -> Settled {
        settle::<Plain>(from, to)
    }
    fn expand(self, grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<usize> {
        expand::<Plain>(grid, children, guess)
    }
    fn fork(self, grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<Fork> {
        fork::<Plain>(grid, children, guess)
    }
    fn fork_at(self, grid: &Grid, children: &mut [Grid; CHILDREN], choice: &Choice) -> Fork {
        fork_at::<Plain>(grid, children, choice)
    }
    fn arrange(self, from: &Candidates, to: &mut Grid) {
        Plain::arrange(from, to);
    }
    fn solution(self, grid: &Grid, start: &Grid, to: &mut Digits) -> bool {
        solution::<Plain>(grid, start, to)
    }
}

impl Counted for Plain {
    #[inline(always)]
    fn count(self) -> Self {
        Plain(self.0.map(|set| set.count_ones() as u16))
    }
    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        let mut out = self.0;
        for (i, set) in out.iter_mut().enumerate() {
            *set = if *set != 0 { a.0[i] } else { b.0[i] };
        }
        Plain(out)
    }
}

impl Whole for Plain {
    #[inline(always)]
    fn load(sets: &[u16; 16]) -> Self {
        Plain(*sets)
    }
    #[inline(always)]
    fn array(self) -> [u16; 16] {
        self.0
    }
    #[inline(always)]
    fn any_empty(self) -> bool {
        self.0.contains(&0)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; 16]
    }
}

impl Packed for Plain {
    const BY_BOX: bool = false;
    type Memory = [u16; 16];
    #[inline(always)]
    fn load(sets: &[u16; 16]) -> Self {
        Plain(*sets)
    }
    #[inline(always)]
    fn store(self, sets: &mut [u16; 16]) {
        *sets = self.0;
    }
    #[inline(always)]
    fn empty(self) -> u32 {
        self.0.iter().enumerate().fold(0, |bits, (i, &set)| bits | u32::from(set == 0) << i)
    }
}

/// Sixteen lanes as an array: the portable twin, and the meaning of the others. Compilers make vector code of most of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain(pub(crate) [u16; 16]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, f: impl Fn(u16, u16) -> u16) -> Plain {
        let mut out = self.0;
        for (a, b) in out.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        Plain(out)
    }

    /// Lane `i` gets lane `from(i)`.
    #[inline(always)]
    fn shuffle(self, from: [usize; 16]) -> Plain {
        Plain(from.map(|i| self.0[i]))
    }
}

/// The set without its first digit.
#[inline(always)]
fn rest(set: u16) -> u16 {
    set & set.wrapping_sub(1)
}

impl Lanes for Plain {
    #[inline(always)]
    fn splat(set: u16) -> Self {
        Plain([set; 16])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| a.min(b))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u16::wrapping_add)
    }
    #[inline(always)]
    fn if_single(self) -> Self {
        self.zip(self, |a, _| if rest(a) == 0 { a } else { 0 })
    }
    #[inline(always)]
    fn if_triple(self) -> Self {
        self.zip(self, |a, _| if rest(rest(rest(a))) == 0 { a } else { 0 })
    }
    #[inline(always)]
    fn if_full_else(self, other: Self) -> Self {
        self.zip(other, |a, b| if rest(rest(a)) == 0 { b } else { a })
    }
    #[inline(always)]
    fn if_any_else(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == 0 { b } else { a })
    }
}

impl Turn for Plain {
    #[inline(always)]
    fn next<const ROWS: bool>(self) -> Self {
        if ROWS {
            self.shuffle([1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 12, 13, 14, 15])
        } else {
            self.shuffle([4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15])
        }
    }
    #[inline(always)]
    fn after_next<const ROWS: bool>(self) -> Self {
        if ROWS {
            self.shuffle([2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 12, 13, 14, 15])
        } else {
            self.shuffle([8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15])
        }
    }
}
