//! Many puzzles at a time, one in each lane of the vectors; a lane takes the next puzzle as soon as its own has ended.

use std::borrow::Borrow;
use std::iter;
use std::ops::ControlFlow;

use super::branch::{Fork, Guess};
use super::crowd::Table;
use super::grid::{Candidates, Digits, Grid};
use super::machine::Machine;
use super::portable::Portable;
use super::single::{OPEN, room};
use super::sweep::ALL;
use super::{End, Kernel, Options};

/// What was found of one puzzle of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer<'a> {
    /// Its position in the input, from 0.
    pub index: u64,
    /// How many solutions it has, up to the limit.
    pub solutions: u64,
    /// The first of them.
    pub first: Option<&'a Digits>,
    /// Why its search ended.
    pub end: End,
    /// How often it had to branch.
    pub guesses: u64,
    /// How many branches had no solution.
    pub failures: u64,
}

/// Solves streams of puzzles. It keeps nothing between them but memory.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use pencilmark_sudoku::bitboard::{Batch, Options, from_givens};
/// let mut counts = [0; 2];
/// let puzzles = [from_givens(&[0; 81]), from_givens(&[1; 81])];
/// Batch::default().run(&mut puzzles.iter(), &Options::limit(2), &mut |answer| {
///     counts[answer.index as usize] = answer.solutions;
///     ControlFlow::Continue(())
/// });
/// assert_eq!(counts, [2, 0]);
/// ```
#[derive(Debug)]
pub struct Batch {
    kernel: Kernel,
    lanes: Vec<Lane>,
    /// Copies of lanes whose search goes on.
    saved: Vec<Grid>,
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::new(Kernel::best())
    }
}

/// The search of one lane.
#[derive(Clone, Debug)]
struct Lane {
    // What its answer will have. (A whole answer that is copied right after one of its numbers was written makes the processor wait.)
    index: u64,
    failures: u64,
    solutions: u64,
    guesses: u64,
    first: Digits,
    start: Grid,
    /// Grids that are still to be searched: the first `open` of these.
    stack: Vec<Grid>,
    open: usize,
}

impl Lane {
    /// Gives the answer.
    fn end(&self, end: End, sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let Lane { index, solutions, guesses, failures, .. } = *self;
        let first = (solutions > 0).then_some(&self.first);
        sink(&Answer { index, solutions, first, end, guesses, failures })
    }
}

