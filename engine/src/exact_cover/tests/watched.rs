//! A watched search is the silent one, and what it tells is a whole search by the definition.

use proptest::prelude::*;

use super::properties::{Spec, build, spec};
use super::{count_all, solvers};
use crate::exact_cover::{Counters, Event, ItemChoice, ItemId, Limits, OptionId, Problem, Solver, Step, Ties};

/// A search as it was told, replayed by the definition alone.
struct Replay<'p> {
    problem: &'p Problem,
    taken: Vec<OptionId>,
    /// For each item that was chosen: the options left to it then, and those tried.
    open: Vec<(Vec<OptionId>, Vec<OptionId>)>,
    /// Nothing is left to find here.
    closed: bool,
    covers: u64,
}

impl<'p> Replay<'p> {
    fn new(problem: &'p Problem) -> Self {
        Self { problem, taken: Vec::new(), open: Vec::new(), closed: false, covers: 0 }
    }

    fn covers(&self, option: OptionId, item: ItemId) -> bool {
        self.problem.option_items(option).any(|(other, _)| other == item)
    }

    /// Can an option stand beside those taken?
    fn is_live(&self, option: OptionId) -> bool {
        self.taken.iter().all(|&taken| {
            self.problem.option_items(taken).all(|(item, colour)| {
                let other = self.problem.option_items(option).find(|(other, _)| *other == item);
                other.is_none_or(|(_, other)| colour.is_some() && other == colour)
            })
        })
    }

    fn options(&self, item: ItemId) -> Vec<OptionId> {
        let all = (0..self.problem.options() as u32).map(OptionId::new);
        all.filter(|&option| self.covers(option, item) && self.is_live(option)).collect()
    }

    fn is_covered(&self, item: ItemId) -> bool {
        self.taken.iter().any(|&option| self.covers(option, item))
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Branch { item, options } => {
                assert!(!self.closed && self.open.len() == self.taken.len() && !self.is_covered(item));
                let left = self.options(item);
                assert_eq!(left.len(), options as usize);
                self.open.push((left, Vec::new()));
            }
            Event::Take(option) => {
                assert!(!self.closed);
                let (left, tried) = self.open.last_mut().expect("an item was chosen");
                assert!(left.contains(&option) && !tried.contains(&option));
                tried.push(option);
                self.taken.push(option);
            }
            Event::Stuck(item) => {
                assert!(!self.closed && !self.is_covered(item) && self.options(item).is_empty());
                self.closed = true;
            }
            Event::Back => {
                // What was chosen below the option that is taken back was tried to the end.
                if self.open.len() > self.taken.len() {
                    self.finish();
                }
                assert!(self.closed && self.open.len() == self.taken.len());
                assert!(self.taken.pop().is_some());
                self.closed = false;
            }
        }
    }

    /// Closes the item that was chosen here.
    fn finish(&mut self) {
        let (left, tried) = self.open.pop().expect("an item was chosen");
        assert_eq!(left.len(), tried.len(), "every option was tried");
        self.closed = true;
    }

    fn cover(&mut self) {
        assert!(!self.closed && (0..self.problem.primary() as u32).all(|item| self.is_covered(ItemId::new(item))));
        self.closed = true;
        self.covers += 1;
    }
}

/// Runs before the eyes of a replay.
fn watch(solver: &mut dyn Solver, problem: &Problem, limits: Limits<'_>) -> (u64, Counters) {
    let mut replay = Replay::new(problem);
    loop {
        match solver.advance(limits, Some(&mut |event| replay.take(event))) {
            Step::Solution => replay.cover(),
            Step::Stopped(_) => {}
            Step::Done => break,
        }
    }
    if !replay.open.is_empty() {
        replay.finish();
    }
    assert!(replay.closed && replay.taken.is_empty() && replay.open.is_empty());
    (replay.covers, solver.counters())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_is_told_is_a_whole_search(options in proptest::collection::vec(spec(), 0..13), seed in any::<u64>()) {
        let options: Vec<Spec> = options;
        let problem = build(&options);
        for solver in &mut solvers(&problem) {
            for choice in [Ties::First, Ties::Random(seed)].into_iter().flat_map(|ties| [false, true].map(|stop_early| ItemChoice { ties, stop_early })) {
                solver.set_choice(choice);
                let silent = (count_all(&mut **solver), solver.counters());
                for limits in [Limits::default(), Limits { nodes: Some(1), ..Limits::default() }] {
                    solver.restart();
                    prop_assert_eq!(watch(&mut **solver, &problem, limits), silent, "{:?}", solver.algorithm());
                }
            }
        }
    }
}
