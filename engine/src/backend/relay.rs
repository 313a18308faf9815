//! One back end after another: a quick one for most puzzles, and one that goes on where that takes long.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashSet;

use super::{Backend, Run, Sink, Unsupported};
use crate::domain::{Fact, Value};
use crate::model::Model;
use crate::observe::Observer;
use crate::search::{End, Limits, Outcome, Stats};

/// Runs a back end for so many nodes. If that was not enough, and there are hardly any solutions, another one takes over, if it takes the
/// model.
///
/// ```
/// use pencilmark_engine::{Backend, Learning, Limits, Model, Propagation, Relay, all_different};
/// use std::ops::ControlFlow;
///
/// let mut model = Model::new();
/// let x = model.vars("x", 8, 1..=7);
/// model.post(all_different(&x[..4]));
/// model.post(all_different(&x[4..]));
/// for (i, j) in (0..4).flat_map(|i| (4..8).map(move |j| (i, j))) {
///     model.post(all_different([x[i], x[j]]));
/// }
/// let relay = Relay::new(Propagation::default(), 10, Learning);
/// let outcome = relay.prepare(&model).unwrap().run(&[], &Limits::default(), None, &mut |_| ControlFlow::Continue(()));
/// assert!(outcome.is_complete() && outcome.solutions == 0, "eight variables differ, but there are seven values");
/// ```
#[derive(Clone)]
pub struct Relay {
    first: Arc<dyn Backend>,
    nodes: u64,
    then: Arc<dyn Backend>,
}

impl Relay {
    /// `first` for so many nodes, `then` from there on.
    pub fn new(first: impl Backend + 'static, nodes: u64, then: impl Backend + 'static) -> Relay {
        Relay { first: Arc::new(first), nodes, then: Arc::new(then) }
    }
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relay({} for {} nodes, then {})", self.first.name(), self.nodes, self.then.name())
    }
}

impl Backend for Relay {
    fn name(&self) -> &'static str {
        "relay"
    }

    fn about(&self) -> &'static str {
        "one back end after another"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        let first = self.first.prepare(model)?;
        let name = first.name();
        Ok(Box::new(Prepared { model, first, relay: self.clone(), then: Then::NotAsked, name }))
    }
}

/// Who takes over.
enum Then<'m> {
    /// Nobody had to, so far.
    NotAsked,
    Ready(Box<dyn Run + 'm>),
    /// He doesn't take the model.
    Declined,
}

struct Prepared<'m> {
    model: &'m Model,
    relay: Relay,
    first: Box<dyn Run + 'm>,
    then: Then<'m>,
    /// Who gave the last answer.
    name: &'static str,
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("relay", &self.relay).field("name", &self.name).finish_non_exhaustive()
    }
}

/// Passes solutions on that were not there before.
struct Passing<'s, 't> {
    sink: &'s mut Sink<'t>,
    known: HashSet<Vec<Value>>,
    told: u64,
    most: Option<u64>,
    /// Had the sink enough?
    stopped: bool,
}

impl Passing<'_, '_> {
    fn pass(&mut self, values: &[Value]) -> ControlFlow<()> {
        if self.known.contains(values) {
            return ControlFlow::Continue(());
        }
        self.told += 1;
        self.stopped = (self.sink)(values).is_break();
        if self.stopped || self.most == Some(self.told) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Why a run that passed its solutions here ended.
    fn end(&self, end: End) -> End {
        match end {
            End::Stopped if !self.stopped => End::Solutions,
            end => end,
        }
    }
}

impl Run for Prepared<'_> {
    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, _: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome {
        self.name = self.first.name();
        let few = self.relay.nodes;
        let mut passing = Passing { sink, known: HashSet::new(), told: 0, most: limits.solutions, stopped: false };
        let patient = limits.nodes.is_some_and(|most| most <= few);
        let mut found: Vec<Vec<Value>> = Vec::new();
        let some = Limits { nodes: Some(limits.nodes.map_or(few, |most| most.min(few))), ..*limits };
        let start = self.first.run(givens, &some, None, &mut |values| {
            found.push(values.to_vec());
            passing.pass(values)
        });
        if patient || start.end != End::Nodes {
            return Outcome { end: passing.end(start.end), ..start };
        }
        if let Then::NotAsked = self.then {
            self.then = self.relay.then.prepare(self.model).map_or(Then::Declined, Then::Ready);
        }
        passing.known = found.into_iter().collect();
        let rest = |nodes: u64| Limits { nodes: limits.nodes.map(|most| most - nodes), solutions: None, ..*limits };
        let (end, spent) = match &mut self.then {
            // Where solutions come one after the other nothing has to be learnt.
            Then::Ready(then) if passing.known.len() <= FEW_SOLUTIONS => {
                self.name = then.name();
                let end = then.run(givens, &rest(start.stats.nodes), None, &mut |values| passing.pass(values));
                (end.end, both(start.stats, end.stats))
            }
            // It goes the same way again, since a run cannot be taken up where it ended.
            _ => {
                let end = self.first.run(givens, &rest(0), None, &mut |values| passing.pass(values));
                (end.end, end.stats)
            }
        };
        Outcome { solutions: passing.told, end: passing.end(end), stats: spent }
    }

    fn name(&self) -> &'static str {
        self.name
    }
}

/// More solutions than this, and the first back end goes on.
const FEW_SOLUTIONS: usize = 1;

/// What two runs cost together.
fn both(a: Stats, b: Stats) -> Stats {
    Stats {
        nodes: a.nodes + b.nodes,
        failures: a.failures + b.failures,
        propagations: a.propagations + b.propagations,
        depth: a.depth.max(b.depth),
        restarts: a.restarts + b.restarts,
    }
}
