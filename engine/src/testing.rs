//! Brute force for tests: what a constraint means, compared with what its propagators do and why they say they do it.
//!
//! For the tests of this crate, and with the feature `testing` for those who write constraints of their own.

use std::collections::BTreeSet;

use crate::backend::Backend;
use crate::domain::{Domain, Fact, Value, Var};
use crate::fixpoint::Network;
use crate::model::{Model, Solution};
use crate::observe::{Event, On};
use crate::search::Limits;

use crate::rng::Rng;
#[cfg(test)]
use crate::{all_different, cage_sum, cage_sums};

/// How much a constraint promises to remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// Nothing wrong, and everything once all variables have values.
    Sound,
    /// The least and greatest value of each variable satisfy a linear equation over the reals between the others' bounds; tested by the
    /// constraint's own test, here like [`Strength::Sound`].
    Bounds,
    /// Every value left is part of a solution of the constraint.
    Domain,
}

/// All solutions of a model, by trying every combination of values.
pub fn brute_force(model: &Model) -> Vec<Solution> {
    let mut found = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    fill(model, &mut values, &mut found);
    found
}

fn fill(model: &Model, values: &mut Vec<Value>, found: &mut Vec<Solution>) {
    let Some(var) = model.all_vars().nth(values.len()) else {
        found.extend(model.check(values).is_ok().then(|| Solution(values.clone())));
        return;
    };
    for value in model.domain(var).as_ref().iter() {
        values.push(value);
        fill(model, values, found);
        values.pop();
    }
}

/// Builds `cases` random models, each of one constraint, and compares its propagators with brute force: along a random dive, no value of a
/// solution is removed, as much is removed as promised, conflicts are true, going back restores the domains, and every reason is true,
/// was known before, and suffices. Gives back whose reasons these were, as `propagator: rule`, of conflicts `propagator: rule, conflict`.
///
/// # Panics
/// If anything differs; the seed of the model is named.
pub fn check_constraint(strength: Strength, cases: u64, make: impl Fn(&mut Model, &mut Rng)) -> BTreeSet<String> {
    let mut explained = BTreeSet::new();
    for seed in 0..cases {
        let mut rng = Rng::new(seed);
        let mut model = Model::new();
        make(&mut model, &mut rng);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| dive(&model, strength, &mut rng, &mut explained)));
        if let Err(panic) = result {
            eprintln!("seed {seed}: {model:?}");
            std::panic::resume_unwind(panic);
        }
    }
    explained
}

/// Checks that just these reasons were given, one a line.
///
/// # Panics
/// If others were, or not all of them.
pub fn assert_explained(explained: &BTreeSet<String>, want: &[&str]) {
    assert_eq!(explained.iter().map(String::as_str).collect::<Vec<_>>(), want, "each rule of each propagator is to be met by its test");
}

/// The domains of all variables.
fn snapshot(network: &Network) -> Vec<Domain> {
    network.domains.vars().map(|v| Domain::from(network.domains.get(v))).collect()
}

fn dive(model: &Model, strength: Strength, rng: &mut Rng, explained: &mut BTreeSet<String>) {
    let all = brute_force(model);
    let mut network = Network::new(model);
    let mut facts: Vec<Fact> = Vec::new();
    let mut stack: Vec<Vec<Domain>> = Vec::new();
    loop {
        let before = snapshot(&network);
        let live: Vec<&Solution> = all.iter().filter(|s| (0..before.len()).all(|i| before[i].as_ref().contains(s.values()[i]))).collect();
        let mut current = before.clone();
        let failed = {
            let mut rules = Vec::new();
            let mut watch = |event: &Event<'_>| {
                check_event(event, &all, &mut current);
                match event {
                    Event::Pruned { why, .. } => rules.push(why.rule.to_string()),
                    Event::Failed { why, .. } => rules.push(format!("{}, conflict", why.rule)),
                    Event::Ran { propagator, .. } => explained.extend(rules.drain(..).map(|rule| format!("{propagator}: {rule}"))),
                    _ => {}
                }
            };
            network.fixpoint(&mut 0, &mut On(&mut watch)).is_err()
        };
        if failed {
            assert!(live.is_empty(), "a conflict after {facts:?}, though {:?} is a solution", live[0]);
            break;
        }
        let after = snapshot(&network);
        assert_eq!(current, after, "the events give other domains");
        for solution in &live {
            let lost = (0..after.len()).find(|&i| !after[i].as_ref().contains(solution.values()[i]));
            assert_eq!(lost, None, "a value of {solution:?} was removed after {facts:?}");
        }
        if strength == Strength::Domain {
            for (i, domain) in after.iter().enumerate() {
                let idle = domain.as_ref().iter().find(|&v| live.iter().all(|s| s.values()[i] != v));
                assert_eq!(idle, None, "variable {i} keeps a value that no solution has, after {facts:?}: {after:?}");
            }
        }
        let open: Vec<_> = network.domains.vars().filter(|&v| !network.domains.is_fixed(v)).collect();
        if open.is_empty() {
            assert!(!live.is_empty(), "all variables have values that are no solution: {after:?}");
            break;
        }
        stack.push(after);
        network.domains.push_level();
        // Several facts at a time, or a domain consistent propagator would never meet a conflict.
        for _ in 0..1 + rng.below(3) {
            let open: Vec<_> = network.domains.vars().filter(|&v| !network.domains.is_fixed(v)).collect();
            if let Some(&var) = open.get(rng.below(open.len().max(1))) {
                let fact = random_fact(var, &network, rng);
                assert_eq!(network.apply(fact, &mut crate::observe::Off), Ok(true), "{fact} leaves some values and not others");
                facts.push(fact);
            }
        }
    }
    while let Some(domains) = stack.pop() {
        network.domains.pop_level();
        assert_eq!(snapshot(&network), domains, "going back did not restore the domains");
    }
}

