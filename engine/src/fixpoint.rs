//! A network of domains and propagators, run to the fixpoint: queue, wake lists, and the loop.

use crate::domain::{Fact, Var, ones};
use crate::domains::{Conflict, Domains, Entry, State};
use crate::model::{ConstraintId, Model};
use crate::observe::{Event, Probe};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

/// Propagators of one model in one prepared run.
///
/// Propagators are numbered by cost. A set of them is a bitset over these numbers, and the queue is such a set: the next to run is the
/// lowest, which is a cheapest. A wake list is a few (word, bits) pairs, so that one change wakes all that wait for it in a few steps.
pub(crate) struct Network {
    pub(crate) domains: Domains,
    propagators: Vec<Box<dyn Propagator>>,
    owners: Vec<ConstraintId>,
    wakes: WakeLists,
    /// Those that were woken and have not run.
    queue: Vec<u64>,
    /// No word of the queue before this one has a bit.
    first: usize,
    /// Those that are neither entailed nor waiting for more failures; on the trail.
    awake: Vec<State>,
    /// Those that wait for more failures, with their numbers, most patient first.
    patient: Vec<(u64, usize)>,
    /// How many of `patient`, from the end, have joined in this run.
    joined: usize,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("variables", &self.domains.len()).field("propagators", &self.propagators.len()).finish()
    }
}

/// No solution is left: the constraint that says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    pub(crate) constraint: ConstraintId,
    /// The variable that would have lost its last value, if it was one.
    pub(crate) var: Option<Var>,
}

impl Network {
    /// The propagators of all constraints, all of them queued.
    pub(crate) fn new(model: &Model) -> Network {
        let mut domains = model.root();
        let mut built: Vec<(ConstraintId, Box<dyn Propagator>)> = Vec::new();
        for (id, posted) in model.constraints() {
            built.extend(posted.constraint.propagators(&mut domains).into_iter().map(|p| (id, p)));
        }
        // Each cost starts a word of its own, so that finding the cheapest is finding the first set bit.
        let mut numbered: Vec<Option<(ConstraintId, Box<dyn Propagator>)>> = Vec::new();
        for cost in Cost::ALL {
            numbered.resize_with(numbered.len().next_multiple_of(64), || None);
            let (now, later) = built.into_iter().partition::<Vec<_>, _>(|(_, p)| p.cost() == cost);
            numbered.extend(now.into_iter().map(Some));
            built = later;
        }
        let words = numbered.len().div_ceil(64).max(1);
        let awake: Vec<State> = (0..words).map(|_| domains.new_state(0)).collect();
        let (mut owners, mut propagators, mut present) = (Vec::new(), Vec::<Box<dyn Propagator>>::new(), vec![0u64; words]);
        for (number, slot) in numbered.into_iter().enumerate() {
            let (owner, propagator) = slot.unwrap_or_else(|| (ConstraintId(u32::MAX), Box::new(Absent)));
            present[number / 64] |= u64::from(owner.0 != u32::MAX) << (number % 64);
            owners.push(owner);
            propagators.push(propagator);
        }
        let mut patient: Vec<(u64, usize)> =
            propagators.iter().enumerate().filter(|(_, p)| p.patience() > 0).map(|(i, p)| (p.patience(), i)).collect();
        patient.sort_by(|a, b| b.cmp(a));
        for &(_, number) in &patient {
            present[number / 64] &= !(1 << (number % 64));
        }
        for (state, &bits) in awake.iter().zip(&present) {
            domains.set_state_bits_for_good(*state, bits);
        }
        let wakes = WakeLists::new(domains.len(), &propagators);
        Network { domains, propagators, owners, wakes, queue: present, first: 0, awake, patient, joined: 0 }
    }

    /// Makes the root ready for a run: the state of no earlier run is left.
    pub(crate) fn reset(&mut self) {
        debug_assert_eq!((self.domains.depth(), self.domains.mark()), (0, 0), "all was undone");
        self.clear_queue();
        for &(_, number) in &self.patient[self.patient.len() - self.joined..] {
            self.domains.clear_state_bits_at_root(self.awake[number / 64], 1 << (number % 64));
        }
        self.joined = 0;
        for propagator in &mut self.propagators {
            propagator.reset();
        }
    }

