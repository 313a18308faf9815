//! One puzzle at a time, with the lowest latency: the whole grid lies in nine registers, see [`Grid`].

use std::ops::ControlFlow;

use super::branch::{CHILDREN, Guess};
use super::grid::{Candidates, Digits, Grid};
use super::machine::{Machine, Settled};
use super::portable::Portable;
use super::{End, Kernel, Options};

/// What the search of one puzzle found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How many solutions.
    pub solutions: u64,
    /// Why it ended.
    pub end: End,
    /// How often it had to branch.
    pub guesses: u64,
    /// How many of the branches were dead ends.
    pub failures: u64,
    /// The most grids that waited at a time.
    pub depth: u64,
}

/// Solves one puzzle after the other. It keeps nothing between them but memory.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use pencilmark_sudoku::bitboard::{End, Options, Single, from_givens};
/// let text = b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
/// let givens = text.map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
/// let mut solution = [0; 81];
/// let outcome = Single::default().solve(&from_givens(&givens), &Options::limit(2), &mut |digits| {
///     solution = *digits;
///     ControlFlow::Continue(())
/// });
/// assert_eq!((outcome.solutions, outcome.end), (1, End::Complete));
/// assert_eq!(solution[..9], [1, 6, 2, 8, 5, 7, 4, 9, 3]);
/// ```
#[derive(Debug)]
pub struct Single {
    kernel: Kernel,
    root: Grid,
    grid: Grid,
    digits: Digits,
    stack: Vec<Grid>,
    /// What became of grids that were settled together with the one above them.
    known: Vec<Option<Settled>>,
}

impl Default for Single {
    fn default() -> Single {
        Single::new(Kernel::best())
    }
}

impl Single {
    /// With this kernel, or the portable one if the processor doesn't have it.
    pub fn new(kernel: Kernel) -> Single {
        let kernel = if kernel.works() { kernel } else { Kernel::Portable };
        Single { kernel, root: Grid::FULL, grid: Grid::FULL, digits: [0; 81], stack: vec![Grid::FULL; 64], known: vec![None; 64] }
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Gives the solutions to `sink` as they are found, until it or a limit says stop.
    pub fn solve(&mut self, start: &Candidates, options: &Options<'_>, sink: &mut dyn FnMut(&Digits) -> ControlFlow<()>) -> Outcome {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                if let Some(machine) = super::avx512::Avx512::detect() {
                    return self.search(machine, start, options, sink);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => {
                if let Some(machine) = super::avx2::Avx2::detect() {
                    return self.search(machine, start, options, sink);
                }
            }
            _ => {}
        }
        self.search(Portable, start, options, sink)
    }

    fn search<M: Machine>(
        &mut self,
        machine: M,
        start: &Candidates,
        options: &Options<'_>,
        sink: &mut dyn FnMut(&Digits) -> ControlFlow<()>,
    ) -> Outcome {
        let mut out = Outcome { solutions: 0, end: End::Complete, guesses: 0, failures: 0, depth: 0 };
        if options.limit == 0 {
            out.end = End::Limit;
            return out;
        }
        machine.arrange(start, &mut self.root);
        let mut settled = machine.settle(&self.root, &mut self.grid);
        // Grids that are still to be searched: the first so many of the stack.
        let mut open = 0;
        loop {
            match settled {
                Settled::Solved if machine.solution(&self.grid, &self.root, &mut self.digits) => {
                    out.solutions += 1;
                    if sink(&self.digits).is_break() {
                        out.end = End::Stopped;
                        return out;
                    }
                    if out.solutions >= options.limit {
                        out.end = End::Limit;
                        return out;
                    }
                }
                Settled::Solved | Settled::Dead => out.failures += 1,
                Settled::Open => {
                    if let Some(end) = options.reached(out.guesses, out.guesses) {
                        out.end = end;
                        return out;
                    }
                    out.guesses += 1;
                    let guess = Guess::after(out.failures);
                    let children = machine.expand(&self.grid, room(&mut self.stack, open), guess).expect(OPEN);
                    self.known.resize(self.stack.len(), None);
                    self.known[open..open + children].fill(None);
                    open += children;
                    out.depth = out.depth.max(open as u64);
                }
            }
            if open == 0 {
                return out;
            }
            open -= 1;
            settled = match self.known[open].take() {
                Some(known) => {
                    self.grid = self.stack[open];
                    known
                }
                None if M::PAIRS && out.failures > 0 && open > 0 && self.known[open - 1].is_none() => {
                    let [.., below, top] = &mut self.stack[..=open] else { unreachable!("there are two") };
                    let [of_below, of_top] = machine.settle_two(below, top, &mut self.grid);
                    self.known[open - 1] = Some(of_below);
                    of_top
                }
                None => machine.settle(&self.stack[open], &mut self.grid),
            };
        }
    }
}

/// Why an open grid can always branch.
///
/// At the fixpoint cells have only digits that their triads of both directions may have, each digit is left in every band, and no cell
/// is empty. If each digit had one configuration in each band and stack, it would be in one row and one column of every box, so in one
/// cell; nine digits in nine cells, none empty, leave one for each.
pub(crate) const OPEN: &str = "a grid at the fixpoint whose digits all have one configuration in each band is solved or dead";

/// Room for children behind the first `open` grids of a stack.
#[inline(always)]
pub(crate) fn room(stack: &mut Vec<Grid>, open: usize) -> &mut [Grid; CHILDREN] {
    if stack.len() < open + CHILDREN {
        stack.resize(2 * (open + CHILDREN), Grid::FULL);
    }
    stack[open..].first_chunk_mut().expect("there was made room")
}