/// A fact that some values of an open variable fulfil and others don't.
fn random_fact(var: Var, network: &Network, rng: &mut Rng) -> Fact {
    let set = network.domains.get(var);
    let value = set.iter().nth(rng.below(set.len())).expect("it is open");
    match rng.below(4) {
        0 => var.is(value),
        1 if value < set.max() => var.at_most(value),
        2 if value > set.min() => var.at_least(value),
        _ => var.is_not(value),
    }
}

/// Checks one removal or conflict: the facts were known, and with the constraint they imply it.
fn check_event(event: &Event<'_>, all: &[Solution], current: &mut [Domain]) {
    let known = |fact: &Fact, current: &[Domain]| {
        let known = current[fact.var.index()].as_ref().iter().all(|v| fact.allows(v));
        assert!(known, "{fact} was not known: {}", current[fact.var.index()]);
    };
    match event {
        Event::Pruned { var, before, after, why, .. } => {
            assert_eq!(current[var.index()], Domain::from(*before));
            why.facts.iter().for_each(|fact| known(fact, current));
            for solution in all.iter().filter(|s| why.facts.iter().all(|f| f.allows(s[f.var]))) {
                let value = solution[*var];
                let removed = before.contains(value) && !after.contains(value);
                assert!(!removed, "{var:?} != {value} does not follow from {why:?}: {solution:?}");
            }
            current[var.index()] = Domain::from(*after);
        }
        Event::Failed { why, .. } => {
            why.facts.iter().for_each(|fact| known(fact, current));
            let counter = all.iter().find(|s| why.facts.iter().all(|f| f.allows(s[f.var])));
            assert_eq!(counter, None, "the conflict does not follow from {why:?}");
        }
        _ => {}
    }
}

/// All solutions of a model by a back end, sorted; no solution may come twice.
///
/// # Panics
/// If the back end declines the model or gives a solution twice.
pub fn all_solutions(backend: &dyn Backend, model: &Model) -> Vec<Solution> {
    let mut found = Vec::new();
    let mut run = backend.prepare(model).unwrap_or_else(|declined| panic!("{declined}"));
    let outcome = run.run(&[], &Limits::default(), None, &mut |values| {
        found.push(Solution(values.to_vec()));
        std::ops::ControlFlow::Continue(())
    });
    assert!(outcome.is_complete());
    assert_eq!(outcome.solutions, found.len() as u64);
    found.sort();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{} gives a solution twice", backend.name());
    found
}

/// A random set of one to `most` values between `low` and `high`.
pub fn random_domain(rng: &mut Rng, low: Value, high: Value, most: usize) -> Domain {
    (0..1 + rng.below(most)).map(|_| rng.between(low, high)).collect()
}

