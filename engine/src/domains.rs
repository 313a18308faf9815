//! The current domains, the trail that restores them, and the one change log that everything else reads.

use crate::domain::{Domain, DomainRef, Fact, Test, Value, Var, is_single};

/// No solution is left on this branch: an answer, not an error.
///
/// It names the variable that would have lost its last value, if it was one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The variable whose remaining values were all to be removed; it still has them.
    pub var: Option<Var>,
}

/// A word of a propagator's own state, restored on backtracking by the same trail as the domains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State(u32);

/// One entry of the change log: a word, the variable it belongs to, and what it held before.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Entry {
    word: u32,
    pub(crate) var: u32,
    before: u64,
}

/// The change log, in which an entry can be written without asking whether it counts: whether a word has changed is what processors
/// predict worst.
#[derive(Clone, Default, Debug)]
struct Log {
    /// The first `len` are the log; there is always room for one more.
    entries: Vec<Entry>,
    len: usize,
}

impl Log {
    #[inline(always)]
    fn push_if(&mut self, counts: bool, entry: Entry) {
        self.entries[self.len] = entry;
        self.len += usize::from(counts);
        if self.len == self.entries.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.entries.resize((self.entries.len() * 2).max(64), Entry::default());
    }

    #[inline(always)]
    fn since(&self, mark: usize) -> &[Entry] {
        &self.entries[mark..self.len]
    }
}

/// The owner in log entries of state words, which belong to no variable.
const NO_VAR: u32 = u32::MAX;

/// Where the words of a variable lie.
#[derive(Clone, Copy, Debug)]
struct Extent {
    base: Value,
    first: u32,
    words: u32,
}

/// The domains of all variables at one moment of a run.
///
/// They live in one flat arena of words. A variable of at most 64 values is one word, and its index is its offset; the words of
/// wider ones follow, and then the state words of propagators. **Domains only shrink, and only through [`Domains::keep`]**, which logs
/// what the word held before. The trail undoes the log, the queue of propagators wakes by it and the observer reports from it.
#[derive(Clone, Debug)]
pub struct Domains {
    words: Vec<u64>,
    extents: Vec<Extent>,
    all_narrow: bool,
    /// The variables' words as declared; explanations need to mention only values that are in here.
    declared: Vec<u64>,
    log: Log,
    levels: Vec<u32>,
}

