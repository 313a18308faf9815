//! The search: it decides, sees what follows, and learns a clause from each conflict.

use super::clauses::{ClauseId, Clauses, KEPT, Watch};
use super::formula::{Formula, Lists};
use super::literal::Literal;
use super::order::Order;
use super::phases::Phases;
use super::restarts::Restarts;
use crate::search::{End, Limits, Stats};

/// So many learnt clauses are kept at first, and so many more after each time that the worse half was forgotten.
const LEARNT: usize = 8_000;
const MORE: usize = 1_000;

/// What is known of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    Open,
    True,
    False,
}

/// Why a proposition has its value.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// It was decided, or is so at the root.
    None,
    /// This literal is true.
    Literal(Literal),
    /// All other literals of the clause are false.
    Clause(ClauseId),
}

/// What cannot be.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    /// Both are true.
    Both(Literal, Literal),
    /// All its literals are false.
    Clause(ClauseId),
}

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// All propositions have values: see [`Solver::is_true`].
    Solution,
    /// Nothing more.
    Nothing,
    /// A limit came first.
    Limit(End),
}

/// A search for values of propositions that make a formula true.
#[derive(Debug)]
pub(super) struct Solver<'f> {
    groups: &'f Lists,
    /// For each literal the groups that it is in.
    groups_of: Vec<Vec<u32>>,
    /// For each literal those that follow from it.
    follow: Vec<Vec<Literal>>,
    clauses: Clauses,
    truths: Vec<Truth>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// What is true, in the order in which it became so, ...
    trail: Vec<Literal>,
    /// ... where each level begins, ...
    starts: Vec<usize>,
    /// ... and how far what follows is known.
    seen_to: usize,
    order: Order,
    phases: Phases,
    /// Can nothing be true any more?
    over: bool,
    /// Propositions at which the analysis of a conflict has been, and all that it marked.
    marked: Vec<Mark>,
    marks: Vec<usize>,
    /// Is [`Solver::learnt`] as it was left by the last conflict.
    learnt: Vec<Literal>,
    /// Scratch: for each level of the search the number of the count in which it came last.
    counted: Vec<u64>,
    counts: u64,
    /// Scratch: propositions that may be redundant, each with how far its reasons were looked at.
    stack: Vec<(usize, usize)>,
    restarts: Restarts,
    /// How many learnt clauses there may be.
    room: usize,
    pub(super) stats: Stats,
}

/// What the analysis of a conflict knows of a proposition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// It is in the clause, or is resolved on.
    Used,
    /// It follows from others of the clause.
    Redundant,
    /// It doesn't.
    Needed,
}

impl<'f> Solver<'f> {
    /// A search in a formula.
    pub(super) fn new(formula: &'f Formula) -> Solver<'f> {
        let count = formula.propositions();
        let mut groups_of = vec![Vec::new(); 2 * count];
        for (number, group) in formula.groups().iter().enumerate() {
            group.iter().for_each(|literal| groups_of[literal.index()].push(number as u32));
        }
        let mut solver = Solver {
            groups: formula.groups(),
            groups_of,
            follow: vec![Vec::new(); 2 * count],
            clauses: Clauses::new(2 * count),
            truths: vec![Truth::Open; 2 * count],
            levels: vec![0; count],
            reasons: vec![Reason::None; count],
            trail: Vec::with_capacity(count),
            starts: Vec::new(),
            seen_to: 0,
            order: Order::new(count),
            phases: Phases::new(count),
            over: false,
            marked: vec![Mark::None; count],
            marks: Vec::new(),
            learnt: Vec::new(),
            counted: vec![0; count + 1],
            counts: 0,
            stack: Vec::new(),
            restarts: Restarts::new(),
            room: LEARNT,
            stats: Stats::default(),
        };
        formula.clauses().iter().for_each(|clause| solver.add(clause));
        solver
    }

    /// Begins anew all the time, and then forgets half of what it learnt.
    #[cfg(test)]
    pub(super) fn make_restless(&mut self) {
        (self.restarts, self.room) = (Restarts::always(), 0);
    }

    /// Adds a clause, at the root.
    pub(super) fn add(&mut self, clause: &[Literal]) {
        debug_assert!(self.starts.is_empty(), "a clause of the formula is added at the root");
        match *clause {
            [] => self.over = true,
            [literal] => match self.truth(literal) {
                Truth::Open => self.set(literal, Reason::None),
                Truth::True => {}
                Truth::False => self.over = true,
            },
            [a, b] => self.add_pair(a, b),
            _ => drop(self.clauses.add(clause, 0)),
        }
    }

    fn add_pair(&mut self, a: Literal, b: Literal) {
        self.follow[(!a).index()].push(b);
        self.follow[(!b).index()].push(a);
    }

    /// Sees what follows at the root; false if that is a contradiction.
    pub(super) fn settle(&mut self) -> bool {
        debug_assert!(self.starts.is_empty(), "only the root is settled");
        self.over |= !self.over && self.propagate().is_some();
        !self.over
    }

    /// Is this literal true?
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.truth(literal) == Truth::True
    }

