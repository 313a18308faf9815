//! What other programs get wrong: each case by name.

use super::{count_all, covers, solvers};
use crate::exact_cover::{Algorithm, Counter, ItemChoice, ItemId, Limits, OptionId, Problem, ProblemError, Solver, parse_dlx};

fn counted(problem: &Problem) -> u128 {
    Counter::new(problem).count(Limits::default()).exact().expect("no limits")
}

/// The covers that every solver finds.
fn agreed(problem: &Problem) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<Vec<usize>>> = solvers(problem).iter_mut().map(|solver| covers(solver.as_mut())).collect();
    assert!(found.iter().all(|all| all.len() as u128 == counted(problem)), "the counter agrees");
    let last = found.pop().unwrap();
    assert!(found.iter().all(|all| *all == last), "{found:?} {last:?}");
    last
}

#[test]
fn an_item_twice_in_an_option_is_an_error() {
    let mut problem = Problem::new(["a", "b"], ["s"]).unwrap();
    let error = problem.option_named(&["a", "b", "a"]).unwrap_err();
    assert_eq!(error, ProblemError::RepeatedItem { name: "a".to_owned() });
    let error = problem.option_named(&["a", "s:red", "s:red"]).unwrap_err();
    assert_eq!(error.kind(), "repeated_item");
    assert_eq!(problem.options(), 0, "nothing was added");
    // The refused options leave no trace that would make this one look like a repetition.
    problem.option_named(&["a", "b", "s:red"]).unwrap();
    assert_eq!(agreed(&problem), [[0]]);
}

#[test]
fn no_items_have_the_empty_cover() {
    assert_eq!(agreed(&Problem::numbered(0, 0)), [[0; 0]]);
    let mut secondary_only = Problem::numbered(0, 2);
    secondary_only.option(&[ItemId::new(0)]).unwrap();
    assert_eq!(agreed(&secondary_only), [[0; 0]]);
}

#[test]
fn an_item_without_options_has_no_cover() {
    assert_eq!(agreed(&Problem::numbered(1, 0)), [[0; 0]; 0]);
    let problem = parse_dlx("a b c\na\na b\n").unwrap();
    assert_eq!(agreed(&problem), [[0; 0]; 0]);
}

#[test]
fn options_of_secondary_items_only_are_never_chosen() {
    let without = parse_dlx("a b | s t\na s\nb t\na b\n").unwrap();
    let with = parse_dlx("a b | s t\ns\na s\nt\nb t\ns t\na b\n").unwrap();
    assert_eq!(agreed(&without).len(), agreed(&with).len());
    assert_eq!(agreed(&with), [vec![1, 3], vec![5]], "the numbers are those of the file");
    for solver in &mut solvers(&with) {
        assert_eq!(solver.commit(OptionId::new(0)).unwrap_err().kind(), "never_chosen");
        assert_eq!(count_all(solver.as_mut()), 2);
    }
    let mut empty = Problem::numbered(1, 0);
    empty.option(&[]).unwrap();
    empty.option(&[ItemId::new(0)]).unwrap();
    assert_eq!(agreed(&empty), [[1]]);
}

#[test]
fn an_unknown_item_is_an_error() {
    let mut problem = Problem::new(["a"], ["s"]).unwrap();
    assert_eq!(problem.option_named(&["a", "z"]).unwrap_err().to_string(), "there is no item `z`");
    assert_eq!(problem.option(&[ItemId::new(2)]).unwrap_err().kind(), "unknown_item");
    assert_eq!(problem.option_named(&["a:red"]).unwrap_err().kind(), "coloured_primary");
    assert_eq!(Problem::new(["a", "a"], [""; 0]).unwrap_err().kind(), "repeated_name");
    assert_eq!(Problem::new(["a"], ["b:c"]).unwrap_err().kind(), "bad_name");
}

#[test]
fn identical_options_count_separately() {
    let problem = parse_dlx("a b\na\na\nb\nb\nb\n").unwrap();
    assert_eq!(agreed(&problem).len(), 6);
}