    /// Lets those propagators join that waited for this many failures.
    #[inline]
    pub(crate) fn join_after(&mut self, failures: u64) {
        while let Some(&(patience, number)) = self.patient.len().checked_sub(self.joined + 1).map(|i| &self.patient[i]) {
            if patience > failures {
                return;
            }
            self.domains.set_state_bits_for_good(self.awake[number / 64], 1 << (number % 64));
            self.enqueue(number / 64, 1 << (number % 64));
            self.joined += 1;
        }
    }

    fn clear_queue(&mut self) {
        self.queue.fill(0);
        self.first = self.queue.len();
    }

    #[inline(always)]
    fn enqueue(&mut self, word: usize, bits: u64) {
        self.queue[word] |= bits;
        self.first = self.first.min(word);
    }

    /// Makes a fact true and wakes those who wait for it; tells whether it was news.
    ///
    /// # Errors
    /// A conflict if no value of the variable fulfils it.
    pub(crate) fn apply<P: Probe>(&mut self, fact: Fact, probe: &mut P) -> Result<bool, Conflict> {
        let mark = self.domains.mark();
        let applied = self.domains.apply(fact);
        self.wake(mark, probe);
        applied
    }

    /// Wakes those who wait for the changes since `mark`, before the eyes of who wants to see it.
    #[inline(always)]
    fn wake<P: Probe>(&mut self, mark: usize, probe: &mut P) {
        if P::ON && probe.wants_wakes() {
            self.wake_watched(mark, probe);
        } else {
            self.wake_since(mark);
        }
    }

    #[cold]
    fn wake_watched<P: Probe>(&mut self, mark: usize, probe: &mut P) {
        let before = self.queue.clone();
        self.wake_since(mark);
        for (word, before) in before.into_iter().enumerate() {
            for bit in ones(self.queue[word] & !before & self.domains.state(self.awake[word])) {
                let number = word * 64 + bit as usize;
                let propagator = &self.propagators[number];
                let waits = propagator.wakes_on();
                let wakes = |entry: &&Entry| {
                    waits.iter().filter(|(var, _)| var.0 == entry.var).any(|(_, wake)| match wake {
                        Wake::Any => true,
                        Wake::Fixed => self.domains.fixes(entry),
                        Wake::Bounds => self.domains.may_move_bounds(entry),
                    })
                };
                if let Some(cause) = self.domains.changes_since(mark).find(wakes) {
                    let (constraint, by) = (self.owners[number], Var(cause.var));
                    probe.event(&Event::Woken { constraint, propagator: propagator.name(), by });
                }
            }
        }
    }

    /// Wakes those who wait for the changes since `mark`.
    #[inline(always)]
    fn wake_since(&mut self, mark: usize) {
        for entry in self.domains.changes_since(mark) {
            let lists = &self.wakes.lists[entry.var as usize];
            // Whether a change fixes its variable is beyond prediction, so the first pair is joined in either case, bits or no bits.
            let mut wake = |list: &List, goes: bool| {
                self.queue[list.word as usize] |= if goes { list.bits } else { 0 };
                self.first = self.first.min(list.word as usize);
                if list.end > list.start && goes {
                    for &(word, bits) in &self.wakes.pairs[list.start as usize..list.end as usize] {
                        self.queue[word as usize] |= bits;
                        self.first = self.first.min(word as usize);
                    }
                }
            };
            wake(&lists.any, true);
            wake(&lists.fixed, self.domains.fixes(entry));
            if lists.bounds.bits != 0 {
                wake(&lists.bounds, self.domains.may_move_bounds(entry));
            }
        }
    }

