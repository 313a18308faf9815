//! Sum: a linear combination against a constant. Bounds reasoning (Harvey and Schimpf, "Bounds consistency techniques for long linear
//! constraints", 2002).

use crate::domain::{Value, Var};
use crate::domains::{Conflict, Domains};
use crate::model::Constraint;
use crate::propagator::{Conclusion, Inference, Propagator, Status, Wake, Why};

/// How a sum compares with its total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equal,
    AtMost,
    NotEqual,
}

/// A linear combination of variables, compared with a total. Made by [`sum`].
#[derive(Clone, Debug)]
pub struct Sum {
    vars: Vec<Var>,
    coefficients: Vec<i64>,
    relation: Relation,
    total: i64,
}

/// The sum of coefficients times variables, to be compared: [`Linear::equals`] and its like make the constraint. A variable may come
/// several times: its coefficients add up.
///
/// ```
/// use pencilmark_engine::{Model, sum};
/// let mut model = Model::new();
/// let (x, y) = (model.var("x", 0..=9), model.var("y", 0..=9));
/// model.post(sum([(2, x), (-1, y)]).equals(1));
/// assert_eq!(model.solutions().count(), 5); // 1 1, 2 3, 3 5, 4 7, 5 9
/// ```
pub fn sum(terms: impl IntoIterator<Item = (i64, Var)>) -> Linear {
    let mut merged: Vec<(i64, Var)> = Vec::new();
    for (coefficient, var) in terms {
        match merged.iter_mut().find(|(_, v)| *v == var) {
            Some((c, _)) => *c = c.saturating_add(coefficient),
            None => merged.push((coefficient, var)),
        }
    }
    merged.retain(|(c, _)| *c != 0);
    Linear { terms: merged }
}

/// A sum without its comparison yet. Made by [`sum`].
#[derive(Clone, Debug)]
#[must_use = "a sum is a constraint only when it is compared"]
pub struct Linear {
    terms: Vec<(i64, Var)>,
}

impl Linear {
    /// The sum is `total`.
    pub fn equals(self, total: i64) -> Sum {
        self.compared(1, Relation::Equal, total)
    }

    /// The sum is at most `total`.
    pub fn at_most(self, total: i64) -> Sum {
        self.compared(1, Relation::AtMost, total)
    }

    /// The sum is at least `total`.
    pub fn at_least(self, total: i64) -> Sum {
        self.compared(-1, Relation::AtMost, total.saturating_neg())
    }

    /// The sum is anything but `total`.
    pub fn differs_from(self, total: i64) -> Sum {
        self.compared(1, Relation::NotEqual, total)
    }

    /// # Panics
    /// If the coefficients add up to more than 2^30: then a sum might be no number any more.
    fn compared(self, sign: i64, relation: Relation, total: i64) -> Sum {
        let size = self.terms.iter().fold(0u64, |size, (c, _)| size.saturating_add(c.unsigned_abs()));
        assert!(size <= 1 << 30, "the coefficients of a sum add up to {size}, more than 2^30");
        let (coefficients, vars) = self.terms.into_iter().map(|(c, v)| (c * sign, v)).unzip();
        // No sum comes near this, so any larger total means the same.
        let total = total.clamp(-(1 << 62), 1 << 62);
        Sum { vars, coefficients, relation, total }
    }
}

impl Sum {
    /// The terms, each with the least and the greatest it can be.
    fn terms<'a>(&'a self, domains: &'a Domains) -> impl Iterator<Item = (i64, Var, i64, i64)> + 'a {
        self.coefficients.iter().zip(&self.vars).map(|(&c, &var)| {
            let (a, b) = (c * i64::from(domains.get(var).min()), c * i64::from(domains.get(var).max()));
            (c, var, a.min(b), a.max(b))
        })
    }

    fn bounds(&self, domains: &Domains) -> (i64, i64) {
        self.terms(domains).fold((0, 0), |(low, high), (_, _, a, b)| (low + a, high + b))
    }
}

impl Constraint for Sum {
    fn kind(&self) -> &'static str {
        "sum"
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[Value]) -> bool {
        let sum: i64 = self.coefficients.iter().zip(values).map(|(c, &v)| c * i64::from(v)).sum();
        match self.relation {
            Relation::Equal => sum == self.total,
            Relation::AtMost => sum <= self.total,
            Relation::NotEqual => sum != self.total,
        }
    }

    fn propagators(&self, _: &mut Domains) -> Vec<Box<dyn Propagator>> {
        match self.relation {
            Relation::NotEqual => vec![Box::new(NotEqual(self.clone()))],
            _ => vec![Box::new(Bounds(self.clone()))],
        }
    }
}

