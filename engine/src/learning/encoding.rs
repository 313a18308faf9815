//! A model as a formula.
//!
//! A proposition says that a variable has a value. One value is true of each variable; of different variables one at most has a value, and
//! one at least where they use up their values. A cage has a proposition for each of its combinations: if it is true, just its values
//! have a place in the cage. Sums of several groups of variables add up one after the other: a proposition for each sum so far.

use hashbrown::HashMap;
use itertools::Itertools as _;

use super::formula::Formula;
use super::literal::Literal;
use crate::constraints::cage_sum::Combinations;
use crate::domain::{DomainRef, Value, Var, View, ones};
use crate::model::{Model, Parts, Posted, Shape};

/// Relations of so many tuples at most are written down tuple by tuple.
const MOST_TUPLES: usize = 10_000;

/// Groups in a sum of several are taken apart until they have no more combinations than this.
const MOST_COMBINATIONS: usize = 600;

/// A sum of groups that comes by more sums on the way has too many to write down.
const MOST_SUMS: usize = 1_000;

/// Implied sums of more variables say too little for what they cost.
const MOST_IMPLIED: usize = 8;

/// A sign, and the sums that a group of variables can have, with what says that it has them.
type Group = (i64, Vec<(i64, Literal)>);

/// A formula, and what its propositions say of the variables.
#[derive(Debug)]
pub(super) struct Encoding {
    pub(super) formula: Formula,
    /// For each variable its values, ascending, and what says that it has them.
    values: Vec<Vec<(Value, Literal)>>,
    /// What says that a value has a place among some variables, ascending.
    places: HashMap<Vec<Var>, Vec<(Value, Literal)>>,
    /// The sums that some variables can have, and what says that they have it.
    sums: HashMap<Vec<Var>, Vec<(i64, Literal)>>,
    combinations: Combinations,
}

impl Encoding {
    /// Of a model; the reason why not, if it cannot be.
    pub(super) fn new(model: &Model) -> Result<Encoding, String> {
        let mut formula = Formula::default();
        let mut literals = |domain: DomainRef<'_>| domain.iter().map(|value| (value, formula.proposition())).collect_vec();
        let values = model.all_vars().map(|var| literals(model.domain(var).as_ref())).collect_vec();
        let (places, sums, combinations) = (HashMap::new(), HashMap::new(), Combinations::default());
        let mut encoding = Encoding { formula, values, places, sums, combinations };
        for var in model.all_vars() {
            let literals = encoding.values(var).iter().map(|&(_, literal)| literal).collect_vec();
            encoding.formula.exactly_one(&literals);
        }
        let mut seen: HashMap<(Vec<Var>, i64), ()> = HashMap::new();
        for (_, posted) in model.constraints() {
            match posted.constraint.shape() {
                Shape::AllDifferent(views) => encoding.different(model, views),
                Shape::CageSum(vars, total) => {
                    if seen.insert((vars.iter().copied().sorted().collect(), total), ()).is_none() {
                        encoding.cage(model, posted, vars, total)?;
                    }
                }
                Shape::CageSums(parts, total) => encoding.sum(model, posted, parts, total)?,
                // What is implied may be left out.
                _ if posted.implied => {}
                _ => encoding.tuples(posted)?,
            }
        }
        Ok(encoding)
    }

    /// The values of a variable, ascending, and what says that it has them.
    pub(super) fn values(&self, var: Var) -> &[(Value, Literal)] {
        &self.values[var.index()]
    }

    /// What says that a variable has one of its values.
    fn literal(&self, (var, value): (Var, Value)) -> Literal {
        let values = self.values(var);
        values[values.binary_search_by_key(&value, |&(value, _)| value).expect("it is one of these")].1
    }

    /// All different.
    fn different(&mut self, model: &Model, views: &[View]) {
        let holders = model.holders(views);
        let uses_up = holders.len() == views.len();
        for (_, holders) in holders {
            let mut literals = holders.into_iter().map(|holder| self.literal(holder)).collect_vec();
            // A variable that stands twice for one value cannot have it.
            literals.iter().copied().duplicates().for_each(|twice| self.formula.clause(&[!twice]));
            literals.dedup();
            self.formula.at_most_one(&literals);
            if uses_up {
                self.formula.clause(&literals);
            }
        }
    }

    /// Different values with a total.
    fn cage(&mut self, model: &Model, posted: Posted<'_>, vars: &[Var], total: i64) -> Result<(), String> {
        let implied = posted.implied;
        if !implied {
            self.different(model, &vars.iter().map(View::from).collect_vec());
        } else if vars.len() > MOST_IMPLIED {
            return Ok(());
        }
        match self.choices(vars, Some(total)) {
            Some(_) => Ok(()),
            None if implied => Ok(()),
            None => Err(format!("{} has too many combinations, or values that are too far apart", posted.label)),
        }
    }

