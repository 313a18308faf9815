//! Less: one view is below another. Bounds reasoning, which is domain consistent here.

use crate::domain::{Value, Var, View};
use crate::domains::{Conflict, Domains};
use crate::model::Constraint;
use crate::propagator::{Conclusion, Cost, Inference, Propagator, Status, Wake, Why};

/// One view is less than another. Made by [`less`].
#[derive(Clone, Debug)]
pub struct Less {
    vars: [Var; 2],
    /// The least distance from the first variable to the second.
    distance: i64,
}

/// `x < y`, for variables or variables plus a constant.
///
/// ```
/// use pencilmark_engine::{Model, less};
/// let mut model = Model::new();
/// let (x, y) = (model.var("x", 1..=4), model.var("y", 1..=4));
/// model.post(less(x, y));
/// model.post(less(y, x + 3));
/// assert_eq!(model.solutions().count(), 5);
/// ```
pub fn less(x: impl Into<View>, y: impl Into<View>) -> Less {
    let (x, y) = (x.into(), y.into());
    Less { vars: [x.var, y.var], distance: i64::from(x.offset) - i64::from(y.offset) + 1 }
}

impl Constraint for Less {
    fn kind(&self) -> &'static str {
        "less"
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[Value]) -> bool {
        i64::from(values[0]) + self.distance <= i64::from(values[1])
    }

    fn propagators(&self, _: &mut Domains) -> Vec<Box<dyn Propagator>> {
        vec![Box::new(Bounds(self.clone()))]
    }
}

struct Bounds(Less);

impl Propagator for Bounds {
    fn name(&self) -> &'static str {
        "less"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.0.vars.iter().map(|&v| (v, Wake::Bounds)).collect()
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let ([x, y], distance) = (self.0.vars, self.0.distance);
        if x == y {
            return if distance <= 0 { Ok(Status::Entailed) } else { Err(Conflict { var: None }) };
        }
        let clamp = |v: i64| v.clamp(Value::MIN.into(), Value::MAX.into()) as Value;
        domains.at_least(y, clamp(i64::from(domains.get(x).min()) + distance))?;
        domains.at_most(x, clamp(i64::from(domains.get(y).max()) - distance))?;
        let entailed = i64::from(domains.get(x).max()) + distance <= i64::from(domains.get(y).min());
        Ok(if entailed { Status::Entailed } else { Status::AtFixpoint })
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        let [x, y] = self.0.vars;
        let fact = match conclusion {
            Conclusion::Conflict => None,
            Conclusion::Removal { var, .. } if var == y => {
                Some((x.at_least(domains.get(x).min()), domains.get(x).min() > domains.declared(x).min()))
            }
            Conclusion::Removal { .. } => Some((y.at_most(domains.get(y).max()), domains.get(y).max() < domains.declared(y).max())),
        };
        let facts = fact.into_iter().filter(|(_, new)| *new).map(|(fact, _)| fact).collect();
        Why { rule: Inference::Bounds, facts }
    }
}

#[cfg(test)]
mod tests {
    use super::less;
    use crate::testing::{Strength, assert_explained, check_constraint, random_domain};

    #[test]
    fn far_apart() {
        let most = crate::MAX_VALUE;
        for (a, b, want) in [(most, -most, 0), (-most, most, 9), (0, 0, 3)] {
            let mut model = crate::Model::new();
            let (x, y) = (model.var("x", 1..=3), model.var("y", 1..=3));
            model.post(less(x + a, y + b));
            assert_eq!(model.solutions().count(), want);
        }
    }

    #[test]
    fn domain_consistent() {
        let explained = check_constraint(Strength::Domain, 400, |model, rng| {
            let spread = 100 * rng.below(2) as i32;
            let x = model.var("x", random_domain(rng, -3, 3 + spread, 6));
            let y = model.var("y", random_domain(rng, -3, 3, 6));
            let (a, b) = (rng.between(-2, 2), rng.between(-2, 2));
            let other = if rng.below(8) == 0 { x } else { y };
            model.post(less(x + a, other + b));
        });
        assert_explained(&explained, &["less: bounds", "less: bounds, conflict"]);
    }
}
