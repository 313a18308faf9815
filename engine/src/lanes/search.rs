//! The search: a stack of open states, and as many of them side by side as there are lanes.

use std::ops::ControlFlow;

use super::machine::{Machine, Swept};
use super::plan::Plan;
use super::vector::{ALL_LANES, LANES, Row};
use crate::backend::Sink;
use crate::domain::Value;
use crate::model::Model;
use crate::search::{End, Limits, Outcome, Stats};

/// States that wait, the next one last.
#[derive(Debug, Default)]
struct Stack {
    domains: Vec<u16>,
    depths: Vec<u32>,
}

/// One search.
#[derive(Debug)]
pub(super) struct Search<'a> {
    plan: &'a Plan,
    model: &'a Model,
    rows: Vec<Row>,
    depths: [u32; LANES],
    stack: Stack,
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
            depths: [0; LANES],
            stack: Stack { domains: root, depths: vec![0] },
            swept: Swept { alive: 0, changed: 0, weights: vec![1.0; plan.cells] },
            stats: Stats::default(),
            solutions: 0,
        }
    }

    pub(super) fn run(mut self, machine: &dyn Machine, limits: &Limits<'_>, sink: &mut Sink<'_>) -> Outcome {
        let end = self.search(machine, limits, sink);
        Outcome { solutions: self.solutions, end, stats: self.stats }
    }

    fn search(&mut self, machine: &dyn Machine, limits: &Limits<'_>, sink: &mut Sink<'_>) -> End {
        if limits.solutions == Some(0) {
            return End::Solutions;
        }
        let mut busy = 0u32;
        // Lanes in which the last shallow sweep changed nothing.
        let mut calm;
        loop {
            if let Some(end) = limits.reached(self.stats.nodes) {
                return end;
            }
            while busy != ALL_LANES && !self.stack.depths.is_empty() {
                let lane = busy.trailing_ones() as usize;
                self.load(lane);
                busy |= 1 << lane;
            }
            if busy == 0 {
                return End::Complete;
            }
            self.swept.alive = busy;
            self.swept.changed = 0;
            machine.shallow(self.plan, &mut self.rows, &mut self.swept);
            self.stats.propagations += 1;
            calm = busy & self.swept.alive & !self.swept.changed;
            if 2 * calm.count_ones() >= (busy & self.swept.alive).count_ones() && calm != 0 {
                let changed = std::mem::take(&mut self.swept.changed);
                machine.deep(self.plan, &mut self.rows, &mut self.swept);
                self.stats.propagations += 1;
                calm &= !self.swept.changed;
                self.swept.changed |= changed;
            } else {
                calm = 0;
            }
            let dead = busy & !self.swept.alive;
            self.stats.failures += u64::from(dead.count_ones());
            busy &= !dead;
            let mut done = calm & self.swept.alive;
            while done != 0 {
                let lane = done.trailing_zeros() as usize;
                done &= done - 1;
                busy &= !(1 << lane);
                if let Some(cell) = self.choose(lane) {
                    self.stats.nodes += 1;
                    self.branch(lane, cell);
                } else if let Some(values) = self.solution(lane) {
                    self.solutions += 1;
                    if let ControlFlow::Break(()) = sink(&values) {
                        return End::Stopped;
                    }
                    if limits.solutions.is_some_and(|most| self.solutions >= most) {
                        return End::Solutions;
                    }
                } else {
                    self.stats.failures += 1;
                }
            }
        }
    }

    /// Takes the last state of the stack up into a lane.
    fn load(&mut self, lane: usize) {
        let at = self.stack.domains.len() - self.plan.cells;
        for (row, &set) in self.rows.iter_mut().zip(&self.stack.domains[at..]) {
            row.0[lane] = set;
        }
        self.stack.domains.truncate(at);
        self.depths[lane] = self.stack.depths.pop().expect("it was seen");
    }

    /// The open variable with the least values for its weight.
    fn choose(&self, lane: usize) -> Option<usize> {
        let mut best = None;
        let mut most = 0.0;
        for (cell, row) in self.rows.iter().enumerate() {
            let size = row.0[lane].count_ones();
            if size > 1 {
                let score = self.swept.weights[cell] / size as f32;
                if score > most {
                    most = score;
                    best = Some(cell);
                }
            }
        }
        best
    }

    /// A state for each value, or two where there are many; the first value comes up next.
    fn branch(&mut self, lane: usize, cell: usize) {
        let set = self.rows[cell].0[lane];
        let least = set & set.wrapping_neg();
        let depth = self.depths[lane] + 1;
        self.stats.depth = self.stats.depth.max(u64::from(depth));
        for child in [set & !least, least] {
            let at = self.stack.domains.len();
            self.stack.domains.extend(self.rows.iter().map(|row| row.0[lane]));
            self.stack.domains[at + cell] = child;
            self.stack.depths.push(depth);
        }
    }

    /// The values of a state without open variables, if they are a solution.
    fn solution(&self, lane: usize) -> Option<Vec<Value>> {
        let value = |row: &Row| self.plan.values.get(row.0[lane].trailing_zeros() as usize).copied();
        let values: Vec<Value> = self.rows.iter().map(value).collect::<Option<_>>()?;
        self.model.check(&values).is_ok().then_some(values)
    }
}
