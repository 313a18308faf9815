//! The back end that runs propagators to the fixpoint and searches: takes every model.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Backend, Run, Sink, Unsupported};
use crate::brancher::{Options, STRATEGIES, Strategy};
use crate::domain::Fact;
use crate::fixpoint::Network;
use crate::model::Model;
use crate::observe::{Observer, Off, On, Probe, Told};
use crate::search::{End, Limits, Outcome, Restart, Search, Step};

/// Propagation and depth-first search, with a strategy of your choice.
#[derive(Clone)]
pub struct Propagation {
    strategy: Arc<dyn Strategy>,
    restart: Restart,
}

impl Default for Propagation {
    /// The first of [`STRATEGIES`], without restarts.
    fn default() -> Propagation {
        Propagation::new(STRATEGIES[0].with(Options::default()))
    }
}

impl fmt::Debug for Propagation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Propagation").field("restart", &self.restart).finish_non_exhaustive()
    }
}

impl Propagation {
    /// With this strategy.
    pub fn new(strategy: impl Strategy + 'static) -> Propagation {
        Propagation { strategy: Arc::new(strategy), restart: Restart::Never }
    }

    /// With restarts, as long as no solution is found.
    pub fn restart(mut self, restart: Restart) -> Propagation {
        self.restart = restart;
        self
    }

    /// The model with its propagators at the fixpoint of the root.
    pub(crate) fn search<'m>(&self, model: &'m Model) -> Prepared<'m> {
        let (network, root) = Root::reach(model, &mut Off);
        let search = Search::new(model, network, self.strategy.brancher(model));
        Prepared { search, model, restart: self.restart, root }
    }
}

impl Backend for Propagation {
    fn name(&self) -> &'static str {
        "propagation"
    }

    fn about(&self) -> &'static str {
        "propagators to the fixpoint, and depth-first search; takes every model"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        Ok(Box::new(self.search(model)))
    }
}

/// What propagation without any givens came to.
#[derive(Clone, Copy, Debug)]
struct Root {
    /// The runs of propagators that it took.
    runs: u64,
    /// The model has no solution whatever is given.
    fails: bool,
}

impl Root {
    fn reach<P: Probe>(model: &Model, probe: &mut P) -> (Network, Root) {
        let mut network = Network::new(model);
        let mut runs = 0;
        let fails = network.fixpoint(&mut runs, probe).is_err();
        network.domains.forget_root_changes();
        (network, Root { runs, fails })
    }
}

/// A model ready to run.
#[derive(Debug)]
pub(crate) struct Prepared<'m> {
    search: Search<'m>,
    model: &'m Model,
    restart: Restart,
    root: Root,
}

impl Prepared<'_> {
    /// Begins a run. A watched one does again, before the observer's eyes, what was prepared.
    pub(crate) fn begin<P: Probe>(&mut self, givens: &[Fact], probe: &mut P) {
        if P::ON {
            let (network, root) = Root::reach(self.model, probe);
            (self.search.network, self.root) = (network, root);
        }
        // Where the root has failed nothing more happens, whatever is given.
        self.search.begin(if self.root.fails { &[] } else { givens }, self.restart, probe);
        self.search.stats.propagations = self.root.runs;
    }

    /// The next solution, or why there is none.
    pub(crate) fn next<P: Probe>(&mut self, limits: &Limits<'_>, probe: &mut P) -> Result<&[crate::Value], End> {
        if self.root.fails {
            return Err(End::Complete);
        }
        if limits.solutions.is_some_and(|most| self.search.found >= most) {
            return Err(End::Solutions);
        }
        match self.search.step(limits, probe) {
            Step::Solution => Ok(&self.search.values),
            Step::End(end) => Err(end),
        }
    }

    pub(crate) fn outcome(&self, end: End) -> Outcome {
        Outcome { solutions: self.search.found, end, stats: self.search.stats }
    }

    fn run_with<P: Probe>(&mut self, givens: &[Fact], limits: &Limits<'_>, sink: &mut Sink<'_>, probe: &mut P) -> Outcome {
        self.begin(givens, probe);
        let end = loop {
            match self.next(limits, probe) {
                Ok(values) => {
                    if let ControlFlow::Break(()) = sink(values) {
                        break End::Stopped;
                    }
                }
                Err(end) => break end,
            }
        };
        let outcome = self.outcome(end);
        self.search.rewind();
        outcome
    }
}

impl Run for Prepared<'_> {
    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, observer: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome {
        match On::with(observer) {
            None => self.run_with(givens, limits, sink, &mut Off),
            Some(mut on) => self.run_with(givens, limits, sink, &mut on),
        }
    }

    fn name(&self) -> &'static str {
        "propagation"
    }

    fn tells(&self) -> Told {
        Told::Removals
    }
}
