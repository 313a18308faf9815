//! Where to branch: in the band or stack with the fewest configurations, on a digit with two (or three), one child a configuration.
//! At first on two digits at a time.
//!
//! T. Dillon's tdoku branches so, and its trees are the smallest known: a configuration settles a digit in three boxes at once, and
//! half of it follows in the crossing stacks. A cell with two candidates is only one of many such pairs.
//!
//! Guesses a puzzle on hardest_11plus when the band is: the first that has a digit with two configurations 97; the one with most such
//! digits 93; the one with most configurations 158; with the fewest, but one that has a digit with two before all others 62.6; with the
//! fewest 61.3 (this). Among the digits of that band, the one with the fewest or the most configurations elsewhere: 66.5, 63.0; so the
//! first one does.
//!
//! # Two digits at a time
//!
//! As long as a search has met no dead end and its band has few configurations, a guess takes another digit of a parallel band with it,
//! and the children are (a1 b1), (a1 b2), (a2). Where solutions are many this saves a third of the guesses; where a1 was wrong, b1 and
//! b2 both have to fail. Guesses and dead ends a puzzle, one digit at a time beside this: several solutions 7.05 and 0.28, 4.77 and 0.44;
//! unbiased 1.12 and 1.12, 0.98 and 1.55; hardest_11plus 61.4 and 61.8, 60.8 and 62.8. Without regard to configurations hardest_1106
//! needs 4 % more guesses; with a crossing band as well there are twice as many dead ends, with a third digit no fewer states.

use super::grid::Grid;
use super::lanes::Lanes;
use super::machine::{Whole, load};
use super::sweep::configurations;

/// What is known of the three bands (or stacks), in the lanes of a [`Grid`].
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Lines {
    even: [u16; 16],
    odd: [u16; 16],
    /// Digits with the fewest configurations, two or three; alike in the lanes of a band, as the next one.
    digits: [u16; 16],
    /// How many configurations there are, twice, and one more if no digit has two; the most if there are no such digits.
    score: [u16; 16],
}

/// The configurations of a grid: of rows, and of columns.
type Counts = [Lines; 2];

/// The most configurations that a digit has in a band.
const CONFIGURATIONS: usize = 6;

/// The most children of a grid: those of two digits, one of which has only one child of the other to itself.
pub(crate) const CHILDREN: usize = 2 * CONFIGURATIONS - 1;

/// Scores up to this allow to guess two digits at a time.
pub(crate) const FEW: u32 = 2 * 16 + 1;

/// A digit of a band or stack, and its configurations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) columns: usize,
    pub(crate) band: usize,
    pub(crate) digit: u16,
    /// Bit i: even, line 0 in box i; bit 3 + i: odd.
    pub(crate) possible: u32,
}

impl Branch {
    /// The first configuration, whose child is searched first.
    #[inline(always)]
    fn first(&self) -> usize {
        self.possible.trailing_zeros() as usize
    }

    /// The last configuration.
    #[inline(always)]
    fn last(&self) -> usize {
        (31 - self.possible.leading_zeros()) as usize
    }

    /// What the child of the first configuration loses.
    #[inline(always)]
    fn loss(&self) -> Loss {
        Loss { digit: self.digit, cells: &LOST_CELLS[self.columns][self.band][self.first()] }
    }
}

/// Where to branch, and on what with it.
pub(crate) type Choice = (Branch, Option<Branch>);

/// The cells that lose a digit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    pub(crate) digit: u16,
    /// Nine times array and lane in one: the cells in the order of a [`Grid`], padding not counted.
    pub(crate) cells: &'static [u8; 18],
}

/// Sixteen lanes, all or nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Lanes16([u16; 16]);

