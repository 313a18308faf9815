//! What the 45 rule says against cages: for puzzles that are known to have no solution, since it takes longer than a look.

use pencilmark_sudoku::{Cell, Diagnosis, Sheet};

use crate::cage::Cage;
use crate::diagnose::{in_words, range};
use crate::differing::Differing;
use crate::presolve::{self, Derived, Sums, Wrong};

/// The smallest contradiction among: cages that cover houses with the wrong sum, cells that are left over or stick out and cannot have
/// the sum that is left to them.
pub(crate) fn blame(cages: &[Cage], sheet: &Sheet) -> Option<Diagnosis> {
    let values: Vec<i64> = sheet.symbols.values().into_iter().map(i64::from).collect();
    let Sums { derived, wrong } = presolve::derive(&sheet.grid, cages, values.iter().sum());
    if let Some(wrong) = wrong.first() {
        return Some(wrong_sum(wrong));
    }
    let range = Range { differing: Differing::new(&sheet.grid, cages), given: given(sheet, &values), values };
    let cannot_be = |derived: &Derived<'_>| {
        let (plus, minus) = (range.of(derived.plus.cells()), range.of(derived.minus.cells()));
        let (least, most) = (plus.0 - minus.1, plus.1 - minus.0);
        (!(least..=most).contains(&derived.total)).then(|| out_of_reach(derived, sheet, least, most))
    };
    let mut order: Vec<&Derived<'_>> = derived.iter().collect();
    order.sort_by_key(|derived| derived.plus.cells().len() + derived.minus.cells().len());
    order.into_iter().find_map(cannot_be)
}

/// The value that each cell is given.
fn given(sheet: &Sheet, values: &[i64]) -> Vec<Option<i64>> {
    sheet.values().into_iter().map(|symbol| symbol.map(|symbol| values[symbol.index()])).collect()
}

fn wrong_sum(Wrong { houses, found, expected }: &Wrong<'_>) -> Diagnosis {
    let mut name = String::new();
    houses.push_name(&mut name);
    let message = format!("the totals of the cages that cover just {name} add up to {found}, but must add up to {expected}");
    let numbers = vec![("found", *found), ("expected", *expected)];
    Diagnosis { house: Some(name), numbers, ..Diagnosis::new("cage_totals_sum", message) }
}

fn out_of_reach(derived: &Derived<'_>, sheet: &Sheet, least: i64, most: i64) -> Diagnosis {
    let mut name = String::new();
    derived.push_name(&mut name);
    let names = |cells: &[Cell]| cells.iter().map(|&cell| sheet.grid.name(cell)).collect::<Vec<_>>().join(" ");
    let (plus, minus, total) = (derived.plus.cells(), derived.minus.cells(), derived.total);
    let cells = if minus.is_empty() { names(plus) } else { format!("{} less {}", names(plus), names(minus)) };
    let range = in_words(least, most);
    let message = format!("the totals of the cages leave {total} to the {name} ({cells}), but that is {range}");
    let numbers = vec![("total", total), ("least", least), ("most", most)];
    Diagnosis { cells: [plus, minus].concat(), house: Some(name), numbers, ..Diagnosis::new("cage_remainder", message) }
}

/// What some cells can add up to.
struct Range<'g> {
    differing: Differing<'g>,
    given: Vec<Option<i64>>,
    /// The values of the puzzle.
    values: Vec<i64>,
}

