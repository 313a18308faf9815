//! Which value a proposition gets when it is decided.

use super::literal::Literal;

/// So many conflicts after the start, and each time so many more, it turns to other values.
const TURN: u64 = 1_000;

/// The values that propositions had last (Pipatsrisawat and Darwiche 2007), and before these the ones that they had where the search came
/// deepest without a conflict (Cai and Zhang, *Deep cooperation of CDCL and local search for SAT*, 2021).
#[derive(Clone, Debug)]
pub(super) struct Phases {
    last: Vec<bool>,
    deepest: Vec<Option<bool>>,
    /// How many propositions had values there.
    depth: usize,
    /// How often it turned, and the conflicts at which it does again.
    turns: u64,
    next: u64,
}

impl Phases {
    /// All propositions false at first.
    pub(super) fn new(count: usize) -> Phases {
        Phases { last: vec![false; count], deepest: vec![None; count], depth: 0, turns: 0, next: TURN }
    }

    /// The literal of a proposition that is decided.
    pub(super) fn choose(&self, proposition: usize) -> Literal {
        let literal = Literal::new(proposition);
        if self.deepest[proposition].unwrap_or(self.last[proposition]) { literal } else { !literal }
    }

    /// A literal is no longer true.
    #[inline]
    pub(super) fn leave(&mut self, literal: Literal) {
        self.last[literal.proposition()] = literal.is_positive();
    }

    /// All of these are true together without a conflict.
    pub(super) fn reach(&mut self, trail: &[Literal]) {
        if trail.len() > self.depth {
            self.depth = trail.len();
            trail.iter().for_each(|literal| self.deepest[literal.proposition()] = Some(literal.is_positive()));
        }
    }

    /// The search begins anew: now and then from the deepest point that it knows, or with all propositions false, and looks for a deeper
    /// point from there.
    pub(super) fn begin_anew(&mut self, conflicts: u64) {
        if conflicts < self.next {
            return;
        }
        self.turns += 1;
        self.next = conflicts + TURN * (self.turns + 1);
        let again = self.turns.is_multiple_of(2);
        for (last, deepest) in self.last.iter_mut().zip(&mut self.deepest) {
            let deepest = deepest.take();
            *last = again && deepest.unwrap_or(*last);
        }
        self.depth = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_point_comes_before_the_last_values_until_it_turns() {
        let mut phases = Phases::new(3);
        let all: Vec<Literal> = (0..3).map(Literal::new).collect();
        let chosen = |phases: &Phases| [0, 1, 2].map(|proposition| phases.choose(proposition).is_positive());
        phases.leave(all[0]);
        assert_eq!(chosen(&phases), [true, false, false]);
        phases.reach(&[!all[0], all[1]]);
        phases.reach(&[all[0]]);
        assert_eq!(chosen(&phases), [false, true, false]);
        phases.begin_anew(TURN - 1);
        assert_eq!(chosen(&phases), [false, true, false]);
        phases.begin_anew(TURN);
        assert_eq!(chosen(&phases), [false; 3]);
        // The point reached since is less deep than the one before, which is forgotten.
        phases.leave(all[2]);
        phases.reach(&[all[1]]);
        assert_eq!(chosen(&phases), [false, true, true]);
        phases.begin_anew(3 * TURN - 1);
        phases.reach(&[!all[0], !all[1]]);
        assert_eq!(chosen(&phases), [false, false, true]);
        phases.begin_anew(3 * TURN);
        assert_eq!(chosen(&phases), [false, false, true]);
        phases.leave(all[1]);
        assert_eq!(chosen(&phases), [false, true, true]);
    }
}
