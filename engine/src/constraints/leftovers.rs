//! Leftovers: where houses overlap, what is left over of each takes the same values. Implied constraints, all in one.
//!
//! All pairs of houses are looked at in one go, since they share their parts: the union of a part's values is computed once, and a pair is
//! then a few operations. (A propagator for each pair made hard Sudokus 1.4 times slower: four in five runs were of those, and one
//! in seventy removed anything.)
//!
//! The constraint itself holds the houses and no more: which parts and pairs they make is found out when a propagator first asks, so that
//! back ends without propagators don't pay for it.

use std::sync::OnceLock;

use bitvec::prelude::{BitVec as Bits, Lsb0};
use hashbrown::HashMap;

use crate::domain::{Value, Var};
use crate::domains::{Conflict, Domains};
use crate::model::Constraint;
use crate::propagator::{Conclusion, Inference, Propagator, Status, Wake, Why};

/// Two groups of variables that take the same set of values, given as parts.
#[derive(Clone, Debug)]
struct Pair {
    sides: [Vec<u32>; 2],
}

/// Houses that overlap and use up the same values.
#[derive(Clone, Debug)]
pub(crate) struct Leftovers {
    /// Each sorted.
    houses: Vec<Vec<Var>>,
    /// The variables of all houses, sorted.
    vars: Vec<Var>,
    found: OnceLock<Overlaps>,
}

/// Pairs of groups that take the same set of values.
#[derive(Clone, Debug)]
struct Overlaps {
    /// The variables of all parts, sorted.
    vars: Vec<Var>,
    /// Sets of variables, sorted, of which groups are made.
    parts: Vec<Vec<Var>>,
    pairs: Vec<Pair>,
}

impl Leftovers {
    /// For each two of these houses that share at least two variables: the rest of one takes the same values as the rest of the other.
    /// Houses are sorted, and all use up the same values. `None` if no two share as much.
    pub(crate) fn new(houses: Vec<Vec<Var>>) -> Option<Leftovers> {
        let overlap = |(i, a): (usize, &Vec<Var>)| houses[i + 1..].iter().any(|b| is_overlap(common(a, b).count(), a.len()));
        houses.iter().enumerate().any(overlap).then(|| {
            let vars = all_of(&houses);
            Leftovers { houses, vars, found: OnceLock::new() }
        })
    }

    fn overlaps(&self) -> &Overlaps {
        self.found.get_or_init(|| Overlaps::of(&self.houses))
    }
}

/// Do two houses of this length that share so many variables say more together?
fn is_overlap(shared: usize, length: usize) -> bool {
    shared >= 2 && shared < length
}

/// The variables of some lists, sorted.
fn all_of(lists: &[Vec<Var>]) -> Vec<Var> {
    let vars = || lists.iter().flatten().copied();
    let mut listed = vec![false; vars().max().map_or(0, |var| var.index() + 1)];
    vars().for_each(|var| listed[var.index()] = true);
    (0..).map(Var).zip(listed).filter(|(_, listed)| *listed).map(|(var, _)| var).collect()
}

impl Overlaps {
    fn of(houses: &[Vec<Var>]) -> Overlaps {
        // For each house those that share at least two variables with it, but not all, and which.
        let mut partners: Vec<Vec<(usize, Vec<Var>)>> = vec![Vec::new(); houses.len()];
        for (i, a) in houses.iter().enumerate() {
            for (j, b) in houses.iter().enumerate().skip(i + 1) {
                let shared: Vec<Var> = common(a, b).collect();
                if is_overlap(shared.len(), a.len()) {
                    partners[i].push((j, shared.clone()));
                    partners[j].push((i, shared));
                }
            }
        }
        let mut numbers: HashMap<Vec<Var>, u32> = HashMap::new();
        let mut pairs = Vec::new();
        for (i, partners_of_i) in partners.iter().enumerate() {
            for (j, shared) in partners_of_i.iter().filter(|(j, _)| *j > i) {
                let sides = [(i, *j), (*j, i)].map(|(house, other)| {
                    let mut rest: Vec<Var> = houses[house].iter().filter(|v| shared.binary_search(v).is_err()).copied().collect();
                    let mut parts = Vec::new();
                    // What third houses share with this one are parts that other pairs use, too.
                    for (_, part) in partners[house].iter().filter(|(third, _)| *third != other) {
                        if part.iter().all(|v| rest.binary_search(v).is_ok()) {
                            rest.retain(|v| part.binary_search(v).is_err());
                            parts.push(part.clone());
                        }
                    }
                    parts.extend((!rest.is_empty()).then_some(rest));
                    let mut number = |part: Vec<Var>| {
                        let next = numbers.len() as u32;
                        *numbers.entry(part).or_insert(next)
                    };
                    parts.into_iter().map(&mut number).collect()
                });
                pairs.push(Pair { sides });
            }
        }
        let mut parts = vec![Vec::new(); numbers.len()];
        for (part, number) in numbers {
            parts[number as usize] = part;
        }
        Overlaps { vars: all_of(&parts), parts, pairs }
    }

