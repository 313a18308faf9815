//! Classic 9x9 at the speed of the processor: one puzzle, and batches in the lanes of vector registers.
//!
//! Everything here but `recognise.rs` knows rows, columns and boxes of a 9x9 grid and nothing else. Input are candidates, so puzzles that
//! come as pencil marks run as fast as those with givens. [`Bitboard`] is the back end for one puzzle after the other, [`Batch`] takes
//! streams; [`Classic`] turns a model's facts into candidates and digits into its values.
//!
//! # How it works
//!
//! A cell is a set of nine bits in a lane of 16. One pass of branch-free set algebra over the three rows of a band (or the columns of a
//! stack) finds all that singles, locked candidates and triples within a triad tell; rows and columns alternate until nothing changes
//! (`sweep.rs`). Then the search branches on a digit of a band, or at first on two (`branch.rs`). The pass is written once, for anything
//! that is `Lanes` and can `Turn`, and has two layouts:
//!
//! ```text
//! one grid: nine registers of sixteen lanes          a batch: 81 registers, a puzzle in each lane
//!
//!   x[l][k]  l: line of the band, k: cell              cell 0   | puzzle 0 | puzzle 1 | ... | puzzle 31 |
//!            of the triad                              cell 1   | puzzle 0 | puzzle 1 | ... | puzzle 31 |
//!                                                        ...
//!   | b0 b1 b2 - | b0 b1 b2 - | b0 b1 b2 - | - - - - |
//!      band 0       band 1       band 2                The next box is the next register: the compiler renames.
//!
//!   The next box of the band: a shuffle in each four.  As soon as a lane is solved, dead or needs to branch, it
//!   The next box of the stack: a shuffle of fours.     is copied out, looked at alone, and given its next grid.
//! ```
//!
//! Columns need no transposed copy: a stack is a band whose boxes lie four lanes apart. With AVX-512, a register of 32 lanes holds two
//! grids, so a search that has met a dead end settles two children in the time of one ([`Single`]); before that, the second one would
//! mostly be for nothing.
//!
//! # Where the ideas come from
//!
//! Configurations of a band as the thing to branch on, and triads: tdoku (T. Dillon, 2019). That locked candidates, hidden triads and
//! hidden singles of three kinds come out of bit algebra over bands at once: JCZSolve (JasonLion, champagne, zhouyundong). Puzzles in
//! lanes that are refilled one by one, the layout of one grid in nine registers, turning, and pairs: this project. No code was taken.
//!
//! # What did not pay
//!
//! * A row and a column sweep with events after each: 1 % faster, but a lane's result then depends on the moment it began, and with it
//!   which solution of several is found first. Now all kernels and both forms search the same tree.
//! * Parents and branches on the stack, with children made when they are taken up: a third slower in batches than making all at once.
//! * Looking at each lane as it comes, not by kind: 10 % slower, for the processor cannot guess what comes next.
//! * Branching when the columns change nothing, before the rows have been asked again: easy puzzles then guess.
//! * The twin of a solution, which takes the other candidate of all cells that have two: it is the second one of many puzzles, but the
//!   others pay for the search.
//! * Taking a triad with fewer than three digits as a dead end: the trees stay the same.
//! * Passing puzzles by value: 15 % on easy ones.
//!
//! See also the figures in `branch.rs`.

// Cells, lines and boxes are indices here, and often index several arrays at a time.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
#[path = "avx2/kernel.rs"]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[path = "avx512/kernel.rs"]
mod avx512;
mod batch;
mod branch;
mod crowd;
mod grid;
mod lanes;
mod machine;
mod portable;
mod recognise;
mod single;
mod sweep;
#[cfg(test)]
mod tests;

pub use batch::{Answer, Batch};
pub use grid::{Candidates, Digits, from_givens};
pub use recognise::{Bitboard, Classic};
pub use single::{Outcome, Single};

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Where to stop. The default is nowhere.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// After this many solutions of a puzzle.
    pub limit: u64,
    /// After this many guesses: of a puzzle, or of a whole batch, where it may be a few more.
    pub guesses: u64,
    /// At this moment.
    pub deadline: Option<Instant>,
    /// As soon as this becomes true.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { limit: u64::MAX, guesses: u64::MAX, deadline: None, interrupt: None }
    }
}

impl Options<'_> {
    /// Stops at this many solutions of a puzzle: 2 asks whether it has exactly one.
    pub fn limit(limit: u64) -> Self {
        Options { limit, ..Options::default() }
    }

    /// Must a search that has made so many guesses stop? The clock is read at one of 64 steps.
    #[inline]
    fn reached(&self, guesses: u64, steps: u64) -> Option<End> {
        if guesses >= self.guesses {
            return Some(End::Guesses);
        }
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(End::Interrupted);
        }
        let due = |deadline| steps.is_multiple_of(64) && Instant::now() >= deadline;
        self.deadline.is_some_and(due).then_some(End::Deadline)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All was searched: there are no further solutions.
    Complete,
    /// The limit of solutions was reached.
    Limit,
    /// The limit of guesses was reached.
    Guesses,
    /// The deadline came.
    Deadline,
    /// The interrupt flag was set.
    Interrupted,
    /// Whoever took the solutions had enough.
    Stopped,
}

/// The vector instructions to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// None by name: works everywhere.
    Portable,
    /// AVX2: 16 puzzles of a batch at a time.
    Avx2,
    /// AVX-512 with BW, VL and BITALG: 32 puzzles of a batch at a time.
    Avx512,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Kernel; 3] = [Kernel::Portable, Kernel::Avx2, Kernel::Avx512];

    /// The best one that this processor runs.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().rev().find(|k| k.works()).unwrap_or(Kernel::Portable)
    }

    /// Does this processor run it?
    pub fn works(self) -> bool {
        match self {
            Kernel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}
