//! Dancing cells: Algorithm C on sparse sets, after Knuth's SSXCC.

mod kernel;

use self::kernel::{INACTIVE, Sets};
use super::givens::{CommitError, Givens};
use super::limits::{Counters, Gauge, Limits};
use super::observe::{Event, Observer, Off, On, Probe};
use super::problem::{OptionId, Problem};
use super::random::SplitMix;
use super::solver::{Algorithm, ItemChoice, Solver, Step, Ties};

/// Up to this many items the sizes of all sets are copied at each branching; beyond, a trail of changes is kept, whose
/// length follows the work done and not depth times items.
const COPY_ITEMS: u32 = 2048;

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

/// One chosen option.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: u32,
    /// The item branched on; the options `index + 1..count` of its set are still to be tried. A forced move has no
    /// other options, and its sizes were not saved.
    item: u32,
    index: u32,
    count: u32,
    mark: usize,
}

/// The dancing cells solver: for each item a sparse set of its live options.
///
/// The options of a set stand in an array, the live ones first. Taking one out swaps it behind the live ones; to bring
/// any number of them back it is enough to restore the set's *size*. Items left with a single option are kept on a
/// stack and taken first, without saving anything, and a choice is given up in the middle as soon as it leaves some
/// item without options: such nodes are never entered, so that node counts are lower than those of [`Links`].
///
/// Source: Knuth's program SSXCC (2020), after C. Solnon's use of sparse sets.
///
/// [`Links`]: super::Links
#[derive(Clone, Debug)]
pub struct Cells {
    sets: Sets,
    givens: Givens,
    choice: ItemChoice,
    random: SplitMix,
    colours: bool,
    trail: bool,
    /// The state before each committed option.
    marks: Vec<usize>,
    frames: Vec<Frame>,
    phase: Phase,
    nodes: u64,
    /// Whether the state of the root (all givens, no choices) is saved, and its mark.
    rooted: bool,
    root: usize,
    /// Whether the sets may stand in another order than on a new solver.
    shuffled: bool,
}

/// What a node has to do.
enum Chosen {
    Item { item: u32, count: u32 },
    Dead(u32),
    Solution,
}

