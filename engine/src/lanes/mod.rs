//! Many states of one search side by side in the lanes of vector registers.
//!
//! # How it works
//!
//! A domain has at most sixteen values, so it is a lane of sixteen bits, and a variable is a [row](vector::Row) of thirty-two lanes: its
//! domains in thirty-two states of the same search.
//!
//! ```text
//!               state 0   state 1   state 2        state 31
//!   variable 0 | 1.3..6 | ...... | ...... |  ...  | ...... |     one register (AVX-512), two (AVX2), or an array
//!   variable 1 | .2.4.. | ...... | ...... |  ...  | ...... |
//!      ...
//! ```
//!
//! A [sweep] goes through all constraints with set algebra that does the same in every lane and knows no branches. A lane in which
//! nothing changed any more is copied out: if it is solved it is checked and told, else it branches in two states that go on a stack; dead
//! lanes are dropped; and the next states of the stack take the places (`search.rs`). Very few states are swept one by one with branches
//! (`single.rs`), which finds the same. All kernels have the same lanes, so they search the same tree.
//!
//! # Where the ideas come from
//!
//! Combinations of cages as masks: every killer solver; as tables: Demeulenaere and others 2016. Sets of sums that are shifted: Trick
//! 2003. Weights of variables: Boussemart and others 2004. Many puzzles in the lanes of a register: this project's batches of classic
//! Sudokus; many states of one puzzle: this module.

#[cfg(target_arch = "x86_64")]
#[path = "avx2/kernel.rs"]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[path = "avx512/kernel.rs"]
mod avx512;
mod cages;
mod groups;
mod plan;
mod portable;
mod recognise;
mod search;
mod single;
mod sums;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;
mod vector;
mod watch;

use std::fmt;

use self::plan::Plan;
use self::portable::Portable;
use self::search::Search;
use self::sweep::Machine;
use crate::backend::{Backend, Run, Sink, Unsupported};
use crate::domain::Fact;
use crate::model::Model;
use crate::observe::Observer;
use crate::search::{Limits, Outcome};

const NAME: &str = "lanes";

/// Searches models of different values and cage sums, of at most 16 values, in the lanes of vector registers; declines all else.
///
/// The fastest for hard Killer Sudoku. It tells an observer nothing. In its counts a node is a state in which it had to branch, and a
/// propagation is a sweep over all constraints in all lanes.
///
/// ```
/// use pencilmark_engine::{Backend, Lanes, Limits, Model, all_different, cage_sum};
/// use std::ops::ControlFlow;
///
/// let mut model = Model::new();
/// let x = model.vars("x", 4, 1..=9);
/// model.post(all_different(&x));
/// model.post(cage_sum(&x[..2], 3));
/// model.post(cage_sum(&x[1..], 23));
/// let mut run = Lanes.prepare(&model).unwrap();
/// let outcome = run.run(&[], &Limits::default(), None, &mut |_| ControlFlow::Continue(()));
/// assert_eq!(outcome.solutions, model.solutions().count() as u64);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes;

impl Backend for Lanes {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "thirty-two states of a search at a time in vector registers; takes different values and cages, of up to 16 values"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        Ok(Box::new(Prepared { plan: Plan::of(model)?, model, machine: machines().remove(0) }))
    }
}

struct Prepared<'m> {
    plan: Plan,
    model: &'m Model,
    machine: Box<dyn Machine>,
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("plan", &self.plan).field("machine", &self.machine.name()).finish()
    }
}

impl Run for Prepared<'_> {
    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, _: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome {
        Search::new(&self.plan, self.model, self.plan.domains(givens)).run(&*self.machine, limits, sink)
    }

    fn name(&self) -> &'static str {
        self.machine.name()
    }
}

/// The machines that this processor has, the best one first.
fn machines() -> Vec<Box<dyn Machine>> {
    let mut machines: Vec<Box<dyn Machine>> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        machines.extend(avx512::Avx512::detect().map(|machine| Box::new(machine) as _));
        machines.extend(avx2::Avx2::detect().map(|machine| Box::new(machine) as _));
    }
    machines.push(Box::new(Portable));
    machines
}