/// Both directions of an equation, or the one of an inequality, until no bound moves.
struct Bounds(Sum);

impl Propagator for Bounds {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.0.vars.iter().map(|&v| (v, Wake::Bounds)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let Sum { vars, coefficients, relation, total } = &self.0;
        let equal = *relation == Relation::Equal;
        let (mut low, mut high) = self.0.bounds(domains);
        loop {
            if low > *total || equal && high < *total {
                return Err(Conflict { var: None });
            }
            let mut moved = false;
            for (&c, &var) in coefficients.iter().zip(vars) {
                let range = |d: &Domains| {
                    let (a, b) = (c * i64::from(d.get(var).min()), c * i64::from(d.get(var).max()));
                    (a.min(b), a.max(b))
                };
                let (a, b) = range(domains);
                // The term is at most what the others leave at their least, and for an equation at least what they leave at their most.
                let most = total - (low - a);
                let least = if equal { total - (high - b) } else { a };
                if most >= b && least <= a {
                    continue;
                }
                let clamp = |v: i64| v.clamp(Value::MIN.into(), Value::MAX.into()) as Value;
                if c > 0 {
                    domains.at_most(var, clamp(floor(most, c)))?;
                    domains.at_least(var, clamp(ceiling(least, c)))?;
                } else {
                    domains.at_least(var, clamp(ceiling(most, c)))?;
                    domains.at_most(var, clamp(floor(least, c)))?;
                }
                let (a2, b2) = range(domains);
                moved |= a2 != a || b2 != b;
                low += a2 - a;
                high += b2 - b;
            }
            if !moved {
                break;
            }
        }
        Ok(if if equal { low == high } else { high <= *total } { Status::Entailed } else { Status::AtFixpoint })
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        let mut facts = Vec::new();
        let (concerned, too_high) = match conclusion {
            // A conflict has one direction: the least is too much, or else the most too little.
            Conclusion::Conflict => (None, vec![self.0.bounds(domains).0 > self.0.total]),
            Conclusion::Removal { var, before, after } => {
                // Values that were lost at the end where the term is large are lost because the others are too large, and the like.
                let c = self.0.coefficients[self.0.vars.iter().position(|&v| v == var).expect("it prunes only its own variables")];
                let kept = |v: Value| after.contains(v);
                let (first, last) = (after.iter().next(), after.iter().last());
                let below = before.iter().any(|v| !kept(v) && first.is_none_or(|f| v < f));
                let above = before.iter().any(|v| !kept(v) && last.is_some_and(|l| v > l));
                let mut ends = Vec::new();
                if first.is_none() {
                    ends.extend(if self.0.relation == Relation::Equal { vec![true, false] } else { vec![true] });
                } else {
                    ends.extend(above.then_some(c > 0));
                    ends.extend(below.then_some(c < 0));
                }
                (Some(var), ends)
            }
        };
        for (c, var, _, _) in self.0.terms(domains).filter(|(_, v, _, _)| Some(*v) != concerned) {
            for &high in &too_high {
                // The others are large: each is at least its least. A negative coefficient turns the ends round.
                let (now, declared) = (domains.get(var), domains.declared(var));
                if high == (c > 0) {
                    facts.extend((now.min() > declared.min()).then(|| var.at_least(now.min())));
                } else {
                    facts.extend((now.max() < declared.max()).then(|| var.at_most(now.max())));
                }
            }
        }
        facts.sort();
        facts.dedup();
        Why { rule: Inference::Bounds, facts }
    }
}

