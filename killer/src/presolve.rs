//! The 45 rule: what the totals of cages say of the cells that stick out of houses, or are left over in them.
//!
//! The values of a house add up to a known sum (45 in a 9x9), and so do those of several houses that don't overlap. Less the totals of the
//! cages inside, that is the sum of the cells left over (*innies*); the totals of all cages that touch the houses give more, by the cells
//! that stick out (*outies*). For each cage across the border either of the two ways to count it is right; the one with fewer cells is
//! taken, and the two pure forms.

use hashbrown::HashSet;
use itertools::Itertools as _;
use pencilmark_sudoku::{Cell, Grid, House};

use crate::cage::Cage;

/// The sum of some cells less that of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Derived {
    /// Cells that count for, ascending.
    pub(crate) plus: Vec<Cell>,
    /// Cells that count against, ascending.
    pub(crate) minus: Vec<Cell>,
    pub(crate) total: i64,
    /// Where it comes from: `innies of rows 1-2`.
    pub(crate) name: String,
}

/// Houses that don't overlap, taken together.
struct Union<'g> {
    kind: &'static str,
    houses: Vec<&'g House>,
}

impl Union<'_> {
    fn name(&self) -> String {
        match &self.houses[..] {
            [one] => one.name.clone(),
            [first, .., last] if self.kind != "boxes" => {
                let number = |house: &House| house.name.rsplit(' ').next().unwrap_or_default().to_owned();
                format!("{} {}-{}", self.kind, number(first), number(last))
            }
            all => all.iter().map(|house| house.name.as_str()).join(" and "),
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.houses.iter().flat_map(|house| house.cells.iter().copied())
    }
}

/// Sums with at most this many cells are kept: those of more say too little for what they cost. Measured on hard sets, see
/// `docs/killer.md`.
const MOST_CELLS: usize = 5;

/// Is a cage counted in whole, by how many of its cells stick out of the houses and how many lie inside?
type Takes = fn(usize, usize) -> bool;

/// The ways to count the cages across a border: none of them, all, or those that stick out by less than they stick in.
const CHOICES: [(&str, Takes); 3] =
    [("innies", |out, _| out == 0), ("outies", |_, _| true), ("innies and outies", |out, inside| out < inside)];

/// The sums that follow from cages with totals and the houses of a grid whose values add up to `sum` each.
pub(crate) fn derive(grid: &Grid, cages: &[Cage], sum: i64) -> Vec<Derived> {
    let cages: Vec<&Cage> = disjoint(grid, cages);
    let mut cage_of = vec![usize::MAX; grid.cell_count()];
    for (i, cage) in cages.iter().enumerate() {
        cage.cells.iter().for_each(|cell| cage_of[cell.index()] = i);
    }
    let mut seen: HashSet<(Vec<Cell>, Vec<Cell>)> = HashSet::new();
    let mut found = Vec::new();
    let mut inside = vec![0usize; cages.len()];
    let mut touched = Vec::new();
    let mut is_in = vec![false; grid.cell_count()];
    for union in unions(grid) {
        touched.clear();
        let mut bare = 0;
        for cell in union.cells() {
            is_in[cell.index()] = true;
            let cage = cage_of[cell.index()];
            match inside.get_mut(cage) {
                Some(count) => {
                    if *count == 0 {
                        touched.push(cage);
                    }
                    *count += 1;
                }
                None => bare += 1,
            }
        }
        let sticks_out = |i: usize| cages[i].cells.len() - inside[i];
        for (kind, takes) in CHOICES {
            let takes = |i: usize| takes(sticks_out(i), inside[i]);
            // How many cells it would be about, before any of them is listed.
            let cells = bare + touched.iter().map(|&i| if takes(i) { sticks_out(i) } else { inside[i] }).sum::<usize>();
            if cells == 0 || cells > MOST_CELLS {
                continue;
            }
            let taken = || touched.iter().copied().filter(|&i| takes(i));
            let total: i64 = taken().filter_map(|i| cages[i].total).sum();
            let known = sum * union.houses.len() as i64;
            let mut out: Vec<Cell> = taken()
                .filter(|&i| sticks_out(i) > 0)
                .flat_map(|i| cages[i].cells.iter().copied())
                .filter(|cell| !is_in[cell.index()])
                .collect();
            let is_left = |cell: &Cell| !inside.get(cage_of[cell.index()]).is_some_and(|_| takes(cage_of[cell.index()]));
            let mut left: Vec<Cell> = union.cells().filter(is_left).collect();
            out.sort_unstable();
            left.sort_unstable();
            // Count the larger side for, so that a sum of innies alone has no sign.
            let (plus, minus, total) = if out.is_empty() { (left, out, known - total) } else { (out, left, total - known) };
            // Where all cells have cages, the rows above a border say what those below it say, with the other sign.
            let sides = if plus < minus { (plus.clone(), minus.clone()) } else { (minus.clone(), plus.clone()) };
            if seen.insert(sides) {
                found.push(Derived { plus, minus, total, name: format!("{kind} of {}", union.name()) });
            }
        }
        touched.iter().for_each(|&i| inside[i] = 0);
        union.cells().for_each(|cell| is_in[cell.index()] = false);
    }
    found
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

/// Houses, runs of rows and of columns, and boxes side by side.
fn unions(grid: &Grid) -> Vec<Union<'_>> {
    let size = grid.size();
    let mut unions = Vec::new();
    for (kind, lines) in [("rows", grid.rows()), ("columns", grid.columns())] {
        for first in 0..size {
            for last in first..size.min(first + size - 1) {
                unions.push(Union { kind, houses: lines[first..=last].iter().collect() });
            }
        }
    }
    let regions = grid.regions();
    unions.extend(regions.iter().map(|region| Union { kind: "boxes", houses: vec![region] }));
    unions.extend(neighbours(grid).into_iter().map(|(a, b)| Union { kind: "boxes", houses: vec![&regions[a], &regions[b]] }));
    unions
}