/// A model with houses, cages and signed sums over a few variables, which need not have solutions.
#[cfg(test)]
pub(crate) fn random_sums(rng: &mut Rng, values: &[Value], vars: usize) -> Model {
    let mut model = Model::new();
    let x = model.vars("x", vars, values.iter().copied().collect::<Domain>());
    let some = |rng: &mut Rng, most: usize| -> Vec<Var> {
        let mut chosen: Vec<Var> = Vec::new();
        for _ in 0..1 + rng.below(most) {
            let var = x[rng.below(vars)];
            if !chosen.contains(&var) {
                chosen.push(var);
            }
        }
        chosen
    };
    let total = |rng: &mut Rng, vars: &[Var]| -> i64 { vars.iter().map(|_| i64::from(values[rng.below(values.len())])).sum() };
    for _ in 0..rng.below(3) {
        // As long as a house, or shorter.
        model.post(all_different(&x[..values.len().min(vars)]));
        model.post(all_different(some(rng, values.len())));
    }
    for _ in 0..1 + rng.below(3) {
        let cage = some(rng, values.len().min(5));
        let total = total(rng, &cage);
        model.post(cage_sum(&cage, total));
    }
    for _ in 0..rng.below(3) {
        let (plus, minus) = (some(rng, 4), some(rng, 3));
        let minus: Vec<Var> = minus.into_iter().filter(|var| !plus.contains(var)).collect();
        if !minus.is_empty() {
            let total = total(rng, &plus) - total(rng, &minus);
            model.post(cage_sums([(1, plus), (-1, minus)], total));
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::{Conflict, Domains};
    use crate::model::Constraint;
    use crate::propagator::{Propagator, Status, Wake};

    /// The sum is odd: seen when one variable is open, and explained by the default.
    #[derive(Clone, Debug)]
    struct Odd(Vec<Var>);

    impl Constraint for Odd {
        fn kind(&self) -> &'static str {
            "odd"
        }
        fn scope(&self) -> &[Var] {
            &self.0
        }
        fn holds(&self, values: &[Value]) -> bool {
            values.iter().sum::<Value>() % 2 != 0
        }
        fn propagators(&self, _: &mut Domains) -> Vec<Box<dyn Propagator>> {
            vec![Box::new(self.clone())]
        }
    }

    impl Propagator for Odd {
        fn name(&self) -> &'static str {
            "odd"
        }
        fn wakes_on(&self) -> Vec<(Var, Wake)> {
            self.0.iter().map(|&var| (var, Wake::Fixed)).collect()
        }
        fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
            let open: Vec<Var> = self.0.iter().copied().filter(|&var| !domains.is_fixed(var)).collect();
            let sum: Value = self.0.iter().filter_map(|&var| domains.get(var).value()).sum();
            match *open {
                [] if sum % 2 == 0 => Err(Conflict { var: None }),
                [var] => domains.keep(var, |value| (sum + value) % 2 != 0).map(|_| Status::Entailed),
                _ => Ok(Status::AtFixpoint),
            }
        }
    }

    #[test]
    fn what_explains_nothing_itself_is_explained_by_all_that_is_known() {
        let explained = check_constraint(Strength::Sound, 300, |model, rng| {
            let vars = (0..2 + rng.below(3)).map(|i| model.var(format!("x{i}"), random_domain(rng, 1, 5, 4))).collect();
            model.post(Odd(vars));
        });
        assert_explained(&explained, &["odd: odd", "odd: odd, conflict"]);
    }

    /// Claims more than its facts bear out.
    #[derive(Clone, Debug)]
    struct Liar(Odd);

    impl Constraint for Liar {
        fn kind(&self) -> &'static str {
            "liar"
        }
        fn scope(&self) -> &[Var] {
            self.0.scope()
        }
        fn holds(&self, values: &[Value]) -> bool {
            self.0.holds(values)
        }
        fn propagators(&self, _: &mut Domains) -> Vec<Box<dyn Propagator>> {
            vec![Box::new(self.clone())]
        }
    }

    impl Propagator for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }
        fn wakes_on(&self) -> Vec<(Var, Wake)> {
            self.0.wakes_on()
        }
        fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
            self.0.propagate(domains)
        }
        fn explain(&self, conclusion: crate::Conclusion<'_>, domains: &Domains) -> crate::Why {
            let mut why = self.0.explain(conclusion, domains);
            why.facts.pop();
            why
        }
    }

    #[test]
    #[should_panic(expected = "does not follow from")]
    fn a_reason_that_names_too_little_is_found() {
        check_constraint(Strength::Sound, 300, |model, rng| {
            let vars = (0..3).map(|i| model.var(format!("x{i}"), random_domain(rng, 1, 5, 4))).collect();
            model.post(Liar(Odd(vars)));
        });
    }
}
