//! Clause learning: a search that learns from each conflict what must not come again.
//!
//! # How it works
//!
//! A model becomes a formula of propositions ([`encoding`]): `x is 3`, `this cage has 1 and 5`. What the givens leave open of it ([`rest`]) is
//! searched: the [`solver`] decides a proposition, sees what follows, and so on. In a conflict it looks back for the reasons: a clause (a
//! *nogood*) that says which few facts cannot be true together. It goes back to where the clause says something, and looks next at
//! propositions that took part in conflicts. So a failure is not met again in another part of the search, as it is by searches that only go
//! back.
//!
//! For large and hard grids: 25x25 Sudokus that others don't solve in hours take seconds. For small ones making the formula takes longer than
//! solving.
//!
//! # Where the ideas come from
//!
//! Marques-Silva and Sakallah, *GRASP: a search algorithm for propositional satisfiability*, 1999. Moskewicz and others, *Chaff: engineering
//! an efficient SAT solver*, 2001. Eén and Sörensson, *An extensible SAT-solver*, 2003. Audemard and Simon, *Predicting learnt clauses quality
//! in modern SAT solvers*, 2009. Sörensson and Biere, *Minimizing learned clauses*, 2009. Which values propositions get: `phases.rs`. When it
//! begins anew: `restarts.rs`.

mod clauses;
mod encoding;
mod formula;
mod literal;
mod order;
mod phases;
mod rest;
mod restarts;
mod solver;
#[cfg(test)]
mod tests;

use std::fmt;

use self::encoding::Encoding;
use self::literal::Literal;
use self::rest::Rest;
use self::solver::{Found, Solver};
use crate::backend::{Backend, Run, Sink, Unsupported};
use crate::domain::{Fact, Value};
use crate::model::Model;
use crate::observe::Observer;
use crate::search::{End, Limits, Outcome, Stats};

const NAME: &str = "learning";

/// Learns clauses from conflicts. Takes different values, cages and their sums, and any constraint on few tuples; declines all else.
///
/// The one for large and hard puzzles. It tells an observer nothing. In its counts a node is a decision, a failure a conflict, and a
/// propagation a proposition that got its value.
///
/// ```
/// use pencilmark_engine::{Backend, Learning, Limits, Model, all_different};
/// use std::ops::ControlFlow;
///
/// let mut model = Model::new();
/// let x = model.vars("x", 4, 1..=4);
/// model.post(all_different(&x));
/// let mut run = Learning.prepare(&model).unwrap();
/// let outcome = run.run(&[x[0].is(2)], &Limits::default(), None, &mut |_| ControlFlow::Continue(()));
/// assert_eq!(outcome.solutions, 6);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Learning;

impl Backend for Learning {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "learns a clause from each conflict; for large and hard puzzles; takes different values, cages, and relations of few tuples"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        let encoding = Encoding::new(model).map_err(|reason| Unsupported { backend: NAME, reason })?;
        Ok(Box::new(Prepared { model, encoding }))
    }
}

struct Prepared<'m> {
    model: &'m Model,
    encoding: Encoding,
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").finish_non_exhaustive()
    }
}

impl Prepared<'_> {
    /// The propositions that cannot be true given these facts; `None` if the facts contradict each other.
    fn excluded(&self, givens: &[Fact]) -> Option<Vec<Literal>> {
        let mut domains = self.model.root();
        if givens.iter().any(|&fact| domains.apply(fact).is_err()) {
            return None;
        }
        let mut excluded = Vec::new();
        for var in self.model.all_vars() {
            let domain = domains.get(var);
            excluded.extend(self.encoding.values(var).iter().filter(|(value, _)| !domain.contains(*value)).map(|&(_, literal)| literal));
        }
        Some(excluded)
    }

    /// The values of the variables where all propositions have theirs.
    fn values(&self, is_true: impl Fn(Literal) -> bool) -> Vec<Value> {
        let value = |var| self.encoding.values(var).iter().find(|&&(_, literal)| is_true(literal)).map(|&(value, _)| value);
        self.model.all_vars().map(|var| value(var).expect("each variable has a value")).collect()
    }
}

impl Run for Prepared<'_> {
    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, _: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome {
        let excluded = self.excluded(givens);
        let rest = excluded.and_then(|excluded| Rest::of(&self.encoding.formula, excluded.into_iter().map(|literal| !literal)));
        let Some(rest) = rest else { return Outcome { solutions: 0, end: End::Complete, stats: Stats::default() } };
        let mut solver = Solver::new(&rest.formula);
        let mut solutions = 0;
        let end = loop {
            if limits.solutions.is_some_and(|most| solutions >= most) {
                break End::Solutions;
            }
            match solver.search(limits) {
                Found::Nothing => break End::Complete,
                Found::Limit(end) => break end,
                Found::Solution => {}
            }
            let values = self.values(|literal| rest.is_true(literal, |open| solver.is_true(open)));
            // The encoding may not say all that the model says; it never says more.
            if self.model.check(&values).is_ok() {
                solutions += 1;
                if sink(&values).is_break() {
                    break End::Stopped;
                }
            }
            solver.refuse();
        };
        Outcome { solutions, end, stats: solver.stats }
    }

    fn name(&self) -> &'static str {
        NAME
    }
}
