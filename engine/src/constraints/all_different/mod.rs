//! All-different: the meaning, the levels of reasoning, and the choice of kernels.
//!
//! Value elimination and places (hidden singles) are one sweep; Hall sets by mask and domain consistency by matching (Régin, "A
//! filtering algorithm for constraints of difference in CSPs", AAAI 1994) are kernels of their own, which run after it.

mod explain;
mod hall;
mod matching;
mod narrow;
mod scope;
#[cfg(test)]
mod tests;
mod value_set;
mod wide;

use crate::domain::{Value, Var, View};
use crate::domains::Domains;
use crate::model::{Constraint, Shape};
use crate::propagator::Propagator;

use scope::Scope;

/// How much an all-different removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// The engine chooses: places, and where the scope uses up its values, matching once a run has had failures.
    #[default]
    Auto,
    /// A value that a variable has is removed from the others.
    Value,
    /// And a value with one place left, where the scope uses up its values, is put there.
    Places,
    /// And Hall sets: of any size while at most eight variables are open, else pairs and triples. Wide scopes take matching.
    Hall,
    /// Domain consistency: every value left is part of an assignment of the scope to different values.
    Domain,
}

/// The number of failures after which [`Level::Auto`] brings in matching: the fewer, the wider the scope.
///
/// Most puzzles are done sooner, and pay nothing. Narrow scopes leave little for matching to find.
fn patience(width: usize) -> u64 {
    90_000 / (width * width) as u64
}

/// The views take different values. Made by [`all_different`].
#[derive(Clone, Debug)]
pub struct AllDifferent {
    views: Vec<View>,
    vars: Vec<Var>,
    level: Level,
}

/// All of these take different values. Variables, and variables plus a constant, may be mixed.
///
/// ```
/// use pencilmark_engine::{Level, Model, all_different};
/// let mut model = Model::new();
/// let x = model.vars("x", 3, 1..=2);
/// model.post(all_different(&x).level(Level::Domain));
/// assert_eq!(model.solutions().count(), 0);
/// ```
pub fn all_different<V: Into<View>>(views: impl IntoIterator<Item = V>) -> AllDifferent {
    let views: Vec<View> = views.into_iter().map(Into::into).collect();
    AllDifferent { vars: views.iter().map(|v| v.var).collect(), views, level: Level::Auto }
}

impl AllDifferent {
    /// With this level of reasoning instead of the automatic one.
    pub fn level(mut self, level: Level) -> AllDifferent {
        self.level = level;
        self
    }
}

impl Constraint for AllDifferent {
    fn kind(&self) -> &'static str {
        "all_different"
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[Value]) -> bool {
        distinct(self.views.iter().zip(values).map(|(view, &v)| v + view.offset))
    }

    fn propagators(&self, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
        choose(&self.views, self.level, domains)
    }

    fn shape(&self) -> Shape<'_> {
        Shape::AllDifferent(&self.views)
    }

    fn may_hold(&self, values: &[Option<Value>], changed: Var) -> bool {
        let Some(new) = values[changed.index()] else { return true };
        let own = self.views.iter().filter(|view| view.var == changed);
        own.into_iter().all(|own| {
            let equal = |view: &&View| values[view.var.index()].is_some_and(|v| v + view.offset == new + own.offset);
            self.views.iter().filter(equal).count() == 1
        })
    }
}

/// Are the values all different? Values close together are told apart by one mask.
fn distinct(values: impl Iterator<Item = Value> + Clone) -> bool {
    let Some(base) = values.clone().min() else { return true };
    let mut seen = 0u64;
    for v in values.clone() {
        let bit = v.abs_diff(base);
        if bit >= 64 {
            let mut sorted: Vec<Value> = values.collect();
            sorted.sort_unstable();
            return sorted.windows(2).all(|pair| pair[0] != pair[1]);
        }
        if seen >> bit & 1 == 1 {
            return false;
        }
        seen |= 1 << bit;
    }
    true
}

/// Can these sets of values be matched with different values, one each? By augmenting paths, a path at a time.
pub(crate) fn can_differ(sets: &[Vec<Value>]) -> bool {
    let mut all: Vec<Value> = sets.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    let number = |value: Value| all.binary_search(&value).expect("it is among all");
    let mut owner: Vec<Option<usize>> = vec![None; all.len()];
    for start in 0..sets.len() {
        // Breadth first: the set that each value was reached from, and the sets that had to give theirs up.
        let mut entered: Vec<Option<usize>> = vec![None; all.len()];
        let mut queue = vec![start];
        let mut next = 0;
        let mut free = None;
        while next < queue.len() && free.is_none() {
            let set = queue[next];
            next += 1;
            for value in sets[set].iter().map(|&v| number(v)) {
                if entered[value].is_none() {
                    entered[value] = Some(set);
                    match owner[value] {
                        Some(other) => queue.push(other),
                        None => free = free.or(Some(value)),
                    }
                }
            }
        }
        let Some(mut value) = free else { return false };
        loop {
            let set = entered[value].expect("every value on the path was entered");
            let given_up = owner.iter().position(|&o| o == Some(set));
            owner[value] = Some(set);
            match given_up {
                Some(previous) => value = previous,
                None => break,
            }
        }
    }
    true
}

/// Picks the kernels for a scope.
fn choose(views: &[View], level: Level, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
    if views.len() < 2 {
        return Vec::new();
    }
    let scope = Scope::new(views, domains);
    let places = level != Level::Value && scope.uses_up_values();
    // The narrow kernels look at each position once a sweep, and would miss what a sweep does to one that it has passed.
    let mut kernels = if scope.is_narrow() && !scope.repeats() {
        narrow::kernels(scope.clone(), places, domains)
    } else {
        vec![wide::kernel(scope.clone(), places, domains)]
    };
    match level {
        Level::Value | Level::Places => {}
        Level::Auto if places => {
            let patience = patience(views.len());
            kernels.push(matching::kernel(scope, patience));
        }
        Level::Auto => {}
        Level::Hall if scope.is_narrow() => kernels.push(Box::new(hall::Hall::new(scope))),
        Level::Hall | Level::Domain => kernels.push(matching::kernel(scope, 0)),
    }
    kernels
}
