//! Known answers of known problems, with the marks that the examples of the documentation rest on.

use pencilmark_engine::{Level, Model, Options, STRATEGIES, Solver, Var, all_different, sum};

fn houses(model: &mut Model, level: Level) -> Vec<Var> {
    let x = model.vars("x", 81, 1..=9);
    for i in 0..9 {
        model.post(all_different((0..9).map(|j| x[i * 9 + j])).level(level));
        model.post(all_different((0..9).map(|j| x[j * 9 + i])).level(level));
        model.post(all_different((0..9).map(|j| x[i / 3 * 27 + i % 3 * 3 + j / 3 * 9 + j % 3])).level(level));
    }
    x
}

/// AI Escargot (A. Inkala 2006): with domain consistency and first fail no more failures than Gecode's 61.
#[test]
fn domain_consistency_needs_few_failures() {
    let text = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let mut model = Model::new();
    let x = houses(&mut model, Level::Domain);
    let givens = text.chars().zip(&x).filter_map(|(c, &x)| Some(x.is(c.to_digit(10)? as i32)));
    let strategy = STRATEGIES.iter().find(|s| s.name == "first-fail").expect("it is one of the strategies");
    let mut run = Solver::new(&model).strategy(strategy.with(Options::default())).given(givens).solutions();
    assert_eq!(run.by_ref().count(), 1);
    assert!(run.outcome().is_complete());
    assert!(run.outcome().stats.failures <= 61, "{:?}", run.outcome().stats);
}

#[test]
fn send_more_money() {
    let mut model = Model::new();
    let x = model.vars("x", 8, 0..=9);
    let [s, e, n, d, m, o, r, y] = *x else { unreachable!("eight letters") };
    model.post(all_different(&x));
    model.post(sum([(1, s)]).at_least(1));
    model.post(sum([(1, m)]).at_least(1));
    let left = [(1000, s), (100, e), (10, n), (1, d), (1000, m), (100, o), (10, r), (1, e)];
    let right = [(-10000, m), (-1000, o), (-100, n), (-10, e), (-1, y)];
    model.post(sum(left.into_iter().chain(right)).equals(0));
    let solutions: Vec<_> = model.solutions().collect();
    assert_eq!(solutions.len(), 1);
    assert_eq!(solutions[0].values(), [9, 5, 6, 7, 1, 0, 8, 2]);
}

/// Langford's problem, which places views of one variable twice in a scope: the 26 pairings of L(2, 7), each with its mirror image.
#[test]
fn langford() {
    let mut model = Model::new();
    let n = 7;
    let first: Vec<Var> = (1..=n).map(|i| model.var(format!("first {i}"), 1..=2 * n - i - 1)).collect();
    let second = (1..).zip(&first).map(|(i, &x)| x + (i + 1));
    model.post(all_different(first.iter().map(|&x| x + 0).chain(second)));
    assert_eq!(model.solutions().count(), 52);
}
