//! Which cells have different values, because they share a house or a cage.

use pencilmark_sudoku::{Cell, Grid, House};

use crate::cage::Cage;

/// For each cell the houses and the cages without repeats that hold it.
#[derive(Debug)]
pub(crate) struct Differing<'g> {
    houses: Vec<&'g House>,
    /// A bit for each house and each cage; so many words a cell.
    sets: Vec<u64>,
    words: usize,
}

impl<'g> Differing<'g> {
    pub(crate) fn new(grid: &'g Grid, cages: &[Cage]) -> Differing<'g> {
        let houses: Vec<&House> = [grid.rows(), grid.columns(), grid.regions()].into_iter().flatten().collect();
        let words = (houses.len() + cages.len()).div_ceil(64);
        let mut sets = vec![0; grid.cell_count() * words];
        let cages = cages.iter().map(|cage| if cage.repeats { &[][..] } else { &cage.cells });
        for (i, cells) in houses.iter().map(|house| &house.cells[..]).chain(cages).enumerate() {
            for cell in cells {
                sets[cell.index() * words + i / 64] |= 1 << (i % 64);
            }
        }
        Differing { houses, sets, words }
    }

    fn set(&self, cell: Cell) -> &[u64] {
        &self.sets[cell.index() * self.words..][..self.words]
    }

    /// Do two cells have different values?
    fn differ(&self, a: Cell, b: Cell) -> bool {
        self.set(a).iter().zip(self.set(b)).any(|(a, b)| a & b != 0)
    }

    /// The houses that hold all of these cells: rows, then columns, then regions.
    pub(crate) fn houses_around(&self, cells: &[Cell]) -> impl Iterator<Item = &'g House> {
        let common = |word: usize| cells.iter().fold(!0, |common, &cell| common & self.set(cell)[word]);
        let houses = self.houses.chunks(64).enumerate().flat_map(move |(word, houses)| {
            let common = common(word);
            houses.iter().enumerate().filter(move |(bit, _)| common >> bit & 1 == 1)
        });
        houses.map(|(_, house)| *house)
    }

    /// Brings to the front, in their order, cells whose values all differ, as many as are easily found; tells how many. The others follow in
    /// their order.
    ///
    /// # Panics
    /// If there are more than 64 cells.
    pub(crate) fn group(&self, cells: &mut [Cell]) -> usize {
        if cells.len() < 2 {
            return cells.len();
        }
        // For each cell those that differ from it, a bit each.
        let mut others = [0u64; 64];
        for i in 1..cells.len() {
            for j in 0..i {
                if self.differ(cells[i], cells[j]) {
                    others[i] |= 1 << j;
                    others[j] |= 1 << i;
                }
            }
        }
        // Of the groups that begin with each cell, the largest.
        let group_from = |first: usize| {
            let join = |group: u64, i: usize| if group & !others[i] == 0 { group | 1 << i } else { group };
            (0..cells.len()).fold(1 << first, join)
        };
        let groups = (0..cells.len()).map(|first| (group_from(first), first));
        let Some((group, first)) = groups.max_by_key(|(group, _)| group.count_ones()) else { return 0 };
        cells[..=first].rotate_right(1);
        let mut count = 1;
        for at in 1..cells.len() {
            let before = if at <= first { at - 1 } else { at };
            if group >> before & 1 == 1 {
                cells[count..=at].rotate_right(1);
                count += 1;
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[usize]) -> Vec<Cell> {
        numbers.iter().map(|&number| Cell::new(number)).collect()
    }

    #[test]
    fn cells_of_a_house_or_a_cage_differ() {
        let grid = Grid::new(4).unwrap();
        let loose = Cage { repeats: true, ..Cage::new(Some(5), cells(&[1, 10])) };
        // So many cages that they take a second word.
        let cages: Vec<Cage> = std::iter::repeat_n(loose, 60).chain([Cage::new(None, cells(&[0, 10, 15]))]).collect();
        let differing = Differing::new(&grid, &cages);
        let differ = |a, b| differing.differ(Cell::new(a), Cell::new(b));
        assert!(differ(0, 3) && differ(0, 12) && differ(0, 5) && differ(0, 10) && differ(10, 15));
        assert!(!differ(0, 6) && !differ(1, 10) && !differ(5, 10));
        let names = |numbers: &[usize]| differing.houses_around(&cells(numbers)).map(|house| &*house.name).collect::<Vec<_>>();
        assert_eq!(names(&[5]), ["row 2", "column 2", "box 1"]);
        assert_eq!(names(&[10, 11]), ["row 3", "box 4"]);
        assert!(names(&[0, 10, 15]).is_empty());
    }

    #[test]
    fn groups_come_first_and_all_else_keeps_its_order() {
        let grid = Grid::new(9).unwrap();
        let differing = Differing::new(&grid, &[]);
        let grouped = |numbers: &[usize]| {
            let mut cells = cells(numbers);
            let count = differing.group(&mut cells);
            (count, cells.into_iter().map(Cell::index).collect::<Vec<_>>())
        };
        assert_eq!(grouped(&[]), (0, vec![]));
        assert_eq!(grouped(&[40]), (1, vec![40]));
        // 0, 1 and 9 are in a box; 40 and 80 see none of them. The last cell of the group that leads to it is its first.
        assert_eq!(grouped(&[40, 0, 80, 1, 9]), (3, vec![9, 0, 1, 40, 80]));
    }
}
