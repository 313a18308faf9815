//! The 45 rule: what the totals of cages say of the cells that stick out of houses, or are left over in them.
//!
//! The values of a house add up to a known sum (45 in a 9x9), and so do those of several houses that don't overlap. Less the totals of the
//! cages inside, that is the sum of the cells left over (*innies*); the totals of all cages that touch the houses give more, by the cells
//! that stick out (*outies*). For each cage across the border either of the two ways to count it is right; the one with fewer cells is
//! taken, and the two pure forms.

use std::hash::{Hash, Hasher};

use hashbrown::HashSet;
use pencilmark_sudoku::{Cell, Grid, House};

use crate::cage::Cage;

/// The sum of some cells less that of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Derived<'g> {
    /// Cells that count for, ascending.
    pub(crate) plus: Side,
    /// Cells that count against, ascending.
    pub(crate) minus: Side,
    pub(crate) total: i64,
    /// Innies or outies or both, and of which houses.
    kind: &'static str,
    houses: Houses<'g>,
}

impl Derived<'_> {
    /// Adds the name to a text: `innies of rows 1-2`.
    pub(crate) fn push_name(&self, text: &mut String) {
        text.push_str(self.kind);
        text.push_str(" of ");
        self.houses.push_name(text);
    }
}

/// Cages that cover just these houses, and don't add up to what their values do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong<'g> {
    pub(crate) houses: Houses<'g>,
    pub(crate) found: i64,
    pub(crate) expected: i64,
}

/// What follows from the totals of cages.
#[derive(Clone, Debug)]
pub(crate) struct Sums<'g> {
    pub(crate) derived: Vec<Derived<'g>>,
    /// Those that cannot be, the fewest houses first.
    pub(crate) wrong: Vec<Wrong<'g>>,
}

/// Houses that don't overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Houses<'g> {
    One(&'g House),
    /// `rows` or `columns`, from one to another.
    Run(&'static str, &'g House, &'g House),
    Two(&'g House, &'g House),
}

impl<'g> Houses<'g> {
    /// The first of them.
    pub(crate) fn first(self) -> &'g House {
        match self {
            Houses::One(house) | Houses::Run(_, house, _) | Houses::Two(house, _) => house,
        }
    }

    /// Adds the name to a text: `rows 1-2`.
    pub(crate) fn push_name(self, text: &mut String) {
        match self {
            Houses::One(house) => text.push_str(&house.name),
            Houses::Run(kind, first, last) => {
                [kind, " ", number(first), "-", number(last)].into_iter().for_each(|part| text.push_str(part));
            }
            Houses::Two(a, b) => [&a.name, " and ", &b.name].into_iter().for_each(|part| text.push_str(part)),
        }
    }
}

/// Sums with at most this many cells are kept: those of more say too little for what they cost. Measured on hard sets, see
/// `docs/killer.md`.
fn most_cells(size: usize) -> usize {
    size.div_ceil(2).clamp(5, MOST_CELLS)
}

/// The most cells of a sum in a grid of any size.
const MOST_CELLS: usize = 8;

/// A few cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Side {
    len: usize,
    cells: [Cell; MOST_CELLS],
}

impl Hash for Side {
    /// In one number, which is quicker than one by one.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let number = |sum: u64, cell: &Cell| sum.wrapping_mul(1 << 16 | 1).wrapping_add(cell.index() as u64 + 1);
        state.write_u64(self.cells().iter().fold(0, number));
    }
}

impl Default for Side {
    fn default() -> Side {
        Side { len: 0, cells: [Cell::new(0); MOST_CELLS] }
    }
}

