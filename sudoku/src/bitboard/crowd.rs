//! Where many lanes of a batch branch, by vector operations over all of them: the same choice as in [`branch`](super::branch).
//!
//! A choice for one grid is a long chain of operations at whose end the processor cannot guess what comes. Here the chain is gone through
//! once, however many lanes are to branch, which pays from about four of 32 on.

use super::branch::{Branch, Choice, FEW, MOST, first_but, two_or_three};
use super::lanes::Counted;
use super::machine::Packed;

/// What is known of the bands and stacks of all puzzles; `M` is the same place of all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<M> {
    /// The three bands and the three stacks.
    lines: [Lines<M>; 6],
    /// The least key of all, and the least of the bands beside it (or stacks, if it is one).
    best: M,
    beside: M,
    /// What was chosen.
    pub(crate) choices: [Choice; 32],
}

/// A band or stack.
#[derive(Clone, Copy, Debug)]
struct Lines<M> {
    /// Which digits have configuration i.
    possible: [M; 6],
    /// Digits with the fewest configurations, two or three.
    digits: M,
}

/// Fills memory.
const BLANK: Choice = (Branch { columns: 0, band: 0, digit: 0, possible: 0 }, None);

impl<M: Copy> Table<M> {
    /// Memory for a table.
    pub(crate) fn new(memory: M) -> Table<M> {
        Table { lines: [Lines { possible: [memory; 6], digits: memory }; 6], best: memory, beside: memory, choices: [BLANK; 32] }
    }
}

/// See [`Machine::choose_all`](super::machine::Machine::choose_all).
#[inline(always)]
pub(crate) fn together<V: Packed + Counted>(
    cells: &[V::Memory; 81],
    lanes: u32,
    two: impl Fn(usize) -> bool,
    table: &mut Table<V::Memory>,
) -> u32
where
    V::Memory: AsRef<[u16]>,
{
    tabulate::<V>(cells, table);
    let (mut rest, mut chosen) = (lanes, 0);
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        if let Some(choice) = table.choice(lane, two(lane)) {
            chosen |= 1 << lane;
            table.choices[lane] = choice;
        }
        rest &= rest - 1;
    }
    chosen
}

impl<M: AsRef<[u16]>> Table<M> {
    /// Where a lane branches, maybe on two digits. Nothing if no digit has two or three configurations.
    #[inline(always)]
    fn choice(&self, lane: usize, two: bool) -> Option<Choice> {
        let best = self.best.as_ref()[lane];
        if best >= MOST {
            return None;
        }
        let first = self.branch(lane, best, 0);
        if two && u32::from(best) >> 3 <= FEW {
            let beside = self.beside.as_ref()[lane];
            if beside < MOST {
                return Some((first, Some(self.branch(lane, beside, first.digit))));
            }
        }
        Some((first, None))
    }

    /// The branch of the band with this key, if possible on another digit than this.
    #[inline(always)]
    fn branch(&self, lane: usize, key: u16, other: u16) -> Branch {
        let lines = (key & 7) as usize % 6;
        let digits = self.lines[lines].digits.as_ref()[lane];
        let digit = first_but(digits, other);
        let mut possible = 0;
        for (i, digits) in self.lines[lines].possible.iter().enumerate() {
            possible |= u32::from(digits.as_ref()[lane] & digit != 0) << i;
        }
        let columns = usize::from(lines >= 3);
        Branch { columns, band: lines - 3 * columns, digit, possible }
    }
}

/// Fills the table for grids at the fixpoint.
#[inline(always)]
fn tabulate<V: Packed + Counted>(cells: &[V::Memory; 81], table: &mut Table<V::Memory>) {
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
    best.store(&mut table.best);
    beside.store(&mut table.beside);
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
