//! Cage sums: different values with a total. The meaning, and the choice of kernels.
//!
//! The general form has several *parts*, each of which takes different values and counts with a sign: that is what the 45 rule gives where
//! cages stick out of houses. Literature: Simonis, "Kakuro as a constraint problem" (2008), for the joint constraint of differing values
//! and their sum; Beldiceanu, Carlsson, Petit and Régin, "An O(n log n) bound consistency algorithm for the conjunction of an
//! alldifferent and an inequality between a sum of variables and a constant" (2012), for bounds.

mod bounds;
mod cage;
pub(crate) mod combinations;
mod explain;
mod house;
mod parts;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use std::borrow::Borrow;
use std::sync::Arc;

use crate::constraints::all_different::all_different;
use crate::domain::{Value, Var};
use crate::domains::Domains;
use crate::model::{Constraint, Parts, Shape};
use crate::propagator::Propagator;

pub use combinations::Combinations;

/// Variables take different values that add up to a total. Made by [`cage_sum`] and [`cage_sums`].
#[derive(Clone, Debug)]
pub struct CageSum {
    /// All variables: those that count, then the rest of the house.
    scope: Vec<Var>,
    /// How many count.
    count: usize,
    /// The signs of the parts and how many variables each has, if there are several; a single one counts for.
    signs: Vec<(i64, usize)>,
    total: i64,
    /// The values of the whole house, if the variables lie in one; the other variables of the house end `scope`.
    house: Option<Arc<[Value]>>,
    /// The least and the greatest value of any variable, if known: plain backtracking looks ahead by them.
    range: Option<(Value, Value)>,
    /// A memory of combinations, if it shares one.
    combinations: Option<Arc<Combinations>>,
}

/// These variables take different values, which add up to `total`.
///
/// ```
/// use pencilmark_engine::{Model, cage_sum};
/// let mut model = Model::new();
/// let x = model.vars("x", 3, 1..=9);
/// model.post(cage_sum(&x, 7)); // 1 + 2 + 4 in any order
/// assert_eq!(model.solutions().count(), 6);
/// ```
pub fn cage_sum(vars: impl IntoIterator<Item = impl Borrow<Var>>, total: i64) -> CageSum {
    let scope: Vec<Var> = vars.into_iter().map(|var| *var.borrow()).collect();
    CageSum { count: scope.len(), scope, signs: Vec::new(), total, house: None, range: None, combinations: None }
}

/// Each part takes different values; the sum of the values, each with the sign of its part, is `total`.
///
/// ```
/// use pencilmark_engine::{Model, cage_sums};
/// let mut model = Model::new();
/// let (x, y) = (model.vars("x", 2, 1..=9), model.var("y", 1..=9));
/// model.post(cage_sums([(1, x), (-1, vec![y])], 15)); // 7 + 9 - 1 and 8 + 9 - 2, either way round
/// assert_eq!(model.solutions().count(), 4);
/// ```
///
/// # Panics
/// If a sign is neither 1 nor -1, or a variable stands in two parts.
pub fn cage_sums<V: IntoIterator<Item = impl Borrow<Var>>>(parts: impl IntoIterator<Item = (i64, V)>, total: i64) -> CageSum {
    let (mut scope, mut signs): (Vec<Var>, _) = (Vec::with_capacity(8), Vec::with_capacity(4));
    for (sign, vars) in parts {
        assert!(sign == 1 || sign == -1, "a part counts once, for or against");
        let start = scope.len();
        scope.extend(vars.into_iter().map(|var| *var.borrow()));
        let (before, own) = scope.split_at(start);
        assert!(!own.iter().any(|var| before.contains(var)), "a variable stands in two parts of a cage sum");
        signs.push((sign, own.len()));
    }
    match signs[..] {
        [(sign, _)] => cage_sum(scope, sign * total),
        _ => CageSum { signs, ..cage_sum(scope, total) },
    }
}

/// A part by itself, for propagators.
#[derive(Clone, Debug)]
struct Part {
    sign: i64,
    vars: Vec<Var>,
}

