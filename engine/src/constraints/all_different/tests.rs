//! All-different against brute force: every level, narrow and wide, with views, gaps and more values than variables.

use super::{Level, all_different, distinct};
use crate::rng::Rng;
use crate::testing::{Strength, assert_explained, check_constraint, random_domain};
use crate::{Model, View};

/// A random scope: `spread` moves domains apart, so that wide kernels are chosen.
fn scope(model: &mut Model, rng: &mut Rng, spread: i32) -> Vec<View> {
    let count = 2 + rng.below(4);
    let dense = rng.below(2) == 0;
    let high = if dense { count as i32 } else { count as i32 + rng.between(0, 3) };
    let apart = rng.below(3) == 0;
    (0..count)
        .map(|i| {
            let far = spread * (rng.below(2) as i32);
            let low = rng.between(-1, 1) * i32::from(apart);
            let domain = if dense && rng.below(3) > 0 { (1..=high).collect() } else { random_domain(rng, 1, high, 5) };
            // Wide domains have a few values far away.
            let domain: crate::Domain = domain.as_ref().iter().chain((far != 0).then_some(far)).collect();
            model.var(format!("x{i}"), domain) + low
        })
        .collect()
}

/// Checks narrow and wide scopes; the reasons that were given are just these.
fn check(level: Level, strength: Strength, reasons: &[&str]) {
    let explained = [0, 100].into_iter().flat_map(|spread| {
        check_constraint(strength, 600, |model, rng| {
            let views = scope(model, rng, spread);
            model.post(all_different(views).level(level));
        })
    });
    assert_explained(&explained.collect(), reasons);
}

#[test]
fn value_is_sound() {
    check(Level::Value, Strength::Sound, &["value: value_taken", "value: value_taken, conflict"]);
}

#[test]
fn places_is_sound() {
    check(
        Level::Places,
        Strength::Sound,
        &[
            "places: only_place",
            "places: value_taken",
            "places: value_taken, conflict",
            "value: value_taken",
            "value: value_taken, conflict",
        ],
    );
}

#[test]
fn hall_is_domain_consistent_on_few_variables() {
    check(
        Level::Hall,
        Strength::Domain,
        &[
            "hall: hall_set",
            "hall: hall_set, conflict",
            "hall: value_taken",
            "matching: hall_set",
            "places: only_place",
            "places: value_taken",
            "places: value_taken, conflict",
            "value: value_taken",
            "value: value_taken, conflict",
        ],
    );
}

#[test]
fn domain_is_domain_consistent() {
    check(
        Level::Domain,
        Strength::Domain,
        &[
            "matching: hall_set",
            "matching: hall_violator, conflict",
            "matching: value_taken",
            "places: only_place",
            "places: value_taken",
            "places: value_taken, conflict",
            "value: value_taken",
            "value: value_taken, conflict",
        ],
    );
}

#[test]
fn auto_is_sound() {
    check(
        Level::Auto,
        Strength::Sound,
        &[
            "places: only_place",
            "places: value_taken",
            "places: value_taken, conflict",
            "value: value_taken",
            "value: value_taken, conflict",
        ],
    );
}

#[test]
fn a_variable_twice_has_no_solution() {
    let mut model = Model::new();
    let x = model.var("x", 1..=3);
    model.post(all_different([x, x]));
    assert_eq!(model.solutions().count(), 0);
}

#[test]
fn more_than_eight_open_variables_still_yield_pairs_and_triples() {
    let mut model = Model::new();
    let pair = model.vars("pair", 2, 1..=2);
    let triple = model.vars("triple", 3, 3..=5);
    let rest = model.vars("rest", 6, 1..=11);
    model.post(all_different(pair.iter().chain(&triple).chain(&rest)).level(Level::Hall));
    let mut network = crate::fixpoint::Network::new(&model);
    network.fixpoint(&mut 0, &mut crate::observe::Off).unwrap();
    assert!(rest.iter().all(|&x| network.domains.get(x).min() == 6), "{:?}", network.domains.get(rest[0]));
}

#[test]
fn distinct_near_and_far() {
    for (values, want) in [(vec![1, 2, 3], true), (vec![1, 2, 1], false), (vec![1, 100, 3], true), (vec![-50, 50, 3, 50], false)] {
        assert_eq!(distinct(values.iter().copied()), want, "{values:?}");
    }
    assert!(distinct(std::iter::empty()));
}

/// A conflict that no value and no place shows: three variables with two values between them.
#[test]
fn a_violator_names_all_its_variables() {
    for far in [6, 100] {
        let mut model = Model::new();
        let x = model.vars("x", 4, [1, 2, 3, 4, 5, far]);
        model.post(all_different(&x).level(Level::Domain));
        let facts: Vec<crate::Fact> = x[..3].iter().map(|x| x.at_most(2)).collect();
        let mut reasons = Vec::new();
        let mut solutions = crate::Solver::new(&model)
            .given(facts.iter().copied())
            .observe(|event: &crate::Event<'_>| {
                if let crate::Event::Failed { why, .. } = event {
                    reasons.push(why.clone());
                }
            })
            .solutions();
        assert_eq!(solutions.next(), None);
        drop(solutions);
        assert_eq!(reasons, [crate::Why { rule: crate::Inference::HallViolator, facts }], "far {far}");
    }
}

/// What a sweep does to a variable at one position, it does at another that it has passed.
#[test]
fn variables_at_several_offsets() {
    let mut model = Model::new();
    let (y, x, w) = (model.var("y", [2]), model.var("x", [0, 3]), model.var("w", [1, 3]));
    model.post(all_different([y + 0, x + 0, w + 0, x + 2, w + 1]));
    assert_eq!(model.solutions().count(), 0);
    for level in [Level::Value, Level::Places, Level::Hall, Level::Domain, Level::Auto] {
        check_constraint(Strength::Sound, 1000, |model, rng| {
            let vars: Vec<_> = (0..2 + rng.below(2)).map(|i| model.var(format!("x{i}"), random_domain(rng, 0, 4, 4))).collect();
            let views: Vec<View> = (0..2 + rng.below(4)).map(|_| vars[rng.below(vars.len())] + rng.between(0, 2)).collect();
            model.post(all_different(views).level(level));
        });
    }
}
