//! Cage sums against brute force, and every form of them against the plain constraints that mean the same.

use super::{cage_sum, cage_sums};
use crate::testing::{Strength, assert_explained, check_constraint, random_domain};
use crate::{Model, Var, all_different, sum};

#[test]
fn up_to_three_variables_are_domain_consistent() {
    let explained = check_constraint(Strength::Domain, 1500, |model, rng| {
        let count = 1 + rng.below(3);
        let vars: Vec<Var> = (0..count).map(|i| model.var(format!("x{i}"), random_domain(rng, 1, 9, 7))).collect();
        model.post(cage_sum(&vars, rng.between(3, 20).into()));
    });
    assert_explained(&explained, &["cage: combination", "cage: combination, conflict", "cage: value_taken"]);
}

#[test]
fn larger_cages_are_sound() {
    let explained = check_constraint(Strength::Sound, 800, |model, rng| {
        let count = 4 + rng.below(2);
        let low = rng.between(-3, 2);
        let vars: Vec<Var> = (0..count).map(|i| model.var(format!("x{i}"), random_domain(rng, low, low + 6, 5))).collect();
        let middle = (low + 3) * count as i32;
        model.post(cage_sum(&vars, rng.between(middle - 4, middle + 4).into()));
    });
    assert_explained(&explained, &["cage: combination", "cage: combination, conflict", "cage: value_taken", "cage: value_taken, conflict"]);
}

#[test]
fn a_cage_in_a_house_is_sound() {
    let explained = check_constraint(Strength::Sound, 800, |model, rng| {
        let vars: Vec<Var> = (0..5).map(|i| model.var(format!("x{i}"), random_domain(rng, 1, 5, 7))).collect();
        let size = 1 + rng.below(4);
        model.post(cage_sum(&vars[..size], rng.between(1, 12).into()).in_house(vars[size..].iter().copied(), [1, 2, 3, 4, 5]));
    });
    assert_explained(
        &explained,
        &[
            "cage_bounds: bounds",
            "cage_bounds: bounds, conflict",
            "cage_in_house: combination",
            "cage_in_house: combination, conflict",
            "cage_in_house: value_taken",
            "value: value_taken",
            "value: value_taken, conflict",
        ],
    );
}

#[test]
fn parts_are_sound() {
    let explained = check_constraint(Strength::Sound, 1000, |model, rng| {
        let vars: Vec<Var> = (0..5).map(|i| model.var(format!("x{i}"), random_domain(rng, 1, 6, 5))).collect();
        let (a, b) = (1 + rng.below(3), rng.below(2));
        let parts = [(1, vars[..a].to_vec()), (1 - 2 * b as i64, vars[a..4].to_vec()), (-1, vars[4..].to_vec())];
        let parts = parts.into_iter().filter(|(_, vars)| !vars.is_empty());
        model.post(cage_sums(parts, rng.between(-4, 14).into()));
    });
    assert_explained(
        &explained,
        &[
            "cage_bounds: bounds",
            "cage_bounds: bounds, conflict",
            "cage_parts: combination",
            "cage_parts: combination, conflict",
            "cage_parts: value_taken",
            "value: value_taken",
            "value: value_taken, conflict",
        ],
    );
}

#[test]
fn wide_domains_are_sound() {
    let explained = check_constraint(Strength::Sound, 500, |model, rng| {
        let vars: Vec<Var> = (0..4).map(|i| model.var(format!("x{i}"), random_domain(rng, -60, 60, 4))).collect();
        let split = 1 + rng.below(3);
        let parts = [(1, vars[..split].to_vec()), (-1, vars[split..].to_vec())];
        model.post(cage_sums(parts, rng.between(-60, 60).into()));
    });
    assert_explained(
        &explained,
        &[
            "cage_bounds: bounds",
            "cage_bounds: bounds, conflict",
            "cage_parts: combination, conflict",
            "value: value_taken",
            "value: value_taken, conflict",
        ],
    );
}

#[test]
fn as_many_solutions_as_different_values_with_a_sum() {
    for (size, total) in [(2, 9), (4, 20), (5, 19), (3, 40), (5, 8)] {
        let count = |cage: bool| {
            let mut model = Model::new();
            let vars = model.vars("x", size, 1..=8);
            if cage {
                model.post(cage_sum(&vars, total));
            } else {
                model.post(all_different(&vars));
                model.post(sum(vars.iter().map(|&var| (1, var))).equals(total));
            }
            model.solutions().count()
        };
        assert_eq!(count(true), count(false), "{size} that add up to {total}");
    }
}

/// More combinations than are looked at one by one: 18 of 36 values.
#[test]
fn a_huge_cage_goes_by_bounds() {
    let mut model = Model::new();
    let vars = model.vars("x", 18, 1..=36);
    model.post(cage_sum(&vars, (1..=18).sum::<i64>() + 1));
    let solution = model.solutions().next().unwrap();
    let mut values: Vec<i32> = vars.iter().map(|&var| solution[var]).collect();
    values.sort_unstable();
    assert_eq!(values, (1..=17).chain([19]).collect::<Vec<_>>());
}

/// Five parts whose sums, taken together, are more than a word has bits.
#[test]
fn large_sums_of_many_parts_lose_nothing() {
    let mut model = Model::new();
    let parts: Vec<Vec<Var>> = (0..5).map(|i| model.vars(&format!("x{i}"), 4, 1..=9)).collect();
    model.post(cage_sums(parts.iter().map(|part| (1, part.clone())), 10 + 4 * 30 - 5));
    let first = parts[0].iter().zip(1..).map(|(var, value)| var.is(value));
    assert!(crate::Solver::new(&model).given(first).solutions().next().is_some());
}