impl Side {
    fn push(&mut self, cell: Cell) {
        self.cells[self.len] = cell;
        self.len += 1;
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    pub(crate) fn cells_mut(&mut self) -> &mut [Cell] {
        &mut self.cells[..self.len]
    }
}

/// Is a cage counted in whole, by how many of its cells stick out of the houses and how many lie inside?
type Takes = fn(u32, u32) -> bool;

/// The ways to count the cages across a border: none of them, all, or those that stick out by less than they stick in.
const CHOICES: [(&str, Takes); 3] =
    [("innies", |out, _| out == 0), ("outies", |_, _| true), ("innies and outies", |out, inside| out < inside)];

/// The sums that follow from cages with totals and the houses of a grid whose values add up to `sum` each: for each house, runs of rows and
/// of columns, and boxes side by side.
pub(crate) fn derive<'g>(grid: &'g Grid, cages: &[Cage], sum: i64) -> Sums<'g> {
    let cages = disjoint(grid, cages);
    let mut border = Border::new(grid, &cages, sum);
    for (kind, lines) in [("rows", grid.rows()), ("columns", grid.columns())] {
        for first in 0..lines.len() {
            border.clear();
            // All lines together have no border.
            for (last, line) in lines.iter().enumerate().skip(first).take(lines.len() - 1) {
                border.add(line);
                border.look(match last - first {
                    0 => Houses::One(line),
                    _ => Houses::Run(kind, &lines[first], line),
                });
            }
        }
    }
    let regions = grid.regions();
    for region in regions {
        border.clear();
        border.add(region);
        border.look(Houses::One(region));
    }
    for (a, b) in neighbours(grid).into_iter().map(|(a, b)| (&regions[a], &regions[b])) {
        border.clear();
        border.add(a);
        border.add(b);
        border.look(Houses::Two(a, b));
    }
    let Border { found: derived, mut wrong, .. } = border;
    wrong.sort_by_key(|wrong| wrong.expected);
    Sums { derived, wrong }
}

/// The number in the name of a house.
fn number(house: &House) -> &str {
    house.name.rsplit(' ').next().unwrap_or_default()
}

/// Houses that don't overlap, taken together, and the cages across their border.
struct Border<'a, 'g> {
    cages: &'a [&'a Cage],
    /// For each cell its cage, if it has one.
    cage_of: Vec<Option<u32>>,
    /// What the values of a house add up to.
    sum: i64,
    /// The most cells of a sum.
    most_cells: usize,
    /// What the values inside add up to, but for the cages that lie inside in whole; and with these.
    known: i64,
    all: i64,
    /// For each cell whether it is inside, and for each cage how many cells are, and how many are not.
    is_in: Vec<bool>,
    shares: Vec<[u32; 2]>,
    /// The cages that have cells inside and outside.
    crossing: Vec<u32>,
    /// The cells inside that have no cage.
    bare: Vec<Cell>,
    found: Vec<Derived<'g>>,
    wrong: Vec<Wrong<'g>>,
    /// The sides of those that are found, the lesser first.
    seen: HashSet<[Side; 2]>,
}

impl<'a, 'g> Border<'a, 'g> {
    /// Around nothing.
    fn new(grid: &Grid, cages: &'a [&'a Cage], sum: i64) -> Border<'a, 'g> {
        let mut cage_of = vec![None; grid.cell_count()];
        for (i, cage) in cages.iter().enumerate() {
            cage.cells.iter().for_each(|cell| cage_of[cell.index()] = Some(i as u32));
        }
        Border {
            cages,
            cage_of,
            sum,
            most_cells: most_cells(grid.size()),
            known: 0,
            all: 0,
            is_in: vec![false; grid.cell_count()],
            shares: vec![[0; 2]; cages.len()],
            crossing: Vec::with_capacity(16),
            bare: Vec::with_capacity(16),
            found: Vec::with_capacity(64),
            wrong: Vec::new(),
            seen: HashSet::with_capacity(112),
        }
    }

    fn clear(&mut self) {
        (self.known, self.all) = (0, 0);
        self.is_in.fill(false);
        self.shares.iter_mut().zip(self.cages).for_each(|(share, cage)| *share = [0, cage.cells.len() as u32]);
        self.crossing.clear();
        self.bare.clear();
    }

    fn add(&mut self, house: &House) {
        self.known += self.sum;
        self.all += self.sum;
        for &cell in &house.cells {
            self.is_in[cell.index()] = true;
            let Some(cage) = self.cage_of[cell.index()] else {
                self.bare.push(cell);
                continue;
            };
            let [inside, outside] = &mut self.shares[cage as usize];
            (*inside, *outside) = (*inside + 1, *outside - 1);
            match (*inside, *outside) {
                (_, 0) => {
                    self.known -= self.cages[cage as usize].total.unwrap_or(0);
                    self.crossing.retain(|&other| other != cage);
                }
                (1, _) => self.crossing.push(cage),
                _ => {}
            }
        }
    }

    /// Keeps the sums that follow, if they are short and new.
    fn look(&mut self, houses: Houses<'g>) {
        let Border { cages, is_in, shares, crossing, bare, found, seen, .. } = self;
        // How many cells each choice is about, before any of them is listed.
        let mut counts = [bare.len(); CHOICES.len()];
        for &cage in crossing.iter() {
            let [inside, outside] = shares[cage as usize];
            for (count, (_, takes)) in counts.iter_mut().zip(CHOICES) {
                *count += if takes(outside, inside) { outside } else { inside } as usize;
            }
        }
        if counts == [0; CHOICES.len()] && self.known != 0 {
            self.wrong.push(Wrong { houses, found: self.all - self.known, expected: self.all });
        }
        for (count, (kind, takes)) in counts.into_iter().zip(CHOICES) {
            if count == 0 || count > self.most_cells {
                continue;
            }
            let (mut out, mut left, mut known) = (Side::default(), Side::default(), self.known);
            bare.iter().for_each(|&cell| left.push(cell));
            for &cage in crossing.iter() {
                let Cage { cells, total, .. } = cages[cage as usize];
                let [inside, outside] = shares[cage as usize];
                let taken = takes(outside, inside);
                let side = if taken { &mut out } else { &mut left };
                cells.iter().filter(|cell| is_in[cell.index()] != taken).for_each(|&cell| side.push(cell));
                known -= if taken { total.unwrap_or(0) } else { 0 };
            }
            out.cells_mut().sort_unstable();
            left.cells_mut().sort_unstable();
            // Count the larger side for, so that a sum of innies alone has no sign.
            let (plus, minus, total) = if out.len == 0 { (left, out, known) } else { (out, left, -known) };
            // Where all cells have cages, the rows above a border say what those below it say, with the other sign.
            if seen.insert([plus.min(minus), plus.max(minus)]) {
                found.push(Derived { plus, minus, total, kind, houses });
            }
        }
    }
}

