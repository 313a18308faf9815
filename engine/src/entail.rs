//! Does a constraint refute some facts, with nothing else known? For those who check reasons instead of believing them.

use crate::constraints::all_different;
use crate::domain::{Fact, Value, Var};
use crate::model::{ConstraintId, Model, Shape};

/// How it was shown that a constraint cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Proof {
    /// All-different: no matching of the variables with their values.
    Matching,
    /// All combinations of values were tried.
    Combinations,
    /// There are too many combinations; the constraint's own propagators find the contradiction.
    Propagators,
}

impl Proof {
    /// All of them.
    pub const ALL: [Proof; 3] = [Proof::Matching, Proof::Combinations, Proof::Propagators];

    /// What it rests on, in words.
    pub fn name(self) -> &'static str {
        match self {
            Proof::Matching => "matching",
            Proof::Combinations => "all combinations",
            Proof::Propagators => "the constraint's own propagators",
        }
    }
}

/// So many combinations are tried before propagators are asked, ...
const FEW: u64 = 20_000;

/// ... and so many if they found nothing.
const MANY: u64 = 5_000_000;

impl Model {
    /// Is there no way for a constraint to hold when these facts are true of the variables as they were declared? Other constraints, givens
    /// and whatever else is known play no part. `None` means that this was not shown; for an all-different, and wherever combinations are
    /// few, that it isn't so.
    ///
    /// ```
    /// use pencilmark_engine::{Model, Proof, all_different};
    /// let mut model = Model::new();
    /// let x = model.vars("x", 3, 1..=3);
    /// let row = model.post(all_different(&x));
    /// assert_eq!(model.refutes(row, &[x[0].at_most(2), x[1].at_most(2), x[2].is(1)]), Some(Proof::Matching));
    /// assert_eq!(model.refutes(row, &[x[0].at_most(2), x[2].is(1)]), None);
    /// ```
    pub fn refutes(&self, constraint: ConstraintId, facts: &[Fact]) -> Option<Proof> {
        let posted = &self.constraint(constraint).constraint;
        let mut vars = posted.scope().to_vec();
        vars.extend(facts.iter().map(|fact| fact.var));
        vars.sort();
        vars.dedup();
        let allowed = |var: Var, value: Value| facts.iter().filter(|fact| fact.var == var).all(|fact| fact.allows(value));
        let sets: Vec<Vec<Value>> = vars.iter().map(|&x| self.domain(x).as_ref().iter().filter(|&v| allowed(x, v)).collect()).collect();
        if sets.iter().any(Vec::is_empty) {
            return Some(Proof::Combinations);
        }
        let at = |var: Var| vars.binary_search(&var).expect("the scope is among them");
        if let Shape::AllDifferent(views) = posted.shape() {
            let repeats = views.iter().enumerate().any(|(i, view)| views[..i].iter().any(|other| other.var == view.var));
            if !repeats {
                let shifted = views.iter().map(|view| sets[at(view.var)].iter().map(|v| v + view.offset).collect());
                return (!all_different::can_differ(&shifted.collect::<Vec<Vec<Value>>>())).then_some(Proof::Matching);
            }
        }
        // Only the scope matters from here on.
        let mut scope: Vec<Var> = posted.scope().to_vec();
        scope.sort();
        scope.dedup();
        let own: Vec<&[Value]> = scope.iter().map(|&x| &*sets[at(x)]).collect();
        let combinations = own.iter().fold(1u64, |product, set| product.saturating_mul(set.len() as u64));
        let places: Vec<usize> = posted.scope().iter().map(|x| scope.binary_search(x).expect("sorted from it")).collect();
        let tried = || (!some_combination(&own, &places, |values| posted.holds(values))).then_some(Proof::Combinations);
        if combinations <= FEW {
            return tried();
        }
        let found = self.propagators_refute(constraint, facts).then_some(Proof::Propagators);
        if found.is_none() && combinations <= MANY { tried() } else { found }
    }

    /// Do the propagators of a constraint come to a contradiction from these facts?
    fn propagators_refute(&self, constraint: ConstraintId, facts: &[Fact]) -> bool {
        let mut domains = self.root();
        let mut propagators = self.constraint(constraint).constraint.propagators(&mut domains);
        if facts.iter().any(|&fact| domains.apply(fact).is_err()) {
            return true;
        }
        loop {
            let mark = domains.mark();
            if propagators.iter_mut().any(|propagator| propagator.propagate(&mut domains).is_err()) {
                return true;
            }
            if domains.changes_since(mark).next().is_none() {
                return false;
            }
        }
    }
}

/// Is there a combination of values, one from each set, for which `holds` is true? It gets those at `places`, which may repeat.
fn some_combination(sets: &[&[Value]], places: &[usize], holds: impl Fn(&[Value]) -> bool) -> bool {
    let mut at = vec![0; sets.len()];
    let mut values: Vec<Value> = places.iter().map(|&place| sets[place][0]).collect();
    loop {
        if holds(&values) {
            return true;
        }
        // Counting, with a digit a set.
        let Some(turned) = (0..sets.len()).find(|&i| at[i] + 1 < sets[i].len()) else { return false };
        at[turned] += 1;
        at[..turned].fill(0);
        for (value, &place) in values.iter_mut().zip(places) {
            *value = sets[place][at[place]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{brute_force, random_domain};
    use crate::{Rng, all_different, binary, sum};

    /// Random constraints and facts: the answer is that of brute force over the whole model.
    #[test]
    fn refuted_is_what_no_combination_allows() {
        let (mut yes, mut no) = (0, 0);
        for seed in 0..2_000 {
            let mut rng = Rng::new(seed);
            let mut model = Model::new();
            let x: Vec<Var> = (0..4).map(|i| model.var(format!("x{i}"), random_domain(&mut rng, 1, 5, 4))).collect();
            let id = match rng.below(4) {
                0 => model.post(all_different(&x)),
                1 => model.post(all_different([x[0] + 1, x[1] - 1, x[2] + 0, x[0] + 0])),
                2 => model.post(sum(x.iter().map(|&x| (1, x))).equals(9)),
                _ => model.post(binary(x[0], x[1], |a, b| a.abs_diff(b) > 2)),
            };
            let fact = |rng: &mut Rng| {
                let (x, v) = (x[rng.below(4)], rng.between(1, 5));
                [x.is(v), x.is_not(v), x.at_most(v), x.at_least(v)][rng.below(4)]
            };
            let facts: Vec<Fact> = (0..rng.below(5)).map(|_| fact(&mut rng)).collect();
            let possible = brute_force(&model).iter().any(|s| facts.iter().all(|f| f.allows(s[f.var])));
            assert_eq!(model.refutes(id, &facts).is_none(), possible, "seed {seed}: {facts:?}");
            if possible { no += 1 } else { yes += 1 }
        }
        assert!(yes > 200 && no > 200, "{yes} {no}");
    }

    #[test]
    fn where_combinations_are_too_many_propagators_are_asked() {
        let mut model = Model::new();
        let x = model.vars("x", 12, 1..=9);
        let id = model.post(sum(x.iter().map(|&x| (1, x))).equals(12));
        assert_eq!(model.refutes(id, &[x[3].is(2)]), Some(Proof::Propagators));
        assert_eq!(model.refutes(id, &[x[3].is(1)]), None);
    }
}
