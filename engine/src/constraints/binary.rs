//! Binary: any relation between two variables, given as a closure. Domain consistent (arc consistency; Mackworth 1977).

use std::fmt;
use std::sync::Arc;

use crate::domain::{Value, Var, ones};
use crate::domains::{Conflict, Domains};
use crate::model::{Constraint, Shape};
use crate::propagator::{Conclusion, Cost, Inference, Propagator, Status, Wake, Why};

type Relation = dyn Fn(Value, Value) -> bool + Send + Sync;

/// Two variables take only values that a closure allows. Made by [`binary`].
#[derive(Clone)]
pub struct Binary {
    vars: [Var; 2],
    allows: Arc<Relation>,
}

/// The values of `x` and `y` satisfy `allows`, which must always give the same answer for the same values.
///
/// ```
/// use pencilmark_engine::{Model, binary};
/// let mut model = Model::new();
/// let (x, y) = (model.var("x", 1..=3), model.var("y", 1..=3));
/// model.post(binary(x, y, |x, y| x + y == 4));
/// assert_eq!(model.solutions().count(), 3);
/// ```
pub fn binary(x: Var, y: Var, allows: impl Fn(Value, Value) -> bool + Send + Sync + 'static) -> Binary {
    Binary { vars: [x, y], allows: Arc::new(allows) }
}

impl fmt::Debug for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Binary").field("vars", &self.vars).finish_non_exhaustive()
    }
}

impl Constraint for Binary {
    fn kind(&self) -> &'static str {
        "binary"
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[Value]) -> bool {
        (self.allows)(values[0], values[1])
    }

    fn propagators(&self, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
        let [x, y] = self.vars;
        let closure = Closure { vars: self.vars, allows: self.allows.clone() };
        // A variable related to itself isn't two variables; the closure kernel, which asks for each value, gets that right.
        if x == y || !domains.is_narrow(x) || !domains.is_narrow(y) {
            return vec![Box::new(closure)];
        }
        let supports = |from: Var, to: Var, allows: &dyn Fn(Value, Value) -> bool| -> Box<[u64]> {
            let (base, word) = (domains.base(from), domains.word(from));
            let mask = |v| domains.get(to).iter().filter(|&w| allows(v, w)).fold(0, |m, w| m | 1 << w.abs_diff(domains.base(to)));
            (0..64).map(|bit| if word >> bit & 1 == 1 { mask(base + bit) } else { 0 }).collect()
        };
        let forward = supports(x, y, &|a, b| (self.allows)(a, b));
        let backward = supports(y, x, &|b, a| (self.allows)(a, b));
        vec![Box::new(Masks { closure, supports: [forward, backward] })]
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Binary(self.vars[0], self.vars[1])
    }
}

/// Supports as masks, made once: for one-word domains.
struct Masks {
    closure: Closure,
    /// For each bit of the one variable, the bits of the other that go with it.
    supports: [Box<[u64]>; 2],
}

impl Propagator for Masks {
    fn name(&self) -> &'static str {
        "binary"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.closure.wakes_on()
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let [x, y] = self.closure.vars;
        let [forward, backward] = &self.supports;
        let union = |supports: &[u64], word: u64| ones(word).fold(0, |union, bit| union | supports[bit as usize]);
        domains.keep_word(y, union(forward, domains.word(x)))?;
        domains.keep_word(x, union(backward, domains.word(y)))?;
        let all = ones(domains.word(x)).fold(!0, |all, bit| all & forward[bit as usize]);
        // What x lost had no support among the values of y, so y loses nothing by it.
        Ok(if domains.word(y) & !all == 0 { Status::Entailed } else { Status::AtFixpoint })
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        self.closure.explain(conclusion, domains)
    }
}

/// Asks the closure for each pair: for domains of any width.
struct Closure {
    vars: [Var; 2],
    allows: Arc<Relation>,
}

impl Closure {
    /// Keeps the values of `at` that have a partner among those of `other`.
    fn revise(&self, at: Var, other: Var, domains: &mut Domains, allows: impl Fn(Value, Value) -> bool) -> Result<bool, Conflict> {
        let partners: Vec<Value> = domains.get(other).iter().collect();
        domains.keep(at, |v| if at == other { allows(v, v) } else { partners.iter().any(|&w| allows(v, w)) })
    }
}

impl Propagator for Closure {
    fn name(&self) -> &'static str {
        "binary"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.vars.iter().map(|&v| (v, Wake::Any)).collect()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let [x, y] = self.vars;
        self.revise(y, x, domains, |v, w| (self.allows)(w, v))?;
        self.revise(x, y, domains, |v, w| (self.allows)(v, w))?;
        Ok(Status::AtFixpoint)
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        let Conclusion::Removal { var, before, after } = conclusion else {
            unreachable!("the relation is found broken only by a variable that loses its last value")
        };
        let [x, y] = self.vars;
        let other = if var == x { y } else { x };
        let goes = |v: Value, w: Value| if var == x { (self.allows)(v, w) } else { (self.allows)(w, v) };
        let mut facts = Vec::new();
        if x != y {
            // Only those partners matter that a removed value would have gone with.
            let removed: Vec<Value> = before.iter().filter(|&v| !after.contains(v)).collect();
            let gone = |w: &Value| !domains.get(other).contains(*w) && removed.iter().any(|&v| goes(v, *w));
            match domains.get(other).value() {
                Some(value) => facts.push(other.is(value)),
                None => facts.extend(domains.declared(other).iter().filter(gone).map(|w| other.is_not(w))),
            }
            facts.retain(|fact| domains.declared(other).iter().any(|w| !fact.allows(w)));
        }
        Why { rule: Inference::NoSupport, facts }
    }
}

#[cfg(test)]
mod tests {
    use super::binary;
    use crate::testing::{Strength, assert_explained, check_constraint, random_domain};

    #[test]
    fn domain_consistent_with_random_tables_narrow_and_wide() {
        for spread in [0, 100] {
            let explained = check_constraint(Strength::Domain, 400, |model, rng| {
                let mut var = |name: &str| {
                    let domain = random_domain(rng, -3, 3, 6);
                    let far = domain.as_ref().iter().chain((spread > 0).then_some(spread)).collect::<crate::Domain>();
                    model.var(name, far)
                };
                let (x, y) = (var("x"), var("y"));
                let table = rng.bits();
                let other = if rng.below(8) == 0 { x } else { y };
                model.post(binary(x, other, move |a, b| table >> (a.rem_euclid(8) * 8 + b.rem_euclid(8)) & 1 == 1));
            });
            assert_explained(&explained, &["binary: no_support", "binary: no_support, conflict"]);
        }
    }
}