/// The pairs of regions that touch.
fn neighbours(grid: &Grid) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = grid
        .orthogonal_pairs()
        .into_iter()
        .map(|(a, b)| (grid.region(a).min(grid.region(b)), grid.region(a).max(grid.region(b))))
        .filter(|(a, b)| a != b)
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Which cells have different values because they share a house or a cage.
pub(crate) struct Differing<'g> {
    grid: &'g Grid,
    /// For each cell its cages without repeats.
    cages_of: Vec<Vec<u32>>,
}

impl<'g> Differing<'g> {
    pub(crate) fn new(grid: &'g Grid, cages: &[Cage]) -> Differing<'g> {
        let mut cages_of = vec![Vec::new(); grid.cell_count()];
        for (i, cage) in (0..).zip(cages).filter(|(_, cage)| !cage.repeats) {
            cage.cells.iter().for_each(|cell| cages_of[cell.index()].push(i));
        }
        Differing { grid, cages_of }
    }

    fn differ(&self, a: Cell, b: Cell) -> bool {
        let grid = self.grid;
        let house = grid.row(a) == grid.row(b) || grid.column(a) == grid.column(b) || grid.region(a) == grid.region(b);
        house || self.cages_of[a.index()].iter().any(|cage| self.cages_of[b.index()].contains(cage))
    }
}

/// Cells in groups whose values all differ, the groups as large as is easy.
pub(crate) fn groups(differing: &Differing<'_>, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut left = cells.to_vec();
    let mut groups = Vec::new();
    while !left.is_empty() {
        // Of the groups that begin with each cell, the largest.
        let group_from = |&first: &Cell| {
            let mut group = vec![first];
            for &cell in &left {
                if cell != first && group.iter().all(|&other| differing.differ(other, cell)) {
                    group.push(cell);
                }
            }
            group
        };
        let group = left.iter().map(group_from).max_by_key(Vec::len).expect("some are left");
        left.retain(|cell| !group.contains(cell));
        groups.push(group);
    }
    groups
}

/// The houses that hold all of these cells.
pub(crate) fn houses_around<'g>(grid: &'g Grid, cells: &[Cell]) -> Vec<&'g House> {
    let Some((&first, others)) = cells.split_first() else { return Vec::new() };
    let mut houses = Vec::new();
    if others.iter().all(|&cell| grid.row(cell) == grid.row(first)) {
        houses.push(&grid.rows()[grid.row(first)]);
    }
    if others.iter().all(|&cell| grid.column(cell) == grid.column(first)) {
        houses.push(&grid.columns()[grid.column(first)]);
    }
    if others.iter().all(|&cell| grid.region(cell) == grid.region(first)) {
        houses.push(&grid.regions()[grid.region(first)]);
    }
    houses
}
