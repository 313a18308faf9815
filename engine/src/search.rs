//! Depth-first search with an explicit stack; it can stop at any solution or limit and go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::brancher::Brancher;
use crate::domain::{Fact, Value};
use crate::fixpoint::{Failure, Network};
use crate::model::Model;
use crate::observe::{Event, Probe};

/// Where to stop. The default is nowhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// After this many solutions.
    pub solutions: Option<u64>,
    /// After this many nodes.
    pub nodes: Option<u64>,
    /// At this moment.
    pub deadline: Option<Instant>,
    /// As soon as this becomes true.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Stops after this many solutions.
    pub fn solutions(count: u64) -> Self {
        Limits { solutions: Some(count), ..Limits::default() }
    }

    /// Stops after this many nodes.
    pub fn nodes(count: u64) -> Self {
        Limits { nodes: Some(count), ..Limits::default() }
    }

    /// Why to stop at this node, if so. The clock is read at one node in 16.
    #[inline]
    pub(crate) fn reached(&self, nodes: u64) -> Option<End> {
        if self.nodes.is_some_and(|most| nodes >= most) {
            return Some(End::Nodes);
        }
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(End::Interrupted);
        }
        let due = |deadline| nodes.is_multiple_of(16) && Instant::now() >= deadline;
        self.deadline.is_some_and(due).then_some(End::Deadline)
    }
}

/// What a run cost. Equal runs have equal counts, whether watched or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Decisions tried (for backtracking: values tried).
    pub nodes: u64,
    /// Dead ends.
    pub failures: u64,
    /// Runs of propagators (for backtracking: constraints looked at).
    pub propagations: u64,
    /// The most decisions that were open at a time.
    pub depth: u64,
    /// Times the search began anew.
    pub restarts: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All was searched: there are no further solutions.
    Complete,
    /// The limit of solutions was reached.
    Solutions,
    /// The limit of nodes was reached.
    Nodes,
    /// The deadline came.
    Deadline,
    /// The interrupt flag was set.
    Interrupted,
    /// Whoever took the solutions had enough.
    Stopped,
    /// There are more than can be counted: 2^128.
    Overflow,
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How many solutions were found.
    pub solutions: u64,
    /// Why it ended.
    pub end: End,
    /// What it cost.
    pub stats: Stats,
}

impl Outcome {
    /// True if no further solutions exist.
    pub fn is_complete(&self) -> bool {
        self.end == End::Complete
    }
}

/// When to begin anew, as long as no solution was found. What branchers have learnt stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Restart {
    /// Never.
    #[default]
    Never,
    /// After `scale` times 1, 1, 2, 1, 1, 2, 4, ... failures (Luby, Sinclair and Zuckerman 1993).
    Luby {
        /// The unit, in failures.
        scale: u64,
    },
    /// After `first` failures, then each time `percent` per cent of the last number (Walsh 1999 takes about 150).
    Geometric {
        /// Failures before the first restart.
        first: u64,
        /// More than 100.
        percent: u64,
    },
}

impl Restart {
    /// How many failures the `n`th dive may have, from 0.
    pub(crate) fn cutoff(self, n: u64) -> u64 {
        match self {
            Restart::Never => u64::MAX,
            Restart::Luby { scale } => scale.max(1).saturating_mul(luby(n + 1)),
            Restart::Geometric { first, percent } => {
                (0..n).fold(first.max(1), |cutoff, _| (cutoff.saturating_mul(percent) / 100).max(cutoff + 1))
            }
        }
    }
}

/// The `n`th number of the Luby sequence, from 1.
fn luby(n: u64) -> u64 {
    let mut k = 1;
    while (1 << k) - 1 < n {
        k += 1;
    }
    if n == (1 << k) - 1 { 1 << (k - 1) } else { luby(n + 1 - (1 << (k - 1))) }
}

/// What [`Search::step`] came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A solution is in [`Search::values`].
    Solution,
    /// Over, or a limit.
    End(End),
}

/// An open decision: its negation is still to be tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    fact: Fact,
    parent: u64,
}

/// A run in progress, which can be stopped at any solution and go on.
pub(crate) struct Search<'m> {
    model: &'m Model,
    pub(crate) network: Network,
    brancher: Box<dyn Brancher>,
    restart: Restart,
    stack: Vec<Frame>,
    /// The values of the last solution.
    pub(crate) values: Vec<Value>,
    pub(crate) stats: Stats,
    /// The number of solutions found.
    pub(crate) found: u64,
    /// The failures at which the next restart is due.
    cutoff: u64,
    node: u64,
    next_node: u64,
    state: Progress,
}

/// Where the search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// Givens or a decision were made, propagation is due.
    Propagate,
    /// At a solution; going on means going back.
    AtSolution,
    /// Nothing is left.
    Over,
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("stats", &self.stats).field("state", &self.state).finish_non_exhaustive()
    }
}

impl<'m> Search<'m> {
    pub(crate) fn new(model: &'m Model, network: Network, brancher: Box<dyn Brancher>) -> Self {
        Search {
            model,
            network,
            brancher,
            restart: Restart::Never,
            stack: Vec::new(),
            values: vec![0; model.len()],
            stats: Stats::default(),
            found: 0,
            cutoff: u64::MAX,
            node: 0,
            next_node: 1,
            state: Progress::Over,
        }
    }