/// For rows and columns, band and configuration: the lanes of each line where the digit is not (and a fourth line, so that no
/// index is too large).
static LOST_LANES: [[[[Lanes16; 4]; CONFIGURATIONS]; 3]; 2] = {
    let mut all = [[[[Lanes16([0; 16]); 4]; CONFIGURATIONS]; 3]; 2];
    let mut i = 0;
    while i < 2 * 3 * CONFIGURATIONS * 3 * 3 {
        let (columns, band, configuration, line, which) = (i / 162, i / 54 % 3, i / 9 % 6, i / 3 % 3, i % 3);
        if which != place(configuration, line) {
            let lane = if columns == 0 { 4 * band + which } else { 4 * which + band };
            all[columns][band][configuration][line].0[lane] = u16::MAX;
        }
        i += 1;
    }
    all
};

/// The same as cells, see [`Loss`].
static LOST_CELLS: [[[[u8; 18]; CONFIGURATIONS]; 3]; 2] = {
    let mut all = [[[[0; 18]; CONFIGURATIONS]; 3]; 2];
    let mut i = 0;
    while i < 2 * 3 * CONFIGURATIONS {
        let (columns, band, configuration) = (i / 18, i / 6 % 3, i % 6);
        let mut j = 0;
        while j < 18 {
            let (line, other, k) = (j / 6, 1 + j / 3 % 2, j % 3);
            let which = (place(configuration, line) + other) % 3;
            let cell = if columns == 0 { 9 * (3 * line + k) + 3 * band + which } else { 9 * (3 * k + line) + 3 * which + band };
            all[columns][band][configuration][j] = cell as u8;
            j += 1;
        }
        i += 1;
    }
    all
};

/// The box in which a line has its digit.
const fn place(configuration: usize, line: usize) -> usize {
    (configuration + if configuration < 3 { 1 } else { 2 } * line) % 3
}

/// How many digits a guess takes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guess {
    /// One: there was a dead end already, so others are to be expected.
    One,
    /// Two at a time if the grid has few configurations left; nothing has gone wrong yet.
    UpToTwo,
}

impl Guess {
    /// The one for a search that has met so many dead ends.
    #[inline(always)]
    pub(crate) fn after(failures: u64) -> Guess {
        if failures == 0 { Guess::UpToTwo } else { Guess::One }
    }
}

/// A fork of a lane: how many children wait, and what the first one, which is searched at once, has lost by one digit or two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fork {
    pub(crate) waiting: usize,
    pub(crate) loss: Loss,
    pub(crate) second: Option<Loss>,
}

