//! The search: a stack of open states, and as many of them side by side as there are lanes.

use std::ops::ControlFlow;

use super::plan::{Cell, MOST_VALUES, Plan};
use super::single;
use super::sweep::{Machine, Swept};
use super::vector::{ALL_LANES, LANES, Row};
use crate::backend::Sink;
use crate::domain::Value;
use crate::model::Model;
use crate::search::{End, Limits, Outcome, Restart, Stats};

/// Once the weights have learnt where it fails, a search is better begun anew; soon later it would lose more than it wins.
const RESTART: Restart = Restart::Geometric { first: 1_000, percent: 1_600 };

/// One value's share of so many.
const SHARES: [f32; MOST_VALUES + 1] = {
    let mut shares = [0.0; MOST_VALUES + 1];
    let mut size = 1;
    while size <= MOST_VALUES {
        shares[size] = 1.0 / size as f32;
        size += 1;
    }
    shares
};

/// With at most so many states, each is swept by itself: that takes half of the time of a sweep of all lanes, and less where little is new.
const FEW: u32 = 2;

/// Which of the two sweeps.
#[derive(Clone, Copy, Debug)]
enum Depth {
    Shallow,
    Deep,
}

/// What is known of a state besides its domains.
#[derive(Clone, Copy, Debug)]
struct Origin {
    depth: u32,
    /// The variable in which it differs from a state in which nothing more followed; none at the root.
    branched: Option<Cell>,
}

const ROOT: Origin = Origin { depth: 0, branched: None };

