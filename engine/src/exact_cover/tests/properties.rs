//! Random small problems against a naive enumeration of all sets of options.

use proptest::prelude::*;

use super::{covers, solvers};
use crate::exact_cover::{Branching, Colour, Counter, ItemChoice, ItemId, Limits, OptionId, Problem, Ties, parse_dlx, write_dlx};

/// An option as (item, colour) pairs; a colour of 0 means none, and is all that primary items have.
pub(super) type Spec = Vec<(u32, u32)>;

const PRIMARY: u32 = 5;
const SECONDARY: u32 = 3;

pub(super) fn build(options: &[Spec]) -> Problem {
    let mut problem = Problem::new(["p0", "p1", "p2", "p3", "p4"], ["s0", "s1", "s2"]).unwrap();
    let colours: Vec<Colour> = ["red", "blue", "white"].iter().map(|name| problem.colour(name).unwrap()).collect();
    for option in options {
        let items: Vec<_> =
            option.iter().map(|&(item, colour)| (ItemId::new(item), colour.checked_sub(1).map(|c| colours[c as usize]))).collect();
        problem.coloured_option(&items).unwrap();
    }
    problem
}

/// Whether the options in `set` (bits) are a cover, by the definition.
fn is_cover(options: &[Spec], set: u32) -> bool {
    let chosen = || (0..options.len()).filter(|&o| set >> o & 1 == 1).map(|o| &options[o]);
    if chosen().any(|option| option.iter().all(|entry| entry.0 >= PRIMARY)) {
        return false;
    }
    (0..PRIMARY + SECONDARY).all(|item| {
        let uses: Vec<u32> = chosen().flatten().filter(|entry| entry.0 == item).map(|entry| entry.1).collect();
        if item < PRIMARY { uses.len() == 1 } else { uses.len() < 2 || uses[0] != 0 && uses.iter().all(|&c| c == uses[0]) }
    })
}

/// All covers, by trying every set of options, an option at a time.
fn naive(options: &[Spec]) -> Vec<Vec<usize>> {
    fn go(options: &[Spec], next: usize, set: u32, found: &mut Vec<Vec<usize>>) {
        if next == options.len() {
            if is_cover(options, set) {
                found.push((0..next).filter(|&o| set >> o & 1 == 1).collect());
            }
            return;
        }
        go(options, next + 1, set, found);
        go(options, next + 1, set | 1 << next, found);
    }
    let mut found = Vec::new();
    go(options, 0, 0, &mut found);
    found.sort();
    found
}

pub(super) fn spec() -> impl Strategy<Value = Spec> {
    let items = proptest::sample::subsequence((0..PRIMARY + SECONDARY).collect::<Vec<u32>>(), 1..4);
    (items, proptest::collection::vec(0..4u32, 3)).prop_map(|(items, colours)| {
        let colour = |item: u32| if item < PRIMARY { 0 } else { colours[(item - PRIMARY) as usize] };
        items.into_iter().map(|item| (item, colour(item))).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn solvers_and_counter_agree_with_the_definition(
        options in proptest::collection::vec(spec(), 0..13),
        seed in any::<u64>(),
        order in Just(()).prop_perturb(|(), mut random| random.random::<u64>()),
    ) {
        // Entries in any order: the primary ones need not come first.
        let options: Vec<Spec> = options.into_iter().map(|mut option| {
            let turn = order as usize % option.len();
            option.rotate_left(turn);
            option
        }).collect();
        let problem = build(&options);
        let expected = naive(&options);
        for solver in &mut solvers(&problem) {
            for ties in [Ties::First, Ties::Random(seed)] {
                for stop_early in [false, true] {
                    solver.set_choice(ItemChoice { ties, stop_early });
                    prop_assert_eq!(&covers(solver.as_mut()), &expected, "{:?}", solver.algorithm());
                }
            }
        }
        let mut counter = Counter::new(&problem);
        for branching in [Branching::Fewest, Branching::First] {
            counter.set_branching(branching);
            prop_assert_eq!(counter.count(Limits::default()).exact(), Some(expected.len() as u128));
        }
        let again = parse_dlx(&write_dlx(&problem).unwrap()).unwrap();
        prop_assert_eq!(write_dlx(&again).unwrap(), write_dlx(&problem).unwrap());
    }

    #[test]
    fn givens_select_covers(
        options in proptest::collection::vec(spec(), 1..13),
        picks in proptest::collection::vec(any::<proptest::sample::Index>(), 1..4),
    ) {
        let problem = build(&options);
        let all = naive(&options);
        let mut counter = Counter::new(&problem);
        for solver in &mut solvers(&problem) {
            let mut given = Vec::new();
            for pick in &picks {
                let option = pick.index(options.len());
                let accepted = solver.commit(OptionId::new(option as u32));
                prop_assert_eq!(accepted, counter.commit(OptionId::new(option as u32)));
                if accepted.is_ok() {
                    given.push(option);
                }
            }
            let expected: Vec<_> = all.iter().filter(|cover| given.iter().all(|g| cover.contains(g))).cloned().collect();
            prop_assert_eq!(&covers(solver.as_mut()), &expected, "{:?}", solver.algorithm());
            prop_assert_eq!(counter.count(Limits::default()).exact(), Some(expected.len() as u128));
            while counter.undo().is_some() {}
            solver.undo_all();
            prop_assert_eq!(&covers(solver.as_mut()), &all);
        }
    }
}
