//! Recognises a model that can be swept over, and makes its plan.

use hashbrown::HashMap;

use super::plan::{Cage, Cell, Cells, Crossing, Group, List, MOST_UNITS, MOST_VALUES, MOST_WORDS, Meeting, Plan, Rest, Sum, Unit, set_of};
use super::tables::Table;
use super::watch::Watch;
use crate::backend::Unsupported;
use crate::domain::{Value, Var};
use crate::model::{Model, Shape};

/// Cages with more combinations are taken as plain sums.
const MOST_COMBINATIONS: usize = 300;

impl Plan {
    /// Looks at a model.
    ///
    /// # Errors
    /// The first constraint that sweeps don't know, or whatever else is too much for them.
    pub(super) fn of(model: &Model) -> Result<Plan, Unsupported> {
        let declined = |reason: String| Unsupported { backend: super::NAME, reason };
        let mut maker = Maker::new(model).map_err(declined)?;
        let most = maker.plan.values.len();
        let mut cages: Vec<(List16, i64)> = Vec::with_capacity(128);
        let mut groups: Vec<List16> = Vec::with_capacity(128);
        for (_, posted) in model.constraints() {
            let shape = posted.constraint.shape();
            let differing = match shape {
                Shape::AllDifferent(views) if views.iter().all(|view| view.offset == 0) => List16::of(views.iter().map(|view| view.var)),
                Shape::CageSum(vars, _) => List16::of(vars.iter().copied()),
                _ => Some(List16::default()),
            };
            let Some(differing) = differing.filter(|cells| cells.len <= most) else {
                return Err(declined(format!("{} has more variables than there are values", posted.label)));
            };
            match shape {
                // No variables at all add up to 0 or not: solutions are checked.
                Shape::CageSum(vars, total) if !vars.is_empty() => {
                    // It may stand there once for each house around it.
                    if cages.last() == Some(&(differing, total)) {
                        continue;
                    }
                    cages.push((differing, total));
                }
                // What sums cannot say is left to the check of solutions.
                Shape::CageSums(parts, total) => maker.sum(parts.iter(), total),
                Shape::CageSum(..) => {}
                _ if differing.len > 0 || posted.implied => {}
                _ => return Err(declined(format!("{} is neither all-different nor a sum of different values", posted.label))),
            }
            if differing.len > 1 {
                groups.push(differing);
            }
        }
        if cages.is_empty() && maker.plan.sums.is_empty() {
            return Err(declined("nothing adds up in this model, so propagation is faster".to_owned()));
        }
        // Longer groups come first, so that those within others are seen.
        groups.sort_unstable_by(|a, b| b.len.cmp(&a.len).then_with(|| a.as_slice().cmp(b.as_slice())));
        groups.dedup();
        groups.iter().for_each(|group| maker.group(group.as_slice()));
        cages.sort_unstable();
        cages.dedup();
        cages.iter().for_each(|(cells, total)| maker.cage(cells.as_slice(), *total));
        maker.meet();
        maker.plan.watch = Watch::of(&maker.plan);
        Ok(maker.plan)
    }
}

/// A plan in the making.
struct Maker {
    plan: Plan,
    /// Lists of the groups of each variable: where each begins in `links`, which holds a group and where the list goes on.
    heads: Vec<Option<u32>>,
    links: Vec<(usize, Option<u32>)>,
    /// What the values before each, and all of them, add up to.
    sums: Vec<i64>,
    /// The combinations of so many values with a total that were listed so far; `None` if they are too many.
    known: HashMap<(usize, i64), Option<(List, Table)>>,
    /// Scratch, all 0 between uses: for each group, how many of some variables it has.
    shared: Vec<usize>,
    /// Scratch: the groups that have some variables, and how many.
    found: Vec<(usize, usize)>,
    /// Scratch: the variables at hand, of two lists.
    marks: [Marks; 2],
}

/// A set of variables that is soon emptied: those with the latest number are in it.
#[derive(Clone)]
struct Marks {
    numbers: Vec<u32>,
    latest: u32,
}

impl Marks {
    fn set(&mut self, cells: &[Cell]) {
        self.latest += 1;
        cells.iter().for_each(|&cell| self.numbers[usize::from(cell)] = self.latest);
    }

    fn has(&self, cell: Cell) -> bool {
        self.numbers[usize::from(cell)] == self.latest
    }
}