/// One search.
#[derive(Debug)]
pub(super) struct Search<'a> {
    plan: &'a Plan,
    model: &'a Model,
    root: Vec<u16>,
    /// When to begin anew, as long as there is no solution.
    pub(super) restart: Restart,
    /// The most states that are swept each by itself.
    pub(super) few: u32,
    /// The states in the lanes, variable by variable.
    rows: Vec<Row>,
    origins: [Origin; LANES],
    /// The states that wait, one after the other; the last comes up next.
    waiting: Vec<u16>,
    waiting_origins: Vec<Origin>,
    /// Lanes that were loaded since the last sweep.
    fresh: u32,
    /// For each lane the constraints to which something is new, and for which lanes that is known.
    pending: Vec<u64>,
    known: u32,
    /// Scratch: a state by itself.
    single: Vec<u16>,
    swept: Swept,
    stats: Stats,
    solutions: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(plan: &'a Plan, model: &'a Model, root: Vec<u16>) -> Search<'a> {
        Search {
            plan,
            model,
            rows: vec![Row([plan.all(); LANES]); plan.cells],
            few: FEW,
            origins: [ROOT; LANES],
            waiting: root.clone(),
            waiting_origins: vec![ROOT],
            fresh: 0,
            pending: vec![0; plan.watch.words * LANES],
            known: 0,
            single: Vec::with_capacity(plan.cells),
            root,
            restart: RESTART,
            swept: Swept::new(plan.cells),
            stats: Stats::default(),
            solutions: 0,
        }
    }

    pub(super) fn run(mut self, machine: &dyn Machine, limits: &Limits<'_>, sink: &mut Sink<'_>) -> Outcome {
        let end = match self.search(machine, limits, sink) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => End::Complete,
        };
        Outcome { solutions: self.solutions, end, stats: self.stats }
    }

    fn search(&mut self, machine: &dyn Machine, limits: &Limits<'_>, sink: &mut Sink<'_>) -> ControlFlow<End> {
        if limits.solutions == Some(0) {
            return ControlFlow::Break(End::Solutions);
        }
        // Nodes are counted where they are made; a step of many lanes is one for the clock.
        let time = Limits { nodes: None, ..*limits };
        let mut busy = 0;
        let mut patience = self.restart.cutoff(0);
        for step in 0.. {
            if let Some(end) = time.reached(step) {
                return ControlFlow::Break(end);
            }
            while busy != ALL_LANES && !self.waiting_origins.is_empty() {
                let lane = busy.trailing_ones();
                self.load(lane as usize);
                busy |= 1 << lane;
            }
            if busy == 0 {
                break;
            }
            let done = self.sweep(machine, busy);
            self.stats.failures += u64::from((busy & !self.swept.alive).count_ones());
            busy &= self.swept.alive & !done;
            if self.solutions == 0 && self.stats.failures >= patience {
                self.stats.restarts += 1;
                patience = self.stats.failures + self.restart.cutoff(self.stats.restarts);
                self.waiting.clone_from(&self.root);
                self.waiting_origins = vec![ROOT];
                busy = 0;
                continue;
            }
            for lane in (0..LANES).filter(|lane| done >> lane & 1 == 1) {
                self.look(lane, limits, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Sweeps once, deeply if that is due: the lanes in which nothing more follows.
    fn sweep(&mut self, machine: &dyn Machine, busy: u32) -> u32 {
        self.swept.alive = busy;
        self.swept.changed = 0;
        self.sweep_once(machine, busy, Depth::Shallow);
        self.stats.propagations += 1;
        let calm = self.swept.alive & !self.swept.changed;
        // The first may as well wait until a sixth of all have come so far.
        if calm == 0 || 6 * calm.count_ones() < self.swept.alive.count_ones() {
            return 0;
        }
        self.swept.changed = 0;
        self.sweep_once(machine, busy, Depth::Deep);
        self.stats.propagations += 1;
        calm & self.swept.alive & !self.swept.changed
    }

    /// One sweep of all busy lanes.
    fn sweep_once(&mut self, machine: &dyn Machine, busy: u32, depth: Depth) {
        if busy.count_ones() <= self.few {
            self.sweep_each(depth);
        } else {
            (self.known, self.fresh) = (0, 0);
            match depth {
                Depth::Shallow => machine.shallow(self.plan, &mut self.rows, &mut self.swept),
                Depth::Deep => machine.deep(self.plan, &mut self.rows, &mut self.swept),
            }
        }
    }

    /// The same, one state after the other.
    fn sweep_each(&mut self, depth: Depth) {
        let words = self.plan.watch.words;
        let (mut alive, mut changed) = (self.swept.alive, 0);
        let mut open = alive;
        while open != 0 {
            let lane = open.trailing_zeros() as usize;
            let bit = open & open.wrapping_neg();
            open &= !bit;
            self.single.clear();
            self.single.extend(self.rows.iter().map(|row| row.0[lane]));
            let pending = &mut self.pending[lane * words..][..words];
            if self.fresh & bit != 0 {
                self.plan.watch.start(pending, self.origins[lane].branched);
            } else if self.known & bit == 0 {
                self.plan.watch.start(pending, None);
            }
            (self.swept.alive, self.swept.changed) = (1, 0);
            match depth {
                Depth::Shallow => single::shallow(self.plan, &mut self.single, pending, &mut self.swept),
                Depth::Deep => single::deep(self.plan, &mut self.single, pending, &mut self.swept),
            }
            if self.swept.changed != 0 {
                changed |= bit;
                self.rows.iter_mut().zip(&self.single).for_each(|(row, &set)| row.0[lane] = set);
            }
            if self.swept.alive == 0 {
                alive &= !bit;
            }
        }
        (self.known, self.fresh) = (alive, 0);
        (self.swept.alive, self.swept.changed) = (alive, changed);
    }

    /// Branches on a state, or tells of its solution.
    fn look(&mut self, lane: usize, limits: &Limits<'_>, sink: &mut Sink<'_>) -> ControlFlow<End> {
        if let Some(cell) = self.choose(lane) {
            if limits.nodes.is_some_and(|most| self.stats.nodes >= most) {
                return ControlFlow::Break(End::Nodes);
            }
            self.stats.nodes += 1;
            self.branch(lane, cell);
        } else if let Some(values) = self.solution(lane) {
            self.solutions += 1;
            if sink(&values).is_break() {
                return ControlFlow::Break(End::Stopped);
            }
            if limits.solutions.is_some_and(|most| self.solutions >= most) {
                return ControlFlow::Break(End::Solutions);
            }
        } else {
            self.stats.failures += 1;
        }
        ControlFlow::Continue(())
    }

    /// Takes the next state up into a lane.
    fn load(&mut self, lane: usize) {
        let at = self.waiting.len() - self.plan.cells;
        for (row, &set) in self.rows.iter_mut().zip(&self.waiting[at..]) {
            row.0[lane] = set;
        }
        self.waiting.truncate(at);
        self.origins[lane] = self.waiting_origins.pop().expect("one waits");
        self.fresh |= 1 << lane;
    }

    /// The open variable with the least values for its weight.
    fn choose(&self, lane: usize) -> Option<usize> {
        let (mut best, mut most) = (None, 0.0);
        for (cell, row) in self.rows.iter().enumerate() {
            let size = row.0[lane].count_ones();
            if size > 1 {
                let score = self.swept.weights[cell] * SHARES[size as usize];
                if score > most {
                    (best, most) = (Some(cell), score);
                }
            }
        }
        best
    }

    /// Two states: the variable has its least value, which comes up first, or another one.
    fn branch(&mut self, lane: usize, cell: usize) {
        let set = self.rows[cell].0[lane];
        let least = set & set.wrapping_neg();
        let depth = self.origins[lane].depth + 1;
        self.stats.depth = self.stats.depth.max(u64::from(depth));
        let first = self.waiting.len();
        self.waiting.extend(self.rows.iter().map(|row| row.0[lane]));
        let second = self.waiting.len();
        self.waiting.extend_from_within(first..);
        self.waiting[first + cell] = set & !least;
        self.waiting[second + cell] = least;
        self.waiting_origins.extend([Origin { depth, branched: Some(cell as Cell) }; 2]);
    }

    /// The values of a state without open variables, if they are a solution: not everything is seen by sweeps.
    fn solution(&self, lane: usize) -> Option<Vec<Value>> {
        let value = |row: &Row| self.plan.values.get(row.0[lane].trailing_zeros() as usize).copied();
        let values: Vec<Value> = self.rows.iter().map(value).collect::<Option<_>>()?;
        self.model.check(&values).is_ok().then_some(values)
    }
}
