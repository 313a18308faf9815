//! Formulas against all assignments, models against brute force.

use super::formula::Formula;
use super::literal::Literal;
use super::rest::Rest;
use super::solver::{Found, Solver};
use super::{Encoding, Learning};
use crate::testing::{all_solutions, brute_force, random_sums};
use crate::{Backend as _, End, Limits, Model, Rng, Value, all_different, cage_sum, cage_sums, sum};

/// Is it true of these propositions, a bit each?
fn holds(formula: &Formula, bits: u32) -> bool {
    let is = |literal: &Literal| (bits >> literal.proposition() & 1 == 1) == literal.is_positive();
    formula.clauses().iter().all(|clause| clause.iter().any(is))
        && formula.groups().iter().all(|group| group.iter().filter(|l| is(l)).count() <= 1)
}

/// All that the search finds, each once.
fn found(formula: &Formula, solver: &mut Solver<'_>) -> Vec<u32> {
    let mut found = Vec::new();
    while solver.search(&Limits::default()) == Found::Solution {
        found.push((0..formula.propositions()).map(|at| u32::from(solver.is_true(Literal::new(at))) << at).sum());
        solver.refuse();
    }
    found.sort_unstable();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "each once");
    found
}

#[test]
fn a_search_finds_what_makes_a_formula_true_and_all_of_it() {
    let mut contradictions = 0;
    for seed in 0..2_000 {
        let rng = &mut Rng::new(seed);
        let mut formula = Formula::default();
        let count = 3 + rng.below(10);
        let all: Vec<Literal> = (0..count).map(|_| formula.proposition()).collect();
        // From few solutions to none.
        for _ in 0..count * (2 + rng.below(4)) {
            let mut literals: Vec<Literal> = Vec::new();
            for _ in 0..1 + rng.below(4) + rng.below(2) {
                let literal = all[rng.below(count)];
                if !literals.iter().any(|other| other.proposition() == literal.proposition()) {
                    literals.push(if rng.below(2) == 0 { literal } else { !literal });
                }
            }
            match rng.below(8) {
                0 => formula.at_most_one(&literals),
                1 if literals.len() == 1 => {}
                _ => formula.clause(&literals),
            }
        }
        let want: Vec<u32> = (0..1 << count).filter(|&bits| holds(&formula, bits)).collect();
        assert_eq!(found(&formula, &mut Solver::new(&formula)), want, "seed {seed}: {formula:?}");
        let mut restless = Solver::new(&formula);
        restless.make_restless();
        assert_eq!(found(&formula, &mut restless), want, "seed {seed}: {formula:?}");
        // Where some literals are true for good, it is the rest that is searched.
        let mut given = all.clone();
        given.retain(|_| rng.below(4) == 0);
        given.iter_mut().filter(|_| rng.below(2) == 0).for_each(|literal| *literal = !*literal);
        let want: Vec<u32> =
            want.into_iter().filter(|bits| given.iter().all(|l| (bits >> l.proposition() & 1 == 1) == l.is_positive())).collect();
        let rest = Rest::of(&formula, given.iter().copied());
        let mut of_rest: Vec<u32> = Vec::new();
        if let Some(rest) = &rest {
            let mut solver = Solver::new(&rest.formula);
            while solver.search(&Limits::default()) == Found::Solution {
                let is_true = |&literal: &Literal| rest.is_true(literal, |open| solver.is_true(open));
                assert!(all.iter().all(|literal| is_true(literal) != is_true(&!*literal)));
                of_rest.push(all.iter().filter(|literal| is_true(literal)).map(|literal| 1 << literal.proposition()).sum());
                solver.refuse();
            }
        }
        of_rest.sort_unstable();
        assert_eq!(of_rest, want, "seed {seed}: {given:?} in {formula:?}");
        contradictions += usize::from(rest.is_none());
    }
    assert!((100..1_900).contains(&contradictions), "{contradictions} contradictions: too tame a test");
}

/// Eight into seven: hard enough that it begins anew, and forgets what it learnt now and then.
#[test]
fn more_pigeons_than_holes() {
    let mut formula = Formula::default();
    let (pigeons, holes) = (8, 7);
    let at: Vec<Vec<Literal>> = (0..pigeons).map(|_| (0..holes).map(|_| formula.proposition()).collect()).collect();
    at.iter().for_each(|holes| formula.clause(holes));
    (0..holes).for_each(|hole| formula.at_most_one(&at.iter().map(|holes| holes[hole]).collect::<Vec<_>>()));
    let mut solver = Solver::new(&formula);
    solver.make_restless();
    assert_eq!(solver.search(&Limits::default()), Found::Nothing);
    assert!(solver.stats.failures > 100 && solver.stats.restarts > 0, "{:?}", solver.stats);
}

