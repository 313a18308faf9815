//! Questions to the engine: why does a fact hold? A short chain of reasons from the givens, or what a search refuted.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use crate::backend::{Backend as _, Propagation};
use crate::domain::{Domain, Fact, Value, Var};
use crate::fixpoint::Network;
use crate::model::{ConstraintId, Model, Solution};
use crate::observe::{Event, Off, On};
use crate::propagator::Why;
use crate::search::{End, Limits};

/// What a step rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A given says so.
    Given(Fact),
    /// A constraint and facts that earlier steps (or the declared values) make true.
    Inferred {
        /// The constraint.
        constraint: ConstraintId,
        /// The rule and the facts.
        why: Why,
    },
}

/// One step of a chain: a variable loses values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The variable.
    pub var: Var,
    /// The values it loses.
    pub removed: Vec<Value>,
    /// The values it keeps.
    pub left: Domain,
    /// Why.
    pub reason: Reason,
}

/// A node of a search that refuted something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The node; the root, where the opposite of the question is assumed, is 0.
    pub node: u64,
    /// The node it hangs under.
    pub parent: u64,
    /// What is assumed here; `None` at the root.
    pub fact: Option<Fact>,
    /// The constraint that cannot hold below, where that ends the branch.
    pub failed: Option<ConstraintId>,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It follows by these steps, each from the givens and the steps before.
    Chain(Vec<Step>),
    /// It follows, but only by search: its opposite was refuted by these branches.
    Search(Vec<Branch>),
    /// It doesn't follow: this solution contradicts it.
    Open(Solution),
    /// Nothing can be asked: there is no solution.
    NoSolution,
    /// A limit came first.
    Unknown(End),
}

/// So many propagations are spent on finding a shorter chain.
const TRIES: usize = 150;

/// Why does `goal` hold in every solution in which the givens do? The chain is the shortest found, not the shortest there is: several
/// orders of propagation are tried, and givens are left out as long as the fact still follows.
///
/// ```
/// use pencilmark_engine::{Limits, Model, all_different, why::{Answer, ask}};
/// let mut model = Model::new();
/// let x = model.vars("x", 3, 1..=3);
/// model.post(all_different(&x));
/// let givens = [x[0].is(1), x[1].is(2)];
/// let Answer::Chain(steps) = ask(&model, &givens, x[2].is_not(2), &Limits::default()) else { panic!() };
/// assert_eq!(steps.len(), 2); // the second given, and that its value is taken
/// assert!(matches!(ask(&model, &givens[..1], x[2].is(3), &Limits::default()), Answer::Open(_)));
/// ```
pub fn ask(model: &Model, givens: &[Fact], goal: Fact, limits: &Limits<'_>) -> Answer {
    let log = Log::of(model, givens, false);
    if log.contradiction.is_some() {
        return Answer::NoSolution;
    }
    if log.implies(model, goal) {
        return Answer::Chain(shortest(model, givens, goal, log));
    }
    let mut branches = vec![Branch { node: 0, parent: 0, fact: None, failed: None }];
    let mut watch = |event: &Event<'_>| match event {
        Event::Decided { node, parent, fact, .. } => {
            branches.push(Branch { node: *node, parent: *parent, fact: Some(*fact), failed: None })
        }
        Event::Failed { constraint, .. } => branches.last_mut().expect("the root is there").failed = Some(*constraint),
        _ => {}
    };
    let opposite: Vec<Fact> = givens.iter().copied().chain([!goal]).collect();
    match first_solution(model, &opposite, limits, &mut On(&mut watch)) {
        Ok(Some(solution)) => return Answer::Open(solution),
        Err(end) => return Answer::Unknown(end),
        Ok(None) => {}
    }
    match first_solution(model, givens, limits, &mut On(&mut |_: &Event<'_>| {})) {
        Ok(Some(_)) => Answer::Search(branches),
        Ok(None) => Answer::NoSolution,
        Err(end) => Answer::Unknown(end),
    }
}

fn first_solution(model: &Model, givens: &[Fact], limits: &Limits<'_>, watch: &mut On<'_>) -> Result<Option<Solution>, End> {
    let mut run = Propagation::default().prepare(model).expect("propagation takes every model");
    let mut found = None;
    let outcome = run.run(givens, limits, Some(&mut *watch.0), &mut |values| {
        found = Some(Solution(values.to_vec()));
        ControlFlow::Break(())
    });
    match (found, outcome.end) {
        (Some(solution), _) => Ok(Some(solution)),
        (None, End::Complete) => Ok(None),
        (None, end) => Err(end),
    }
}

/// All that propagation did, with which step removed which value.
pub(crate) struct Log {
    steps: Vec<Step>,
    by: HashMap<(Var, Value), usize>,
    /// What propagation fails by: facts that cannot all hold, and the constraint that says so, if it isn't a given alone.
    contradiction: Option<(Vec<Fact>, Option<ConstraintId>)>,
}