impl Maker {
    /// A plan without constraints, or why there can be none.
    fn new(model: &Model) -> Result<Maker, String> {
        let mut values: Vec<Value> = Vec::new();
        for (_, domain) in model.domains_of(model.all_vars()) {
            values.extend(domain.iter().take(MOST_VALUES + 1));
            values.sort_unstable();
            values.dedup();
            if values.len() > MOST_VALUES {
                return Err(format!("it takes up to {MOST_VALUES} values, and this model has more"));
            }
        }
        if values.is_empty() {
            return Err("this model has no variables".to_owned());
        }
        if model.len() > usize::from(Cell::MAX) {
            return Err(format!("it takes up to {} variables", Cell::MAX));
        }
        let mut start = Vec::with_capacity(model.len());
        for (count, domain) in model.domains_of(model.all_vars()) {
            let set = set_of(&values, |value| domain.contains(value));
            start.extend(std::iter::repeat_n(set, count));
        }
        let sums = (0..=values.len()).map(|count| values[..count].iter().map(|&value| i64::from(value)).sum()).collect();
        let plan = Plan {
            cells: model.len(),
            values,
            groups: Vec::with_capacity(64),
            meetings: Vec::with_capacity(128),
            cages: Vec::with_capacity(64),
            rests: Vec::with_capacity(64),
            crossings: Vec::with_capacity(64),
            sums: Vec::with_capacity(64),
            units: Vec::with_capacity(128),
            start,
            pool: Vec::with_capacity(4096),
            tables: Vec::with_capacity(256),
            watch: Watch::default(),
        };
        let marks = Marks { numbers: vec![0; model.len()], latest: 0 };
        Ok(Maker {
            plan,
            heads: vec![None; model.len()],
            links: Vec::with_capacity(8 * model.len()),
            sums,
            known: HashMap::with_capacity(56),
            shared: Vec::with_capacity(64),
            found: Vec::with_capacity(64),
            marks: [marks.clone(), marks],
        })
    }

    fn keep(&mut self, numbers: impl IntoIterator<Item = u16>) -> List {
        let start = self.plan.pool.len() as u32;
        self.plan.pool.extend(numbers);
        List { start, end: self.plan.pool.len() as u32 }
    }

    /// Those of a list that are, or are not, in one of the lists at hand.
    fn keep_of(&mut self, list: List, marks: usize, marked: bool) -> List {
        let (mut kept, mut count) = ([0; MOST_VALUES], 0);
        for &cell in self.plan.list(list) {
            kept[count] = cell;
            count += usize::from(self.marks[marks].has(cell) == marked);
        }
        self.keep(kept[..count].iter().copied())
    }

    /// The groups of a variable.
    fn around(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let mut next = self.heads[usize::from(cell)];
        std::iter::from_fn(move || {
            let (group, after) = self.links[next? as usize];
            next = after;
            Some(group)
        })
    }

    /// Finds the groups that have some of these variables, from one on, ascending, and how many.
    fn find_groups_with(&mut self, list: List, first: usize) {
        let (mut shared, mut found) = (std::mem::take(&mut self.shared), std::mem::take(&mut self.found));
        found.clear();
        for &cell in self.plan.list(list) {
            self.around(cell).for_each(|group| shared[group] += 1);
        }
        for (group, count) in shared.iter_mut().enumerate() {
            let count = std::mem::take(count);
            if count > 0 && group >= first {
                found.push((group, count));
            }
        }
        (self.shared, self.found) = (shared, found);
    }

    /// Keeps a group, unless it is within another.
    fn group(&mut self, cells: &[Cell]) {
        let group = self.plan.groups.len();
        if self.around(cells[0]).any(|other| cells[1..].iter().all(|&cell| self.around(cell).any(|group| group == other))) {
            return;
        }
        for &cell in cells {
            let link = self.links.len() as u32;
            self.links.push((group, self.heads[usize::from(cell)].replace(link)));
        }
        self.shared.push(0);
        let list = self.keep(cells.iter().copied());
        self.plan.groups.push(Group { cells: list, full: cells.len() == self.plan.values.len() });
    }

