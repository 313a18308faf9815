//! What puzzles cost together.

use std::time::Duration;

use pencilmark_engine::Stats;

use crate::answer::Answer;
use crate::notes::Notes;

/// The sum over some puzzles.
#[derive(Debug, Default)]
pub(super) struct Total {
    puzzles: u64,
    stats: Stats,
    /// What ran last.
    solver: Option<&'static str>,
    searched: Duration,
}

impl Total {
    /// Adds a puzzle.
    #[inline]
    pub(super) fn add(&mut self, answer: &Answer) {
        self.puzzles += 1;
        self.searched += answer.time;
        self.solver = Some(answer.solver);
        self.add_stats(&answer.stats);
    }

    /// Adds another total, of later puzzles.
    pub(super) fn append(&mut self, other: &Total) {
        self.puzzles += other.puzzles;
        self.searched += other.searched;
        self.solver = other.solver.or(self.solver);
        self.add_stats(&other.stats);
    }

    #[inline]
    fn add_stats(&mut self, stats: &Stats) {
        self.stats.nodes += stats.nodes;
        self.stats.failures += stats.failures;
        self.stats.propagations += stats.propagations;
        self.stats.restarts += stats.restarts;
    }

    /// What one took, if there was any.
    pub(super) fn mean(&self) -> Option<Duration> {
        u32::try_from(self.puzzles).ok().and_then(|puzzles| self.searched.checked_div(puzzles))
    }

    /// Says so, and how long it took by the clock.
    pub(super) fn say(&self, notes: &Notes, time: Duration) {
        let Stats { nodes, failures, propagations, restarts, .. } = self.stats;
        if self.puzzles > 1 {
            let rate = self.puzzles as f64 / time.as_secs_f64().max(1e-9);
            notes.say(format_args!("{} puzzles in {:.3} s, {rate:.0} a second", self.puzzles, time.as_secs_f64()));
        }
        let restarts = if restarts > 0 { format!(", restarts {restarts}") } else { String::new() };
        let (solver, search) = (self.solver.unwrap_or("none"), self.searched.as_secs_f64());
        notes.say(format_args!(
            "solver {solver}, nodes {nodes}, failures {failures}, propagations {propagations}{restarts}, search {search:.6} s"
        ));
    }
}