#[test]
fn cages_and_signed_sums_say_what_they_mean() {
    for seed in 0..400 {
        let rng = &mut Rng::new(seed);
        let values: &[Value] = [&[1, 2, 3, 4][..], &[0, 1, 2, 3, 4], &[-3, -1, 2, 7]][rng.below(3)];
        let model = random_sums(rng, values, 5);
        assert_eq!(all_solutions(&Learning, &model), brute_force(&model), "seed {seed}: {model:?}");
        // All of the meaning is in the formula: nothing is left to the check of solutions.
        let encoding = Encoding::new(&model).unwrap();
        let mut solver = Solver::new(&encoding.formula);
        let mut count = 0;
        while solver.search(&Limits::default()) == Found::Solution {
            count += 1;
            solver.refuse();
        }
        assert_eq!(count, brute_force(&model).len(), "seed {seed}: {model:?}");
    }
}

#[test]
fn values_may_lie_far_apart() {
    let far: &[Value] = &[5, 100, 230, 9999];
    for seed in 0..60 {
        let rng = &mut Rng::new(seed);
        let mut model = Model::new();
        let x = model.vars("x", 6, far.iter().copied().collect::<crate::Domain>());
        model.post(all_different(&x[..3]));
        let mut of = |count: usize| -> i64 { (0..count).map(|_| i64::from(far[rng.below(4)])).sum() };
        let total = of(4) - of(1);
        model.post(cage_sums([(1, x[..2].to_vec()), (1, x[3..5].to_vec()), (-1, x[5..].to_vec())], total));
        assert_eq!(all_solutions(&Learning, &model), brute_force(&model), "seed {seed}, total {total}");
    }
    // Powers of three add up to as many sums as there are sets of them.
    let mut model = Model::new();
    let powers: Vec<Value> = (0..16).map(|power| 3i32.pow(power)).collect();
    let x = model.vars("x", 8, powers.iter().copied().collect::<crate::Domain>());
    let sums = || cage_sums(x.iter().map(|&x| (1, vec![x])), powers[8..].iter().map(|&v| i64::from(v)).sum());
    model.post_implied("what follows", sums());
    assert!(Learning.prepare(&model).is_ok(), "what is implied may be left out");
    model.post_as("the total", sums());
    let declined = Learning.prepare(&model).err().expect("too many sums");
    assert_eq!(declined.reason, "the total has too many sums");
}

#[test]
fn implied_sums_of_any_size_take_no_solution_away() {
    let mut model = Model::new();
    let x = model.vars("x", 9, 1..=9);
    model.post(all_different(&x));
    model.post(cage_sum(&x[..2], 3));
    model.post(cage_sum(&x[2..4], 17));
    let without = all_solutions(&Learning, &model);
    model.post_implied("rest", cage_sum(&x[4..], 25));
    model.post_implied("all", cage_sum(&x, 45));
    model.post_implied("rest less the first", cage_sums([(1, x[4..].to_vec()), (-1, x[..2].to_vec())], 22));
    assert_eq!((all_solutions(&Learning, &model), without.len()), (without, 480));
}

#[test]
fn limits_stop_it_and_what_it_cannot_say_is_named() {
    let mut model = Model::new();
    let x = model.vars("x", 30, 1..=30);
    model.post(all_different(&x));
    let mut run = Learning.prepare(&model).unwrap();
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let outcome = run.run(&[], &limits, None, &mut |_| std::ops::ControlFlow::Continue(()));
    assert_eq!((outcome.end, outcome.stats.nodes), (End::Nodes, 10));
    let three = run.run(&[], &Limits::solutions(3), None, &mut |_| std::ops::ControlFlow::Continue(()));
    assert_eq!((three.end, three.solutions), (End::Solutions, 3));
    drop(run);
    model.post_as("the total", sum(x.iter().map(|&v| (1, v))).equals(465));
    let declined = Learning.prepare(&model).err().expect("thirty variables have too many tuples");
    assert!(declined.reason.starts_with("the total allows or forbids"), "{declined}");
}
