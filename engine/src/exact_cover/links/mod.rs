//! Dancing links: Algorithm X (and C, with colours) on doubly linked lists.

mod kernel;

pub(super) use self::kernel::Lists;
use super::givens::{CommitError, Givens};
use super::limits::{Counters, Gauge, Limits};
use super::observe::{Event, Observer, Off, On, Probe};
use super::problem::{OptionId, Problem};
use super::random::SplitMix;
use super::solver::{Algorithm, ItemChoice, Solver, Step, Ties};

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

/// The dancing links solver: Knuth's Algorithm X in arrays of `u32`.
///
/// With [`ItemChoice::exact`] it visits the nodes and makes the updates of Knuth's program DLX1, number for number.
/// When it stops early, items that are left with at most one option are put on a stack as they arise and taken from
/// there, so that a chain of forced options costs no scan of all items.
///
/// Source: TAOCP 7.2.2.1, Algorithms X and C.
#[derive(Clone, Debug)]
pub struct Links {
    lists: Lists,
    givens: Givens,
    choice: ItemChoice,
    random: SplitMix,
    colours: bool,
    /// The node chosen at each level. Its item was covered first.
    frames: Vec<u32>,
    phase: Phase,
    nodes: u64,
}

impl Links {
    /// A solver for a problem. Any size will do.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let shape = problem.shape();
        Self {
            lists: Lists::new(shape),
            givens: Givens::new(shape),
            choice: ItemChoice::default(),
            random: SplitMix::new(0),
            colours: shape.colours > 0,
            frames: Vec::new(),
            phase: Phase::Enter,
            nodes: 0,
        }
    }

    fn take_back(&mut self, node: u32) {
        let item = self.lists.item(node);
        if self.colours {
            self.lists.give_back::<true>(node);
            self.lists.uncover::<true>(item);
        } else {
            self.lists.give_back::<false>(node);
            self.lists.uncover::<false>(item);
        }
    }

    /// Takes back all choices of the search, so that only committed options hold.
    fn rewind(&mut self) {
        while let Some(node) = self.frames.pop() {
            self.take_back(node);
        }
        self.lists.forced.clear();
        self.phase = Phase::Enter;
        self.nodes = 0;
        self.lists.updates = 0;
        if let Ties::Random(seed) = self.choice.ties {
            self.random = SplitMix::new(seed);
        }
    }

    fn run<P: Probe>(&mut self, limits: Limits<'_>, probe: &mut P) -> Step {
        let mut gauge = Gauge::new(limits, self.counters());
        match (self.colours, self.choice.stop_early) {
            (false, false) => self.search::<false, false, P>(&mut gauge, probe),
            (false, true) => self.search::<false, true, P>(&mut gauge, probe),
            (true, false) => self.search::<true, false, P>(&mut gauge, probe),
            (true, true) => self.search::<true, true, P>(&mut gauge, probe),
        }
    }

    fn search<const COLOURS: bool, const EARLY: bool, P: Probe>(&mut self, gauge: &mut Gauge<'_>, probe: &mut P) -> Step {
        loop {
            match self.phase {
                Phase::Enter => {
                    if let Some(stop) = gauge.stop(self.counters()) {
                        return Step::Stopped(stop);
                    }
                    self.nodes += 1;
                    let Some(item) = self.choose::<EARLY>() else {
                        self.phase = Phase::Back;
                        return Step::Solution;
                    };
                    if P::ON {
                        probe.event(Event::of_choice(item, self.lists.size(item)));
                    }
                    self.lists.cover::<COLOURS, EARLY>(item);
                    self.try_option::<COLOURS, EARLY, P>(self.lists.down(item), probe);
                }
                Phase::Back => {
                    let Some(node) = self.frames.pop() else {
                        self.phase = Phase::Done;
                        return Step::Done;
                    };
                    self.lists.give_back::<COLOURS>(node);
                    probe.event(Event::Back);
                    self.try_option::<COLOURS, EARLY, P>(self.lists.down(node), probe);
                }
                Phase::Done => return Step::Done,
            }
        }
    }

    /// Takes the option of a node, or reopens its item when the list has come round to the header.
    #[inline(always)]
    fn try_option<const COLOURS: bool, const EARLY: bool, P: Probe>(&mut self, node: u32, probe: &mut P) {
        if self.lists.is_header(node) {
            self.lists.uncover::<COLOURS>(node);
            // What was forced below a dead end is forced there no longer; above, nothing was, or the search would
            // not have branched.
            self.lists.forced.clear();
            self.phase = Phase::Back;
        } else {
            self.frames.push(node);
            if P::ON {
                probe.event(Event::Take(OptionId(self.lists.option(node))));
            }
            self.lists.take::<COLOURS, EARLY>(node);
            self.phase = Phase::Enter;
        }
    }

    /// An open item with the fewest options (or one with at most one, when that is allowed); none if all are closed.
    #[inline(always)]
    fn choose<const EARLY: bool>(&mut self) -> Option<u32> {
        if EARLY {
            while let Some(item) = self.lists.forced.pop() {
                if self.lists.is_open(item) {
                    return Some(item);
                }
            }
            return self.scan_early();
        }
        let (item, size) = self.lists.smallest(0)?;
        Some(self.tie(item, size))
    }

    fn scan_early(&mut self) -> Option<u32> {
        // Only at the root can an item have one option that was not seen to lose its others.
        let least = if self.frames.is_empty() { 0 } else { 2 };
        let (item, size) = self.lists.smallest(least)?;
        if size == 1 {
            // All of them go on the stack, or a long list of items with one option would be scanned for each.
            self.lists.push_forced();
            return self.lists.forced.pop();
        }
        Some(self.tie(item, size))
    }

    #[inline(always)]
    fn tie(&mut self, first: u32, size: u32) -> u32 {
        let Ties::Random(_) = self.choice.ties else { return first };
        let ties = |lists: &Lists| lists.open().filter(|&(_, n)| n == size).count() as u32;
        let n = self.random.below(ties(&self.lists)) as usize;
        self.lists.open().filter(|&(_, n)| n == size).nth(n).map_or(first, |(item, _)| item)
    }
}

impl Solver for Links {
    fn commit(&mut self, option: OptionId) -> Result<(), CommitError> {
        self.rewind();
        self.givens.push(option)?;
        let node = self.lists.primary_node(option.0);
        let item = self.lists.item(node);
        if self.colours {
            self.lists.cover::<true, false>(item);
            self.lists.take::<true, false>(node);
        } else {
            self.lists.cover::<false, false>(item);
            self.lists.take::<false, false>(node);
        }
        self.lists.updates = 0;
        Ok(())
    }

    fn undo(&mut self) -> Option<OptionId> {
        self.rewind();
        let option = self.givens.pop()?;
        self.take_back(self.lists.primary_node(option.0));
        Some(option)
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
            None => self.run(limits, &mut Off),
            Some(mut on) => self.run(limits, &mut on),
        }
    }

    fn cover(&self) -> Vec<OptionId> {
        let chosen = self.frames.iter().map(|&node| OptionId(self.lists.option(node)));
        self.givens.options().iter().copied().chain(chosen).collect()
    }

    fn counters(&self) -> Counters {
        Counters { nodes: self.nodes, updates: self.lists.updates }
    }

    fn algorithm(&self) -> Algorithm {
        Algorithm::Links
    }
}
