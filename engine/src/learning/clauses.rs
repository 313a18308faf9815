//! Clauses of three literals or more, one behind the other in memory, and who watches them.

use super::literal::Literal;

/// A clause, by where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseId(u32);

/// A literal of which a clause is told when it becomes false, and another one: where that is true nobody need look at the clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseId,
    pub(super) other: Literal,
}

/// Words before the literals of a clause: how many there are, and the levels of a learnt one (0 for one of the formula).
const HEAD: usize = 2;

/// Learnt clauses that span no more levels than this are never forgotten, nor is what the formula says.
pub(super) const KEPT: u32 = 2;

/// All clauses that are longer than two.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// For each literal who watches it.
    watches: Vec<Vec<Watch>>,
    learnt: usize,
}

impl Clauses {
    /// None, of literals with numbers below this.
    pub(super) fn new(literals: usize) -> Clauses {
        Clauses { words: Vec::new(), watches: vec![Vec::new(); literals], learnt: 0 }
    }

    /// Adds a clause, which watches its first two literals. `levels` says how many levels of the search a learnt one spans.
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32) -> ClauseId {
        let clause = ClauseId(u32::try_from(self.words.len()).expect("clauses are forgotten long before"));
        self.words.extend([literals.len() as u32, levels]);
        self.words.extend(literals.iter().map(|literal| literal.word()));
        self.learnt += usize::from(levels > 0);
        let [first, second, ..] = *literals else { unreachable!("shorter clauses are not kept here") };
        self.watches[first.index()].push(Watch { clause, other: second });
        self.watches[second.index()].push(Watch { clause, other: first });
        clause
    }

    /// How many were learnt.
    pub(super) fn learnt(&self) -> usize {
        self.learnt
    }

    /// How many literals a clause has.
    #[inline]
    pub(super) fn len(&self, clause: ClauseId) -> usize {
        self.words[clause.0 as usize] as usize
    }

    /// How many levels of the search a learnt clause spanned, at least once; 0 for one of the formula.
    #[inline]
    pub(super) fn levels(&self, clause: ClauseId) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    /// It spans fewer than were known.
    pub(super) fn set_levels(&mut self, clause: ClauseId, levels: u32) {
        self.words[clause.0 as usize + 1] = levels;
    }

    /// A literal of a clause; the first one is true because of the others, if any is.
    #[inline]
    pub(super) fn literal(&self, clause: ClauseId, at: usize) -> Literal {
        Literal::of_word(self.words[clause.0 as usize + HEAD + at])
    }

    /// The literals of a clause as words, to be put in another order.
    #[inline]
    pub(super) fn words_mut(&mut self, clause: ClauseId) -> &mut [u32] {
        let start = clause.0 as usize;
        let count = self.words[start] as usize;
        &mut self.words[start + HEAD..start + HEAD + count]
    }

    /// Who watches a literal. Whoever takes the list puts it back.
    #[inline]
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.index()])
    }

    /// Puts a list back.
    #[inline]
    pub(super) fn put_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal.index()] = watches;
    }

    /// Another one who watches a literal.
    #[inline]
    pub(super) fn watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.index()].push(watch);
    }

    /// Forgets the worse half of what was learnt: clauses that span many levels, and of equals the older ones. Those of two levels are
    /// kept (Audemard and Simon 2009). Forgets what is true for good, too, and literals that are false for good. Gives the clauses of which
    /// only a pair is left: these are kept elsewhere. At the root, when all that follows is known; nobody may hold on to a clause.
    pub(super) fn reduce(&mut self, is_true: impl Fn(Literal) -> bool, is_false: impl Fn(Literal) -> bool) -> Vec<[Literal; 2]> {
        let all: Vec<(u32, usize)> = self.starts().map(|start| (self.words[start + 1], start)).collect();
        let mut weak: Vec<(u32, usize)> = all.iter().copied().filter(|&(levels, _)| levels > KEPT).collect();
        weak.sort_unstable_by_key(|&(levels, start)| (levels, std::cmp::Reverse(start)));
        let kept: Vec<usize> = weak[..weak.len() / 2].iter().map(|&(_, start)| start).collect();
        let mut starts: Vec<usize> = all.iter().filter(|(levels, _)| *levels <= KEPT).map(|&(_, start)| start).chain(kept).collect();
        starts.sort_unstable();
        let words = std::mem::take(&mut self.words);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learnt = 0;
        let mut pairs = Vec::new();
        for start in starts {
            let literals = words[start + HEAD..][..words[start] as usize].iter().map(|&word| Literal::of_word(word));
            if literals.clone().any(&is_true) {
                continue;
            }
            let open: Vec<Literal> = literals.filter(|&literal| !is_false(literal)).collect();
            match *open {
                [a, b] => pairs.push([a, b]),
                _ => drop(self.add(&open, words[start + 1])),
            }
        }
        pairs
    }

    fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            let start = next;
            next += HEAD + *self.words.get(start)? as usize;
            Some(start)
        })
    }
}
