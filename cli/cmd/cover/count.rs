//! Counting all covers: with a memo under two branching rules, or one by one; what suits a problem is found out by trying.

use std::ops::ControlFlow;
use std::time::Duration;

use pencilmark_engine::exact_cover::{Algorithm, Branching, Cells, Counter, Counters, Limits, Problem, Solver, Step, Stop};

use super::{Answer, End};

/// The nodes of a first try with the memo; a tenth of a second, about.
const FIRST_TRY: u64 = 1 << 16;

/// By so much later tries may be longer.
const LONGER: u64 = 4;

/// Nodes without a memo take so much less time, at best.
const CHEAPER: u64 = 16;

/// The memo pays if one in so many nodes was remembered.
const SELDOM: u64 = 20;

/// How the memo was used.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    pub(super) branching: &'static str,
    pub(super) remembered: usize,
    pub(super) recalled: u64,
    pub(super) full: bool,
}

/// Counts all covers. In turn, each time with more nodes: small search trees, narrow frontiers, and, as long as neither
/// recalls much, passing through the covers, which goes on where it stopped.
pub(super) fn count(problem: &Problem, limits: Limits<'_>) -> Answer {
    let mut race = Race { problem, limits, counter: Counter::new(problem), list: None, best: None, done: Counters::default() };
    let mut budget = FIRST_TRY;
    loop {
        let mut recalls = false;
        for branching in [Branching::Fewest, Branching::First] {
            match race.memo(branching, budget) {
                ControlFlow::Break(end) => return race.answer(end),
                ControlFlow::Continue(much) => recalls |= much,
            }
        }
        if !recalls && let ControlFlow::Break(end) = race.list(budget.saturating_mul(CHEAPER)) {
            return race.answer(end);
        }
        budget = budget.saturating_mul(LONGER);
    }
}

struct Race<'p> {
    problem: &'p Problem,
    limits: Limits<'p>,
    counter: Counter,
    /// A solver on its way through the covers, and how many it has passed.
    list: Option<(Box<dyn Solver>, u128)>,
    /// What the best try counted.
    best: Option<Answer>,
    /// The work of all tries.
    done: Counters,
}

impl Race<'_> {
    fn answer(self, end: End) -> Answer {
        let best = self.best.expect("there was a try");
        Answer { end, counters: self.done, ..best }
    }

    /// A count with the memo, from the start. If the budget ends it, it says whether much was recalled.
    fn memo(&mut self, branching: Branching, budget: u64) -> ControlFlow<End, bool> {
        let (limits, is_last) = within(self.limits.after(self.done), budget);
        self.counter.set_branching(branching);
        let count = self.counter.count(limits);
        let branching = match branching {
            Branching::Fewest => "fewest",
            Branching::First => "first",
        };
        let memo = Memo { branching, remembered: count.remembered, recalled: count.hits, full: count.memo_full };
        let end = count.ended.map_or(End::Complete, End::from);
        self.tried(count.covers, end, None, Some(memo), count.counters);
        match end {
            End::Stopped(Stop::Nodes) if !is_last => ControlFlow::Continue(count.hits.saturating_mul(SELDOM) >= count.counters.nodes),
            end => ControlFlow::Break(end),
        }
    }

    /// Passes through covers, from where it stopped.
    fn list(&mut self, budget: u64) -> ControlFlow<End> {
        let (limits, is_last) = within(self.limits.after(self.done), budget);
        let (solver, covers) = self.list.get_or_insert_with(|| (suited(self.problem), 0));
        let before = solver.counters();
        let work = |now: Counters| Counters { nodes: now.nodes - before.nodes, updates: now.updates - before.updates };
        let end = loop {
            match solver.next_solution(limits.after(work(solver.counters()))) {
                Step::Solution => *covers += 1,
                Step::Done => break End::Complete,
                Step::Stopped(stop) => break End::Stopped(stop),
            }
        };
        let (covers, work, algorithm) = (*covers, work(solver.counters()), solver.algorithm());
        self.tried(covers, end, Some(algorithm), None, work);
        match end {
            End::Stopped(Stop::Nodes) if !is_last => ControlFlow::Continue(()),
            end => ControlFlow::Break(end),
        }
    }

    /// Keeps what a try counted if it is the best so far: what one counted the next may not reach.
    fn tried(&mut self, covers: u128, end: End, solver: Option<Algorithm>, memo: Option<Memo>, work: Counters) {
        self.done.nodes += work.nodes;
        self.done.updates += work.updates;
        if end == End::Complete || self.best.as_ref().is_none_or(|best| best.covers < covers) {
            self.best = Some(Answer { covers, end, solver, memo, counters: work, time: Duration::ZERO });
        }
    }
}

/// Limits of a try, and whether it is the last that they allow.
fn within(left: Limits<'_>, budget: u64) -> (Limits<'_>, bool) {
    match left.nodes {
        Some(nodes) if nodes <= budget => (left, true),
        _ => (Limits { nodes: Some(budget), ..left }, false),
    }
}

fn suited(problem: &Problem) -> Box<dyn Solver> {
    let solver = super::suited(problem).solver(problem);
    solver.unwrap_or_else(|_| Box::new(Cells::new(problem)))
}