    /// Does it follow that `var` lacks a value which these variables lack, and those that `never` had it?
    fn lacks(&self, var: Var, lacking: &[Var], never: impl Fn(Var) -> bool) -> bool {
        let mut lacking = lacking.to_vec();
        loop {
            let before = lacking.len();
            for [left, right] in self.pairs.iter().map(|pair| &pair.sides) {
                for (here, there) in [(left, right), (right, left)] {
                    if self.side(there).all(|v| lacking.contains(&v) || never(v)) {
                        lacking.extend(self.side(here).filter(|v| !never(*v)));
                    }
                }
                lacking.sort();
                lacking.dedup();
            }
            if lacking.contains(&var) || lacking.len() == before {
                return lacking.contains(&var);
            }
        }
    }

    /// The variables of one side of a pair.
    fn side<'a>(&'a self, side: &'a [u32]) -> impl Iterator<Item = Var> + Clone + 'a {
        side.iter().flat_map(|&part| self.parts[part as usize].iter().copied())
    }
}

/// What two sorted lists share.
fn common<'a>(a: &'a [Var], b: &'a [Var]) -> impl Iterator<Item = Var> + 'a {
    let mut rest = b.iter().peekable();
    a.iter().copied().filter(move |var| {
        while rest.next_if(|other| *other < var).is_some() {}
        rest.peek() == Some(&var)
    })
}

impl Constraint for Leftovers {
    fn kind(&self) -> &'static str {
        "leftovers"
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[Value]) -> bool {
        let value = |var: Var| values[self.vars.binary_search(&var).expect("a part's variables are in the scope")];
        let overlaps = self.overlaps();
        overlaps.pairs.iter().all(|pair| {
            let [left, right] = [0, 1].map(|s| overlaps.side(&pair.sides[s]).map(value));
            left.clone().all(|v| right.clone().any(|w| v == w)) && right.clone().all(|v| left.clone().any(|w| v == w))
        })
    }

    fn propagators(&self, domains: &mut Domains) -> Vec<Box<dyn Propagator>> {
        let overlaps = self.overlaps();
        let base = |var: &Var| domains.base(*var);
        if overlaps.vars.iter().all(|v| domains.is_narrow(*v) && base(v) == base(&overlaps.vars[0])) {
            vec![Box::new(Narrow::new(overlaps))]
        } else {
            vec![Box::new(Wide(overlaps.clone()))]
        }
    }
}

/// For one-word variables whose bits stand for the same values.
struct Narrow {
    overlaps: Overlaps,
    /// The variables of each part, in rows of one length.
    parts: Rows<Var>,
    /// The parts of the sides of each pair, a row a side.
    sides: Rows<u32>,
    /// The union of each part's values; kept here for its memory only.
    unions: Vec<u64>,
}

/// Lists of one length, one after the other. Shorter ones repeat their last element, which no union minds.
struct Rows<T> {
    length: usize,
    flat: Vec<T>,
}

impl<T: Copy> Rows<T> {
    fn new<'a>(lists: impl Iterator<Item = &'a [T]> + Clone) -> Rows<T>
    where
        T: 'a,
    {
        let length = lists.clone().map(<[T]>::len).max().unwrap_or(1);
        let last = |list: &[T]| *list.last().expect("no part and no side is empty");
        Rows { length, flat: lists.flat_map(|list| (0..length).map(move |i| *list.get(i).unwrap_or(&last(list)))).collect() }
    }
}

impl Narrow {
    fn new(overlaps: &Overlaps) -> Narrow {
        Narrow {
            parts: Rows::new(overlaps.parts.iter().map(Vec::as_slice)),
            sides: Rows::new(overlaps.pairs.iter().flat_map(|pair| pair.sides.iter().map(Vec::as_slice))),
            unions: vec![0; overlaps.parts.len()],
            overlaps: overlaps.clone(),
        }
    }
}

