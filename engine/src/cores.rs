//! Why there is no solution: a few givens and constraints that already contradict each other, none of which can be left out.

use std::ops::ControlFlow;

use crate::backend::{Backend as _, Propagation};
use crate::domain::Fact;
use crate::model::{ConstraintId, Model};
use crate::observe::Event;
use crate::search::{End, Limits};
use crate::why::Log;

/// Givens and constraints without a common solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// The givens.
    pub givens: Vec<Fact>,
    /// The constraints; none is implied.
    pub constraints: Vec<ConstraintId>,
    /// Was it shown that without any one of them there is a solution?
    pub minimal: bool,
}

impl Core {
    fn len(&self) -> usize {
        self.givens.len() + self.constraints.len()
    }

    /// The same without the entries from `start` on; givens come first.
    fn without(&self, start: usize, count: usize) -> Core {
        let stays = |i: usize| i < start || i >= start + count;
        let first = self.givens.len();
        let givens = self.givens.iter().enumerate().filter(|(i, _)| stays(*i)).map(|(_, &given)| given).collect();
        let constraints = self.constraints.iter().enumerate().filter(|(i, _)| stays(first + i)).map(|(_, &id)| id).collect();
        Core { givens, constraints, minimal: false }
    }
}

/// A small set of givens and constraints that has no solution: entries are left out, first many at a time and then one by one, as long as
/// the rest has none, and each refutation drops all that it didn't use. `None` if there is a solution, or a limit came before it was
/// known. The limit of nodes is for all searches together; where it is reached, the core is not said to be minimal.
///
/// ```
/// use pencilmark_engine::{Limits, Model, all_different, core, less};
/// let mut model = Model::new();
/// let x = model.vars("x", 3, 1..=3);
/// model.post(all_different(&x));
/// let ordered = model.post(less(x[0], x[1]));
/// let found = core(&model, &[x[2].is(1), x[0].is(3)], &Limits::default()).unwrap();
/// assert_eq!((found.givens, found.constraints, found.minimal), (vec![x[0].is(3)], vec![ordered], true));
/// ```
pub fn core(model: &Model, givens: &[Fact], limits: &Limits<'_>) -> Option<Core> {
    let mut spent = 0;
    let constraints = model.constraints().filter(|(_, posted)| !posted.implied).map(|(id, _)| id).collect();
    let all = Core { givens: givens.to_vec(), constraints, minimal: false };
    let mut core = refute(model, &all, limits, &mut spent).ok()??;
    let mut minimal = true;
    let mut chunk = core.len() / 2;
    while chunk >= 1 {
        let mut start = 0;
        while start < core.len() {
            match refute(model, &core.without(start, chunk), limits, &mut spent) {
                // What is before `start` was needed, so it is in the smaller core, too; when a chunk was needed, some of it may go.
                Ok(Some(smaller)) if chunk == 1 => core = smaller,
                Ok(Some(smaller)) => (core, start) = (smaller, 0),
                Ok(None) => start += chunk,
                Err(_) => {
                    minimal &= chunk > 1;
                    start += chunk;
                }
            }
        }
        chunk /= 2;
    }
    core.minimal = minimal;
    Some(core)
}

/// The part of a set by which it was refuted; `None` if it has a solution.
fn refute(model: &Model, set: &Core, limits: &Limits<'_>, spent: &mut u64) -> Result<Option<Core>, End> {
    if let Some(end) = limits.reached(*spent).or(limits.deadline.and_then(|d| (std::time::Instant::now() >= d).then_some(End::Deadline))) {
        return Err(end);
    }
    let part = model.only(&set.constraints);
    if let Some((givens, constraints)) = Log::of(&part, &set.givens, false).blame(&part) {
        let constraints = constraints.into_iter().map(|id| set.constraints[id.index()]).collect();
        return Ok(Some(Core { givens, constraints, minimal: false }));
    }
    // A constraint that does nothing in a refutation can go.
    let mut used = vec![false; set.constraints.len()];
    let mut watch = |event: &Event<'_>| {
        if let Event::Pruned { constraint, .. } | Event::Failed { constraint, .. } = event {
            used[constraint.index()] = true;
        }
    };
    let limits = Limits { nodes: limits.nodes.map(|most| most - *spent), ..*limits };
    let mut run = Propagation::default().prepare(&part).expect("propagation takes every model");
    let mut solved = false;
    let outcome = run.run(&set.givens, &limits, Some(&mut watch), &mut |_| {
        solved = true;
        ControlFlow::Break(())
    });
    *spent += outcome.stats.nodes;
    match outcome.end {
        _ if solved => Ok(None),
        End::Complete => {
            let constraints = set.constraints.iter().zip(used).filter(|(_, used)| *used).map(|(&id, _)| id).collect();
            Ok(Some(Core { givens: set.givens.clone(), constraints, minimal: false }))
        }
        end => Err(end),
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
        let x = model.vars("x", 4, 1..=3);
        model.post(all_different(&x[..3]));
        for _ in 0..3 {
            let (a, b) = (rng.below(4), rng.below(4));
            match rng.below(2) {
                0 if a != b => model.post(less(x[a], x[b])),
                _ => model.post(sum([(1, x[a]), (1, x[b])]).equals(rng.between(2, 6).into())),
            };
        }
        model.presolve();
        let givens = (0..2).map(|_| x[rng.below(4)].is(rng.between(1, 3))).collect();
        (model, givens)
    }

    fn satisfiable(model: &Model, core: &Core) -> bool {
        let part = model.only(&core.constraints);
        brute_force(&part).iter().any(|s| core.givens.iter().all(|f| f.allows(s[f.var])))
    }

    #[test]
    fn cores_contradict_themselves_and_nothing_can_go() {
        let mut found = 0;
        for seed in 0..400 {
            let (model, givens) = random(&mut Rng::new(seed));
            let constraints = model.constraints().filter(|(_, p)| !p.implied).map(|(id, _)| id).collect();
            let whole = Core { givens: givens.clone(), constraints, minimal: false };
            let Some(core) = core(&model, &givens, &Limits::default()) else {
                assert!(satisfiable(&model, &whole), "seed {seed}");
                continue;
            };
            assert!(core.minimal && !satisfiable(&model, &core), "seed {seed}: {core:?}");
            for i in 0..core.len() {
                assert!(satisfiable(&model, &core.without(i, 1)), "seed {seed}: {core:?} holds more than it needs at {i}");
            }
            found += 1;
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn a_core_that_was_cut_short_does_not_claim_to_be_minimal() {
        // Pigeons: each search takes nodes, so that a budget runs out between the first refutation and the last.
        let mut model = Model::new();
        let x = model.vars("x", 6, 1..=5);
        for i in 0..6 {
            (0..i).for_each(|j| {
                model.post(all_different([x[i], x[j]]));
            });
        }
        let whole = core(&model, &[], &Limits::default()).unwrap();
        assert_eq!((whole.constraints.len(), whole.minimal), (15, true));
        let first = (0..).find(|&n| core(&model, &[], &Limits::nodes(n)).is_some()).unwrap();
        let short = core(&model, &[], &Limits::nodes(first)).unwrap();
        assert!(!short.minimal && !satisfiable(&model, &short));
    }
}