impl Batch {
    /// With this kernel, or the portable one if the processor doesn't have it.
    pub fn new(kernel: Kernel) -> Batch {
        Batch { kernel: if kernel.works() { kernel } else { Kernel::Portable }, lanes: Vec::new(), saved: Vec::new() }
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Takes puzzles as lanes become free and gives an answer for each, in the order in which they end. Stops early if `sink` wants
    /// it, or at a limit of `options`; in the latter case puzzles that were begun get an answer, too.
    ///
    /// At the end of the stream lanes run empty, so one long stream is better than many short ones.
    pub fn run<P: Borrow<Candidates>>(
        &mut self,
        puzzles: &mut dyn Iterator<Item = P>,
        options: &Options<'_>,
        sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>,
    ) -> End {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                if let Some(machine) = super::avx512::Avx512::detect() {
                    return self.search(machine, puzzles, options, sink);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => {
                if let Some(machine) = super::avx2::Avx2::detect() {
                    return self.search(machine, puzzles, options, sink);
                }
            }
            _ => {}
        }
        self.search(Portable, puzzles, options, sink)
    }

    fn search<M: Machine, P: Borrow<Candidates>>(
        &mut self,
        machine: M,
        puzzles: &mut dyn Iterator<Item = P>,
        options: &Options<'_>,
        sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>,
    ) -> End {
        if options.limit == 0 {
            return none(puzzles, sink);
        }
        let blank = Lane {
            index: 0,
            solutions: 0,
            guesses: 0,
            failures: 0,
            first: [0; 81],
            start: Grid::FULL,
            stack: vec![Grid::FULL; 16],
            open: 0,
        };
        self.lanes.resize(M::LANES, blank);
        self.saved.resize(M::LANES, Grid::FULL);
        let Batch { lanes, saved, .. } = self;
        let mut cells = [M::memory(ALL); 81];
        // No grid has the sum zero: it stands for a grid that the last sweep hasn't seen.
        let mut sums = M::memory(0);
        let mut index = 0;
        let mut load = |cells: &mut [M::Memory; 81], lane: &mut Lane, l: usize| {
            let Some(start) = puzzles.next() else { return 0 };
            machine.arrange(start.borrow(), &mut lane.start);
            (lane.index, lane.solutions, lane.guesses, lane.failures, lane.open) = (index, 0, 0, 0, 0);
            index += 1;
            restore::<M>(cells, l, &lane.start);
            1 << l
        };
        let mut busy = 0u32;
        for (l, lane) in lanes.iter_mut().enumerate() {
            busy |= load(&mut cells, lane, l);
        }
        let (mut guesses, mut sweeps) = (0, 0);
        let mut other = [0; 81];
        let mut table = Table::new(M::memory(0));
        // Sixteen times how many lanes branch after a sweep.
        let mut mean = 0;
        // All bits for lanes whose puzzle has met no dead end.
        let mut fresh = M::memory(u16::MAX);
        while busy != 0 {
            if let Some(end) = options.reached(guesses, sweeps) {
                let _ = lanes_of::<M>(busy).try_for_each(|l| lanes[l].end(end, sink));
                return end;
            }
            sweeps += 1;
            let swept = machine.sweep(&mut cells, &mut sums);
            let settled = (swept.dead | !swept.changed | !swept.open) & busy;
            let [solved, forks] = [!swept.open, swept.open].map(|open| settled & !swept.dead & open);
            // Lanes are taken by kind, so that the processor can guess what comes; and all are copied before the first is looked at: a
            // vector that is read right after its parts were written makes it wait.
            for l in lanes_of::<M>(solved | forks) {
                save::<M>(&cells, l, &mut saved[l]);
            }
            // By the mean of many sweeps, so that the processor can guess it. Both ways choose the same.
            mean = mean - mean / 16 + forks.count_ones();
            let together = mean / 16 >= M::CROWD;
            let chosen = if together { machine.choose_all(&cells, &fresh, &mut table) & forks } else { 0 };
            for l in lanes_of::<M>(settled & !forks) {
                sums.as_mut()[l] = 0;
                let lane = &mut lanes[l];
                let mut end = End::Complete;
                let mut failed = true;
                if solved >> l & 1 != 0 {
                    let digits = if lane.solutions == 0 { &mut lane.first } else { &mut other };
                    if machine.solution(&saved[l], &lane.start, digits) {
                        failed = false;
                        lane.solutions += 1;
                        if lane.solutions >= options.limit {
                            (end, lane.open) = (End::Limit, 0);
                        }
                    }
                }
                lane.failures += u64::from(failed);
                if failed {
                    fresh.as_mut()[l] = 0;
                }
                if lane.open > 0 {
                    lane.open -= 1;
                    restore::<M>(&mut cells, l, &lane.stack[lane.open]);
                } else {
                    if lane.end(end, sink).is_break() {
                        return End::Stopped;
                    }
                    busy &= !(1 << l);
                    busy |= load(&mut cells, lane, l);
                    fresh.as_mut()[l] = u16::MAX;
                }
            }
            // Two loops: one that asks in each round which way it is costs 4 % where few lanes branch.
            for l in lanes_of::<M>(chosen) {
                let lane = &mut lanes[l];
                lane.guesses += 1;
                guesses += 1;
                let fork = machine.fork_at(&saved[l], room(&mut lane.stack, lane.open), &table.choice(l));
                lane.open += fork.waiting;
                leave::<M>(&mut cells, l, &fork);
            }
            for l in lanes_of::<M>(forks & !chosen) {
                let lane = &mut lanes[l];
                lane.guesses += 1;
                guesses += 1;
                let guess = Guess::after(lane.failures);
                let fork = machine.fork(&saved[l], room(&mut lane.stack, lane.open), guess).expect(OPEN);
                lane.open += fork.waiting;
                leave::<M>(&mut cells, l, &fork);
            }
        }
        End::Complete
    }
}

/// The first child stays in the lane: it takes 18 or 36 cells to change, instead of 81.
#[inline(always)]
fn leave<M: Machine>(cells: &mut [M::Memory; 81], lane: usize, fork: &Fork) {
    for loss in iter::once(fork.loss).chain(fork.second) {
        for &cell in loss.cells {
            cells[cell as usize].as_mut()[lane % M::LANES] &= !loss.digit;
        }
    }
}

/// With a limit of no solutions nothing is to be done.
#[cold]
fn none<P>(puzzles: &mut dyn Iterator<Item = P>, sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>) -> End {
    for (index, _) in (0..).zip(puzzles) {
        if sink(&Answer { index, solutions: 0, first: None, end: End::Limit, guesses: 0, failures: 0 }).is_break() {
            return End::Stopped;
        }
    }
    End::Complete
}

/// The lanes of a set of bits.
#[inline(always)]
fn lanes_of<M: Machine>(mut bits: u32) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize % M::LANES;
        let any = bits != 0;
        bits &= bits.wrapping_sub(1);
        any.then_some(lane)
    })
}

/// Lane of a grid for each cell of an array that isn't padding.
const LANE: [usize; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// Copies a lane to a grid.
#[inline(always)]
fn save<M: Machine>(cells: &[M::Memory; 81], lane: usize, grid: &mut Grid) {
    for (sets, cells) in grid.sets.iter_mut().zip(cells.as_chunks::<9>().0) {
        for i in 0..9 {
            sets[LANE[i]] = cells[i].as_ref()[lane % M::LANES];
        }
    }
}

/// Copies a grid to a lane.
#[inline(always)]
fn restore<M: Machine>(cells: &mut [M::Memory; 81], lane: usize, grid: &Grid) {
    for (sets, cells) in grid.sets.iter().zip(cells.as_chunks_mut::<9>().0) {
        for i in 0..9 {
            cells[i].as_mut()[lane % M::LANES] = sets[LANE[i]];
        }
    }
}
