//! Domain consistency by matching and strong components, for scopes of any width.
//!
//! Régin (AAAI 1994): match each variable with a value of its own; a value stays with a variable if it lies on an alternating cycle, or
//! on an alternating path to a value that is matched with none. Here a node is a matched value, and leads to all values of the
//! variable matched with it, so that edges are the domains themselves: sets of values. Strong components are found by the path-based
//! algorithm (Purdom 1970, Gabow 2000) over whole sets: a component on the path is its set of nodes and the union of their edges, and a
//! step is a few set operations.
//!
//! The matching is kept between runs and repaired: it needs no trail, since going back only widens domains.

use super::explain::explain;
use super::scope::Scope;
use super::value_set::{ValueSet, Wide};
use crate::domain::Var;
use crate::domains::{Conflict, Domains};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

const NONE: u32 = u32::MAX;

/// Nodes that reach each other, as far as known, and all that they lead to.
struct Component<S> {
    nodes: S,
    leads_to: S,
}

struct Matching<S> {
    scope: Scope,
    patience: u64,
    /// For each position the numbers of its values, loaded at the start of a run.
    rows: Vec<S>,
    value_of: Vec<u32>,
    position_of: Vec<u32>,
    /// Numbers matched with no position. Some may be no value of any.
    free: S,
    visited: S,
    /// The nodes of all components on the path.
    on_path: S,
    /// Finished nodes that lead to a free number.
    reach_free: S,
    /// The first `depth` entries are the path; the others are kept for their memory.
    path: Vec<Component<S>>,
    depth: usize,
    /// For augmenting: positions, each with the number it was entered by.
    stack: Vec<(u32, u32)>,
}

pub(super) fn kernel(scope: Scope, patience: u64) -> Box<dyn Propagator> {
    if scope.is_narrow() { Box::new(Matching::<u64>::new(scope, patience)) } else { Box::new(Matching::<Wide>::new(scope, patience)) }
}

impl<S: ValueSet> Matching<S> {
    fn new(scope: Scope, patience: u64) -> Self {
        let (count, width) = (scope.views.len(), scope.span);
        let mut free = S::empty(width);
        (0..width).for_each(|k| free.insert(k));
        Matching {
            patience,
            rows: vec![S::empty(width); count],
            value_of: vec![NONE; count],
            position_of: vec![NONE; width],
            free,
            visited: S::empty(width),
            on_path: S::empty(width),
            reach_free: S::empty(width),
            path: Vec::new(),
            depth: 0,
            stack: Vec::with_capacity(count),
            scope,
        }
    }

    /// Loads the domains, and unmatches the pairs that are gone.
    fn load(&mut self, domains: &Domains) {
        for (i, row) in self.rows.iter_mut().enumerate() {
            row.load(domains.get(self.scope.views[i].var), self.scope.shifts[i]);
            let value = self.value_of[i];
            if value != NONE && !row.contains(value as usize) {
                self.value_of[i] = NONE;
                self.position_of[value as usize] = NONE;
                self.free.insert(value as usize);
            }
        }
    }

    /// Matches a position by an alternating path to a free value; false if there is none.
    fn augment(&mut self, start: usize) -> bool {
        self.visited.clear();
        self.stack.clear();
        self.stack.push((start as u32, NONE));
        while let Some(&(position, _)) = self.stack.last() {
            let row = &self.rows[position as usize];
            if let Some(mut value) = row.first_common(&self.free) {
                self.free.remove(value);
                // Back along the path, each position takes the value by which the next was entered.
                while let Some((position, entered_by)) = self.stack.pop() {
                    self.value_of[position as usize] = value as u32;
                    self.position_of[value] = position;
                    value = entered_by as usize;
                }
                return true;
            }
            match row.first_outside(&self.visited) {
                Some(value) => {
                    self.visited.insert(value);
                    self.stack.push((self.position_of[value], value as u32));
                }
                None => {
                    self.stack.pop();
                }
            }
        }
        false
    }

    /// Puts a node on the path as a component of its own.
    fn enter(&mut self, node: usize) {
        if self.depth == self.path.len() {
            let empty = S::empty(self.scope.span);
            self.path.push(Component { nodes: empty.clone(), leads_to: empty });
        }
        let top = &mut self.path[self.depth];
        top.nodes.clear();
        top.nodes.insert(node);
        top.leads_to.clone_from(&self.rows[self.position_of[node] as usize]);
        self.depth += 1;
        self.visited.insert(node);
        self.on_path.insert(node);
    }

    /// Walks the strong components from a node, and removes from each finished one what leads out of it to nowhere free.
    fn walk(&mut self, node: usize, domains: &mut Domains) -> Result<(), Conflict> {
        self.enter(node);
        while self.depth > 0 {
            let (below, top) = self.path[..self.depth].split_at_mut(self.depth - 1);
            let top = &mut top[0];
            self.on_path.subtract(&top.nodes);
            if top.leads_to.intersects(&self.on_path) {
                // It leads back into the path: all components from there on are one. Merge with the one below, and look again.
                let below = below.last_mut().expect("something on the path lies below");
                below.nodes.union_with(&top.nodes);
                below.leads_to.union_with(&top.leads_to);
                self.on_path.union_with(&top.nodes);
                self.depth -= 1;
                continue;
            }
            self.on_path.union_with(&top.nodes);
            if let Some(next) = top.leads_to.first_outside(&self.visited) {
                self.enter(next);
                continue;
            }
            self.finish(domains)?;
        }
        Ok(())
    }

    /// Takes the top component, now complete, off the path.
    fn finish(&mut self, domains: &mut Domains) -> Result<(), Conflict> {
        self.depth -= 1;
        let Component { nodes, leads_to } = &self.path[self.depth];
        self.on_path.subtract(nodes);
        if leads_to.intersects(&self.reach_free) {
            self.reach_free.union_with(nodes);
        }
        if leads_to.within(nodes, &self.reach_free) {
            return Ok(());
        }
        let mut rest = nodes.clone();
        while let Some(node) = rest.first_common(nodes) {
            rest.remove(node);
            let position = self.position_of[node] as usize;
            if !self.rows[position].within(nodes, &self.reach_free) {
                let shift = self.scope.shifts[position];
                domains.keep_words(self.scope.var(position), |i, word| word & (nodes.word(i, shift) | self.reach_free.word(i, shift)))?;
            }
        }
        Ok(())
    }
}

impl<S: ValueSet> Propagator for Matching<S> {
    fn name(&self) -> &'static str {
        "matching"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.scope.views.iter().map(|v| (v.var, Wake::Any)).collect()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        self.load(domains);
        for position in 0..self.rows.len() {
            if self.value_of[position] == NONE && !self.augment(position) {
                return Err(Conflict { var: None });
            }
        }
        self.visited.clone_from(&self.free);
        self.reach_free.clone_from(&self.free);
        self.on_path.clear();
        self.depth = 0;
        for position in 0..self.rows.len() {
            let node = self.value_of[position] as usize;
            if !self.visited.contains(node) {
                self.walk(node, domains)?;
            }
        }
        // A variable that stands at several positions may have lost a value at one and still support another at the next.
        Ok(if self.scope.repeats() { Status::MayPruneMore } else { Status::AtFixpoint })
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(&self.scope, conclusion, domains)
    }

    fn patience(&self) -> u64 {
        self.patience
    }

    /// The matching is a cache, but which one is found decides what is removed first, so each run starts without.
    fn reset(&mut self) {
        self.value_of.fill(NONE);
        self.position_of.fill(NONE);
        (0..self.scope.span).for_each(|k| self.free.insert(k));
    }
}
