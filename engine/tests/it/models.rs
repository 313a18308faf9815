//! Random models and known ones: every back end, strategy and level gives what brute force gives.

use std::ops::ControlFlow;

use pencilmark_engine::testing::{all_solutions, brute_force, random_domain};
use pencilmark_engine::{
    Backend, Backtracking, End, ExactCover, Learning, Level, Limits, Model, Options, Propagation, Relay, Restart, Rng, STRATEGIES,
    ValueOrder, View, all_different, binary, less, sum,
};

const LEVELS: [Level; 5] = [Level::Auto, Level::Value, Level::Places, Level::Hall, Level::Domain];

/// A model of up to five variables and four constraints of any kind.
pub(crate) fn random_model(rng: &mut Rng) -> Model {
    let mut model = Model::new();
    let far = if rng.below(4) == 0 { 90 } else { 0 };
    let vars: Vec<_> = (0..3 + rng.below(3))
        .map(|i| {
            let domain = random_domain(rng, -1, 4, 5);
            model.var(format!("x{i}"), domain.as_ref().iter().chain((far > 0).then_some(far)).collect::<pencilmark_engine::Domain>())
        })
        .collect();
    for _ in 0..1 + rng.below(4) {
        let mut some = vars.clone();
        (1..some.len()).for_each(|i| some.swap(i, rng.below(i + 1)));
        some.truncate(2 + rng.below(3));
        match rng.below(4) {
            0 => {
                let views: Vec<View> = some.iter().map(|&v| v + rng.between(-1, 1) * i32::from(rng.below(3) == 0)).collect();
                model.post(all_different(views).level(LEVELS[rng.below(LEVELS.len())]));
            }
            1 => {
                let table = rng.bits();
                model.post(binary(some[0], some[1], move |a, b| table >> (a.rem_euclid(8) * 8 + b.rem_euclid(8)) & 1 == 1));
            }
            2 => {
                model.post(less(some[0] + rng.between(-1, 1), some[1]));
            }
            _ => {
                let terms: Vec<_> = some.iter().map(|&v| (i64::from(rng.between(-2, 2)), v)).collect();
                let total = i64::from(rng.between(-4, 8));
                let linear = sum(terms);
                model.post(match rng.below(3) {
                    0 => linear.equals(total),
                    1 => linear.at_most(total),
                    _ => linear.differs_from(total),
                });
            }
        }
    }
    model
}

#[test]
fn all_back_ends_and_strategies_agree_with_brute_force() {
    for seed in 0..300 {
        let model = random_model(&mut Rng::new(seed));
        let want = brute_force(&model);
        let agree = |backend: &dyn Backend, what: &str| {
            assert_eq!(all_solutions(backend, &model), want, "seed {seed}, {what}: {model:?}");
        };
        agree(&Backtracking, "backtracking");
        for backend in [&ExactCover::algorx() as &dyn Backend, &ExactCover::dancing(), &ExactCover::links(), &Learning] {
            // It declines sums and the like, and names them.
            match backend.prepare(&model) {
                Ok(mut run) => {
                    agree(backend, backend.name());
                    let count = run.count(&[], &Limits::default()).map_or(want.len() as u128, |count| count.solutions);
                    assert_eq!(count, want.len() as u128, "seed {seed}: {model:?}");
                }
                Err(declined) => assert!(declined.reason.contains("sum") || declined.reason.contains("less"), "{declined}"),
            }
        }
        for strategy in STRATEGIES {
            for (name, values) in ValueOrder::ALL {
                let propagation = Propagation::new(strategy.with(Options { values, seed }));
                agree(&propagation, &format!("{} {name}", strategy.name));
            }
        }
        // Restarts happen before the first solution only, and must lose none.
        let restless = Propagation::new(STRATEGIES[0].with(Options::default())).restart(Restart::Luby { scale: 1 });
        agree(&restless, "restarts");
        for nodes in [0, 1, 5] {
            agree(&Relay::new(Propagation::default(), nodes, Learning), &format!("relay after {nodes} nodes"));
        }
    }
}

