//! One puzzle at a time, with the lowest latency: the whole grid lies in nine registers, see [`Grid`].

use std::ops::ControlFlow;

use super::branch::CONFIGURATIONS;
use super::grid::{Candidates, Digits, Grid};
#[cfg(target_arch = "x86_64")]
use super::kernel::{Avx2, Avx512};
use super::machine::{Machine, Portable, Settled};
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
#[derive(Debug)]
pub struct Single {
    kernel: Kernel,
    root: Grid,
    grid: Grid,
    digits: Digits,
    stack: Vec<Grid>,
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
        Single { kernel, root: Grid::FULL, grid: Grid::FULL, digits: [0; 81], stack: vec![Grid::FULL; 64] }
    }

    /// Gives the solutions to `sink` as they are found, until it or a limit says stop.
    pub fn solve(&mut self, start: &Candidates, options: &Options<'_>, sink: &mut dyn FnMut(&Digits) -> ControlFlow<()>) -> Outcome {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                if let Some(machine) = Avx512::detect() {
                    return self.search(machine, start, options, sink);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => {
                if let Some(machine) = Avx2::detect() {
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
                    if let Some(end) = options.reached(out.guesses) {
                        out.end = end;
                        return out;
                    }
                    out.guesses += 1;
                    let (children, _) = machine.expand(&self.grid, room(&mut self.stack, open)).expect(OPEN);
                    open += children;
                    out.depth = out.depth.max(open as u64);
                }
            }
            if open == 0 {
                return out;
            }
            open -= 1;
            settled = machine.settle(&self.stack[open], &mut self.grid);
        }
    }
}

/// Why an open grid can always branch.
pub(crate) const OPEN: &str = "a grid at the fixpoint whose digits all have one configuration in each band is solved or dead";

/// Room for children behind the first `open` grids of a stack.
#[inline(always)]
pub(crate) fn room(stack: &mut Vec<Grid>, open: usize) -> &mut [Grid; CONFIGURATIONS] {
    if stack.len() < open + CONFIGURATIONS {
        stack.resize(2 * (open + CONFIGURATIONS), Grid::FULL);
    }
    stack[open..].first_chunk_mut().expect("there was made room")
}