impl CageSum {
    /// The variables lie in a house: with the variables of `rest` they take just these values, each once. The two are then reasoned about
    /// together.
    ///
    /// # Panics
    /// If the sum has several parts.
    pub fn in_house(mut self, rest: impl IntoIterator<Item = Var>, values: impl Into<Arc<[Value]>>) -> CageSum {
        assert!(self.signs.is_empty(), "only a single part can lie in a house");
        let values = values.into();
        self.scope.reserve_exact(values.len().saturating_sub(self.scope.len()));
        self.scope.extend(rest);
        self.house = Some(values);
        self
    }

    /// Every variable takes a value of this range: plain backtracking may look ahead by it.
    pub fn within(mut self, least: Value, greatest: Value) -> CageSum {
        self.range = Some((least, greatest));
        self
    }

    /// With a memory of combinations that it shares with other sums.
    pub fn sharing(mut self, combinations: &Arc<Combinations>) -> CageSum {
        self.combinations = Some(Arc::clone(combinations));
        self
    }

    /// The signs of the parts and their variables.
    fn parts(&self) -> impl Iterator<Item = (i64, &[Var])> {
        let single = self.signs.is_empty().then(|| (1, &self.scope[..self.count]));
        single.into_iter().chain(Parts { vars: &self.scope, signs: &self.signs }.iter())
    }
}

impl Constraint for CageSum {
    fn kind(&self) -> &'static str {
        "cage_sum"
    }

    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[Value]) -> bool {
        if let Some(house) = &self.house {
            let mut all = values.to_vec();
            let mut house = house.to_vec();
            all.sort_unstable();
            house.sort_unstable();
            if all != house {
                return false;
            }
        }
        let (mut sum, mut counting) = (0, &values[..self.count]);
        for (sign, vars) in self.parts() {
            let (own, others) = counting.split_at(vars.len());
            if own.iter().enumerate().any(|(i, v)| own[..i].contains(v)) {
                return false;
            }
            sum += sign * own.iter().map(|&v| i64::from(v)).sum::<i64>();
            counting = others;
        }
        sum == self.total
    }

    fn propagators(&self, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
        let combinations = &self.combinations.clone().unwrap_or_default();
        let (counting, rest) = self.scope.split_at(self.count);
        let parts: Vec<Part> = self.parts().map(|(sign, vars)| Part { sign, vars: vars.to_vec() }).collect();
        let kernel = match &self.house {
            Some(values) => house::kernel(counting, rest, values, self.total, combinations, domains),
            None if self.signs.is_empty() => cage::kernel(counting, self.total, combinations, domains),
            None => parts::kernel(&parts, self.total, combinations, domains),
        };
        if let Some(kernel) = kernel {
            return vec![kernel];
        }
        let different = parts.iter().flat_map(|part| all_different(&part.vars).propagators(domains)).collect::<Vec<_>>();
        let house = self.house.iter().flat_map(|_| all_different(&self.scope).propagators(domains)).collect::<Vec<_>>();
        different.into_iter().chain(house).chain([bounds::kernel(parts, self.total)]).collect()
    }

    fn shape(&self) -> Shape<'_> {
        match &self.signs[..] {
            [] => Shape::CageSum(&self.scope[..self.count], self.total),
            signs => Shape::CageSums(Parts { vars: &self.scope, signs }, self.total),
        }
    }

    fn may_hold(&self, values: &[Option<Value>], changed: Var) -> bool {
        let (mut least, mut greatest) = (0, 0);
        for (sign, vars) in self.parts() {
            for (i, var) in vars.iter().enumerate() {
                let Some(value) = values[var.index()] else {
                    let Some((low, high)) = self.range else { return true };
                    let (low, high) = (sign * i64::from(low), sign * i64::from(high));
                    (least, greatest) = (least + low.min(high), greatest + low.max(high));
                    continue;
                };
                let equal = |other: &Var| values[other.index()] == Some(value);
                if *var == changed && vars.iter().enumerate().any(|(k, other)| k != i && equal(other)) {
                    return false;
                }
                (least, greatest) = (least + sign * i64::from(value), greatest + sign * i64::from(value));
            }
        }
        least <= self.total && self.total <= greatest
    }
}
