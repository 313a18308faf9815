//! Counting covers, with a memo on the open items.

mod memo;

use self::memo::{Keys, Memo};
use super::givens::{CommitError, Givens};
use super::limits::{Counters, Gauge, Limits, Stop};
use super::links::Lists;
use super::problem::{OptionId, Problem};

/// The memory that the memo may take unless [`Counter::set_memory`] says otherwise: 512 MiB.
const MEMORY: u64 = 512 << 20;

/// Which item is branched on. Both depend on nothing but the remaining problem, as the memo needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Branching {
    /// The first of the open items with the fewest options: small search trees.
    #[default]
    Fewest,
    /// The first open item, unless some item has one option left: along a board this leaves a narrow frontier, so
    /// that subproblems recur more often.
    First,
}

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The covers: all of them if `ended` is `None`, otherwise at least so many.
    pub covers: u128,
    /// Why the count is not complete.
    pub ended: Option<Ended>,
    /// Work done. A node whose count was remembered counts as one.
    pub counters: Counters,
    /// Nodes whose count was remembered.
    pub hits: u64,
    /// Counts remembered at the end.
    pub remembered: usize,
    /// Whether the memory limit was reached, so that later counts were not remembered.
    pub memo_full: bool,
}

/// Why a count is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// A limit was reached.
    Stopped(Stop),
    /// There are 2^128 covers or more.
    Overflow,
}

impl Count {
    /// The number of covers, if it is known.
    #[must_use]
    pub fn exact(&self) -> Option<u128> {
        self.ended.is_none().then_some(self.covers)
    }
}

/// Counts the covers of a problem without listing them.
///
/// The number of covers of a subproblem depends only on which items are open (and which colours the secondary ones
/// have been given). It is remembered under that key, so that a subproblem reached on many ways is counted once. Where
/// subproblems recur, as in tilings, this is the difference between years and milliseconds; where they do not, the
/// memo costs some time, and memory up to [`set_memory`](Self::set_memory). Parts that have become independent of each
/// other are not found: where the fewest options break a board into pieces, [`Branching::First`] is the better rule.
///
/// Source: Nishino, Yasuda, Minato, Nagata: "Dancing with decision diagrams: a combined approach to exact cover",
/// AAAI 2017, of whose diagrams only the counts are kept.
///
/// ```
/// use pencilmark_engine::exact_cover::{Counter, ItemId, Limits, Problem};
///
/// // Dominoes on a strip of 2 x 100: a Fibonacci number.
/// let cell = |row: u32, column: u32| ItemId::new(2 * column + row);
/// let mut problem = Problem::numbered(200, 0);
/// for column in 0..100 {
///     problem.option(&[cell(0, column), cell(1, column)])?;
///     for row in if column < 99 { 0..2 } else { 0..0 } {
///         problem.option(&[cell(row, column), cell(row, column + 1)])?;
///     }
/// }
/// let count = Counter::new(&problem).count(Limits::default());
/// assert_eq!(count.exact(), Some(573_147_844_013_817_084_101));
/// # Ok::<(), pencilmark_engine::exact_cover::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    lists: Lists,
    keys: Keys,
    givens: Givens,
    colours: bool,
    branching: Branching,
    memory: u64,
}

/// A node of the search that is being counted.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The option being tried.
    node: u32,
    /// Whether the count will be remembered; its key is on the stack then.
    keyed: bool,
    /// What the options before this one gave.
    covers: u128,
}

/// What a node turned out to be.
enum Found {
    Branch { item: u32, keyed: bool },
    Covers(u128),
}