    #[inline]
    fn truth(&self, literal: Literal) -> Truth {
        self.truths[literal.index()]
    }

    fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Goes on to the next solution.
    pub(super) fn search(&mut self, limits: &Limits<'_>) -> Found {
        loop {
            if let Some(conflict) = (!self.over).then(|| self.propagate()).flatten() {
                self.stats.failures += 1;
                if self.level() == 0 {
                    self.over = true;
                } else {
                    self.learn(conflict);
                }
                // Many conflicts may come one after the other without a decision.
                if let Some(end) = (Limits { nodes: None, ..*limits }).reached(self.stats.failures) {
                    return Found::Limit(end);
                }
                continue;
            }
            if self.over {
                return Found::Nothing;
            }
            if self.restarts.is_due() {
                self.begin_anew();
                continue;
            }
            let Some(literal) = self.choose() else { return Found::Solution };
            if let Some(end) = limits.reached(self.stats.nodes) {
                self.order.insert(literal.proposition());
                return Found::Limit(end);
            }
            self.stats.nodes += 1;
            self.starts.push(self.trail.len());
            self.stats.depth = self.stats.depth.max(u64::from(self.level()));
            self.set(literal, Reason::None);
        }
    }

    /// Leaves a solution: it must not come again. As everything follows from the decisions, these are all that has to be refused.
    pub(super) fn refuse(&mut self) {
        let decisions: Vec<Literal> = self.starts.iter().rev().map(|&start| !self.trail[start]).collect();
        let Some(&last) = decisions.first() else {
            self.over = true;
            return;
        };
        self.back_to(self.level() - 1);
        let reason = match *decisions {
            [_] => Reason::None,
            [a, b] => {
                self.add_pair(a, b);
                Reason::Literal(!b)
            }
            _ => Reason::Clause(self.clauses.add(&decisions, 0)),
        };
        self.set(last, reason);
    }

    fn begin_anew(&mut self) {
        self.stats.restarts += 1;
        self.restarts.begin_anew();
        self.back_to(0);
        self.phases.begin_anew(self.stats.failures);
        if self.clauses.learnt() > self.room && self.seen_to == self.trail.len() {
            self.room += MORE;
            let truths = &self.truths;
            let is = |literal: Literal, truth| truths[literal.index()] == truth;
            let pairs = self.clauses.reduce(|literal| is(literal, Truth::True), |literal| is(literal, Truth::False));
            pairs.into_iter().for_each(|[a, b]| self.add_pair(a, b));
        }
    }

    /// The open proposition that had most to do with the last conflicts, with the value that promises most.
    fn choose(&mut self) -> Option<Literal> {
        loop {
            let literal = self.phases.choose(self.order.pop()?);
            if self.truth(literal) == Truth::Open {
                return Some(literal);
            }
        }
    }

    #[inline]
    fn set(&mut self, literal: Literal, reason: Reason) {
        self.truths[literal.index()] = Truth::True;
        self.truths[(!literal).index()] = Truth::False;
        self.levels[literal.proposition()] = self.level();
        self.reasons[literal.proposition()] = reason;
        self.trail.push(literal);
    }

    fn back_to(&mut self, level: u32) {
        let Some(&start) = self.starts.get(level as usize) else { return };
        for at in (start..self.trail.len()).rev() {
            let literal = self.trail[at];
            self.truths[literal.index()] = Truth::Open;
            self.truths[(!literal).index()] = Truth::Open;
            self.phases.leave(literal);
            self.order.insert(literal.proposition());
        }
        self.trail.truncate(start);
        self.starts.truncate(level as usize);
        self.seen_to = self.seen_to.min(start);
    }

