//! What a run promises: it leaves nothing behind, can stop and go on, keeps to its limits, and is the same whether watched or not.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pencilmark_engine::{
    Backend, Backtracking, Brancher, Domain, Domains, End, Event, ExactCover, Fact, Learning, Limits, Model, Options, Outcome, Propagation,
    Relay, Restart, Rng, Run, STRATEGIES, Solver, Value, Var, all_different,
};

use super::models::random_model;

/// The 4x4 Sudoku grid.
fn sudoku4() -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars("x", 16, 1..=4);
    for i in 0..4 {
        model.post(all_different((0..4).map(|j| x[i * 4 + j])));
        model.post(all_different((0..4).map(|j| x[j * 4 + i])));
        model.post(all_different((0..4).map(|j| x[i / 2 * 8 + i % 2 * 2 + j / 2 * 4 + j % 2])));
    }
    model.presolve();
    (model, x)
}

/// The 9x9 Sudoku grid.
fn sudoku9() -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars("x", 81, 1..=9);
    for i in 0..9 {
        model.post(all_different((0..9).map(|j| x[i * 9 + j])));
        model.post(all_different((0..9).map(|j| x[j * 9 + i])));
        model.post(all_different((0..9).map(|j| x[i / 3 * 27 + i % 3 * 3 + j / 3 * 9 + j % 3])));
    }
    model.presolve();
    (model, x)
}

fn givens(x: &[Var], text: &str) -> Vec<Fact> {
    text.chars().zip(x).filter_map(|(c, &x)| Some(x.is(c.to_digit(10)? as i32))).collect()
}