/// Cages with totals that don't overlap, the smaller first.
fn disjoint<'a>(grid: &Grid, cages: &'a [Cage]) -> Vec<&'a Cage> {
    let mut order: Vec<&Cage> = cages.iter().filter(|cage| cage.total.is_some()).collect();
    order.sort_by_key(|cage| cage.cells.len());
    let mut taken = vec![false; grid.cell_count()];
    order.retain(|cage| {
        let free = cage.cells.iter().all(|cell| !taken[cell.index()]);
        if free {
            cage.cells.iter().for_each(|cell| taken[cell.index()] = true);
        }
        free
    });
    order
}

/// The pairs of regions that touch, in order.
fn neighbours(grid: &Grid) -> Vec<(usize, usize)> {
    let count = grid.regions().len();
    let mut touch = vec![false; count * count];
    for (a, b) in grid.orthogonal_pairs() {
        let (a, b) = (grid.region(a), grid.region(b));
        touch[a.min(b) * count + a.max(b)] = true;
    }
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    pairs.filter(|(a, b)| touch[a * count + b]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// By the meaning of the words: all houses, cages and cells are gone through for each choice.
    fn by_definition(grid: &Grid, cages: &[Cage], sum: i64) -> BTreeSet<(Vec<Cell>, Vec<Cell>, i64)> {
        let size = grid.size();
        let run = |lines: &[House]| -> Vec<Vec<House>> {
            let runs = (0..size).flat_map(|first| (first..size).map(move |last| first..=last)).filter(|run| run.clone().count() < size);
            runs.map(|run| lines[run].to_vec()).collect()
        };
        let regions = grid.regions();
        let mut unions = [run(grid.rows()), run(grid.columns()), regions.iter().map(|region| vec![region.clone()]).collect()].concat();
        for (a, b) in grid.orthogonal_pairs() {
            if grid.region(a) != grid.region(b) {
                unions.push(vec![regions[grid.region(a)].clone(), regions[grid.region(b)].clone()]);
            }
        }
        let mut sums = BTreeSet::new();
        for union in unions {
            let all: BTreeSet<Cell> = union.iter().flat_map(|house| house.cells.iter().copied()).collect();
            for (_, takes) in CHOICES {
                let (mut left, mut out, mut total) = (all.clone(), BTreeSet::new(), sum * union.len() as i64);
                for cage in cages {
                    let (inside, outside): (Vec<Cell>, Vec<Cell>) = cage.cells.iter().partition(|cell| all.contains(cell));
                    if !inside.is_empty() && takes(outside.len() as u32, inside.len() as u32) {
                        inside.iter().for_each(|cell| assert!(left.remove(cell)));
                        out.extend(outside);
                        total -= cage.total.unwrap();
                    }
                }
                if (1..=most_cells(grid.size())).contains(&(left.len() + out.len())) {
                    let (left, out) = (left.into_iter().collect::<Vec<_>>(), out.into_iter().collect::<Vec<_>>());
                    sums.insert(if left < out { (left, out, total) } else { (out, left, -total) });
                }
            }
        }
        sums
    }

    #[test]
    fn just_the_short_sums_are_derived_each_once() {
        // Cages of one to six cells in a row, in a column or in steps, at other places each time; some cells have none.
        let (mut signed, mut bare) = (0, 0);
        for (size, sum) in [(4, 10), (6, 21), (9, 45)] {
            let grid = Grid::new(size).unwrap();
            for seed in 0..40 {
                let mut taken = vec![false; grid.cell_count()];
                let mut cages = Vec::new();
                for (i, first) in grid.cells().enumerate() {
                    let step = [1, size, 1, size - 1][(i + seed) % 4];
                    let cells = (0..1 + (i * 7 + seed) % 6).map(|k| first.index() + k * step);
                    let cells: Vec<Cell> = cells.take_while(|&cell| taken.get(cell) == Some(&false)).map(Cell::new).collect();
                    if !cells.is_empty() && (seed % 2 == 0 || i % 9 > 0) {
                        cells.iter().for_each(|cell| taken[cell.index()] = true);
                        cages.push(Cage::new(Some((i * i % 40) as i64), cells));
                    }
                }
                let derived = derive(&grid, &cages, sum).derived;
                let sums: BTreeSet<_> = derived
                    .iter()
                    .map(|Derived { plus, minus, total, .. }| {
                        let (plus, minus) = (plus.cells().to_vec(), minus.cells().to_vec());
                        if plus < minus { (plus, minus, *total) } else { (minus, plus, -total) }
                    })
                    .collect();
                // Totals are made up, so that one sum may come with several of them: the first is kept.
                let want = by_definition(&grid, &cages, sum);
                assert!(sums.is_subset(&want), "size {size}, seed {seed}");
                let sides = |sums: &BTreeSet<(Vec<Cell>, Vec<Cell>, i64)>| -> BTreeSet<_> {
                    sums.iter().map(|(a, b, _)| (a.clone(), b.clone())).collect()
                };
                assert_eq!((sides(&sums), derived.len()), (sides(&want), sums.len()), "size {size}, seed {seed}");
                signed += derived.iter().filter(|derived| !derived.minus.cells().is_empty()).count();
                bare += taken.iter().filter(|&&taken| !taken).count();
            }
        }
        assert!(signed > 500 && bare > 100, "{signed} sums with signs, {bare} cells without cages: too tame a test");
    }

    #[test]
    fn innies_and_outies_by_name() {
        let grid = Grid::new(9).unwrap();
        // Dominoes over the boxes 1 and 2, some of them across; the last cell has none.
        let dominoes = (0..3).flat_map(|row| [0, 2, 4].map(|column| [grid.cell(row, column), grid.cell(row, column + 1)]));
        let cages: Vec<Cage> = dominoes.take(8).map(|cells| Cage::new(Some(10), cells.to_vec())).collect();
        let sums = derive(&grid, &cages, 45).derived.into_iter().map(|derived| {
            let cells = |side: Side| side.cells().iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>();
            let mut name = String::new();
            derived.push_name(&mut name);
            (name, cells(derived.plus).join(" "), cells(derived.minus).join(" "), derived.total)
        });
        let sum = |name: &str, plus: &str, minus: &str, total| (name.to_owned(), plus.to_owned(), minus.to_owned(), total);
        assert_eq!(
            sums.collect::<Vec<_>>(),
            [
                sum("innies of row 1", "r1c7 r1c8 r1c9", "", 15),
                sum("innies of row 2", "r2c7 r2c8 r2c9", "", 15),
                sum("innies of row 3", "r3c5 r3c6 r3c7 r3c8 r3c9", "", 25),
                sum("innies of box 1", "r1c3 r2c3 r3c3", "", 15),
                sum("outies of box 1", "r1c4 r2c4 r3c4", "", 15),
                sum("innies of box 2", "r1c4 r2c4 r3c4 r3c5 r3c6", "", 25),
                sum("outies of box 2", "r1c3 r2c3 r3c3", "r3c5 r3c6", 5),
                sum("innies of box 1 and box 2", "r3c5 r3c6", "", 10),
            ]
        );
    }
}