    /// Sees what follows from all that became true.
    fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.seen_to) {
            self.seen_to += 1;
            self.stats.propagations += 1;
            for at in 0..self.follow[literal.index()].len() {
                let other = self.follow[literal.index()][at];
                match self.truth(other) {
                    Truth::True => {}
                    Truth::Open => self.set(other, Reason::Literal(literal)),
                    Truth::False => return Some(Conflict::Both(literal, !other)),
                }
            }
            let groups = self.groups;
            for at in 0..self.groups_of[literal.index()].len() {
                for &other in groups.get(self.groups_of[literal.index()][at] as usize) {
                    match self.truth(other) {
                        Truth::False => {}
                        Truth::Open => self.set(!other, Reason::Literal(literal)),
                        Truth::True if other == literal => {}
                        Truth::True => return Some(Conflict::Both(literal, other)),
                    }
                }
            }
            if let Some(clause) = self.visit_clauses(!literal) {
                return Some(Conflict::Clause(clause));
            }
        }
        None
    }

    /// Visits the clauses that watch a literal which became false (Moskewicz and others 2001): each finds another to watch, has one left
    /// that must be true, or none.
    fn visit_clauses(&mut self, literal: Literal) -> Option<ClauseId> {
        let mut watches = self.clauses.take_watches(literal);
        let (mut kept, mut at) = (0, 0);
        let mut conflict = None;
        'watches: while let Some(&watch) = watches.get(at) {
            at += 1;
            if self.truths[watch.other.index()] == Truth::True {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let words = self.clauses.words_mut(watch.clause);
            // The other of the two that it watches comes first.
            if words[0] == literal.word() {
                words.swap(0, 1);
            }
            let first = Literal::of_word(words[0]);
            watches[kept] = Watch { clause: watch.clause, other: first };
            if first != watch.other && self.truths[first.index()] == Truth::True {
                kept += 1;
                continue;
            }
            for other in 2..words.len() {
                let next = Literal::of_word(words[other]);
                if self.truths[next.index()] != Truth::False {
                    words.swap(1, other);
                    self.clauses.watch(next, watches[kept]);
                    continue 'watches;
                }
            }
            kept += 1;
            if self.truths[first.index()] == Truth::False {
                conflict = Some(watch.clause);
                break;
            }
            self.set(first, Reason::Clause(watch.clause));
        }
        if at > kept {
            watches.copy_within(at.., kept);
            watches.truncate(watches.len() - (at - kept));
        }
        self.clauses.put_watches(literal, watches);
        conflict
    }

    /// Learns a clause: what is false at the first point through which all ways from the decision to the conflict lead, and from the levels
    /// before what went into it (Marques-Silva and Sakallah 1999; Zhang and others 2001). Goes back to where it says something.
    fn learn(&mut self, conflict: Conflict) {
        // Up to the last decision all went well.
        self.phases.reach(&self.trail[..self.starts.last().copied().unwrap_or(0)]);
        let mut learnt = std::mem::take(&mut self.learnt);
        learnt.clear();
        let mut open = 0;
        match conflict {
            Conflict::Both(a, b) => [!a, !b].into_iter().for_each(|literal| self.meet(literal, &mut open, &mut learnt)),
            Conflict::Clause(clause) => {
                self.weigh(clause);
                for at in 0..self.clauses.len(clause) {
                    let literal = self.clauses.literal(clause, at);
                    self.meet(literal, &mut open, &mut learnt);
                }
            }
        }
        let mut at = self.trail.len();
        let point = loop {
            at -= 1;
            let literal = self.trail[at];
            if self.marked[literal.proposition()] == Mark::None {
                continue;
            }
            open -= 1;
            if open == 0 {
                break literal;
            }
            match self.reasons[literal.proposition()] {
                Reason::None => unreachable!("all of the level follows from its decision, which comes last"),
                Reason::Literal(because) => self.meet(!because, &mut open, &mut learnt),
                Reason::Clause(clause) => {
                    self.weigh(clause);
                    for at in 1..self.clauses.len(clause) {
                        let literal = self.clauses.literal(clause, at);
                        self.meet(literal, &mut open, &mut learnt);
                    }
                }
            }
        };
        let (mut kept, mut stack) = (0, std::mem::take(&mut self.stack));
        for at in 0..learnt.len() {
            if !self.is_redundant(learnt[at], &mut stack) {
                learnt[kept] = learnt[at];
                kept += 1;
            }
        }
        learnt.truncate(kept);
        self.stack = stack;
        self.marks.drain(..).for_each(|proposition| self.marked[proposition] = Mark::None);
        self.order.fade();
        // The point comes first, and then what became false last.
        learnt.sort_unstable_by_key(|literal| (std::cmp::Reverse(self.levels[literal.proposition()]), *literal));
        let levels = 1 + learnt.chunk_by(|a, b| self.levels[a.proposition()] == self.levels[b.proposition()]).count() as u32;
        self.restarts.learn(levels);
        self.back_to(learnt.first().map_or(0, |literal| self.levels[literal.proposition()]));
        learnt.insert(0, !point);
        let reason = match *learnt {
            [_] => Reason::None,
            [a, b] => {
                self.add_pair(a, b);
                Reason::Literal(!b)
            }
            _ => Reason::Clause(self.clauses.add(&learnt, levels)),
        };
        self.set(!point, reason);
        self.learnt = learnt;
    }

    /// A clause went into a conflict: if it is a learnt one, it may span fewer levels by now.
    fn weigh(&mut self, clause: ClauseId) {
        let known = self.clauses.levels(clause);
        if known <= KEPT {
            return;
        }
        self.counts += 1;
        let mut levels = 0;
        for at in 0..self.clauses.len(clause) {
            let level = self.levels[self.clauses.literal(clause, at).proposition()] as usize;
            levels += u32::from(self.counted[level] != self.counts);
            self.counted[level] = self.counts;
            if levels >= known {
                return;
            }
        }
        self.clauses.set_levels(clause, levels);
    }

    /// A false literal had to do with a conflict: one of this level is still to be explained, one of another goes into the clause.
    fn meet(&mut self, literal: Literal, open: &mut usize, learnt: &mut Vec<Literal>) {
        let proposition = literal.proposition();
        let level = self.levels[proposition];
        if self.marked[proposition] != Mark::None || level == 0 {
            return;
        }
        self.mark(proposition, Mark::Used);
        self.order.bump(proposition);
        if level == self.level() {
            *open += 1;
        } else {
            learnt.push(literal);
        }
    }

    fn mark(&mut self, proposition: usize, mark: Mark) {
        if self.marked[proposition] == Mark::None {
            self.marks.push(proposition);
        }
        self.marked[proposition] = mark;
    }

    /// Is a literal of the clause false whenever the others are? (Sörensson and Biere 2009.)
    fn is_redundant(&mut self, literal: Literal, stack: &mut Vec<(usize, usize)>) -> bool {
        stack.clear();
        stack.push((literal.proposition(), 0));
        // A proposition on the stack is redundant if all that it follows from is.
        while let Some((proposition, steps)) = stack.last_mut() {
            let (proposition, step) = (*proposition, *steps);
            *steps += 1;
            let next = match self.reasons[proposition] {
                Reason::None => return self.refuse_all(stack),
                Reason::Literal(because) if step == 0 => Some(because),
                Reason::Clause(clause) if step + 1 < self.clauses.len(clause) => Some(self.clauses.literal(clause, step + 1)),
                _ => None,
            };
            let Some(next) = next.map(Literal::proposition) else {
                stack.pop();
                if self.marked[proposition] == Mark::None {
                    self.mark(proposition, Mark::Redundant);
                }
                continue;
            };
            match self.marked[next] {
                _ if self.levels[next] == 0 => {}
                Mark::Used | Mark::Redundant => {}
                Mark::Needed => return self.refuse_all(stack),
                Mark::None => stack.push((next, 0)),
            }
        }
        true
    }

    /// None on the stack is redundant, since the last isn't.
    fn refuse_all(&mut self, stack: &[(usize, usize)]) -> bool {
        for &(proposition, _) in stack {
            if self.marked[proposition] == Mark::None {
                self.mark(proposition, Mark::Needed);
            }
        }
        false
    }
}