impl Cells {
    /// A solver for a problem. Any size will do.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::build(problem, problem.shape().items > COPY_ITEMS)
    }

    /// A solver that keeps a trail, or copies sizes, whatever the problem's size.
    pub(super) fn build(problem: &Problem, trail: bool) -> Self {
        let shape = problem.shape();
        Self {
            sets: Sets::new(shape, trail),
            givens: Givens::new(shape),
            choice: ItemChoice::default(),
            random: SplitMix::new(0),
            colours: shape.colours > 0,
            trail,
            marks: Vec::new(),
            frames: Vec::new(),
            phase: Phase::Enter,
            nodes: 0,
            rooted: false,
            root: 0,
            shuffled: false,
        }
    }

    /// Takes back all choices of the search, so that only committed options hold.
    fn rewind(&mut self) {
        if self.rooted {
            self.sets.restore(self.root);
            self.sets.forget(self.root);
            self.rooted = false;
            self.shuffled = true;
        }
        self.frames.clear();
        self.sets.clear_forced();
        self.phase = Phase::Enter;
        self.nodes = 0;
        self.sets.updates = 0;
        if let Ties::Random(seed) = self.choice.ties {
            self.random = SplitMix::new(seed);
        }
    }

    fn run<P: Probe>(&mut self, limits: Limits<'_>, probe: &mut P) -> Step {
        if !self.rooted {
            if self.shuffled {
                self.put_in_order();
            }
            self.root = self.sets.save();
            self.rooted = true;
        }
        let mut gauge = Gauge::new(limits, self.counters());
        match (self.colours, self.trail) {
            (false, false) => self.search::<false, false, P>(&mut gauge, probe),
            (false, true) => self.search::<false, true, P>(&mut gauge, probe),
            (true, false) => self.search::<true, false, P>(&mut gauge, probe),
            (true, true) => self.search::<true, true, P>(&mut gauge, probe),
        }
    }

    fn search<const COLOURS: bool, const TRAIL: bool, P: Probe>(&mut self, gauge: &mut Gauge<'_>, probe: &mut P) -> Step {
        loop {
            match self.phase {
                Phase::Enter => {
                    if let Some(stop) = gauge.stop(self.counters()) {
                        return Step::Stopped(stop);
                    }
                    self.nodes += 1;
                    self.phase = Phase::Back;
                    match self.choose() {
                        Chosen::Item { item, count } => self.branch::<COLOURS, TRAIL, P>(item, count, probe),
                        Chosen::Dead(item) => probe.event(Event::of_choice(item, 0)),
                        Chosen::Solution => return Step::Solution,
                    }
                }
                Phase::Back => {
                    let Some(frame) = self.frames.last_mut() else {
                        self.phase = Phase::Done;
                        return Step::Done;
                    };
                    probe.event(Event::Back);
                    if frame.index + 1 < frame.count {
                        frame.index += 1;
                        let (mark, node) = (frame.mark, self.sets.member(frame.item, frame.index));
                        frame.node = node;
                        self.sets.restore(mark);
                        self.take::<COLOURS, TRAIL, P>(node, probe);
                    } else {
                        if frame.count > 1 {
                            self.sets.forget(frame.mark);
                        }
                        self.frames.pop();
                    }
                }
                Phase::Done => return Step::Done,
            }
        }
    }

    /// Closes an item and takes the first of its options.
    #[inline(always)]
    fn branch<const COLOURS: bool, const TRAIL: bool, P: Probe>(&mut self, item: u32, count: u32, probe: &mut P) {
        probe.event(Event::of_choice(item, count));
        // Nothing but this item's own options lose anything here, and all items that lose their last one are in each
        // of them, since none has fewer: no check is needed.
        self.sets.hide::<COLOURS, TRAIL, false>(item, 0);
        // A forced move needs no saved sizes: nobody will look at them before an earlier frame restores its own.
        let mark = if count > 1 { self.sets.save() } else { 0 };
        let node = self.sets.member(item, 0);
        self.frames.push(Frame { node, item, index: 0, count, mark });
        self.take::<COLOURS, TRAIL, P>(node, probe);
    }

    #[inline(always)]
    fn take<const COLOURS: bool, const TRAIL: bool, P: Probe>(&mut self, node: u32, probe: &mut P) {
        if P::ON {
            probe.event(Event::Take(OptionId(self.sets.option(node))));
        }
        if self.sets.take::<COLOURS, TRAIL, true>(node) {
            self.phase = Phase::Enter;
        } else {
            probe.event(Event::of_choice(self.sets.starved, 0));
            self.sets.clear_forced();
        }
    }

    /// A forced item if one is known, or else the item with the smallest set.
    fn choose(&mut self) -> Chosen {
        if let Some(item) = self.sets.pop_forced() {
            return Chosen::Item { item, count: 1 };
        }
        let (smallest, first) = self.sets.smallest();
        match smallest {
            INACTIVE => Chosen::Solution,
            // Only at the root: later, `take` refuses to go where an item has no options.
            0 => Chosen::Dead(first),
            1 => {
                // All of them go on the stack, or a long list of items with one option would be scanned for each.
                self.sets.push_forced();
                let item = self.sets.pop_forced().unwrap_or(first);
                Chosen::Item { item, count: 1 }
            }
            count => match self.choice.ties {
                Ties::First => Chosen::Item { item: first, count },
                Ties::Random(_) => {
                    let n = self.random.below(self.sets.ties(smallest).count() as u32);
                    let item = self.sets.ties(smallest).nth(n as usize).unwrap_or(first);
                    Chosen::Item { item, count }
                }
            },
        }
    }

    /// Drops what a given excludes.
    fn take_given(&mut self, option: OptionId) {
        let node = self.sets.primary_node(option.0);
        match (self.colours, self.trail) {
            (false, false) => self.sets.take_given::<false, false>(node),
            (false, true) => self.sets.take_given::<false, true>(node),
            (true, false) => self.sets.take_given::<true, false>(node),
            (true, true) => self.sets.take_given::<true, true>(node),
        }
    }

    /// Brings the sets into the order that they have on a new solver with these givens, so that a run does not depend
    /// on what the solver did before.
    fn put_in_order(&mut self) {
        self.sets.reset();
        self.marks.clear();
        for at in 0..self.givens.options().len() {
            let mark = self.sets.save();
            self.marks.push(mark);
            self.take_given(self.givens.options()[at]);
        }
        self.sets.updates = 0;
        self.shuffled = false;
    }
}

impl Solver for Cells {
    fn commit(&mut self, option: OptionId) -> Result<(), CommitError> {
        self.rewind();
        self.givens.push(option)?;
        let mark = self.sets.save();
        self.marks.push(mark);
        self.take_given(option);
        self.sets.updates = 0;
        Ok(())
    }

    fn undo(&mut self) -> Option<OptionId> {
        self.rewind();
        let option = self.givens.pop()?;
        if let Some(mark) = self.marks.pop() {
            self.sets.restore(mark);
            self.sets.forget(mark);
        }
        self.shuffled = true;
        Some(option)
    }

    fn undo_all(&mut self) {
        self.rewind();
        while self.givens.pop().is_some() {}
        if self.shuffled || !self.marks.is_empty() {
            self.put_in_order();
        }
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
        let chosen = self.frames.iter().map(|frame| OptionId(self.sets.option(frame.node)));
        self.givens.options().iter().copied().chain(chosen).collect()
    }

    fn counters(&self) -> Counters {
        Counters { nodes: self.nodes, updates: self.sets.updates }
    }

    fn algorithm(&self) -> Algorithm {
        Algorithm::Cells
    }
}