    /// Takes the next propagator from the queue.
    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        while self.first < self.queue.len() {
            // Those that were woken in their sleep are dropped here rather than asked one by one when woken.
            let word = self.queue[self.first] & self.domains.state(self.awake[self.first]);
            if word != 0 {
                self.queue[self.first] = word & (word - 1);
                return Some(self.first * 64 + word.trailing_zeros() as usize);
            }
            self.queue[self.first] = 0;
            self.first += 1;
        }
        None
    }

    /// Runs the woken propagators until none is left; counts the runs.
    pub(crate) fn fixpoint<P: Probe>(&mut self, runs: &mut u64, probe: &mut P) -> Result<(), Failure> {
        while let Some(number) = self.pop() {
            *runs += 1;
            let mark = self.domains.mark();
            let result = self.propagators[number].propagate(&mut self.domains);
            if P::ON {
                self.report(number, mark, &result, probe);
            }
            let bit = 1 << (number % 64);
            match result {
                Ok(Status::MayPruneMore) => self.wake(mark, probe),
                Ok(status) => {
                    self.wake(mark, probe);
                    self.queue[number / 64] &= !bit;
                    if status == Status::Entailed {
                        let state = self.awake[number / 64];
                        self.domains.set_state(state, self.domains.state(state) & !bit);
                    }
                }
                Err(conflict) => {
                    self.clear_queue();
                    return Err(Failure { constraint: self.owners[number], var: conflict.var });
                }
            }
        }
        Ok(())
    }

    /// Tells an observer what a propagator did, each removal with its reason over the domains of its moment.
    #[cold]
    fn report<P: Probe>(&mut self, number: usize, mark: usize, result: &Result<Status, Conflict>, probe: &mut P) {
        let (constraint, propagator) = (self.owners[number], &self.propagators[number]);
        self.domains.replay_since(mark, |domains, var, before, after| {
            let why = propagator.explain(Conclusion::Removal { var, before, after }, domains);
            probe.event(&Event::Pruned { var, before, after, constraint, why });
        });
        if let Err(conflict) = result {
            let why = explain_conflict(&**propagator, conflict.var, &self.domains);
            probe.event(&Event::Failed { constraint, why });
        }
        probe.event(&Event::Ran { constraint, propagator: propagator.name(), status: result.ok() });
    }
}

/// The reason of a conflict. If a variable would have lost all it had, that is why each of its values goes, and what it had.
pub(crate) fn explain_conflict(propagator: &dyn Propagator, var: Option<Var>, domains: &Domains) -> Why {
    let Some(var) = var else { return propagator.explain(Conclusion::Conflict, domains) };
    let before = domains.get(var);
    let none = vec![0; before.words.len()];
    let after = crate::DomainRef { base: before.base, words: &none };
    let mut why = propagator.explain(Conclusion::Removal { var, before, after }, domains);
    domains.facts_about(var, &mut why.facts);
    why.facts.sort();
    why.facts.dedup();
    why
}

/// Fills the numbers between the last propagator of one cost and the first of the next; never runs.
struct Absent;

impl Propagator for Absent {
    fn name(&self) -> &'static str {
        "absent"
    }
    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        Vec::new()
    }
    fn propagate(&mut self, _: &mut Domains) -> Result<Status, Conflict> {
        unreachable!("its number is never queued")
    }
}

/// A set of propagators: its first (word, bits) pair, and where the others are in [`WakeLists::pairs`].
#[derive(Clone, Copy, Default)]
struct List {
    bits: u64,
    word: u32,
    start: u32,
    end: u32,
}

/// Who waits for what change of one variable.
#[derive(Clone, Copy, Default)]
struct Lists {
    any: List,
    bounds: List,
    fixed: List,
}

/// For each variable and kind of change, the propagators that wake, as (word, bits) pairs of the queue.
struct WakeLists {
    lists: Vec<Lists>,
    pairs: Vec<(u32, u64)>,
}

impl WakeLists {
    fn new(vars: usize, propagators: &[Box<dyn Propagator>]) -> WakeLists {
        let mut waiting: Vec<[Vec<usize>; 3]> = vec![Default::default(); vars];
        for (number, propagator) in propagators.iter().enumerate() {
            for (var, wake) in propagator.wakes_on() {
                waiting[var.index()][wake as usize].push(number);
            }
        }
        let mut pairs: Vec<(u32, u64)> = Vec::new();
        let last = (propagators.len().div_ceil(64).max(1) - 1) as u32;
        let mut list = |numbers: &[usize]| {
            let mut own: Vec<(u32, u64)> = Vec::new();
            for &number in numbers {
                let (word, bit) = ((number / 64) as u32, 1 << (number % 64));
                match own.last_mut() {
                    Some((last, bits)) if *last == word => *bits |= bit,
                    _ => own.push((word, bit)),
                }
            }
            // Of an empty set no bits are joined, to the last word, which is looked at last.
            let (word, bits) = own.first().copied().unwrap_or((last, 0));
            let start = pairs.len() as u32;
            pairs.extend(own.into_iter().skip(1));
            List { bits, word, start, end: pairs.len() as u32 }
        };
        let lists = waiting
            .iter()
            .map(|w| Lists {
                fixed: list(&w[Wake::Fixed as usize]),
                bounds: list(&w[Wake::Bounds as usize]),
                any: list(&w[Wake::Any as usize]),
            })
            .collect();
        WakeLists { lists, pairs }
    }
}