impl Log {
    /// Propagates the givens, all together or one by one.
    pub(crate) fn of(model: &Model, givens: &[Fact], one_by_one: bool) -> Log {
        let mut log = Log { steps: Vec::new(), by: HashMap::new(), contradiction: None };
        let mut network = Network::new(model);
        if !log.run(&mut network) {
            return log;
        }
        for &given in givens {
            let before = Domain::from(network.domains.get(given.var));
            if network.apply(given, &mut Off).is_err() {
                // The given itself, and that all it allows is gone.
                log.contradiction = Some((vec![!given], None));
                log.push(given.var, before.as_ref().iter().collect(), Domain::from(network.domains.get(given.var)), Reason::Given(given));
                return log;
            }
            let removed: Vec<Value> = before.as_ref().iter().filter(|&value| !given.allows(value)).collect();
            if !removed.is_empty() {
                log.push(given.var, removed, Domain::from(network.domains.get(given.var)), Reason::Given(given));
            }
            if one_by_one && !log.run(&mut network) {
                return log;
            }
        }
        log.run(&mut network);
        log
    }

    fn push(&mut self, var: Var, removed: Vec<Value>, left: Domain, reason: Reason) {
        for &value in &removed {
            self.by.entry((var, value)).or_insert(self.steps.len());
        }
        self.steps.push(Step { var, removed, left, reason });
    }

    /// Runs to the fixpoint; false if that fails.
    fn run(&mut self, network: &mut Network) -> bool {
        let mut watch = |event: &Event<'_>| match event {
            Event::Pruned { var, before, after, constraint, why } => {
                let removed = before.iter().filter(|&value| !after.contains(value)).collect();
                self.push(*var, removed, Domain::from(*after), Reason::Inferred { constraint: *constraint, why: why.clone() });
            }
            Event::Failed { constraint, why } => self.contradiction = Some((why.facts.clone(), Some(*constraint))),
            _ => {}
        };
        network.fixpoint(&mut 0, &mut On(&mut watch)).is_ok()
    }

    fn implies(&self, model: &Model, goal: Fact) -> bool {
        let declared = model.domain(goal.var);
        declared.as_ref().iter().all(|value| goal.allows(value) || self.by.contains_key(&(goal.var, value)))
    }

    /// The numbers of the steps that make these facts true, ascending.
    fn needed(&self, model: &Model, facts: &[Fact]) -> Vec<usize> {
        let mut needed = vec![false; self.steps.len()];
        let mut open = facts.to_vec();
        while let Some(fact) = open.pop() {
            for value in model.domain(fact.var).as_ref().iter().filter(|&value| !fact.allows(value)) {
                let Some(&step) = self.by.get(&(fact.var, value)) else { continue };
                if !std::mem::replace(&mut needed[step], true)
                    && let Reason::Inferred { why, .. } = &self.steps[step].reason
                {
                    open.extend_from_slice(&why.facts);
                }
            }
        }
        (0..needed.len()).filter(|&step| needed[step]).collect()
    }

    fn chain(&self, model: &Model, goal: Fact) -> Vec<Step> {
        self.needed(model, &[goal]).into_iter().map(|step| self.steps[step].clone()).collect()
    }

    /// The givens and the constraints by which propagation fails; `None` if it doesn't.
    pub(crate) fn blame(&self, model: &Model) -> Option<(Vec<Fact>, Vec<ConstraintId>)> {
        let (facts, constraint) = self.contradiction.as_ref()?;
        let (mut givens, mut constraints) = (Vec::new(), Vec::from_iter(*constraint));
        let mut steps = self.needed(model, facts);
        if constraint.is_none() {
            steps.push(self.steps.len() - 1);
        }
        for step in steps {
            match &self.steps[step].reason {
                Reason::Given(given) => givens.push(*given),
                Reason::Inferred { constraint, .. } => constraints.push(*constraint),
            }
        }
        constraints.sort();
        constraints.dedup();
        Some((givens, constraints))
    }
}

fn givens_of(chain: &[Step]) -> Vec<Fact> {
    chain.iter().filter_map(|step| if let Reason::Given(given) = step.reason { Some(given) } else { None }).collect()
}