    /// Begins a run. Nothing of an earlier one is left.
    pub(crate) fn begin<P: Probe>(&mut self, givens: &[Fact], restart: Restart, probe: &mut P) {
        self.rewind();
        self.network.reset();
        self.brancher.reset();
        self.restart = restart;
        self.cutoff = restart.cutoff(0);
        (self.stats, self.found, self.node, self.next_node) = (Stats::default(), 0, 0, 1);
        self.network.domains.push_level();
        self.state = Progress::Propagate;
        for &given in givens {
            // Told before it happens, so that what it wakes comes after it.
            if P::ON && self.network.domains.get(given.var).iter().any(|value| given.allows(value)) {
                probe.event(&Event::Given(given));
            }
            if self.network.apply(given, probe).is_err() {
                probe.event(&Event::GivenRefused(given));
                self.state = Progress::Over;
                return;
            }
        }
    }

    /// Goes back to before the givens.
    pub(crate) fn rewind(&mut self) {
        while self.network.domains.depth() > 0 {
            self.network.domains.pop_level();
        }
        self.stack.clear();
        self.state = Progress::Over;
    }

    /// Runs to the next solution, to a limit, or to the end.
    pub(crate) fn step<P: Probe>(&mut self, limits: &Limits<'_>, probe: &mut P) -> Step {
        if self.state == Progress::AtSolution && !self.go_back(probe) {
            self.state = Progress::Over;
        }
        loop {
            if self.state == Progress::Over {
                return Step::End(End::Complete);
            }
            if let Err(failure) = self.network.fixpoint(&mut self.stats.propagations, probe) {
                self.learn(failure);
                if self.found == 0 && self.stats.failures >= self.cutoff && !self.stack.is_empty() {
                    self.start_anew(probe);
                } else if !self.go_back(probe) {
                    self.state = Progress::Over;
                }
                continue;
            }
            let Some(fact) = self.brancher.choose(&self.network.domains) else {
                self.state = Progress::AtSolution;
                self.read_solution();
                probe.event(&Event::Solution(&self.values));
                return Step::Solution;
            };
            // The queue is empty here, so a later call goes on just as if there had been no limit.
            if let Some(end) = limits.reached(self.stats.nodes) {
                return Step::End(end);
            }
            self.decide(fact, probe);
        }
    }

    fn decide<P: Probe>(&mut self, fact: Fact, probe: &mut P) {
        self.stack.push(Frame { fact, parent: self.node });
        self.stats.nodes += 1;
        self.stats.depth = self.stats.depth.max(self.stack.len() as u64);
        let score = if P::ON { self.brancher.score(fact, &self.network.domains) } else { None };
        self.network.domains.push_level();
        probe.event(&Event::Decided { node: self.next_node, parent: self.node, fact, left: true, score });
        self.enter_node();
        let applied = self.network.apply(fact, probe);
        assert_eq!(applied, Ok(true), "a brancher chose {fact}, which decides nothing");
    }

    /// Nodes have numbers only for observers, but cost less than to ask for one.
    fn enter_node(&mut self) {
        if !cfg!(untraced) {
            self.node = self.next_node;
            self.next_node += 1;
        }
    }

    fn learn(&mut self, failure: Failure) {
        self.stats.failures += 1;
        let posted = self.model.constraint(failure.constraint);
        // An implied constraint may be about everything; then only the variable says where it hurts.
        match failure.var {
            Some(var) if posted.implied => self.brancher.on_conflict(&[var]),
            _ => self.brancher.on_conflict(posted.constraint.scope()),
        }
    }

    /// Takes back the last decision and applies its negation; false if none is left.
    fn go_back<P: Probe>(&mut self, probe: &mut P) -> bool {
        self.network.join_after(self.stats.failures);
        let Some(frame) = self.stack.pop() else { return false };
        self.network.domains.pop_level();
        probe.event(&Event::Backtracked { from: self.node, to: frame.parent });
        // The right side is a node of its own, though no decision stays open for it.
        probe.event(&Event::Decided { node: self.next_node, parent: frame.parent, fact: !frame.fact, left: false, score: None });
        self.enter_node();
        self.state = Progress::Propagate;
        self.network.apply(!frame.fact, probe).expect("a decision that was news leaves values for its negation");
        true
    }

    fn start_anew<P: Probe>(&mut self, probe: &mut P) {
        while self.stack.pop().is_some() {
            self.network.domains.pop_level();
        }
        self.node = 0;
        self.stats.restarts += 1;
        self.cutoff = self.stats.failures.saturating_add(self.restart.cutoff(self.stats.restarts));
        probe.event(&Event::Restarted);
        self.network.join_after(self.stats.failures);
    }

    /// Takes the values from the domains, and checks them against the model.
    fn read_solution(&mut self) {
        let domains = &self.network.domains;
        for (slot, var) in self.values.iter_mut().zip(domains.vars()) {
            *slot = domains.get(var).value().expect("a brancher has nothing to decide only when all variables have their values");
        }
        if let Err(broken) = self.model.check(&self.values) {
            panic!("the engine found values that are no solution, which is a fault of a propagator: {broken}");
        }
        self.found += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luby_as_in_the_paper() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn geometric_cutoffs_grow() {
        let restart = Restart::Geometric { first: 10, percent: 150 };
        let cutoffs: Vec<u64> = (0..4).map(|n| restart.cutoff(n)).collect();
        assert_eq!(cutoffs, [10, 15, 22, 33]);
    }
}
