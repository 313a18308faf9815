//! The convenient way in: a model, a strategy, limits, and solutions as an iterator.

use crate::backend::Propagation;
use crate::brancher::Strategy;
use crate::domain::Fact;
use crate::model::{Model, Solution};
use crate::observe::{Observer, Off, On};
use crate::presolve;
use crate::search::{End, Limits, Outcome, Restart};

/// Runs a model by propagation.
///
/// ```
/// use pencilmark_engine::{Limits, Model, Options, STRATEGIES, Solver, less};
/// let mut model = Model::new();
/// let (x, y) = (model.var("x", 1..=9), model.var("y", 1..=9));
/// model.post(less(x, y));
/// let mut run = Solver::new(&model).limits(Limits::solutions(3)).solutions();
/// let first = run.next().unwrap();
/// assert!(first[x] < first[y]);
/// assert_eq!(run.by_ref().count(), 2);
/// assert!(!run.outcome().is_complete());
/// ```
pub struct Solver<'m> {
    model: &'m Model,
    backend: Propagation,
    limits: Limits<'m>,
    givens: Vec<Fact>,
    observer: Option<Box<dyn Observer + 'm>>,
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("limits", &self.limits).field("givens", &self.givens).finish_non_exhaustive()
    }
}

impl<'m> Solver<'m> {
    /// With the default strategy and no limits.
    pub fn new(model: &'m Model) -> Solver<'m> {
        Solver { model, backend: Propagation::default(), limits: Limits::default(), givens: Vec::new(), observer: None }
    }

    /// Branches by this strategy.
    pub fn strategy(mut self, strategy: impl Strategy + 'static) -> Self {
        self.backend = Propagation::new(strategy);
        self
    }

    /// Begins anew as said, as long as no solution is found. Give it after the strategy.
    pub fn restart(mut self, restart: Restart) -> Self {
        self.backend = self.backend.restart(restart);
        self
    }

    /// Stops at these limits.
    pub fn limits(mut self, limits: Limits<'m>) -> Self {
        self.limits = limits;
        self
    }

    /// Only solutions in which these facts are true.
    pub fn given(mut self, facts: impl IntoIterator<Item = Fact>) -> Self {
        self.givens.extend(facts);
        self
    }

    /// Tells this observer what happens. It changes nothing.
    pub fn observe(mut self, observer: impl Observer + 'm) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// The solutions, found one by one as they are asked for.
    pub fn solutions(mut self) -> Solutions<'m> {
        let mut prepared = self.backend.search(self.model);
        match watching(&mut self.observer) {
            None => prepared.begin(&self.givens, &mut Off),
            Some(mut on) => prepared.begin(&self.givens, &mut on),
        }
        Solutions { prepared, limits: self.limits, observer: self.observer, end: End::Stopped }
    }
}

/// The probe of an observer that is kept.
fn watching<'o>(observer: &'o mut Option<Box<dyn Observer + '_>>) -> Option<On<'o>> {
    On::with(observer.as_mut().map(|observer| &mut **observer as &mut dyn Observer))
}

/// The solutions of a model, one by one. Made by [`Solver::solutions`].
pub struct Solutions<'m> {
    prepared: crate::backend::Prepared<'m>,
    limits: Limits<'m>,
    observer: Option<Box<dyn Observer + 'm>>,
    end: End,
}

impl std::fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions").field("prepared", &self.prepared).field("end", &self.end).finish_non_exhaustive()
    }
}

impl<'m> Solutions<'m> {
    /// What was found so far, and at what cost.
    pub fn outcome(&self) -> Outcome {
        self.prepared.outcome(self.end)
    }

    /// Sets other limits. A search that stopped at a limit goes on from there; counts go on, too.
    pub fn set_limits(&mut self, limits: Limits<'m>) {
        self.limits = limits;
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let next = match watching(&mut self.observer) {
            None => self.prepared.next(&self.limits, &mut Off),
            Some(mut on) => self.prepared.next(&self.limits, &mut on),
        };
        match next {
            Ok(values) => Some(Solution(values.to_vec())),
            Err(end) => {
                self.end = end;
                None
            }
        }
    }
}

impl Model {
    /// All solutions, one by one, by propagation with the default strategy.
    pub fn solutions(&self) -> Solutions<'_> {
        Solver::new(self).solutions()
    }

    /// Posts what [`presolve`] finds to follow from the constraints: the same solutions, found sooner.
    pub fn presolve(&mut self) {
        presolve::presolve(self);
    }
}