    fn cage(&mut self, cells: &[Cell], total: i64) {
        let Some((combinations, table)) = self.combinations(cells.len(), total) else {
            let vars: Vec<Var> = cells.iter().map(|&cell| Var(u32::from(cell))).collect();
            self.sum([(1, &vars[..])], total);
            return;
        };
        let list = self.keep(cells.iter().copied());
        let (rests, crossings) = (self.plan.rests.len(), self.plan.crossings.len());
        self.marks[0].set(cells);
        self.find_groups_with(list, 0);
        for i in 0..self.found.len() {
            let (group, shared) = self.found[i];
            let Group { cells: all, full } = self.plan.groups[group];
            if !full || shared == 1 && cells.len() > 1 {
                continue;
            }
            let of_group = self.keep_of(all, 0, false);
            if shared == cells.len() {
                self.plan.rests.push(Rest { cells: of_group, group });
            } else {
                self.marks[1].set(self.plan.list(all));
                let of_cage = self.keep_of(list, 1, false);
                self.plan.crossings.push(Crossing { of_cage, of_group });
            }
        }
        let (rests, crossings) = (rests..self.plan.rests.len(), crossings..self.plan.crossings.len());
        self.plan.cages.push(Cage { cells: list, combinations, table, rests, crossings });
    }

    /// The sets of so many values that add up to a total, unless there are too many.
    fn combinations(&mut self, size: usize, total: i64) -> Option<(List, Table)> {
        if let Some(known) = self.known.get(&(size, total)) {
            return *known;
        }
        let start = self.plan.pool.len();
        self.extend(0, 0, size, total);
        let list = List { start: start as u32, end: self.plan.pool.len() as u32 };
        let sets = &self.plan.pool[start..];
        let few = (sets.len() <= MOST_COMBINATIONS).then(|| (list, Table::extend(&mut self.plan.tables, sets, self.plan.values.len())));
        if few.is_none() {
            self.plan.pool.truncate(start);
        }
        *self.known.entry((size, total)).insert(few).get()
    }

    /// Lists `chosen` with so many more values from `first` on that add up to the rest of a total.
    fn extend(&mut self, chosen: u16, first: usize, size: usize, total: i64) {
        let (count, others) = (self.plan.values.len(), size - 1);
        if others == 0 {
            let last = self.plan.values[first..].iter().position(|&value| i64::from(value) == total);
            self.plan.pool.extend(last.map(|i| chosen | 1 << (first + i)));
            return;
        }
        for i in first..(count + 1).saturating_sub(size) {
            // With the least that can follow, and with the greatest.
            if total < self.sums[i + size] - self.sums[i] {
                break;
            }
            let left = total - i64::from(self.plan.values[i]);
            if left <= self.sums[count] - self.sums[count - others] {
                self.extend(chosen | 1 << i, i + 1, others, left);
            }
        }
    }

    /// A sum over positions, if the values are consecutive.
    fn sum<'p>(&mut self, parts: impl IntoIterator<Item = (i64, &'p [Var])>, mut total: i64) {
        let values = self.plan.values.len();
        let (least, greatest) = (i64::from(self.plan.values[0]), i64::from(self.plan.values[values - 1]));
        if greatest - least + 1 != values as i64 {
            return;
        }
        let first = self.plan.units.len();
        let start = self.plan.pool.len() as u32;
        for (sign, vars) in parts {
            total += vars.len() as i64 * if sign > 0 { -least } else { greatest };
            let cells = self.keep(vars.iter().map(|var| var.index() as Cell));
            let pair = |pair: &[Cell]| match *pair {
                [a, b] => Cells::Two(a, b),
                _ => Cells::One(pair[0]),
            };
            let Plan { pool, units, .. } = &mut self.plan;
            let cells = pool[cells.start as usize..cells.end as usize].chunks(2);
            units.extend(cells.map(|cells| Unit { cells: pair(cells), mirrored: sign < 0 }));
        }
        let cells = List { start, end: self.plan.pool.len() as u32 };
        let greatest = self.plan.list(cells).len() * (values - 1);
        let units = &mut self.plan.units[first..];
        let Some(mut total) = usize::try_from(total).ok().filter(|&total| total <= greatest) else { return };
        // Counted from the other end the total may be less; greater sums need no room.
        if total > greatest - total {
            total = greatest - total;
            units.iter_mut().for_each(|unit| unit.mirrored = !unit.mirrored);
        }
        let words = total / 16 + 1;
        // No variables at all add up to 0 or not: solutions are checked.
        if words <= MOST_WORDS && (1..=MOST_UNITS).contains(&units.len()) {
            // The first and the last unit are the least work: pairs there, ones between.
            units.sort_by_key(|unit| unit.cells.sums(values));
            units.rotate_right(1);
            let units = first..self.plan.units.len();
            self.plan.sums.push(Sum { units, total, words, cells });
        }
    }

    /// The groups that meet, where one of them is full.
    fn meet(&mut self) {
        for a in 0..self.plan.groups.len() {
            let Group { cells: first, full } = self.plan.groups[a];
            // Longer groups come first, so that no full one follows.
            if !full {
                break;
            }
            self.marks[0].set(self.plan.list(first));
            self.find_groups_with(first, a + 1);
            for i in 0..self.found.len() {
                let (b, count) = self.found[i];
                let Group { cells: second, full: second_full } = self.plan.groups[b];
                if count < 2 {
                    continue;
                }
                self.marks[1].set(self.plan.list(second));
                let shared = self.keep_of(first, 1, true);
                let rests = [self.keep_of(first, 1, false), self.keep_of(second, 0, false)];
                self.plan.meetings.push(Meeting { shared, rests, full: [true, second_full], groups: [a, b] });
            }
        }
    }
}