/// The shortest chain found.
fn shortest(model: &Model, givens: &[Fact], goal: Fact, log: Log) -> Vec<Step> {
    let mut best = log.chain(model, goal);
    let mut tries = 0;
    let mut attempt = |givens: &[Fact], one_by_one: bool, best: &mut Vec<Step>| {
        tries += 1;
        if tries > TRIES {
            return false;
        }
        let log = Log::of(model, givens, one_by_one);
        if log.contradiction.is_some() || !log.implies(model, goal) {
            return false;
        }
        let chain = log.chain(model, goal);
        let shorter = chain.len() < best.len();
        if shorter {
            *best = chain;
        }
        shorter
    };
    let backwards: Vec<Fact> = givens.iter().rev().copied().collect();
    attempt(givens, true, &mut best);
    attempt(&backwards, true, &mut best);
    loop {
        let used = givens_of(&best);
        let backwards: Vec<Fact> = used.iter().rev().copied().collect();
        let mut shorter = attempt(&used, false, &mut best) | attempt(&used, true, &mut best) | attempt(&backwards, true, &mut best);
        for dropped in used.iter().rev() {
            let rest: Vec<Fact> = givens_of(&best).into_iter().filter(|given| given != dropped).collect();
            shorter |= attempt(&rest, false, &mut best);
        }
        if !shorter {
            return best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::testing::brute_force;
    use crate::{all_different, less, sum};

    fn random(rng: &mut Rng) -> (Model, Vec<Fact>) {
        let mut model = Model::new();
        let x = model.vars("x", 4, 1..=4);
        model.post(all_different(&x[..3]));
        model.post(all_different(&x[1..]));
        model.post(less(x[rng.below(2)], x[2 + rng.below(2)]));
        model.post(sum([(1, x[0]), (1, x[3])]).equals(2 + rng.below(7) as i64));
        let givens = (0..rng.below(3)).map(|_| {
            if rng.below(2) == 0 { x[rng.below(4)].is_not(rng.between(1, 4)) } else { x[rng.below(4)].at_most(rng.between(1, 4)) }
        });
        let givens = givens.collect();
        (model, givens)
    }

    #[test]
    fn answers_are_those_of_brute_force_and_chains_are_closed() {
        let (mut chains, mut opens, mut none) = (0, 0, 0);
        for seed in 0..300 {
            let (model, givens) = random(&mut Rng::new(seed));
            let all: Vec<Solution> = brute_force(&model).into_iter().filter(|s| givens.iter().all(|f| f.allows(s[f.var]))).collect();
            for goal in model.all_vars().flat_map(|v| [v.is(2), v.is_not(3), v.at_most(2), v.at_least(3)]) {
                let counter = all.iter().find(|s| !goal.allows(s[goal.var]));
                match ask(&model, &givens, goal, &Limits::default()) {
                    Answer::Open(s) => {
                        assert!(all.contains(&s) && !goal.allows(s[goal.var]), "seed {seed}");
                        opens += 1;
                    }
                    Answer::NoSolution => {
                        assert!(all.is_empty(), "seed {seed}");
                        none += 1;
                    }
                    Answer::Chain(steps) => {
                        assert!(counter.is_none(), "seed {seed}");
                        closed(&model, &givens, goal, &steps);
                        chains += 1;
                    }
                    Answer::Search(_) => assert!(counter.is_none() && !all.is_empty(), "seed {seed}"),
                    Answer::Unknown(end) => panic!("{end:?}"),
                }
            }
        }
        assert!(chains > 100 && opens > 100 && none > 100, "{chains} {opens} {none}");
    }

    /// Each fact of a step is made true by the steps before, and the last ones make the goal true.
    fn closed(model: &Model, givens: &[Fact], goal: Fact, steps: &[Step]) {
        let mut left: Vec<Vec<Value>> = model.all_vars().map(|v| model.domain(v).as_ref().iter().collect()).collect();
        for step in steps {
            match &step.reason {
                Reason::Given(given) => assert!(givens.contains(given)),
                Reason::Inferred { why, .. } => {
                    assert!(why.facts.iter().all(|f| left[f.var.index()].iter().all(|&v| f.allows(v))), "{steps:?}");
                }
            }
            left[step.var.index()].retain(|v| !step.removed.contains(v));
        }
        assert!(left[goal.var.index()].iter().all(|&v| goal.allows(v)), "{goal} from {steps:?}");
    }

    #[test]
    fn search_names_what_it_refuted() {
        // Three variables take three values between them, but only pairs say so: no propagator sees that y has but one value left.
        let mut model = Model::new();
        let mut x = model.vars("x", 3, 1..=3);
        x.push(model.var("y", 1..=4));
        for i in 0..4 {
            (0..i).for_each(|j| assert!(model.post(all_different([x[i], x[j]])).index() < 6));
        }
        let Answer::Search(branches) = ask(&model, &[], x[3].is(4), &Limits::default()) else { panic!("no propagator sees it") };
        assert!(branches.len() > 1 && branches[0].fact.is_none());
        let ends: Vec<&Branch> = branches.iter().filter(|b| branches.iter().all(|c| c.parent != b.node || c.node == 0)).collect();
        assert!(ends.iter().all(|b| b.failed.is_some()), "{branches:?}");
        assert!(branches.iter().all(|b| b.node == 0 || b.failed.is_some() || branches.iter().filter(|c| c.parent == b.node).count() == 2));
        assert!(matches!(ask(&model, &[], x[3].is(4), &Limits::nodes(0)), Answer::Unknown(End::Nodes)));
    }
}
