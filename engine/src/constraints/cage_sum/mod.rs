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

use std::sync::Arc;

use crate::constraints::all_different::all_different;
use crate::domain::{Value, Var};
use crate::domains::Domains;
use crate::model::{Constraint, Part, Shape};
use crate::propagator::Propagator;

pub use combinations::Combinations;

/// Variables take different values that add up to a total. Made by [`cage_sum`] and [`cage_sums`].
#[derive(Clone, Debug)]
pub struct CageSum {
    /// All variables: of the parts, then the rest of the house.
    scope: Vec<Var>,
    parts: Vec<Part>,
    total: i64,
    /// The values of the whole house, if the variables lie in one; the other variables of the house end `scope`.
    house: Option<Vec<Value>>,
    /// The least and the greatest value of any variable, if known: plain backtracking looks ahead by them.
    range: Option<(Value, Value)>,
    combinations: Arc<Combinations>,
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
pub fn cage_sum<'a>(vars: impl IntoIterator<Item = &'a Var>, total: i64) -> CageSum {
    cage_sums([(1, vars.into_iter().copied().collect())], total)
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
pub fn cage_sums(parts: impl IntoIterator<Item = (i64, Vec<Var>)>, total: i64) -> CageSum {
    let parts: Vec<Part> = parts.into_iter().map(|(sign, vars)| Part { sign, vars }).collect();
    assert!(parts.iter().all(|part| part.sign.abs() == 1), "a part counts once, for or against");
    for (i, part) in parts.iter().enumerate() {
        let elsewhere = |var: &Var| parts[..i].iter().any(|other| other.vars.contains(var));
        assert!(!part.vars.iter().any(elsewhere), "a variable stands in two parts of a cage sum");
    }
    let scope = parts.iter().flat_map(|part| part.vars.iter().copied()).collect();
    CageSum { scope, parts, total, house: None, range: None, combinations: Arc::default() }
}

impl CageSum {
    /// The variables lie in a house: with the variables of `rest` they take just these values, each once. The two are then reasoned about
    /// together.
    ///
    /// # Panics
    /// If the sum has several parts.
    pub fn in_house(mut self, rest: &[Var], values: impl IntoIterator<Item = Value>) -> CageSum {
        assert!(self.parts.len() == 1, "only a single part can lie in a house");
        self.scope.extend_from_slice(rest);
        self.house = Some(values.into_iter().collect());
        self
    }

    /// Every variable takes a value of this range: plain backtracking may look ahead by it.
    pub fn within(mut self, least: Value, greatest: Value) -> CageSum {
        self.range = Some((least, greatest));
        self
    }

    /// With a memory of combinations that it shares with other sums.
    pub fn sharing(mut self, combinations: &Arc<Combinations>) -> CageSum {
        self.combinations = Arc::clone(combinations);
        self
    }

    /// The variables that count, and what follows them in the scope.
    fn split<'a, T>(&self, of_scope: &'a [T]) -> (&'a [T], &'a [T]) {
        of_scope.split_at(self.parts.iter().map(|part| part.vars.len()).sum())
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
        let (mut counting, rest) = self.split(values);
        if let Some(house) = &self.house {
            let mut all: Vec<Value> = counting.iter().chain(rest).copied().collect();
            let mut house = house.clone();
            all.sort_unstable();
            house.sort_unstable();
            if all != house {
                return false;
            }
        }
        let mut sum = 0;
        for part in &self.parts {
            let (own, others) = counting.split_at(part.vars.len());
            if own.iter().enumerate().any(|(i, v)| own[..i].contains(v)) {
                return false;
            }
            sum += part.sign * own.iter().map(|&v| i64::from(v)).sum::<i64>();
            counting = others;
        }
        sum == self.total
    }

    fn propagators(&self, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
        if let [part] = &self.parts[..] {
            let kernel = match &self.house {
                Some(values) => house::kernel(&part.vars, self.split(&self.scope).1, values, self.total, &self.combinations, domains),
                None => cage::kernel(&part.vars, part.sign * self.total, &self.combinations, domains),
            };
            if let Some(kernel) = kernel {
                return vec![kernel];
            }
        } else if let Some(kernel) = parts::kernel(&self.parts, self.total, &self.combinations, domains) {
            return vec![kernel];
        }
        let different = self.parts.iter().flat_map(|part| all_different(&part.vars).propagators(domains)).collect::<Vec<_>>();
        let house = self.house.iter().flat_map(|_| all_different(&self.scope).propagators(domains)).collect::<Vec<_>>();
        different.into_iter().chain(house).chain([bounds::kernel(&self.parts, self.total)]).collect()
    }

    fn shape(&self) -> Shape<'_> {
        match &self.parts[..] {
            [part] => Shape::CageSum(&part.vars, part.sign * self.total),
            parts => Shape::CageSums(parts, self.total),
        }
    }

    fn may_hold(&self, values: &[Option<Value>], changed: Var) -> bool {
        let (mut least, mut greatest) = (0, 0);
        for part in &self.parts {
            for (i, var) in part.vars.iter().enumerate() {
                let Some(value) = values[var.index()] else {
                    let Some((low, high)) = self.range else { return true };
                    let (low, high) = (part.sign * i64::from(low), part.sign * i64::from(high));
                    (least, greatest) = (least + low.min(high), greatest + low.max(high));
                    continue;
                };
                let equal = |other: &Var| values[other.index()] == Some(value);
                if *var == changed && part.vars.iter().enumerate().any(|(k, other)| k != i && equal(other)) {
                    return false;
                }
                (least, greatest) = (least + part.sign * i64::from(value), greatest + part.sign * i64::from(value));
            }
        }
        least <= self.total && self.total <= greatest
    }
}
