//! Smallest place: a variable with few values, or a value with few places in a house.

use super::first_fail::smallest;
use super::{Brancher, ValueOrder};
use crate::domain::{Fact, Test, Value, Var};
use crate::domains::Domains;
use crate::model::Model;

/// Whatever has fewest possibilities: the values of a variable, or the places of a value.
#[derive(Clone, Debug)]
pub struct SmallestPlace {
    vars: Vec<Var>,
    /// Scopes that use up their values, so that each value has a place.
    houses: Vec<House>,
    values: ValueOrder,
}

/// A scope that uses up its values.
#[derive(Clone, Debug)]
struct House {
    vars: Vec<Var>,
    /// The value of bit 0 of each variable, if all are one word and agree on it: then places are counted by masks.
    base: Option<Value>,
}

/// Branches where fewest possibilities are: on a variable, or on the place of a value in an all-different that uses up its values (a
/// house in Sudoku). Of equals, a variable comes first. Without such constraints this is first fail in the order of the model.
pub fn smallest_place(model: &Model, values: ValueOrder) -> SmallestPlace {
    let domains = model.root();
    let houses = model.houses().map(|(vars, _)| {
        let base = domains.base(vars[0]);
        let aligned = vars.iter().all(|&v| domains.is_narrow(v) && domains.base(v) == base);
        House { vars, base: aligned.then_some(base) }
    });
    let houses = houses.collect();
    SmallestPlace { vars: model.all_vars().collect(), houses, values }
}

impl House {
    /// A value with fewer than `fewest` places, and how many.
    fn fewer(&self, fewest: usize, domains: &Domains) -> Option<(usize, Value)> {
        match self.base {
            Some(base) => {
                // Bit by bit counters: `counts[k]` has the bits of the values that have more than k places.
                let mut counts = [0u64; 8];
                let top = fewest.min(counts.len());
                for &var in &self.vars {
                    let mut carry = domains.word(var);
                    for count in &mut counts[..top] {
                        let more = *count & carry;
                        *count |= carry;
                        carry = more;
                    }
                }
                // One place means that it is put already, at a fixpoint.
                (2..top).find_map(|k| {
                    let exactly = counts[k - 1] & !counts[k];
                    (exactly != 0).then(|| (k, base + exactly.trailing_zeros() as Value))
                })
            }
            None => {
                let places = |v: Value| self.vars.iter().filter(|&&x| domains.get(x).contains(v)).count();
                let open = self.vars.iter().flat_map(|&x| domains.get(x).iter());
                open.map(|v| (places(v), v)).filter(|(n, _)| (2..fewest).contains(n)).min()
            }
        }
    }
}

impl Brancher for SmallestPlace {
    fn choose(&mut self, domains: &Domains) -> Option<Fact> {
        let (mut fewest, var) = smallest(self.vars.iter().copied(), domains)?;
        let mut best = None;
        for house in &self.houses {
            if fewest == 2 {
                break;
            }
            if let Some((places, value)) = house.fewer(fewest, domains) {
                (fewest, best) = (places, Some((house, value)));
            }
        }
        match best {
            None => Some(self.values.decide(var, domains)),
            Some((house, value)) => {
                let place = house.vars.iter().find(|&&x| domains.get(x).contains(value))?;
                Some(place.is(value))
            }
        }
    }

    fn score(&self, fact: Fact, domains: &Domains) -> Option<f64> {
        let places = |house: &House, value| house.vars.iter().filter(|&&x| domains.get(x).contains(value)).count();
        let houses = self.houses.iter().filter(|house| house.vars.contains(&fact.var));
        let fewest = match fact.test {
            Test::Is(value) => houses.map(|house| places(house, value)).min(),
            _ => None,
        };
        let values = domains.get(fact.var).len();
        Some(fewest.map_or(values, |places| places.min(values)) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all_different;

    #[test]
    fn a_value_with_two_places_comes_before_variables_with_three_values() {
        for far in [4, 100] {
            let mut model = Model::new();
            let x: Vec<Var> = [[2, 3, far], [2, 3, far], [1, 2, 3], [1, 2, 3]].map(|values| model.var("x", values)).to_vec();
            model.post(all_different(&x));
            let mut brancher = smallest_place(&model, ValueOrder::Ascending);
            assert_eq!(brancher.choose(&model.root()), Some(x[2].is(1)), "far {far}");
        }
    }

    #[test]
    fn a_variable_with_two_values_comes_before_places() {
        let mut model = Model::new();
        let x: Vec<Var> =
            [vec![1, 2, 3], vec![1, 2, 3], vec![2, 3]].into_iter().map(|values| model.var("x", crate::Domain::from_iter(values))).collect();
        model.post(all_different(&x));
        assert_eq!(smallest_place(&model, ValueOrder::Descending).choose(&model.root()), Some(x[2].is(3)));
    }
}