impl Domains {
    /// Domains for variables with these values.
    ///
    /// Variables of one word count their bits from the same value wherever that is possible: then sets of different variables can be
    /// joined word by word.
    pub(crate) fn new<'a>(declared: impl Iterator<Item = &'a Domain>) -> Domains {
        let sets: Vec<DomainRef<'a>> = declared.map(Domain::as_ref).collect();
        let common = sets.iter().map(|s| s.min()).min().unwrap_or(0);
        let fits = |set: &DomainRef<'_>| set.max().abs_diff(common) < 64;
        let mut words = vec![0; sets.len()];
        let mut extents = Vec::with_capacity(sets.len());
        for (i, set) in sets.iter().enumerate() {
            let base = if fits(set) { common } else { set.min() };
            let count = set.max().abs_diff(base) as usize / 64 + 1;
            let first = if count == 1 { i } else { words.len() };
            if count > 1 {
                words.resize(first + count, 0);
            }
            for value in set.iter() {
                let bit = value.abs_diff(base) as usize;
                words[first + bit / 64] |= 1 << (bit % 64);
            }
            extents.push(Extent { base, first: first as u32, words: count as u32 });
        }
        let declared = words.clone();
        let mut log = Log::default();
        log.grow();
        let all_narrow = extents.iter().all(|e| e.words == 1);
        Domains { words, extents, all_narrow, declared, log, levels: Vec::new() }
    }

    /// The values that a variable still has.
    #[inline]
    pub fn get(&self, var: Var) -> DomainRef<'_> {
        let e = self.extents[var.index()];
        DomainRef { base: e.base, words: &self.words[e.first as usize..(e.first + e.words) as usize] }
    }

    /// The values that a variable was declared with, before any given or propagation.
    pub fn declared(&self, var: Var) -> DomainRef<'_> {
        let e = self.extents[var.index()];
        DomainRef { base: e.base, words: &self.declared[e.first as usize..(e.first + e.words) as usize] }
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.extents.len()
    }

    /// True if there are no variables.
    pub fn is_empty(&self) -> bool {
        self.extents.is_empty()
    }

    /// All variables.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.extents.len() as u32).map(Var)
    }

    /// Keeps of a variable's values those for which `allowed` is true, and tells whether any was removed.
    ///
    /// # Errors
    /// A conflict if none would be left; the domain stays as it was.
    pub fn keep(&mut self, var: Var, mut allowed: impl FnMut(Value) -> bool) -> Result<bool, Conflict> {
        let base = self.extents[var.index()].base;
        self.keep_words(var, |i, word| {
            let low = base + (i * 64) as Value;
            crate::domain::ones(word).filter(|&b| allowed(low + b as Value)).fold(0, |mask, b| mask | 1 << b)
        })
    }

    /// Removes a value.
    ///
    /// # Errors
    /// A conflict if it was the last one.
    pub fn remove(&mut self, var: Var, value: Value) -> Result<bool, Conflict> {
        if !self.get(var).contains(value) {
            return Ok(false);
        }
        let bit = value.abs_diff(self.extents[var.index()].base) as usize;
        self.keep_words(var, |i, word| if i == bit / 64 { word & !(1 << (bit % 64)) } else { word })
    }

    /// Leaves only this value.
    ///
    /// # Errors
    /// A conflict if the variable doesn't have it.
    pub fn assign(&mut self, var: Var, value: Value) -> Result<bool, Conflict> {
        if !self.get(var).contains(value) {
            return Err(Conflict { var: Some(var) });
        }
        let bit = value.abs_diff(self.extents[var.index()].base) as usize;
        self.keep_words(var, |i, word| if i == bit / 64 { word & 1 << (bit % 64) } else { 0 })
    }

    /// Removes all values above `bound`.
    ///
    /// # Errors
    /// A conflict if none is left.
    pub fn at_most(&mut self, var: Var, bound: Value) -> Result<bool, Conflict> {
        if self.get(var).max() <= bound {
            return Ok(false);
        }
        let count = i64::from(bound) + 1 - i64::from(self.extents[var.index()].base);
        self.keep_words(var, |i, word| word & crate::domain::low_bits((count - (i * 64) as i64).clamp(0, 64) as usize))
    }

    /// Removes all values below `bound`.
    ///
    /// # Errors
    /// A conflict if none is left.
    pub fn at_least(&mut self, var: Var, bound: Value) -> Result<bool, Conflict> {
        if self.get(var).min() >= bound {
            return Ok(false);
        }
        let count = i64::from(bound) - i64::from(self.extents[var.index()].base);
        self.keep_words(var, |i, word| word & !crate::domain::low_bits((count - (i * 64) as i64).clamp(0, 64) as usize))
    }

    /// Makes a fact true.
    ///
    /// # Errors
    /// A conflict if no value of its variable fulfils it.
    pub fn apply(&mut self, fact: Fact) -> Result<bool, Conflict> {
        match fact.test {
            Test::Is(v) => self.assign(fact.var, v),
            Test::IsNot(v) => self.remove(fact.var, v),
            Test::AtMost(v) => self.at_most(fact.var, v),
            Test::AtLeast(v) => self.at_least(fact.var, v),
        }
    }

    /// Keeps, of each word of a domain, what `mask` returns of it.
    pub(crate) fn keep_words(&mut self, var: Var, mut mask: impl FnMut(usize, u64) -> u64) -> Result<bool, Conflict> {
        let e = self.extents[var.index()];
        if e.words == 1 {
            let word = self.words[e.first as usize];
            let kept = mask(0, word);
            return self.keep_word(var, kept);
        }
        let range = e.first as usize..(e.first + e.words) as usize;
        let kept: Vec<u64> = self.words[range.clone()].iter().enumerate().map(|(i, &w)| w & mask(i, w)).collect();
        if kept.iter().all(|&w| w == 0) {
            return Err(Conflict { var: Some(var) });
        }
        let mut changed = false;
        for (index, after) in range.zip(kept) {
            let before = self.words[index];
            self.log.push_if(before != after, Entry { word: index as u32, var: var.0, before });
            self.words[index] = after;
            changed |= before != after;
        }
        Ok(changed)
    }

    /// The word of a one-word variable.
    #[inline(always)]
    pub(crate) fn word(&self, var: Var) -> u64 {
        self.words[var.index()]
    }

    /// Intersects a one-word variable with a mask. With [`Domains::keep_words`] the only writer of domains.
    #[inline(always)]
    pub(crate) fn keep_word(&mut self, var: Var, mask: u64) -> Result<bool, Conflict> {
        self.shrink_word(var, mask).map(|(before, after)| before != after)
    }

    /// [`Domains::keep_word`], with the word before and after.
    #[inline(always)]
    pub(crate) fn shrink_word(&mut self, var: Var, mask: u64) -> Result<(u64, u64), Conflict> {
        let word = &mut self.words[var.index()];
        let before = *word;
        let after = before & mask;
        if after == 0 {
            return Err(Conflict { var: Some(var) });
        }
        *word = after;
        self.log.push_if(before != after, Entry { word: var.0, var: var.0, before });
        Ok((before, after))
    }

    /// The words of all variables, if each is one word.
    #[inline(always)]
    pub(crate) fn all_words(&self) -> Option<&[u64]> {
        self.all_narrow.then(|| &self.words[..self.extents.len()])
    }

    /// True if the variable's values fit one word.
    pub(crate) fn is_narrow(&self, var: Var) -> bool {
        self.extents[var.index()].words == 1
    }

    /// The value that a variable's first bit stands for.
    pub(crate) fn base(&self, var: Var) -> Value {
        self.extents[var.index()].base
    }

    /// True if the variable has one value left.
    #[inline(always)]
    pub(crate) fn is_fixed(&self, var: Var) -> bool {
        let e = self.extents[var.index()];
        if e.words == 1 { is_single(self.words[var.index()]) } else { self.get(var).is_fixed() }
    }

    /// A new state word for a propagator, to be asked for while propagators are built.
    pub fn new_state(&mut self, initial: u64) -> State {
        debug_assert!(self.levels.is_empty(), "state is made before any search");
        self.words.push(initial);
        State(self.words.len() as u32 - 1)
    }

    /// What a state word holds.
    #[inline(always)]
    pub fn state(&self, state: State) -> u64 {
        self.words[state.0 as usize]
    }

    /// Changes a state word, until backtracking.
    #[inline(always)]
    pub fn set_state(&mut self, state: State, after: u64) {
        let before = std::mem::replace(&mut self.words[state.0 as usize], after);
        self.log.push_if(before != after, Entry { word: state.0, var: NO_VAR, before });
    }

    /// Sets bits of a state word now and in all the past that the trail can go back to.
    pub(crate) fn set_state_bits_for_good(&mut self, state: State, bits: u64) {
        self.words[state.0 as usize] |= bits;
        for entry in self.log.entries[..self.log.len].iter_mut().filter(|e| e.word == state.0) {
            entry.before |= bits;
        }
    }

    /// Clears bits of a state word; only where nothing is left to undo.
    pub(crate) fn clear_state_bits_at_root(&mut self, state: State, bits: u64) {
        debug_assert!(self.levels.is_empty());
        self.words[state.0 as usize] &= !bits;
    }

    /// The length of the change log.
    #[inline(always)]
    pub(crate) fn mark(&self) -> usize {
        self.log.len
    }

    /// The changes of domains since `mark`, oldest first.
    #[inline(always)]
    pub(crate) fn changes_since(&self, mark: usize) -> impl Iterator<Item = &Entry> {
        self.log.since(mark).iter().filter(|e| e.var != NO_VAR)
    }

    /// Has the variable of this change one value left?
    #[inline(always)]
    pub(crate) fn fixes(&self, entry: &Entry) -> bool {
        if entry.word == entry.var { is_single(self.words[entry.word as usize]) } else { self.get(Var(entry.var)).is_fixed() }
    }

    /// May this change have moved the least or the greatest value? Exact for one-word variables, a plain yes for wide ones.
    #[inline]
    pub(crate) fn may_move_bounds(&self, entry: &Entry) -> bool {
        let now = self.words[entry.word as usize];
        entry.word != entry.var
            || now.trailing_zeros() != entry.before.trailing_zeros()
            || now.leading_zeros() != entry.before.leading_zeros()
    }

    /// Steps through the changes since `mark` as they happened. `visit` sees the domains as they stood just before each, and the
    /// variable's values before and after it. The domains end as they were.
    pub(crate) fn replay_since(&mut self, mark: usize, mut visit: impl FnMut(&Domains, Var, DomainRef<'_>, DomainRef<'_>)) {
        let mut afters: Vec<u64> = Vec::with_capacity(self.log.len - mark);
        for i in (mark..self.log.len).rev() {
            let entry = self.log.entries[i];
            afters.push(std::mem::replace(&mut self.words[entry.word as usize], entry.before));
        }
        let mut i = mark;
        while i < self.log.len {
            let var = self.log.entries[i].var;
            // The words of one wide variable that follow each other are one change.
            let mut end = i + 1;
            while var != NO_VAR
                && end < self.log.len
                && self.log.entries[end].var == var
                && self.log.entries[end].word > self.log.entries[end - 1].word
            {
                end += 1;
            }
            if var != NO_VAR {
                let e = self.extents[var as usize];
                let before: Vec<u64> = self.get(Var(var)).words.to_vec();
                let mut after = before.clone();
                for k in i..end {
                    after[(self.log.entries[k].word - e.first) as usize] = afters[self.log.len - 1 - k];
                }
                let (before, after) = (DomainRef { base: e.base, words: &before }, DomainRef { base: e.base, words: &after });
                visit(self, Var(var), before, after);
            }
            for k in i..end {
                self.words[self.log.entries[k].word as usize] = afters[self.log.len - 1 - k];
            }
            i = end;
        }
    }

    /// Opens a level: [`Domains::pop_level`] will come back to this moment.
    pub(crate) fn push_level(&mut self) {
        self.levels.push(self.log.len as u32);
    }

    /// Undoes everything since the last open level was opened, and closes it.
    pub(crate) fn pop_level(&mut self) {
        let mark = self.levels.pop().expect("a level is popped once for each push") as usize;
        for entry in self.log.since(mark).iter().rev() {
            self.words[entry.word as usize] = entry.before;
        }
        self.log.len = mark;
    }

    /// The number of open levels.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Forgets the log, so that what was done at the root stays for good.
    pub(crate) fn forget_root_changes(&mut self) {
        debug_assert!(self.levels.is_empty());
        self.log.len = 0;
    }

    /// The facts that hold of a variable now and did not when it was declared, as few as is cheap: one if the variable is fixed, else
    /// bounds and the gaps between them.
    pub fn facts_about(&self, var: Var, facts: &mut Vec<Fact>) {
        let now = self.get(var);
        if now.is_empty() {
            return;
        }
        self.facts_within(var, facts, |v| now.contains(v), now.min(), now.max());
    }

    /// Facts that say that a variable's values all satisfy `inside`; `low` and `high` are the least and greatest that do.
    pub(crate) fn facts_within(&self, var: Var, facts: &mut Vec<Fact>, inside: impl Fn(Value) -> bool, low: Value, high: Value) {
        let declared = self.declared(var);
        if low == high {
            if declared.len() > 1 {
                facts.push(var.is(low));
            }
            return;
        }
        if declared.min() < low {
            facts.push(var.at_least(low));
        }
        if declared.max() > high {
            facts.push(var.at_most(high));
        }
        facts.extend(declared.iter().filter(|&v| v > low && v < high && !inside(v)).map(|v| var.is_not(v)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> (Domains, Var, Var) {
        let sets = [Domain::from(1..=9), Domain::from(-100..=100)];
        (Domains::new(sets.iter()), Var(0), Var(1))
    }

    #[test]
    fn the_trail_restores_domains_and_state() {
        let (mut d, x, y) = two();
        let s = d.new_state(7);
        d.push_level();
        d.assign(x, 3).unwrap();
        d.at_least(y, -5).unwrap();
        d.push_level();
        d.at_most(y, -5).unwrap();
        d.set_state(s, 8);
        assert_eq!((d.get(x).value(), d.get(y).value(), d.state(s)), (Some(3), Some(-5), 8));
        d.pop_level();
        assert_eq!((d.get(y).to_string().as_str(), d.state(s)), ("{-5..100}", 7));
        d.pop_level();
        assert_eq!((d.get(x).len(), d.get(y).len()), (9, 201));
    }

    #[test]
    fn a_conflict_leaves_the_domain_alone() {
        let (mut d, x, y) = two();
        assert_eq!(d.at_least(y, 101), Err(Conflict { var: Some(y) }));
        assert_eq!(d.keep(x, |_| false), Err(Conflict { var: Some(x) }));
        assert_eq!((d.get(x).len(), d.get(y).len()), (9, 201));
    }

    #[test]
    fn every_bound_cuts_where_it_should() {
        for bound in -102..=102 {
            let (mut d, _, y) = two();
            let want: Vec<Value> = (-100..=100).filter(|&v| v <= bound).collect();
            let cut = d.at_most(y, bound);
            assert_eq!(cut.is_err(), want.is_empty());
            assert!(want.is_empty() || d.get(y).iter().eq(want));
            let (mut d, _, y) = two();
            let want: Vec<Value> = (-100..=100).filter(|&v| v >= bound).collect();
            let cut = d.at_least(y, bound);
            assert_eq!(cut.is_err(), want.is_empty());
            assert!(want.is_empty() || d.get(y).iter().eq(want));
        }
    }

    #[test]
    fn replaying_shows_each_change_over_the_domains_of_its_time() {
        let (mut d, x, y) = two();
        d.push_level();
        let mark = d.mark();
        d.remove(x, 1).unwrap();
        d.at_most(y, 3).unwrap();
        d.assign(x, 2).unwrap();
        let mut seen = Vec::new();
        d.replay_since(mark, |d, var, before, after| {
            seen.push(format!("{var:?} {before} {after} while v1 {}", d.get(y)));
        });
        assert_eq!(
            seen,
            ["v0 {1..9} {2..9} while v1 {-100..100}", "v1 {-100..100} {-100..3} while v1 {-100..100}", "v0 {2..9} {2} while v1 {-100..3}",]
        );
        assert_eq!((d.get(x).value(), d.get(y).max()), (Some(2), 3));
    }
}
