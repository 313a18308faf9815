//! The 45 rule: what the totals of cages say of the cells that stick out of houses, or are left over in them.
//!
//! The values of a house add up to a known sum (45 in a 9x9), and so do those of several houses that don't overlap. Less the totals of the
//! cages inside, that is the sum of the cells left over (*innies*); the totals of all cages that touch the houses give more, by the cells
//! that stick out (*outies*). For each cage across the border either of the two ways to count it is right; the one with fewer cells is
//! taken, and the two pure forms.

use hashbrown::{HashMap, HashSet};
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
struct Union {
    name: String,
    houses: usize,
    /// Ascending.
    cells: Vec<Cell>,
}

/// Sums with at most this many cells are kept: those of more say too little for what they cost. Measured on hard sets, see
/// `docs/killer.md`.
const MOST_CELLS: usize = 5;

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
    for union in unions(grid) {
        let known = sum * union.houses as i64;
        inside.fill(0);
        union.cells.iter().for_each(|cell| {
            if let Some(count) = inside.get_mut(cage_of[cell.index()]) {
                *count += 1;
            }
        });
        // Which cages across the border are counted in whole: none, all, or those that stick out by less than they stick in.
        let sticks_out = |i: usize| cages[i].cells.len() - inside[i];
        let choices: [(&str, &dyn Fn(usize) -> bool); 3] =
            [("innies", &|i| sticks_out(i) == 0), ("outies", &|_| true), ("innies and outies", &|i| sticks_out(i) < inside[i])];
        for (kind, takes) in choices {
            let taken: Vec<bool> = (0..cages.len()).map(|i| inside[i] > 0 && takes(i)).collect();
            let total: i64 = (0..cages.len()).filter(|&i| taken[i]).filter_map(|i| cages[i].total).sum();
            let is_in = |cell: &Cell| union.cells.binary_search(cell).is_ok();
            let mut out: Vec<Cell> = (0..cages.len())
                .filter(|&i| taken[i] && sticks_out(i) > 0)
                .flat_map(|i| cages[i].cells.iter().copied())
                .filter(|c| !is_in(c))
                .collect();
            let left: Vec<Cell> =
                union.cells.iter().copied().filter(|cell| !taken.get(cage_of[cell.index()]).is_some_and(|taken| *taken)).collect();
            if out.len() + left.len() > MOST_CELLS || out.is_empty() && left.is_empty() {
                continue;
            }
            out.sort_unstable();
            // Count the larger side for, so that a sum of innies alone has no sign.
            let (plus, minus, total) = if out.is_empty() { (left, out, known - total) } else { (out, left, total - known) };
            if seen.insert((plus.clone(), minus.clone())) {
                found.push(Derived { plus, minus, total, name: format!("{kind} of {}", union.name) });
            }
        }
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

/// Houses, runs of rows and of columns, and boxes side by side, up to half of the grid: the other half says the same.
fn unions(grid: &Grid) -> Vec<Union> {
    let size = grid.size();
    let join = |name: String, houses: &[&House]| {
        let mut cells: Vec<Cell> = houses.iter().flat_map(|house| house.cells.iter().copied()).collect();
        cells.sort_unstable();
        Union { name, houses: houses.len(), cells }
    };
    let mut unions = Vec::new();
    for (kind, lines) in [("rows", grid.rows()), ("columns", grid.columns())] {
        for first in 0..size {
            unions.push(join(lines[first].name.clone(), &[&lines[first]]));
            for last in first + 1..size.min(first + size - 1) {
                let houses: Vec<&House> = lines[first..=last].iter().collect();
                unions.push(join(format!("{kind} {}-{}", first + 1, last + 1), &houses));
            }
        }
    }
    let regions = grid.regions();
    unions.extend(regions.iter().map(|region| join(region.name.clone(), &[region])));
    for (a, b) in neighbours(grid) {
        unions.push(join(format!("{} and {}", regions[a].name, regions[b].name), &[&regions[a], &regions[b]]));
    }
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

/// Cells in groups whose values all differ, because each two of a group share a house or a cage; the groups as large as is easy.
pub(crate) fn groups(grid: &Grid, cages: &[Cage], cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut cages_of: HashMap<Cell, Vec<usize>> = HashMap::new();
    for (i, cage) in cages.iter().enumerate().filter(|(_, cage)| !cage.repeats) {
        cage.cells.iter().for_each(|&cell| cages_of.entry(cell).or_default().push(i));
    }
    let cage_shared = |a: Cell, b: Cell| {
        let (Some(of_a), Some(of_b)) = (cages_of.get(&a), cages_of.get(&b)) else { return false };
        of_a.iter().any(|cage| of_b.contains(cage))
    };
    let differ = |a: Cell, b: Cell| {
        grid.row(a) == grid.row(b) || grid.column(a) == grid.column(b) || grid.region(a) == grid.region(b) || cage_shared(a, b)
    };
    let mut left = cells.to_vec();
    let mut groups = Vec::new();
    while !left.is_empty() {
        // Of the groups that begin with each cell, the largest.
        let group_from = |&first: &Cell| {
            let mut group = vec![first];
            for &cell in &left {
                if cell != first && group.iter().all(|&other| differ(other, cell)) {
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