#[test]
fn covers_have_all_their_options_and_no_others() {
    // Covers of unequal length: none is left out, padded or cut.
    let problem = crate::exact_cover::parse_matrix("010\n100\n011\n110\n001\n001\n101\n010\n").unwrap();
    let expected: [&[usize]; 9] = [&[0, 1, 4], &[0, 1, 5], &[0, 6], &[1, 2], &[1, 4, 7], &[1, 5, 7], &[3, 4], &[3, 5], &[6, 7]];
    assert_eq!(agreed(&problem), expected);
}

#[test]
fn colours_are_shared_and_not_mixed() {
    let problem = parse_dlx("a b c | s\na s:x\na s:y\na s\nb s:x\nb s:y\nc s:x\nc\n").unwrap();
    let expected: [&[usize]; 4] = [&[0, 3, 5], &[0, 3, 6], &[1, 4, 6], &[]];
    assert_eq!(agreed(&problem), expected[..3]);
}

/// Item `i` is in the options `{i}` and `{i, i + 1}` (the last one only in the latter): from the end, everything is
/// forced in turn.
fn chain(items: u32) -> Problem {
    let mut problem = Problem::numbered(items, 0);
    let item = ItemId::new;
    for i in (0..items).step_by(2) {
        problem.option(&[item(i), item(i + 1)]).unwrap();
        if i + 2 < items {
            problem.option(&[item(i + 1), item(i + 2)]).unwrap();
        }
    }
    problem
}

#[test]
fn a_chain_of_200_000_forced_options_is_no_trouble() {
    // 400,000 items, taken in pairs from one end to the other. Scanning them all at each of 200,000 nodes would take
    // minutes, and a call for each option would need more stack than a test has.
    let problem = chain(400_000);
    for algorithm in [Algorithm::Links, Algorithm::Cells] {
        let mut solver = algorithm.solver(&problem).unwrap();
        assert_eq!(count_all(solver.as_mut()), 1);
        solver.restart();
        solver.next_solution(Limits::default());
        assert_eq!(solver.cover().len(), 200_000);
        let mid = OptionId::new(200_000);
        solver.commit(mid).unwrap();
        assert_eq!(count_all(solver.as_mut()), 1);
        assert_eq!(solver.undo(), Some(mid));
    }
    assert_eq!(counted(&problem), 1);
    assert!(Algorithm::Matrix.solver(&problem).is_err(), "declined, not attempted");
}

#[test]
fn many_forced_items_at_the_root_are_not_scanned_one_by_one() {
    // The items with one option stand behind as many with two, where a scan finds them last.
    let n = 100_000;
    let mut problem = Problem::numbered(2 * n, 0);
    for i in 0..n {
        problem.option(&[ItemId::new(i), ItemId::new(n + i)]).unwrap();
        problem.option(&[ItemId::new(i)]).unwrap();
    }
    for algorithm in [Algorithm::Links, Algorithm::Cells] {
        assert_eq!(count_all(algorithm.solver(&problem).unwrap().as_mut()), 1);
    }
    assert_eq!(counted(&problem), 1);
}

#[test]
fn many_levels_of_choices_need_no_memory_of_levels_times_items() {
    // 10,000 independent choices: the first cover lies 10,000 levels deep.
    let n = 10_000;
    let mut problem = Problem::numbered(n, 0);
    for i in (0..n).flat_map(|i| [i, i]) {
        problem.option(&[ItemId::new(i)]).unwrap();
    }
    for algorithm in [Algorithm::Links, Algorithm::Cells] {
        let mut solver = algorithm.solver(&problem).unwrap();
        assert_eq!(solver.solutions_of(3), 3);
    }
}

trait Take {
    fn solutions_of(&mut self, n: usize) -> usize;
}

impl Take for Box<dyn Solver> {
    fn solutions_of(&mut self, n: usize) -> usize {
        crate::exact_cover::Solutions::new(self.as_mut(), Limits::default()).take(n).count()
    }
}

#[test]
fn the_exact_rule_also_takes_deep_chains() {
    let problem = chain(2_000);
    for solver in &mut solvers(&problem) {
        solver.set_choice(ItemChoice::exact());
        assert_eq!(count_all(solver.as_mut()), 1);
    }
}