/// Models of all-different constraints alone, of any overlap, with views, gaps and facts as givens: exact cover takes all of them.
#[test]
fn back_ends_agree_on_all_different_under_any_givens() {
    for seed in 0..300 {
        let rng = &mut Rng::new(seed);
        let mut model = Model::new();
        let vars: Vec<_> = (0..3 + rng.below(3)).map(|i| model.var(format!("x{i}"), random_domain(rng, 1, 5, 6))).collect();
        for _ in 0..1 + rng.below(3) {
            let scope: Vec<View> = (0..2 + rng.below(3)).map(|_| vars[rng.below(vars.len())] + rng.between(0, 1)).collect();
            model.post(all_different(scope));
        }
        let mut givens = Vec::new();
        for _ in 0..rng.below(3) {
            let (var, value) = (vars[rng.below(vars.len())], rng.between(0, 6));
            givens.push([var.is(value), var.is_not(value), var.at_most(value), var.at_least(value)][rng.below(4)]);
        }
        let want: Vec<_> = brute_force(&model).into_iter().filter(|s| givens.iter().all(|f| f.allows(s[f.var]))).collect();
        let relay = Relay::new(Propagation::default(), 2, Learning);
        let exact_cover = [ExactCover::algorx(), ExactCover::dancing(), ExactCover::links()];
        let [algorx, dancing, links] = &exact_cover;
        let backends: [&dyn Backend; 7] = [&Backtracking, &Propagation::default(), algorx, dancing, links, &Learning, &relay];
        for backend in backends {
            let mut run = backend.prepare(&model).unwrap();
            for _ in 0..2 {
                let mut found = Vec::new();
                run.run(&givens, &Limits::default(), None, &mut |values| {
                    found.push(values.to_vec());
                    ControlFlow::Continue(())
                });
                found.sort();
                let same = found.iter().eq(want.iter().map(|s| s.values()));
                assert!(same, "seed {seed}, {}: {found:?}, not {want:?}, of {model:?} with {givens:?}", backend.name());
                if let Some(count) = run.count(&givens, &Limits::default()) {
                    assert_eq!((count.solutions, count.end), (want.len() as u128, End::Complete), "seed {seed}, {}", backend.name());
                }
            }
        }
    }
}

#[test]
fn what_exact_cover_cannot_express_is_named() {
    let mut model = Model::new();
    let x = model.vars("x", 2, 1..=3);
    model.post_as("the total", sum(x.iter().map(|&v| (1, v))).equals(4));
    let declined = ExactCover::dancing().prepare(&model).err().expect("a sum is no all-different");
    assert_eq!(
        declined.to_string(),
        "solver dancing cannot run this: the total is neither all-different nor binary, nor a sum of different values"
    );
}

#[test]
fn presolve_keeps_the_solutions() {
    // Latin squares, with a third direction so that houses overlap in more than a cell.
    for size in [2, 3, 4] {
        let mut model = Model::new();
        let x = model.vars("x", size * size, 1..=size as i32);
        for i in 0..size {
            model.post(all_different((0..size).map(|j| x[i * size + j])));
            model.post(all_different((0..size).map(|j| x[j * size + i])));
        }
        if size == 4 {
            for corner in [0, 2, 8, 10] {
                model.post(all_different([corner, corner + 1, corner + 4, corner + 5].map(|i| x[i])));
            }
        }
        let before = all_solutions(&Propagation::default(), &model);
        model.presolve();
        assert_eq!(all_solutions(&Propagation::default(), &model), before);
        assert_eq!(before.len(), [2, 12, 288][size - 2], "the known numbers of 2x2 and 3x3 Latin squares and 4x4 Sudokus");
    }
}

#[test]
fn twelve_queens_at_every_level() {
    for level in LEVELS {
        let mut model = Model::new();
        let queens = model.vars("queen", 8, 1..=8);
        model.post(all_different(&queens).level(level));
        model.post(all_different((0..).zip(&queens).map(|(i, &q)| q + i)).level(level));
        model.post(all_different((0..).zip(&queens).map(|(i, &q)| q - i)).level(level));
        assert_eq!(model.solutions().count(), 92, "{level:?}");
    }
}

#[test]
fn a_hundred_values_are_no_problem() {
    let mut model = Model::new();
    let queens = model.vars("queen", 100, 1..=100);
    model.post(all_different(&queens));
    model.post(all_different((0..).zip(&queens).map(|(i, &q)| q + i)));
    model.post(all_different((0..).zip(&queens).map(|(i, &q)| q - i)));
    let solution = model.solutions().next().expect("there are very many");
    let free = |i: usize, j: usize| {
        let (a, b) = (solution[queens[i]], solution[queens[j]]);
        a != b && a.abs_diff(b) as usize != j - i
    };
    assert!((0..100).all(|i| (i + 1..100).all(|j| free(i, j))));
}