    /// Groups of different values, each of which counts with a sign, with a total.
    fn sum(&mut self, model: &Model, posted: Posted<'_>, parts: Parts<'_>, total: i64) -> Result<(), String> {
        if !posted.implied {
            for (_, vars) in parts.iter() {
                self.different(model, &vars.iter().map(View::from).collect_vec());
            }
        } else if parts.iter().map(|(_, vars)| vars.len()).sum::<usize>() > MOST_IMPLIED {
            return Ok(());
        }
        let mut groups: Vec<Group> = Vec::new();
        for (sign, vars) in parts.iter() {
            for group in self.groups(vars) {
                groups.push((sign, self.sums(&group)));
            }
        }
        groups.sort_by_key(|(_, sums)| sums.len());
        match reached(&groups, total) {
            Some(reached) => self.add_up(&groups, &reached, total),
            None if posted.implied => {}
            None => return Err(format!("{} has too many sums", posted.label)),
        }
        Ok(())
    }

    /// Variables of different values, taken apart until the groups have few combinations, of values so near to each other that a word
    /// holds them.
    fn groups(&self, vars: &[Var]) -> Vec<Vec<Var>> {
        let values = vars.iter().flat_map(|&var| self.values(var)).map(|&(value, _)| value).unique().collect_vec();
        let many = values.len();
        let combinations = (0..vars.len()).fold(1, |product: usize, at| product.saturating_mul(many - at.min(many)) / (at + 1));
        let far = values.iter().minmax().into_option().is_some_and(|(least, most)| most.abs_diff(*least) >= u64::BITS);
        if vars.len() > 1 && (far || combinations > MOST_COMBINATIONS) {
            let (a, b) = vars.split_at(vars.len() / 2);
            return [self.groups(a), self.groups(b)].concat();
        }
        if vars.is_empty() { Vec::new() } else { vec![vars.iter().copied().sorted().collect()] }
    }

    /// The sums that variables of different values can have, and what says that they have it.
    fn sums(&mut self, vars: &[Var]) -> Vec<(i64, Literal)> {
        if let &[var] = vars {
            return self.values(var).iter().map(|&(value, literal)| (i64::from(value), literal)).collect();
        }
        if let Some(sums) = self.sums.get(vars) {
            return sums.clone();
        }
        let choices = self.choices(vars, None).expect("they were taken apart until they had few combinations, of near values");
        let mut sums = Vec::new();
        for (sum, choices) in choices.into_iter().into_group_map().into_iter().sorted_unstable() {
            let literal = self.formula.proposition();
            choices.iter().for_each(|&choice| self.formula.clause(&[!choice, literal]));
            self.formula.clause(&choices.into_iter().chain([!literal]).collect_vec());
            sums.push((sum, literal));
        }
        self.formula.at_most_one(&sums.iter().map(|&(_, literal)| literal).collect_vec());
        self.sums.insert(vars.to_vec(), sums.clone());
        sums
    }

    /// The combinations of different values for some variables, with this total or any: their totals, and what says that it is this one.
    fn choices(&mut self, vars: &[Var], total: Option<i64>) -> Option<Vec<(i64, Literal)>> {
        let values = vars.iter().flat_map(|&var| self.values(var)).map(|&(value, _)| value);
        let (base, table) = self.combinations.among(values, vars.len(), total)?;
        let places = self.places(vars);
        let choices = table.masks().iter().map(|&mask| {
            let choice = self.formula.proposition();
            for &(value, place) in &places {
                let has = mask >> value.abs_diff(base) & 1 == 1;
                self.formula.clause(&[!choice, if has { place } else { !place }]);
            }
            let sum = ones(mask).map(|bit| i64::from(base) + i64::from(bit)).sum();
            (sum, choice)
        });
        let choices = choices.collect_vec();
        self.formula.clause(&choices.iter().map(|&(_, choice)| choice).collect_vec());
        Some(choices)
    }

