//! Where many lanes of a batch branch, by vector operations over all of them: the same choice as in [`branch`](super::branch).
//!
//! A choice for one grid is a long chain of operations at whose end the processor cannot guess what comes. Here the chain is gone through
//! once, however many lanes are to branch, which pays from about four of 32 on.

use super::branch::{Branch, Choice, FEW, MOST, two_or_three};
use super::lanes::Counted;
use super::machine::Packed;

/// What is known of the bands and stacks of all puzzles; `M` is the same place of all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<M> {
    /// The three bands and the three stacks.
    lines: [Lines<M>; 6],
    /// Where each lane branches, and on what with it.
    chosen: [Chosen<M>; 2],
}

/// A band or stack.
#[derive(Clone, Copy, Debug)]
struct Lines<M> {
    /// Which digits have configuration i.
    possible: [M; 6],
    /// Digits with the fewest configurations, two or three.
    digits: M,
}

/// A [`Branch`] for each lane.
#[derive(Clone, Copy, Debug)]
struct Chosen<M> {
    /// The number of its band or stack, in the last three bits.
    key: M,
    /// Nothing if there is no branch.
    digit: M,
    possible: M,
}

impl<M: Copy + AsRef<[u16]>> Table<M> {
    /// Memory for a table.
    pub(crate) fn new(memory: M) -> Table<M> {
        let chosen = Chosen { key: memory, digit: memory, possible: memory };
        Table { lines: [Lines { possible: [memory; 6], digits: memory }; 6], chosen: [chosen; 2] }
    }

    /// Where a lane branches that has a choice.
    #[inline(always)]
    pub(crate) fn choice(&self, lane: usize) -> Choice {
        let [first, second] = &self.chosen;
        (first.branch(lane), (second.digit.as_ref()[lane] != 0).then(|| second.branch(lane)))
    }
}

impl<M: AsRef<[u16]>> Chosen<M> {
    #[inline(always)]
    fn branch(&self, lane: usize) -> Branch {
        let lines = usize::from(self.key.as_ref()[lane] & 7) % 6;
        let columns = usize::from(lines >= 3);
        Branch { columns, band: lines - 3 * columns, digit: self.digit.as_ref()[lane], possible: self.possible.as_ref()[lane].into() }
    }
}

/// See [`Machine::choose_all`](super::machine::Machine::choose_all).
#[inline(always)]
pub(crate) fn together<V: Packed + Counted>(cells: &[V::Memory; 81], two: &V::Memory, table: &mut Table<V::Memory>) -> u32 {
    let mut keys = [V::splat(0); 6];
    for band in 0..3 {
        keys[band] = of_lines::<V, true>(cells, band, &mut table.lines[band]);
        keys[3 + band] = of_lines::<V, false>(cells, band, &mut table.lines[3 + band]);
    }
    let least = |keys: [V; 3]| keys[0].min(keys[1]).min(keys[2]);
    let [a, b, c, d, e, f] = keys;
    let bands = least([a, b, c]);
    let best = bands.min(least([d, e, f]));
    let [a, b, c, d, e, f] = keys.map(|key| key.xor(best).select(key, V::splat(MOST)));
    let beside = bands.xor(best).select(least([d, e, f]), least([a, b, c]));
    let nothing = V::splat(0);
    let [first, second] = &mut table.chosen;
    let digit = pick(&table.lines, &keys, best, nothing, first);
    digit.store(&mut first.digit);
    // Only where few configurations are left.
    let many = V::splat(8 * FEW as u16 + 8);
    let few = best.min(many).xor(many);
    let other = pick(&table.lines, &keys, beside, digit, second);
    few.select(other.and(V::load(two)), nothing).store(&mut second.digit);
    !digit.empty()
}

/// Lane by lane, the branch of the band with this key, if possible on another digit than this; gives the digit.
#[inline(always)]
fn pick<V: Packed + Counted>(lines: &[Lines<V::Memory>; 6], keys: &[V; 6], key: V, but: V, to: &mut Chosen<V::Memory>) -> V {
    let nothing = V::splat(0);
    let (mut digits, mut possible) = (nothing, [nothing; 6]);
    for i in 0..6 {
        let other = keys[i].xor(key);
        digits = other.select(digits, V::load(&lines[i].digits));
        for j in 0..6 {
            possible[j] = other.select(possible[j], V::load(&lines[i].possible[j]));
        }
    }
    let digits = digits.without(but).if_any_else(digits);
    let digit = digits.without(digits.add(V::splat(u16::MAX)));
    let mut bits = nothing;
    for j in 0..6 {
        bits = bits.or(possible[j].and(digit).select(V::splat(1 << j), nothing));
    }
    key.store(&mut to.key);
    bits.store(&mut to.possible);
    digit
}

/// One band or stack. Gives its key: eight times its score (see [`branch`](super::branch)) and its number, or [`MOST`].
#[inline(always)]
fn of_lines<V: Packed + Counted, const ROWS: bool>(cells: &[V::Memory; 81], band: usize, to: &mut Lines<V::Memory>) -> V {
    let mut triad = [[V::splat(0); 3]; 3];
    for line in 0..3 {
        for which in 0..3 {
            let cell = |k: usize| {
                let (array, lane) = if ROWS { (3 * line + k, 3 * band + which) } else { (3 * k + line, 3 * which + band) };
                V::load(&cells[9 * array + lane])
            };
            triad[line][which] = cell(0).or3(cell(1), cell(2));
        }
    }
    let even = [0, 1, 2].map(|i| triad[0][i].and3(triad[1][(i + 1) % 3], triad[2][(i + 2) % 3]));
    let odd = [0, 1, 2].map(|i| triad[0][i].and3(triad[1][(i + 2) % 3], triad[2][(i + 1) % 3]));
    let (two, three) = two_or_three(even, odd);
    let mut key = V::splat(0);
    for (i, digits) in even.into_iter().chain(odd).enumerate() {
        digits.store(&mut to.possible[i]);
        key = key.add(digits.count());
    }
    for _ in 0..4 {
        key = key.add(key);
    }
    key = key.add(V::splat(if ROWS { band } else { 3 + band } as u16));
    key = two.select(key, three.select(key.add(V::splat(8)), V::splat(MOST)));
    two.if_any_else(three).store(&mut to.digits);
    key
}