fn run(run: &mut dyn Run, givens: &[Fact], limits: &Limits<'_>) -> (Vec<Vec<Value>>, Outcome) {
    let mut found = Vec::new();
    let outcome = run.run(givens, limits, None, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    (found, outcome)
}

fn backends() -> Vec<Box<dyn Backend>> {
    let mut all: Vec<Box<dyn Backend>> = vec![Box::new(Backtracking)];
    all.extend([ExactCover::algorx(), ExactCover::dancing(), ExactCover::links()].map(|e| Box::new(e) as Box<dyn Backend>));
    all.push(Box::new(Learning));
    all.push(Box::new(Relay::new(Propagation::default(), 3, Learning)));
    for strategy in STRATEGIES {
        all.push(Box::new(Propagation::new(strategy.with(Options::default())).restart(Restart::Luby { scale: 2 })));
    }
    all
}

#[test]
fn a_run_leaves_nothing_behind() {
    let (model, x) = sudoku4();
    let good = [x[0].is(1), x[5].is(2), x[10].is(1)];
    // A contradiction that only search finds, one that propagation finds, and one among the givens themselves.
    let bad = [
        vec![x[0].is(1), x[1].is_not(2), x[1].is_not(3), x[1].is_not(4)],
        vec![x[0].is(1), x[1].is(1)],
        vec![x[0].is(1), x[0].is(2)],
        vec![x[3].is(1), x[6].is(2), x[9].is(1), x[12].is(3), x[0].is(4), x[15].is(4), x[5].is(1)],
    ];
    for backend in backends() {
        let mut prepared = backend.prepare(&model).unwrap();
        let first = run(&mut *prepared, &good, &Limits::default());
        assert!(!first.0.is_empty());
        for bad in &bad {
            let none = run(&mut *prepared, bad, &Limits::default());
            assert_eq!((none.0.len(), none.1.end), (0, End::Complete), "{}", backend.name());
            assert_eq!(run(&mut *prepared, &good, &Limits::default()), first, "{} after {bad:?}", backend.name());
        }
        // A run that was stopped in the middle leaves nothing, either.
        run(&mut *prepared, &[], &Limits::solutions(3));
        run(&mut *prepared, &[], &Limits::nodes(7));
        assert_eq!(run(&mut *prepared, &good, &Limits::default()), first, "{}", backend.name());
    }
}

/// Many failures, so that patient propagators join and branchers learn: neither may show in the next run.
#[test]
fn a_hard_run_leaves_nothing_behind() {
    let (model, x) = sudoku9();
    let hard = givens(&x, ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....");
    for backend in backends().into_iter().skip(1) {
        let mut prepared = backend.prepare(&model).unwrap();
        let first = run(&mut *prepared, &hard, &Limits::default());
        assert_eq!(first.0.len(), 1);
        assert!(backend.name() != "propagation" || first.1.stats.failures > 130, "{:?}", first.1.stats);
        assert_eq!(run(&mut *prepared, &hard, &Limits::default()), first);
        assert_eq!(run(&mut *prepared, &hard, &Limits::default()), first);
    }
}

#[test]
fn restarts_before_the_first_solution_lose_none_and_repeat_none() {
    let mut model = Model::new();
    let queens = model.vars("queen", 8, 1..=8);
    model.post(all_different(&queens));
    model.post(all_different((0..).zip(&queens).map(|(i, &q)| q + i)));
    model.post(all_different((0..).zip(&queens).map(|(i, &q)| q - i)));
    for restart in [Restart::Luby { scale: 1 }, Restart::Geometric { first: 1, percent: 120 }] {
        for strategy in STRATEGIES {
            let mut solutions = Solver::new(&model).strategy(strategy.with(Options::default())).restart(restart).solutions();
            let mut found: Vec<_> = solutions.by_ref().collect();
            found.sort();
            found.dedup();
            assert_eq!((found.len() as u64, solutions.outcome().solutions), (92, 92), "{}", strategy.name);
        }
    }
}

#[test]
fn a_full_grid_is_its_own_only_solution() {
    let (model, x) = sudoku4();
    let full: Vec<Fact> = "1234341221434321".chars().zip(&x).map(|(c, &x)| x.is(c.to_digit(10).unwrap() as i32)).collect();
    for backend in backends() {
        let (found, outcome) = run(&mut *backend.prepare(&model).unwrap(), &full, &Limits::default());
        assert_eq!((found.len(), outcome.end), (1, End::Complete), "{}", backend.name());
    }
}

#[test]
#[should_panic(expected = "which decides nothing")]
fn a_brancher_that_decides_nothing_is_told_so() {
    let (model, x) = sudoku4();
    let idle = move |_: &Model| Box::new(Idle(x[0])) as Box<dyn Brancher>;
    struct Idle(Var);
    impl Brancher for Idle {
        fn choose(&mut self, _: &Domains) -> Option<Fact> {
            Some(self.0.at_most(4))
        }
    }
    Solver::new(&model).strategy(idle).solutions().next();
}

#[test]
fn stopping_and_going_on_loses_nothing() {
    for seed in 0..100 {
        let model = random_model(&mut Rng::new(seed));
        let whole: Vec<_> = model.solutions().collect();
        let mut by_solution = Solver::new(&model).limits(Limits::solutions(0)).solutions();
        let mut found = Vec::new();
        for most in 1.. {
            by_solution.set_limits(Limits::solutions(most));
            found.extend(by_solution.by_ref());
            if by_solution.outcome().is_complete() {
                break;
            }
            assert_eq!(found.len() as u64, most);
        }
        assert_eq!(found, whole, "seed {seed}");
        let mut by_node = Solver::new(&model).limits(Limits::nodes(0)).solutions();
        let mut found = Vec::new();
        for most in 1.. {
            by_node.set_limits(Limits::nodes(most));
            found.extend(by_node.by_ref());
            if by_node.outcome().is_complete() {
                break;
            }
        }
        assert_eq!(found, whole, "seed {seed}");
        assert_eq!(by_node.outcome().stats, by_solution.outcome().stats);
    }
}

#[test]
fn limits_are_kept_and_told() {
    let (model, _) = sudoku4();
    for backend in backends() {
        let mut prepared = backend.prepare(&model).unwrap();
        let mut end = |limits: Limits<'_>| {
            let (found, outcome) = run(&mut *prepared, &[], &limits);
            assert_eq!(found.len() as u64, outcome.solutions);
            (found.len(), outcome.end)
        };
        assert_eq!(end(Limits::default()), (288, End::Complete));
        assert_eq!(end(Limits::solutions(5)), (5, End::Solutions));
        assert_eq!(end(Limits::nodes(0)), (0, End::Nodes));
        let set = AtomicBool::new(true);
        assert_eq!(end(Limits { interrupt: Some(&set), ..Limits::default() }), (0, End::Interrupted));
        let past = Instant::now() - Duration::from_secs(1);
        assert_eq!(end(Limits { deadline: Some(past), ..Limits::default() }), (0, End::Deadline));
        let mut taken = 0;
        let outcome = prepared.run(&[], &Limits::default(), None, &mut |_| {
            taken += 1;
            if taken == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((taken, outcome.solutions, outcome.end), (4, 4, End::Stopped));
    }
}

#[test]
fn a_watched_run_equals_a_silent_one_and_its_events_give_the_domains() {
    for seed in 0..200 {
        let model = random_model(&mut Rng::new(seed));
        let mut prepared = Propagation::default().prepare(&model).unwrap();
        let silent = run(&mut *prepared, &[], &Limits::default());
        let mut replay = Replay { domains: model.all_vars().map(|v| model.domain(v).clone()).collect(), ..Replay::default() };
        let mut found = Vec::new();
        let outcome = prepared.run(&[], &Limits::default(), Some(&mut |event: &Event<'_>| replay.event(event)), &mut |values| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!((found, outcome), silent, "seed {seed}");
        assert_eq!(replay.solutions as u64, outcome.solutions);
        // A model that fails without any decision fails at its root, which no run pays for again.
        assert!(replay.failures == outcome.stats.failures || outcome.stats.nodes == 0 && replay.failures == 1);
    }
}

/// Follows a run by its events alone.
#[derive(Default)]
struct Replay {
    domains: Vec<Domain>,
    levels: Vec<Vec<Domain>>,
    solutions: usize,
    failures: u64,
}

impl Replay {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Pruned { var, before, after, .. } => {
                assert_eq!(self.domains[var.index()], Domain::from(*before));
                assert!(after.iter().all(|v| before.contains(v)) && after.len() < before.len());
                self.domains[var.index()] = Domain::from(*after);
            }
            Event::Decided { fact, left, .. } => {
                if *left {
                    self.levels.push(self.domains.clone());
                }
                let domain = &mut self.domains[fact.var.index()];
                *domain = domain.as_ref().iter().filter(|&v| fact.allows(v)).collect();
            }
            Event::Backtracked { .. } => self.domains = self.levels.pop().expect("each decision is taken back once"),
            Event::Restarted => self.domains = self.levels.drain(..).next().expect("a restart takes back at least one decision"),
            Event::Failed { .. } => self.failures += 1,
            Event::Solution(values) => {
                self.solutions += 1;
                assert!(self.domains.iter().zip(*values).all(|(domain, value)| domain.as_ref().value() == Some(*value)));
            }
            _ => {}
        }
    }
}

#[test]
fn a_users_own_brancher_is_followed() {
    struct Last;
    impl Brancher for Last {
        fn choose(&mut self, domains: &Domains) -> Option<Fact> {
            let var = domains.vars().filter(|&v| !domains.get(v).is_fixed()).last()?;
            Some(var.is(domains.get(var).max()))
        }
    }
    let (model, x) = sudoku4();
    let strategy = |_: &Model| Box::new(Last) as Box<dyn Brancher>;
    let first = Solver::new(&model).strategy(strategy).solutions().next().expect("a grid can be filled");
    assert_eq!((first[x[15]], first[x[14]]), (4, 3));
    assert_eq!(Solver::new(&model).strategy(strategy).solutions().count(), 288);
}

#[test]
fn random_is_the_same_for_the_same_seed() {
    let (model, _) = sudoku4();
    let random = STRATEGIES.iter().find(|s| s.name == "random").expect("it is one of the strategies");
    let with =
        |seed| Solver::new(&model).strategy(random.with(Options { seed, ..Options::default() })).solutions().take(5).collect::<Vec<_>>();
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
}