    /// What says that a value has a place among some variables.
    fn places(&mut self, vars: &[Var]) -> Vec<(Value, Literal)> {
        let vars = vars.iter().copied().sorted().collect_vec();
        if let Some(places) = self.places.get(&vars) {
            return places.clone();
        }
        let holders = vars.iter().flat_map(|&var| self.values(var).iter().copied()).into_group_map();
        let mut places = Vec::new();
        for (value, holders) in holders.into_iter().sorted_unstable() {
            let place = match *holders {
                [only] => only,
                _ => {
                    let place = self.formula.proposition();
                    holders.iter().for_each(|&holder| self.formula.clause(&[!holder, place]));
                    self.formula.clause(&holders.into_iter().chain([!place]).collect_vec());
                    place
                }
            };
            places.push((value, place));
        }
        self.places.insert(vars, places.clone());
        places
    }

    /// The sums of some groups, each with its sign, are `total`; these are the sums that can be [`reached`].
    fn add_up(&mut self, groups: &[Group], reached: &[Vec<i64>], total: i64) {
        let Some(((sign, first), rest)) = groups.split_first() else {
            if total != 0 {
                self.formula.clause(&[]);
            }
            return;
        };
        let mut so_far = first.iter().map(|&(sum, literal)| (sign * sum, literal)).collect_vec();
        for ((sign, sums), reached) in rest.iter().zip(reached) {
            let added = sums.iter().map(|&(sum, literal)| (sign * sum, literal)).collect_vec();
            let next = reached.iter().map(|&sum| (sum, self.formula.proposition())).collect_vec();
            self.triangle(&so_far, &added, &next);
            so_far = next;
        }
        for (sum, literal) in so_far {
            self.formula.clause(&[if sum == total { literal } else { !literal }]);
        }
    }

    /// One number and another one have this sum: any two of the three tell the third.
    fn triangle(&mut self, a: &[(i64, Literal)], b: &[(i64, Literal)], sums: &[(i64, Literal)]) {
        let find =
            |numbers: &[(i64, Literal)], number: i64| numbers.iter().find(|&&(other, _)| other == number).map(|&(_, literal)| literal);
        let mut follows = |x: Literal, y: Literal, z: Option<Literal>| match z {
            Some(z) => self.formula.clause(&[!x, !y, z]),
            None => self.formula.clause(&[!x, !y]),
        };
        for &(x, a) in a {
            b.iter().for_each(|&(y, b)| follows(a, b, find(sums, x + y)));
        }
        for &(sum, literal) in sums {
            a.iter().for_each(|&(x, a)| follows(literal, a, find(b, sum - x)));
            b.iter().for_each(|&(y, b)| follows(literal, b, find(a, sum - y)));
        }
        let literals = sums.iter().map(|&(_, literal)| literal).collect_vec();
        self.formula.exactly_one(&literals);
    }

    /// Any constraint on few values: what it doesn't allow.
    fn tuples(&mut self, posted: Posted<'_>) -> Result<(), String> {
        let scope = posted.constraint.scope();
        let vars = scope.iter().copied().unique().collect_vec();
        let count = vars.iter().fold(1usize, |count, &var| count.saturating_mul(self.values(var).len()));
        if count > MOST_TUPLES {
            return Err(format!(
                "{} allows or forbids {count} tuples, and is neither all-different nor a sum of different values",
                posted.label
            ));
        }
        let places = scope.iter().map(|var| vars.iter().position(|other| other == var).expect("it is one of these")).collect_vec();
        let choices = vars.iter().map(|&var| self.values(var).to_vec());
        for tuple in choices.multi_cartesian_product() {
            let values = places.iter().map(|&at| tuple[at].0).collect_vec();
            if !posted.constraint.holds(&values) {
                self.formula.clause(&tuple.iter().map(|&(_, literal)| !literal).collect_vec());
            }
        }
        Ok(())
    }
}

/// For each group but the first: the sums, ascending, that it and those before it can have so that those after it can still make the
/// total. `None` if they are too many.
fn reached(groups: &[Group], total: i64) -> Option<Vec<Vec<i64>>> {
    let ends = |(sign, sums): &Group| sums.iter().map(|(sum, _)| sign * sum).minmax().into_option().unwrap_or((0, 0));
    let signed = |(sign, sums): &Group| sums.iter().map(|(sum, _)| sign * sum).collect_vec();
    let Some((first, rest)) = groups.split_first() else { return Some(Vec::new()) };
    let mut all = Vec::new();
    let mut so_far = signed(first);
    for (at, group) in rest.iter().enumerate() {
        // What the groups to come can still add.
        let (least, most) = rest[at + 1..].iter().map(ends).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        let possible = |sum: &i64| (total - most..=total - least).contains(sum);
        so_far = so_far.iter().cartesian_product(&signed(group)).map(|(a, b)| a + b).filter(possible).unique().sorted().collect();
        if so_far.len() > MOST_SUMS {
            return None;
        }
        all.push(so_far.clone());
    }
    Some(all)
}