impl Propagator for Narrow {
    fn name(&self) -> &'static str {
        "leftovers"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.overlaps.vars.iter().map(|&v| (v, Wake::Any)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let Narrow { overlaps, parts, sides, unions } = self;
        for (union, part) in unions.iter_mut().zip(parts.flat.chunks_exact(parts.length)) {
            *union = part.iter().fold(0, |union, &v| union | domains.word(v));
        }
        let mut removed = false;
        let union = |side: &[u32]| side.iter().fold(0, |union, &part| union | unions[part as usize]);
        for (i, pair) in sides.flat.chunks_exact(2 * sides.length).enumerate() {
            let (left, right) = pair.split_at(sides.length);
            let (left, right) = (union(left), union(right));
            if left == right {
                continue;
            }
            for (side, union) in overlaps.pairs[i].sides.iter().zip([left, right]) {
                if union & !(left & right) != 0 {
                    for var in overlaps.side(side) {
                        removed |= domains.keep_word(var, left & right)?;
                    }
                }
            }
        }
        // Unions of other parts may have shrunk.
        Ok(if removed { Status::MayPruneMore } else { Status::AtFixpoint })
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(&self.overlaps, conclusion, domains)
    }
}

type BitVec = Bits<u64, Lsb0>;

/// For any variables.
struct Wide(Overlaps);

impl Wide {
    /// The values of a part, counted from `base`.
    fn union(part: &[Var], base: Value, width: usize, domains: &Domains) -> BitVec {
        let mut union = BitVec::repeat(false, width);
        for &var in part {
            domains.get(var).iter().for_each(|value| union.set(value.abs_diff(base) as usize, true));
        }
        union
    }
}

impl Propagator for Wide {
    fn name(&self) -> &'static str {
        "leftovers"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.0.vars.iter().map(|&v| (v, Wake::Any)).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        let Overlaps { vars, parts, pairs } = &self.0;
        let base = vars.iter().map(|&v| domains.get(v).min()).min().unwrap_or(0);
        let width = vars.iter().map(|&v| domains.get(v).max().abs_diff(base) as usize + 1).max().unwrap_or(0);
        let unions: Vec<BitVec> = parts.iter().map(|part| Wide::union(part, base, width, domains)).collect();
        let mut removed = false;
        for pair in pairs {
            let [left, right] = [0, 1]
                .map(|s| pair.sides[s].iter().fold(BitVec::repeat(false, width), |union: BitVec, &part| union | &unions[part as usize]));
            if left == right {
                continue;
            }
            let both = left & right;
            for var in pair.sides.iter().flat_map(|side| self.0.side(side)) {
                removed |= domains.keep(var, |value| both[value.abs_diff(base) as usize])?;
            }
        }
        // Unions of other parts may have shrunk.
        Ok(if removed { Status::MayPruneMore } else { Status::AtFixpoint })
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(&self.0, conclusion, domains)
    }
}

fn explain(overlaps: &Overlaps, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
    let Conclusion::Removal { var, before, after } = conclusion else {
        unreachable!("groups are found to differ only by a variable that loses its last value")
    };
    let mut facts = Vec::new();
    for value in before.iter().filter(|&v| !after.contains(v)) {
        let sides = overlaps.pairs.iter().flat_map(|pair| [(0, 1), (1, 0)].map(|(here, there)| (&pair.sides[here], &pair.sides[there])));
        let lost = |v: &Var| domains.declared(*v).contains(value);
        // Of several sides that lack the value, the one with the least to say.
        let there = sides
            .filter(|(here, _)| overlaps.side(here).any(|v| v == var))
            .map(|(_, there)| there)
            .filter(|there| overlaps.side(there).all(|v| !domains.get(v).contains(value)))
            .min_by_key(|there| overlaps.side(there).filter(lost).count())
            .expect("a value is removed only if some other side lacks it");
        let mut needed: Vec<Var> = overlaps.side(there).filter(lost).collect();
        // Some may follow from others, but only if these are all that another side has lost: sides are mostly too large for that.
        let inside = |side: &Vec<u32>| overlaps.side(side).all(|v| needed.contains(&v) || !lost(&v));
        let fewer = |side: &Vec<u32>| overlaps.side(side).filter(lost).count() < needed.len();
        let may_follow = overlaps.pairs.iter().flat_map(|pair| &pair.sides).any(|side| inside(side) && fewer(side));
        for v in needed.clone().into_iter().filter(|_| may_follow) {
            let rest: Vec<Var> = needed.iter().copied().filter(|&other| other != v).collect();
            if overlaps.lacks(var, &rest, |v| !lost(&v)) {
                needed = rest;
            }
        }
        facts.extend(needed.into_iter().map(|v| v.is_not(value)));
    }
    facts.sort();
    facts.dedup();
    Why { rule: Inference::Leftover, facts }
}

#[cfg(test)]
mod tests {
    use crate::rng::Rng;
    use crate::testing::{Strength, assert_explained, brute_force, check_constraint};
    use crate::{Level, Model, Var, all_different};

