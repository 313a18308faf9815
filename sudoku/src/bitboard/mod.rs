//! Classic 9x9 at the speed of the processor: one puzzle, and batches in the lanes of vector registers.
//!
//! Everything here knows rows, columns and boxes of a 9x9 grid and nothing else. Input are candidates, so puzzles that come as
//! pencil marks run as fast as those with givens.

mod batch;
mod branch;
mod grid;
#[cfg(target_arch = "x86_64")]
mod kernel;
mod lanes;
mod machine;
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
    /// After this many guesses, of a puzzle or of a whole batch.
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

    /// Must a search that has made so many guesses stop? The clock is read at one of 64.
    #[inline]
    fn reached(&self, guesses: u64) -> Option<End> {
        if guesses >= self.guesses {
            return Some(End::Guesses);
        }
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(End::Interrupted);
        }
        let due = |deadline| guesses % 64 == 0 && Instant::now() >= deadline;
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
            Kernel::Avx2 => kernel::Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => kernel::Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}
