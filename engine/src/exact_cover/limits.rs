//! When a search must stop before its end, and what it has done so far.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Work done since a solver was made or restarted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes of the search tree, solutions included.
    pub nodes: u64,
    /// Removals of an option from an item's list (and of items from the list of open ones, for [`Links`]); for
    /// [`Matrix`], options crossed out.
    ///
    /// [`Links`]: super::Links
    /// [`Matrix`]: super::Matrix
    pub updates: u64,
}

/// Limits of one call (or of one iteration over solutions). The default has none.
///
/// Nodes and updates are counted from the start of the call, so that a stopped search can go on with the same limits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop at the first node after this many updates.
    pub updates: Option<u64>,
    /// Stop when this moment has passed (looked at every few hundred nodes).
    pub deadline: Option<Instant>,
    /// Stop when this becomes true (looked at every few hundred nodes).
    pub interrupt: Option<&'a AtomicBool>,
}

/// Which limit stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::updates`].
    Updates,
    /// [`Limits::deadline`].
    Deadline,
    /// [`Limits::interrupt`].
    Interrupt,
}

impl Limits<'_> {
    /// What is left of these limits after some work, for a caller that spreads them over several calls.
    #[must_use]
    pub fn after(mut self, done: Counters) -> Self {
        self.nodes = self.nodes.map(|n| n.saturating_sub(done.nodes));
        self.updates = self.updates.map(|n| n.saturating_sub(done.updates));
        self
    }
}

/// Nodes between two looks at the clock and the flag.
const PERIOD: u64 = 256;

/// The limits of one call, as counter values at which to stop: one comparison a node decides most of the time.
#[derive(Debug)]
pub(super) struct Gauge<'a> {
    limits: Limits<'a>,
    node_end: u64,
    update_end: u64,
    look_at: u64,
}

impl<'a> Gauge<'a> {
    pub(super) fn new(limits: Limits<'a>, now: Counters) -> Self {
        let end = |limit: Option<u64>, now: u64| limit.map_or(u64::MAX, |n| now.saturating_add(n));
        Self { limits, node_end: end(limits.nodes, now.nodes), update_end: end(limits.updates, now.updates), look_at: now.nodes }
    }

    /// Asked before each node is counted.
    #[inline(always)]
    pub(super) fn stop(&mut self, now: Counters) -> Option<Stop> {
        if now.nodes < self.look_at && now.updates < self.update_end { None } else { self.look(now) }
    }

    #[cold]
    fn look(&mut self, now: Counters) -> Option<Stop> {
        if now.nodes >= self.node_end {
            return Some(Stop::Nodes);
        }
        if now.updates >= self.update_end {
            return Some(Stop::Updates);
        }
        if self.limits.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupt);
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stop::Deadline);
        }
        self.look_at = now.nodes.saturating_add(PERIOD).min(self.node_end);
        None
    }
}