    /// Three houses on a small strip, each of the same values.
    fn houses(model: &mut Model, rng: &mut Rng, far: i32) -> Vec<Vec<Var>> {
        let size = 3;
        let values = [1, 2, far];
        let vars: Vec<Var> = (0..6).map(|i| model.var(format!("x{i}"), values)).collect();
        let mut shuffled = vars.clone();
        (1..6).for_each(|i| shuffled.swap(i, rng.below(i + 1)));
        let mut houses: Vec<Vec<Var>> = (0..4).map(|i| shuffled[i..i + size].to_vec()).collect();
        houses.iter_mut().for_each(|h| h.sort());
        houses
    }

    #[test]
    fn sound_narrow_and_wide() {
        for far in [3, 103] {
            let explained = check_constraint(Strength::Sound, 200, |model, rng| {
                let houses = houses(model, rng, far);
                model.post(super::Leftovers::new(houses).expect("they overlap"));
            });
            assert_explained(&explained, &["leftovers: leftover", "leftovers: leftover, conflict"]);
        }
    }

    #[test]
    fn only_houses_that_overlap_say_anything_and_nothing_is_found_before_it_is_wanted() {
        let mut model = Model::new();
        let [a, b, c, d, e, f] = std::array::from_fn(|i| model.var(format!("x{i}"), 1..=4));
        for apart in [vec![], vec![vec![a, b, c]], vec![vec![a, b, c], vec![c, d, e], vec![a, b, c]]] {
            assert!(super::Leftovers::new(apart).is_none());
        }
        let leftovers = super::Leftovers::new(vec![vec![d, e, f], vec![a, b, c], vec![b, c, d]]).expect("they overlap");
        assert!(leftovers.found.get().is_none());
        assert_eq!(leftovers.overlaps().parts, [[a], [d]]);
    }

    /// The reasons for removals of 1, when some variables cannot have it.
    fn reasons(leftovers: super::Leftovers, model: &mut Model, without: &[Var]) -> Vec<(Var, Vec<crate::Fact>)> {
        model.post(leftovers);
        let mut reasons = Vec::new();
        let mut network = crate::fixpoint::Network::new(model);
        without.iter().for_each(|v| assert_eq!(network.apply(v.is_not(1), &mut crate::observe::Off), Ok(true)));
        let mut watch = |event: &crate::Event<'_>| {
            if let crate::Event::Pruned { var, why, .. } = event {
                reasons.push((*var, why.facts.clone()));
            }
        };
        network.fixpoint(&mut 0, &mut crate::observe::On(&mut watch)).unwrap();
        reasons
    }

    #[test]
    fn the_shorter_of_two_reasons_is_told() {
        let mut model = Model::new();
        let [a, b, c, d, e, f, g] = std::array::from_fn(|i| model.var(format!("x{i}"), 1..=4));
        // What is left of the first is a and b beside e and f in the second, and b beside g in the third.
        let leftovers = super::Leftovers::new(vec![vec![a, b, c, d], vec![c, d, e, f], vec![a, c, d, g]]).expect("they overlap");
        let reasons = reasons(leftovers, &mut model, &[e, f, g]);
        let of_b: Vec<_> = reasons.iter().filter(|(var, _)| *var == b).collect();
        assert_eq!(of_b, [&(b, vec![g.is_not(1)])]);
        assert!(reasons.contains(&(a, vec![e.is_not(1), f.is_not(1)])), "{reasons:?}");
    }

    #[test]
    fn what_follows_from_another_fact_is_not_told() {
        let mut model = Model::new();
        let [a, b, c, d, e, f, h] = std::array::from_fn(|i| model.var(format!("x{i}"), 1..=4));
        // The second house has e and f for a and b, and of the last two one has e for f.
        let leftovers =
            super::Leftovers::new(vec![vec![a, b, c, d], vec![c, d, e, f], vec![c, d, e, h], vec![c, d, f, h]]).expect("they overlap");
        let reasons = reasons(leftovers, &mut model, &[e, f]);
        assert!(reasons.iter().filter(|(var, _)| [a, b].contains(var)).all(|(_, facts)| facts.len() == 1), "{reasons:?}");
        assert!(reasons.iter().any(|(var, _)| *var == b));
    }

    #[test]
    fn they_follow_from_the_houses() {
        for seed in 0..100 {
            let mut model = Model::new();
            for house in houses(&mut model, &mut Rng::new(seed), 3) {
                model.post(all_different(&house).level(Level::Value));
            }
            let before = brute_force(&model);
            model.presolve();
            assert!(model.constraints().any(|(_, p)| p.implied));
            assert_eq!(model.solutions().count(), before.len());
            // Brute force asks only what was there before; ask the implied one, too.
            for (_, posted) in model.constraints().filter(|(_, p)| p.implied) {
                let holds =
                    |s: &crate::Solution| posted.constraint.holds(&posted.constraint.scope().iter().map(|&v| s[v]).collect::<Vec<_>>());
                assert!(before.iter().all(holds));
            }
        }
    }
}