/// Up to sixteen variables, ascending; the same ones are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct List16 {
    len: usize,
    cells: [Cell; MOST_VALUES],
}

impl List16 {
    /// These, or `None` if there are more.
    fn of(vars: impl IntoIterator<Item = Var>) -> Option<List16> {
        let mut list = List16::default();
        for var in vars {
            *list.cells.get_mut(list.len)? = var.index() as Cell;
            list.len += 1;
        }
        list.cells[..list.len].sort_unstable();
        Some(list)
    }

    fn as_slice(&self) -> &[Cell] {
        &self.cells[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cage_sum;

    #[test]
    fn combinations_are_just_the_sets_of_that_size_and_total() {
        for values in [&[1, 2, 3, 4, 5, 6, 7, 8, 9][..], &[-4, -1, 0, 2, 7], &[3], &[0, 1]] {
            let mut model = Model::new();
            let x = model.var("x", values.iter().copied().collect::<crate::Domain>());
            model.post(cage_sum([x], 3));
            let mut maker = Maker::new(&model).unwrap();
            for size in 1..=values.len() {
                for total in -10..50 {
                    let sum = |set: &u16| (0..values.len()).filter(|i| set >> i & 1 == 1).map(|i| i64::from(values[i])).sum::<i64>();
                    let want: Vec<u16> =
                        (0..1u16 << values.len()).filter(|set| set.count_ones() as usize == size && sum(set) == total).collect();
                    // Asked twice, they are found again.
                    for _ in 0..2 {
                        let (list, _) = maker.combinations(size, total).unwrap();
                        let mut found = maker.plan.list(list).to_vec();
                        found.sort_unstable();
                        assert_eq!(found, want, "{size} of {values:?} for {total}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_plan_knows_who_stands_where() {
        let mut model = Model::new();
        let x = model.vars("x", 6, 1..=4);
        model.post(crate::all_different(&x[..4]));
        model.post(crate::all_different(&x[2..]));
        // Within the first, and so no group of its own; and across both.
        model.post(cage_sum(&x[..2], 7));
        model.post(cage_sum(&x[1..5], 10));
        let plan = Plan::of(&model).unwrap();
        let list = |list: List| plan.list(list).to_vec();
        let groups: Vec<_> = plan.groups.iter().map(|group| (list(group.cells), group.full)).collect();
        assert_eq!(groups, [(vec![0, 1, 2, 3], true), (vec![1, 2, 3, 4], true), (vec![2, 3, 4, 5], true)]);
        let meetings: Vec<_> = plan.meetings.iter().map(|meeting| (list(meeting.shared), meeting.rests.map(list))).collect();
        let want = [(vec![1, 2, 3], [vec![0], vec![4]]), (vec![2, 3], [vec![0, 1], vec![4, 5]]), (vec![2, 3, 4], [vec![1], vec![5]])];
        assert_eq!(meetings, want);
        let [two, four] = &plan.cages[..] else { panic!("there are two cages") };
        assert_eq!((list(two.cells), list(two.combinations)), (vec![0, 1], vec![0b1100]));
        assert_eq!(plan.rests[two.rests.clone()].iter().map(|rest| list(rest.cells)).collect::<Vec<_>>(), [vec![2, 3]]);
        assert!(two.crossings.is_empty());
        let crossings: Vec<_> = plan.crossings[four.crossings.clone()].iter().map(|c| (list(c.of_cage), list(c.of_group))).collect();
        assert_eq!(crossings, [(vec![4], vec![0]), (vec![1], vec![5])]);
        assert_eq!(plan.rests[four.rests.clone()].iter().map(|rest| list(rest.cells)).collect::<Vec<_>>(), [vec![]; 1] as [Vec<u16>; 1]);
    }
}
