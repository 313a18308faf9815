//! Many puzzles at a time, one in each lane of the vectors; a lane takes the next puzzle as soon as its own has ended.

use std::ops::ControlFlow;

use super::grid::{Candidates, Digits, Grid};
#[cfg(target_arch = "x86_64")]
use super::kernel::{Avx2, Avx512};
use super::machine::{Machine, Portable};
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
}

/// Solves streams of puzzles. It keeps nothing between them but memory.
#[derive(Debug)]
pub struct Batch {
    kernel: Kernel,
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::new(Kernel::best())
    }
}

/// The search of one lane.
#[derive(Clone, Debug)]
struct Lane {
    answer: Answer<'static>,
    first: Digits,
    start: Grid,
    /// Grids that are still to be searched: the first `open` of these.
    stack: Vec<Grid>,
    open: usize,
}

impl Batch {
    /// With this kernel, or the portable one if the processor doesn't have it.
    pub fn new(kernel: Kernel) -> Batch {
        Batch { kernel: if kernel.works() { kernel } else { Kernel::Portable } }
    }

    /// Takes puzzles as lanes become free and gives an answer for each, in the order in which they end. Stops early if `sink` wants
    /// it, or at a limit of `options`; puzzles that were begun get an answer then, too.
    pub fn run(
        &mut self,
        puzzles: &mut dyn Iterator<Item = Candidates>,
        options: &Options<'_>,
        sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>,
    ) -> End {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                if let Some(machine) = Avx512::detect() {
                    return run(machine, puzzles, options, sink);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => {
                if let Some(machine) = Avx2::detect() {
                    return run(machine, puzzles, options, sink);
                }
            }
            _ => {}
        }
        run(Portable, puzzles, options, sink)
    }
}

fn run<M: Machine>(
    machine: M,
    puzzles: &mut dyn Iterator<Item = Candidates>,
    options: &Options<'_>,
    sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>,
) -> End {
    if options.limit == 0 {
        return run_none(puzzles, sink);
    }
    let mut cells = [M::memory(ALL); 81];
    let blank = Answer { index: 0, solutions: 0, first: None, end: End::Complete, guesses: 0 };
    let mut lanes = vec![Lane { answer: blank, first: [0; 81], start: Grid::FULL, stack: vec![Grid::FULL; 32], open: 0 }; M::LANES];
    let mut index = 0;
    let mut load = |cells: &mut [M::Memory; 81], lane: &mut Lane, l: usize| match puzzles.next() {
        Some(start) => {
            machine.arrange(&start, &mut lane.start);
            lane.answer = Answer { index, ..blank };
            index += 1;
            restore::<M>(cells, l, &lane.start);
            1 << l
        }
        None => {
            restore::<M>(cells, l, &Grid::FULL);
            0
        }
    };
    let mut busy = 0u32;
    for (l, lane) in lanes.iter_mut().enumerate() {
        busy |= load(&mut cells, lane, l);
    }
    let mut guesses = 0;
    let mut other = [0; 81];
    let mut saved = vec![Grid::FULL; M::LANES];
    while busy != 0 {
        let swept = machine.sweep(&mut cells);
        let settled = (swept.dead | !swept.changed | !swept.open) & busy;
        let [solved, forks] = [!swept.open, swept.open].map(|open| settled & !swept.dead & open);
        // Lanes are taken by kind, so that the processor can guess what comes; and all are copied before the first is looked at: a
        // vector that is read right after its parts were written makes it wait.
        for l in lanes_of::<M>(solved | forks) {
            save::<M>(&cells, l, &mut saved[l]);
        }
        for l in lanes_of::<M>(settled & !forks) {
            let lane = &mut lanes[l];
            if solved >> l & 1 != 0 {
                let digits = if lane.answer.solutions == 0 { &mut lane.first } else { &mut other };
                if machine.solution(&saved[l], &lane.start, digits) {
                    lane.answer.solutions += 1;
                    if lane.answer.solutions >= options.limit {
                        lane.answer.end = End::Limit;
                        lane.open = 0;
                    }
                }
            }
            if lane.open > 0 {
                lane.open -= 1;
                restore::<M>(&mut cells, l, &lane.stack[lane.open]);
            } else {
                let first = (lane.answer.solutions > 0).then_some(&lane.first);
                if sink(&Answer { first, ..lane.answer }).is_break() {
                    return End::Stopped;
                }
                busy &= !(1 << l);
                busy |= load(&mut cells, lane, l);
            }
        }
        for l in lanes_of::<M>(forks) {
            if let Some(end) = options.reached(guesses) {
                return stop(&mut lanes, busy, end, sink);
            }
            let lane = &mut lanes[l];
            lane.answer.guesses += 1;
            guesses += 1;
            let (children, loss) = machine.expand(&saved[l], room(&mut lane.stack, lane.open)).expect(OPEN);
            // The last child stays in the lane: it takes 18 cells to change, instead of 81.
            lane.open += children - 1;
            for &cell in loss.cells {
                cells[cell as usize].as_mut()[l] &= !loss.digit;
            }
        }
    }
    End::Complete
}

/// With a limit of no solutions nothing is to be done.
#[cold]
fn run_none(puzzles: &mut dyn Iterator<Item = Candidates>, sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>) -> End {
    for (index, _) in (0..).zip(puzzles) {
        if sink(&Answer { index, solutions: 0, first: None, end: End::Limit, guesses: 0 }).is_break() {
            return End::Stopped;
        }
    }
    End::Complete
}

/// Gives an answer for every puzzle that was begun.
fn stop(lanes: &mut [Lane], busy: u32, end: End, sink: &mut dyn FnMut(&Answer<'_>) -> ControlFlow<()>) -> End {
    for (_, lane) in lanes.iter_mut().enumerate().filter(|(l, _)| busy >> l & 1 != 0) {
        let first = (lane.answer.solutions > 0).then_some(&lane.first);
        if sink(&Answer { first, end, ..lane.answer }).is_break() {
            break;
        }
    }
    end
}

/// The lanes of a set of bits.
#[inline(always)]
fn lanes_of<M: Machine>(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
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