impl Counter {
    /// A counter for a problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let shape = problem.shape();
        Self {
            lists: Lists::new(shape),
            keys: Keys::new(shape),
            givens: Givens::new(shape),
            colours: shape.colours > 0,
            branching: Branching::default(),
            memory: MEMORY,
        }
    }

    /// How items are chosen.
    pub fn set_branching(&mut self, branching: Branching) {
        self.branching = branching;
    }

    /// The bytes that the memo may take. When they are used up, counting goes on with what is remembered. 0: no memo.
    pub fn set_memory(&mut self, bytes: u64) {
        self.memory = bytes;
    }

    /// Takes an option as given.
    ///
    /// # Errors
    ///
    /// [`CommitError`] as for [`Solver::commit`](super::Solver::commit).
    pub fn commit(&mut self, option: OptionId) -> Result<(), CommitError> {
        self.givens.push(option)?;
        let node = self.lists.primary_node(option.0);
        self.lists.cover::<true, false>(self.lists.item(node));
        self.take::<false>(node);
        Ok(())
    }

    /// Takes back the last committed option, and says which.
    pub fn undo(&mut self) -> Option<OptionId> {
        let option = self.givens.pop()?;
        let node = self.lists.primary_node(option.0);
        self.give_back(node);
        self.lists.uncover::<true>(self.lists.item(node));
        Some(option)
    }

    /// Counts the covers that hold the committed options.
    ///
    /// When a limit stops it, what was counted up to then is returned as a lower bound. Each call starts anew.
    pub fn count(&mut self, limits: Limits<'_>) -> Count {
        self.lists.updates = 0;
        let mut run = Run {
            memo: Memo::new(self.keys.words(), self.memory),
            stack: Vec::new(),
            key: vec![0; self.keys.words()],
            frames: Vec::new(),
            nodes: 0,
            hits: 0,
        };
        let result = self.run(&mut run, limits);
        // A stopped count leaves choices behind.
        let mut covers = result.unwrap_or(0);
        while let Some(frame) = run.frames.pop() {
            self.give_back(frame.node);
            self.uncover(self.lists.item(frame.node));
            covers = covers.saturating_add(frame.covers);
        }
        if result == Err(Ended::Overflow) {
            covers = u128::MAX;
        }
        Count {
            covers,
            ended: result.err(),
            counters: Counters { nodes: run.nodes, updates: self.lists.updates },
            hits: run.hits,
            remembered: run.memo.len(),
            memo_full: run.memo.is_full(),
        }
    }

    fn run(&mut self, run: &mut Run, limits: Limits<'_>) -> Result<u128, Ended> {
        let mut gauge = Gauge::new(limits, Counters::default());
        self.lists.forced.clear();
        loop {
            if let Some(stop) = gauge.stop(Counters { nodes: run.nodes, updates: self.lists.updates }) {
                return Err(Ended::Stopped(stop));
            }
            run.nodes += 1;
            match self.look(run) {
                Found::Branch { item, keyed } => {
                    self.cover(item);
                    let node = self.lists.down(item);
                    run.frames.push(Frame { node, keyed, covers: 0 });
                    self.take::<true>(node);
                }
                Found::Covers(covers) => {
                    if let Some(total) = self.add(run, covers)? {
                        return Ok(total);
                    }
                }
            }
        }
    }

    /// Decides what to do at a node: a branch has at least one option.
    fn look(&mut self, run: &mut Run) -> Found {
        while let Some(item) = self.lists.forced.pop() {
            if self.lists.is_open(item) {
                // A forced move has no choice to remember.
                return if self.lists.is_dead(item) { Found::Covers(0) } else { Found::Branch { item, keyed: false } };
            }
        }
        let Some((mut item, size)) = self.keys.read(&self.lists, &mut run.key) else { return Found::Covers(1) };
        match size {
            0 => Found::Covers(0),
            1 => {
                self.lists.push_forced();
                Found::Branch { item: self.lists.forced.pop().unwrap_or(item), keyed: false }
            }
            _ => {
                if let Some(covers) = run.memo.recall(&run.key) {
                    run.hits += 1;
                    return Found::Covers(covers);
                }
                let keyed = !run.memo.is_full();
                if keyed {
                    run.stack.extend_from_slice(&run.key);
                }
                if self.branching == Branching::First {
                    item = self.lists.open().next().map_or(item, |(first, _)| first);
                }
                Found::Branch { item, keyed }
            }
        }
    }

    /// Adds the covers of a node to those of its parent, and goes on to the parent's next option; when it has no more,
    /// the parent is counted too, and so on upwards. Returns the total at the root.
    fn add(&mut self, run: &mut Run, mut covers: u128) -> Result<Option<u128>, Ended> {
        self.lists.forced.clear();
        while let Some(frame) = run.frames.last_mut() {
            frame.covers = frame.covers.checked_add(covers).ok_or(Ended::Overflow)?;
            let Frame { node, keyed, covers: sum } = *frame;
            self.give_back(node);
            let next = self.lists.down(node);
            if !self.lists.is_header(next) {
                frame.node = next;
                self.take::<true>(next);
                return Ok(None);
            }
            self.uncover(next);
            run.frames.pop();
            if keyed {
                let at = run.stack.len() - run.key.len();
                run.memo.remember(&run.stack[at..], sum);
                run.stack.truncate(at);
            }
            covers = sum;
        }
        Ok(Some(covers))
    }

    fn cover(&mut self, item: u32) {
        if self.colours { self.lists.cover::<true, true>(item) } else { self.lists.cover::<false, true>(item) }
    }

    fn uncover(&mut self, item: u32) {
        if self.colours { self.lists.uncover::<true>(item) } else { self.lists.uncover::<false>(item) }
    }

    fn take<const EARLY: bool>(&mut self, node: u32) {
        if self.colours { self.lists.take::<true, EARLY>(node) } else { self.lists.take::<false, EARLY>(node) }
    }

    fn give_back(&mut self, node: u32) {
        if self.colours { self.lists.give_back::<true>(node) } else { self.lists.give_back::<false>(node) }
    }
}

/// The state of one count.
struct Run {
    memo: Memo,
    /// The keys of the frames whose count will be remembered.
    stack: Vec<u64>,
    key: Vec<u64>,
    frames: Vec<Frame>,
    nodes: u64,
    hits: u64,
}