/// `a / b` rounded down.
fn floor(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// `a / b` rounded up.
fn ceiling(a: i64, b: i64) -> i64 {
    -floor(-a, b)
}

/// Acts when one variable is open.
struct NotEqual(Sum);

impl Propagator for NotEqual {
    fn name(&self) -> &'static str {
        "sum_differs"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.0.vars.iter().map(|&v| (v, Wake::Fixed)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let mut open = None;
        let mut rest = self.0.total;
        for (&c, &var) in self.0.coefficients.iter().zip(&self.0.vars) {
            match domains.get(var).value() {
                Some(value) => rest -= c * i64::from(value),
                None if open.is_some() => return Ok(Status::AtFixpoint),
                None => open = Some((c, var)),
            }
        }
        match open {
            None if rest == 0 => Err(Conflict { var: None }),
            None => Ok(Status::Entailed),
            Some((c, var)) => {
                if let (0, Ok(value)) = (rest % c, Value::try_from(rest / c)) {
                    domains.remove(var, value)?;
                }
                Ok(Status::Entailed)
            }
        }
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        let concerned = match conclusion {
            Conclusion::Removal { var, .. } => Some(var),
            Conclusion::Conflict => None,
        };
        let mut facts = Vec::new();
        self.0.vars.iter().filter(|v| Some(**v) != concerned).for_each(|&v| domains.facts_about(v, &mut facts));
        Why { rule: Inference::NoSupport, facts }
    }
}

#[cfg(test)]
mod tests {
    use super::{ceiling, floor, sum};
    use crate::testing::{Strength, assert_explained, check_constraint, random_domain};

    #[test]
    fn sound_for_every_relation() {
        let explained = check_constraint(Strength::Sound, 1500, |model, rng| {
            let count = 1 + rng.below(4);
            let vars: Vec<_> = (0..count).map(|i| model.var(format!("x{i}"), random_domain(rng, -4, 4, 5))).collect();
            let terms: Vec<_> = (0..count + rng.below(2)).map(|i| (i64::from(rng.between(-3, 3)), vars[i % count])).collect();
            let total = i64::from(rng.between(-8, 8));
            let linear = sum(terms);
            model.post(match rng.below(4) {
                0 => linear.at_most(total),
                1 => linear.at_least(total),
                2 => linear.differs_from(total),
                _ => linear.equals(total),
            });
        });
        assert_explained(
            &explained,
            &["sum: bounds", "sum: bounds, conflict", "sum_differs: no_support", "sum_differs: no_support, conflict"],
        );
    }

    /// What bounds consistency over the reals promises: no bound can be moved by the bounds of the others.
    #[test]
    fn bounds_are_at_their_fixpoint() {
        for seed in 0..500 {
            let mut rng = crate::rng::Rng::new(seed);
            let mut model = crate::Model::new();
            let vars: Vec<_> = (0..4).map(|i| model.var(format!("x{i}"), random_domain(&mut rng, -9, 9, 6))).collect();
            let c: Vec<i64> = (0..4).map(|_| i64::from(rng.between(1, 4)) * if rng.below(2) == 0 { 1 } else { -1 }).collect();
            let total = i64::from(rng.between(-20, 20));
            model.post(sum(c.iter().copied().zip(vars.iter().copied())).equals(total));
            let mut network = crate::fixpoint::Network::new(&model);
            if network.fixpoint(&mut 0, &mut crate::observe::Off).is_err() {
                continue;
            }
            let range = |i: usize| {
                let set = network.domains.get(vars[i]);
                let (a, b) = (c[i] * i64::from(set.min()), c[i] * i64::from(set.max()));
                (a.min(b), a.max(b))
            };
            let (low, high) = (0..4).map(range).fold((0, 0), |(l, h), (a, b)| (l + a, h + b));
            for i in 0..4 {
                let (a, b) = range(i);
                assert!(low - a + b <= total && high - b + a >= total, "seed {seed}: a bound of x{i} could move");
            }
        }
    }

    #[test]
    fn totals_that_no_sum_reaches() {
        let count = |post: fn(crate::Var) -> super::Sum| {
            let mut model = crate::Model::new();
            let x = model.var("x", 1..=4);
            model.post(post(x));
            model.solutions().count()
        };
        assert_eq!(count(|x| sum([(1, x)]).at_least(i64::MIN)), 4);
        assert_eq!(count(|x| sum([(1, x)]).at_most(i64::MIN)), 0);
        assert_eq!(count(|x| sum([(-1, x)]).differs_from(i64::MIN)), 4);
        assert_eq!(count(|x| sum([(1 << 30, x)]).equals(3 << 30)), 1);
    }

    #[test]
    fn division_rounds_the_right_way() {
        for a in -9..=9i64 {
            for b in [-4, -3, -1, 1, 2, 5i64] {
                let exact = a as f64 / b as f64;
                assert_eq!((floor(a, b), ceiling(a, b)), (exact.floor() as i64, exact.ceil() as i64), "{a} / {b}");
            }
        }
    }
}
