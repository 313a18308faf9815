//! Algorithm X on a bitset matrix.

mod kernel;

use std::fmt;

use self::kernel::{Bits, Fewest};
use super::givens::{CommitError, Givens};
use super::limits::{Counters, Gauge, Limits};
use super::observe::{Event, Observer, Off, On, Probe};
use super::problem::{OptionId, Problem};
use super::random::SplitMix;
use super::solver::{Algorithm, ItemChoice, Solver, Step, Ties};

/// The most memory that the matrix of conflicts may take, in bytes: 2^26 allow for some 23,000 options.
const MAX_BYTES: u64 = 1 << 26;

/// Why a problem cannot have a bitset matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixTooLarge {
    /// The options that can be chosen.
    pub options: usize,
    /// The bytes that the matrix would take.
    pub bytes: u64,
}

impl fmt::Display for MatrixTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a bit matrix of {} options would take {} bytes, more than {MAX_BYTES}", self.options, self.bytes)
    }
}

impl std::error::Error for MatrixTooLarge {}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// A node is to be entered.
    Enter,
    /// The last choice is to be taken back.
    Back,
    /// There are no more covers.
    Done,
}

/// One chosen option (its column number), and the item it was chosen for.
#[derive(Clone, Copy, Debug)]
struct Frame {
    item: u32,
    option: u32,
}

/// The matrix solver: live options and conflicts as bits.
///
/// Taking an option is one AND-NOT of the live options with those that it excludes; undoing it is free, as the live
/// options of every level are kept. The options of all items are counted at once, a bit an item, so that it never stops
/// early: its nodes are those of [`Links`] with [`ItemChoice::exact`].
///
/// Source: TAOCP 7.2.2.1, Algorithm X, on the binary matrix it was first stated for.
///
/// [`Links`]: super::Links
#[derive(Clone, Debug)]
pub struct Matrix {
    bits: Bits,
    givens: Givens,
    choice: ItemChoice,
    random: SplitMix,
    frames: Vec<Frame>,
    phase: Phase,
    counters: Counters,
}

impl Matrix {
    /// A solver for a problem.
    ///
    /// # Errors
    ///
    /// [`MatrixTooLarge`] when it has more than some 23,000 options: the matrix has a bit for each pair of options.
    pub fn new(problem: &Problem) -> Result<Self, MatrixTooLarge> {
        let shape = problem.shape();
        let options = shape.choosable_options().count();
        let rows = options as u64 + u64::from(shape.primary) + u64::from(shape.items);
        let bytes = rows.saturating_mul((options as u64).div_ceil(8));
        if bytes > MAX_BYTES {
            return Err(MatrixTooLarge { options, bytes });
        }
        Ok(Self {
            bits: Bits::new(shape),
            givens: Givens::new(shape),
            choice: ItemChoice::default(),
            random: SplitMix::new(0),
            frames: Vec::new(),
            phase: Phase::Enter,
            counters: Counters::default(),
        })
    }

    fn rewind(&mut self) {
        self.frames.clear();
        self.bits.truncate(self.givens.options().len());
        self.phase = Phase::Enter;
        self.counters = Counters::default();
        if let Ties::Random(seed) = self.choice.ties {
            self.random = SplitMix::new(seed);
        }
    }

    fn search<P: Probe>(&mut self, limits: Limits<'_>, probe: &mut P) -> Step {
        let mut gauge = Gauge::new(limits, self.counters);
        loop {
            match self.phase {
                Phase::Enter => {
                    if let Some(stop) = gauge.stop(self.counters) {
                        return Step::Stopped(stop);
                    }
                    self.counters.nodes += 1;
                    self.phase = Phase::Back;
                    match self.bits.fewest() {
                        Fewest::None => return Step::Solution,
                        Fewest::Items { item, size: 0 } => probe.event(Event::of_choice(item, 0)),
                        Fewest::Items { item, size } => {
                            let item = self.tie(item, size);
                            probe.event(Event::of_choice(item, size));
                            self.try_option(item, 0, probe);
                        }
                    }
                }
                Phase::Back => {
                    let Some(frame) = self.frames.pop() else {
                        self.phase = Phase::Done;
                        return Step::Done;
                    };
                    self.bits.pop();
                    probe.event(Event::Back);
                    self.try_option(frame.item, frame.option + 1, probe);
                }
                Phase::Done => return Step::Done,
            }
        }
    }

    /// Takes the first live option of an item from this one on, if there is one.
    fn try_option<P: Probe>(&mut self, item: u32, from: u32, probe: &mut P) {
        if let Some(option) = self.bits.next_option(item, from) {
            if P::ON {
                probe.event(Event::Take(OptionId(self.bits.option(option))));
            }
            self.counters.updates += self.bits.take(option);
            self.frames.push(Frame { item, option });
            self.phase = Phase::Enter;
        }
    }

    fn tie(&mut self, first: u32, size: u32) -> u32 {
        let Ties::Random(_) = self.choice.ties else { return first };
        let n = self.random.below(self.bits.ties(size).count() as u32) as usize;
        self.bits.ties(size).nth(n).unwrap_or(first)
    }
}

impl Solver for Matrix {
    fn commit(&mut self, option: OptionId) -> Result<(), CommitError> {
        self.rewind();
        self.givens.push(option)?;
        self.bits.take(self.bits.column(option.0));
        Ok(())
    }

    fn undo(&mut self) -> Option<OptionId> {
        let option = self.givens.pop();
        self.rewind();
        option
    }

    fn committed(&self) -> &[OptionId] {
        self.givens.options()
    }

    fn restart(&mut self) {
        self.rewind();
    }

    fn set_choice(&mut self, choice: ItemChoice) {
        self.choice = choice;
        self.rewind();
    }

    fn advance(&mut self, limits: Limits<'_>, observer: Option<&mut dyn Observer>) -> Step {
        match On::with(observer) {
            None => self.search(limits, &mut Off),
            Some(mut on) => self.search(limits, &mut on),
        }
    }

    fn cover(&self) -> Vec<OptionId> {
        let chosen = self.frames.iter().map(|frame| OptionId(self.bits.option(frame.option)));
        self.givens.options().iter().copied().chain(chosen).collect()
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn algorithm(&self) -> Algorithm {
        Algorithm::Matrix
    }
}
