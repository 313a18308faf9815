//! When to begin anew: as soon as what was learnt of late is worse than what was learnt before.

/// How much the latest clause counts among those of late.
const LATE: f64 = 0.03;

/// How much it counts among all, at least.
const ALL: f64 = 1e-4;

/// So much worse than all must those of late be.
const WORSE: f64 = 1.1;

/// So many conflicts at least lie between.
const LEAST: u64 = 2;

/// The levels that learnt clauses span, of late and in all, as exponential averages (Audemard and Simon, *Refining restarts strategies for SAT
/// and UNSAT*, 2012; Biere and Fröhlich, *Evaluating CDCL restart schemes*, 2015).
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    late: f64,
    all: f64,
    learnt: u64,
    since: u64,
    worse: f64,
}

impl Restarts {
    /// Nothing was learnt so far.
    pub(super) fn new() -> Restarts {
        Restarts { late: 0.0, all: 0.0, learnt: 0, since: 0, worse: WORSE }
    }

    /// Whenever it is allowed.
    #[cfg(test)]
    pub(super) fn always() -> Restarts {
        Restarts { worse: 0.0, ..Restarts::new() }
    }

    /// A clause was learnt, which spans so many levels.
    pub(super) fn learn(&mut self, levels: u32) {
        self.learnt += 1;
        self.since += 1;
        let levels = f64::from(levels);
        self.late += (levels - self.late) * LATE;
        // At first it is the plain average.
        self.all += (levels - self.all) * ALL.max(1.0 / self.learnt as f64);
    }

    /// Is it time?
    pub(super) fn is_due(&self) -> bool {
        self.since >= LEAST && self.late > self.worse * self.all
    }

    /// It began anew.
    pub(super) fn begin_anew(&mut self) {
        self.since = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_time_when_clauses_become_worse() {
        let mut restarts = Restarts::new();
        for _ in 0..1_000 {
            restarts.learn(10);
        }
        assert!(!restarts.is_due(), "all are alike: {restarts:?}");
        (0..20).for_each(|_| restarts.learn(20));
        assert!(restarts.is_due(), "{restarts:?}");
        restarts.begin_anew();
        restarts.learn(20);
        assert!(!restarts.is_due(), "just begun");
        restarts.learn(20);
        assert!(restarts.is_due());
        (0..200).for_each(|_| restarts.learn(5));
        assert!(!restarts.is_due(), "they became better: {restarts:?}");
    }
}