impl Range<'_> {
    fn of(&self, cells: &[Cell]) -> (i64, i64) {
        let given = |cell: &Cell| self.given[cell.index()];
        let sum: i64 = cells.iter().filter_map(given).sum();
        let mut open: Vec<Cell> = cells.iter().copied().filter(|cell| given(cell).is_none()).collect();
        let (mut least, mut most, mut rest) = (sum, sum, &mut open[..]);
        while !rest.is_empty() {
            let count = self.differing.group(rest);
            // More cells than values cannot all differ: any range will do, as there is no solution.
            let (low, high) = range(&self.values, count.min(self.values.len()), false).unwrap_or_default();
            (least, most, rest) = (least + low, most + high, &mut rest[count..]);
        }
        (least, most)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pencilmark_engine::Solver;
    use pencilmark_sudoku::{Given, Grid, Place, Source, Symbol, Symbols, Template};

    use super::*;
    use crate::cage::Cages;

    /// A 4x4 with these cages and givens, cells by their index.
    fn sheet(symbols: Symbols, cages: &[(i64, &[usize])], givens: &[(usize, usize)]) -> Sheet {
        let cage = |&(total, cells): &(i64, &[usize])| Cage::new(Some(total), cells.iter().map(|&cell| Cell::new(cell)).collect());
        let given =
            |&(cell, symbol): &(usize, usize)| Given { cell: Cell::new(cell), symbol: Symbol::new(symbol), place: Place::default() };
        let (grid, source) = (Arc::new(Grid::new(4).unwrap()), Source { format: "", line: 0 });
        let rule = Arc::new(Cages::new(cages.iter().map(cage).collect()));
        Sheet { rules: vec![rule], ..Sheet::new(grid, Arc::new(symbols), givens.iter().map(given).collect(), source) }
    }

    fn said(symbols: Symbols, cages: &[(i64, &[usize])], givens: &[(usize, usize)]) -> Option<String> {
        let sheet = sheet(symbols, cages, givens);
        assert!(sheet.rules[0].diagnose(&sheet).is_none(), "a look is enough");
        let blamed = Template::of(&sheet).blame(&sheet).map(|diagnosis| diagnosis.message);
        let (template, mut facts) = (Template::of(&sheet), Vec::new());
        template.facts(&sheet, &mut facts);
        let solved = Solver::new(template.model()).given(facts).solutions().next();
        assert!(blamed.is_none() || solved.is_none(), "it has a solution: {blamed:?}");
        blamed
    }

    #[test]
    fn cages_that_cover_houses_with_the_wrong_sum() {
        let said = |cages: &[(i64, &[usize])]| said(Symbols::numbers_to(4), cages, &[]);
        assert_eq!(
            said(&[(4, &[0, 1]), (7, &[2, 3]), (8, &[4, 5, 8]), (10, &[6, 7, 10, 11]), (1, &[9])]).as_deref(),
            Some("the totals of the cages that cover just row 1 add up to 11, but must add up to 10")
        );
        assert_eq!(
            said(&[(4, &[0, 1]), (6, &[2, 3]), (9, &[4, 5, 8]), (10, &[6, 7, 10, 11]), (2, &[9])]).as_deref(),
            Some("the totals of the cages that cover just rows 2-3 add up to 21, but must add up to 20")
        );
        assert_eq!(
            said(&[(4, &[0, 4]), (5, &[1, 5])]).as_deref(),
            Some("the totals of the cages that cover just box 1 add up to 9, but must add up to 10")
        );
        assert_eq!(said(&[(4, &[0, 4]), (6, &[1, 5])]), None);
    }

    #[test]
    fn innies_and_outies_that_cannot_be() {
        let said = |cages: &[(i64, &[usize])], givens: &[(usize, usize)]| said(Symbols::list(["4", "3", "1", "2"]).unwrap(), cages, givens);
        assert_eq!(
            said(&[(7, &[0, 1]), (4, &[2])], &[]).as_deref(),
            Some("the totals of the cages leave -1 to the innies of row 1 (r1c4), but that is 1 at least and 4 at most")
        );
        assert_eq!(
            said(&[(7, &[0, 1]), (9, &[2, 3, 7])], &[]).as_deref(),
            Some("the totals of the cages leave 6 to the outies of row 1 (r2c4), but that is 1 at least and 4 at most")
        );
        assert_eq!(
            said(&[(3, &[0, 1]), (3, &[2])], &[(3, 2)]).as_deref(),
            Some("the totals of the cages leave 4 to the innies of row 1 (r1c4), but that is 1")
        );
        assert_eq!(
            said(&[(3, &[0, 1]), (6, &[2, 3, 6])], &[]).as_deref(),
            Some("the totals of the cages leave -1 to the outies of row 1 (r2c3), but that is 1 at least and 4 at most")
        );
        assert_eq!(said(&[(6, &[0, 1, 2])], &[]), None);
        assert_eq!(said(&[(6, &[0, 1, 2])], &[(3, 0)]), None);
    }
}