/// Makes the children of a grid at the fixpoint and tells how many; the last of them comes first. Nothing if no cell is open.
#[inline(always)]
pub(crate) fn expand<W: Whole>(grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<usize> {
    let x: [[W; 3]; 3] = load(grid);
    let (first, second) = branch(&x, guess)?;
    Some(all(&x, &first, &second, children))
}

/// Makes those that wait; the last of them is the next one. Nothing if no cell is open.
#[inline(always)]
pub(crate) fn fork<W: Whole>(grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<Fork> {
    let x: [[W; 3]; 3] = load(grid);
    let (first, second) = branch(&x, guess)?;
    Some(split(&x, &first, &second, children))
}

/// The same where the choice was made before.
#[inline(always)]
pub(crate) fn fork_at<W: Whole>(grid: &Grid, children: &mut [Grid; CHILDREN], (first, second): &Choice) -> Fork {
    split(&load::<W>(grid), first, second, children)
}

/// All children of two digits, or of one.
#[inline(always)]
fn all<W: Whole>(x: &[[W; 3]; 3], first: &Branch, second: &Option<Branch>, children: &mut [Grid; CHILDREN]) -> usize {
    let count = configure(x, first, children);
    let Some(second) = second else { return count };
    // The last child gives way to its own children.
    let x: [[W; 3]; 3] = load(&children[count - 1]);
    count - 1 + configure(&x, second, &mut children[count - 1..])
}

/// See [`fork`]. Nearly always each digit has two configurations. Then the child to be searched first isn't written: the stack is more than
/// fits into the nearest memory, and a processor that waits for it can't go on with the next sweep.
#[inline(always)]
fn split<W: Whole>(x: &[[W; 3]; 3], first: &Branch, second: &Option<Branch>, to: &mut [Grid; CHILDREN]) -> Fork {
    let two = first.possible.count_ones() == 2 && second.as_ref().is_none_or(|second| second.possible.count_ones() == 2);
    let waiting = if two { halve(x, first, second, to) } else { all(x, first, second, to) - 1 };
    Fork { waiting, loss: first.loss(), second: second.as_ref().map(Branch::loss) }
}

/// See [`split`]. One grid after the other: to write two at a time, line by line, is slower.
#[inline(always)]
fn halve<W: Whole>(x: &[[W; 3]; 3], first: &Branch, second: &Option<Branch>, to: &mut [Grid; CHILDREN]) -> usize {
    let [without_first, with_first, ..] = to;
    let (by_first, by_second) = (1 - first.columns, first.columns);
    let (digits, lanes) = (W::splat(first.digit), &LOST_LANES[first.columns][first.band]);
    for l in 0..3 {
        for k in 0..3 {
            let line = (l * by_first + k * by_second) & 3;
            without_first.sets[3 * l + k] = x[l][k].without(digits.and(W::load(&lanes[first.last()][line].0))).array();
        }
    }
    let Some(second) = second else { return 1 };
    let (others, other_lanes) = (W::splat(second.digit), &LOST_LANES[first.columns][second.band]);
    for l in 0..3 {
        for k in 0..3 {
            let line = (l * by_first + k * by_second) & 3;
            let set = x[l][k].without(digits.and(W::load(&lanes[first.first()][line].0)));
            with_first.sets[3 * l + k] = set.without(others.and(W::load(&other_lanes[second.last()][line].0))).array();
        }
    }
    2
}

/// A grid for each configuration of a branch.
#[inline(always)]
fn configure<W: Whole>(x: &[[W; 3]; 3], branch: &Branch, to: &mut [Grid]) -> usize {
    let Branch { columns, band, digit, mut possible } = *branch;
    let digits = W::splat(digit);
    let lanes = &LOST_LANES[columns][band];
    // Lines go by the first index of `x` or by the second. No jump decides that: it would be a coin toss for the processor.
    let (by_first, by_second) = (1 - columns, columns);
    let mut count = 0;
    for child in to {
        let last = (31 - possible.leading_zeros()) as usize;
        for l in 0..3 {
            for k in 0..3 {
                let line = l * by_first + k * by_second;
                child.sets[3 * l + k] = x[l][k].without(digits.and(W::load(&lanes[last][line & 3].0))).array();
            }
        }
        count += 1;
        possible ^= 1 << last;
        if possible == 0 {
            break;
        }
    }
    count
}

/// The best branch, if there is any, and one to take with it.
#[inline(always)]
fn branch<W: Whole>(x: &[[W; 3]; 3], guess: Guess) -> Option<Choice> {
    let [mut rows, mut columns] = [[W::splat(0); 3]; 2];
    for l in 0..3 {
        rows[l] = x[l][0].or3(x[l][1], x[l][2]);
        columns[l] = x[0][l].or3(x[1][l], x[2][l]);
    }
    choose(&[of_lines::<W, true>(rows), of_lines::<W, false>(columns)], guess)
}

#[inline(always)]
fn of_lines<W: Whole, const ROWS: bool>(triad: [W; 3]) -> Lines {
    let [even, odd] = configurations::<W, ROWS>(&triad);
    let even_turned = [even, even.next::<ROWS>(), even.after_next::<ROWS>()];
    let odd_turned = [odd, odd.next::<ROWS>(), odd.after_next::<ROWS>()];
    let (two, three) = two_or_three(even_turned, odd_turned);
    let count = even.count().add(odd.count());
    let twice = count.add(count);
    let total = twice.add(twice.next::<ROWS>()).add(twice.after_next::<ROWS>());
    let score = two.select(total, three.select(total.add(W::splat(1)), W::splat(MOST)));
    Lines { even: even.array(), odd: odd.array(), digits: two.if_any_else(three).array(), score: score.array() }
}

/// The digits with two and with three configurations, by the even and the odd ones.
#[inline(always)]
pub(crate) fn two_or_three<L: Lanes>(even: [L; 3], odd: [L; 3]) -> (L, L) {
    let ((one_a, two_a), (one_b, two_b)) = (in_three(even), in_three(odd));
    // Two: 2 + 0 or 1 + 1. Three: 3 + 0 or 2 + 1.
    let one_has_two = two_a.xor(two_b);
    let two = one_a.and(one_b).without2(two_a, two_b).or(one_has_two.without2(one_a, one_b));
    (two, one_has_two.and(one_a.xor(one_b)))
}

/// In how many of three, as two binary digits.
#[inline(always)]
fn in_three<L: Lanes>([a, b, c]: [L; 3]) -> (L, L) {
    (a.xor(b).xor(c), a.and(b).or(c.and(a.or(b))))
}

/// The first of some digits, if possible another one than this.
#[inline(always)]
fn first_but(digits: u16, other: u16) -> u16 {
    let others = digits & !other;
    let digits = if others == 0 { digits } else { others };
    digits & digits.wrapping_neg()
}

/// More than any score.
pub(crate) const MOST: u16 = 0x7fff;

#[inline(always)]
fn choose(counts: &Counts, guess: Guess) -> Option<Choice> {
    // Score and place in one number: finding the least is then free of jumps, which nobody could predict.
    let mut best = u32::from(MOST) << 3;
    for (i, lines) in counts.iter().enumerate() {
        for band in 0..3 {
            let lane = if i == 0 { 4 * band } else { band };
            best = best.min(u32::from(lines.score[lane]) << 3 | (3 * i + band) as u32);
        }
    }
    if best >= u32::from(MOST) << 3 {
        return choose_of_many(counts).map(|branch| (branch, None));
    }
    let (columns, band) = (best as usize % 8 / 3, best as usize % 8 % 3);
    let digits = digits_at(counts, columns, band);
    let first = branch_at(counts, columns, band, first_but(digits, 0));
    let two = guess == Guess::UpToTwo && best >> 3 <= FEW;
    Some((first, if two { beside(counts, &first) } else { None }))
}

/// The best branch of the other two bands (or stacks), and if possible with another digit.
#[inline(always)]
fn beside(counts: &Counts, first: &Branch) -> Option<Branch> {
    let score = |band: usize| counts[first.columns].score[if first.columns == 0 { 4 * band } else { band }];
    let [a, b] = [[1, 2], [0, 2], [0, 1]][first.band];
    let band = if score(b) < score(a) { b } else { a };
    if score(band) >= MOST {
        return None;
    }
    let digits = digits_at(counts, first.columns, band);
    Some(branch_at(counts, first.columns, band, first_but(digits, first.digit)))
}

/// The digits with the fewest configurations in a band or stack.
#[inline(always)]
fn digits_at(counts: &Counts, columns: usize, band: usize) -> u16 {
    counts[columns].digits[if columns == 0 { 4 * band } else { band }]
}

/// The digit with the fewest configurations, if it has at least two.
#[cold]
fn choose_of_many(counts: &Counts) -> Option<Branch> {
    let all = (0..2 * 3 * 9).map(|i| branch_at(counts, i / 27, i / 9 % 3, 1 << (i % 9)));
    all.filter(|b| b.possible.count_ones() > 1).min_by_key(|b| b.possible.count_ones())
}

#[inline(always)]
fn branch_at(counts: &Counts, columns: usize, band: usize, digit: u16) -> Branch {
    let Lines { even, odd, .. } = &counts[columns];
    let mut possible = 0;
    for i in 0..3 {
        let lane = if columns == 0 { 4 * band + i } else { 4 * i + band };
        possible |= u32::from(even[lane & 15] & digit != 0) << i | u32::from(odd[lane & 15] & digit != 0) << (3 + i);
    }
    Branch { columns, band, digit, possible }
}
