//! What can be said of cages without search: totals that nothing reaches, givens that contradict them; and what is merely odd.

use pencilmark_sudoku::{Cell, Diagnosis, Sheet, Warning};

use crate::cage::Cage;

/// The first contradiction among: a cage whose total no values reach, cages that cover the grid with the wrong sum, a cage whose givens
/// leave too much or too little.
pub(crate) fn diagnose(cages: &[Cage], sheet: &Sheet) -> Option<Diagnosis> {
    let values: Vec<i64> = sheet.symbols.values().into_iter().map(i64::from).collect();
    let totals = cages.iter().find_map(|cage| out_of_reach(cage, &values));
    totals.or_else(|| wrong_sum(cages, sheet, &values)).or_else(|| cages.iter().find_map(|cage| against_givens(cage, sheet, &values)))
}

/// The least and the greatest sum of so many of some values.
fn range(values: &[i64], count: usize, repeats: bool) -> Option<(i64, i64)> {
    let mut values = values.to_vec();
    values.sort_unstable();
    match (repeats, values.first(), values.last()) {
        (true, Some(least), Some(most)) => Some((least * count as i64, most * count as i64)),
        (false, ..) if count <= values.len() => Some((values[..count].iter().sum(), values[values.len() - count..].iter().sum())),
        _ => None,
    }
}

/// Beyond so many sums, times the number of cells, a missing one is left to the search.
const LISTED: i64 = 1 << 20;

/// Is there a set of so many of these values, in ascending order, with that sum, which lies between the least and the greatest? Small
/// sums are all listed.
fn reaches(values: &[i64], count: usize, total: i64) -> bool {
    // Values without gaps reach every sum.
    if values.windows(2).all(|pair| pair[1] - pair[0] == 1) || total.saturating_mul(count as i64) > LISTED {
        return true;
    }
    let mut sums = vec![std::collections::BTreeSet::new(); count + 1];
    sums[0].insert(0);
    for value in values {
        for size in (0..count).rev() {
            let more: Vec<i64> = sums[size].iter().map(|sum| sum + value).filter(|sum| *sum <= total).collect();
            sums[size + 1].extend(more);
        }
    }
    sums[count].contains(&total)
}

fn out_of_reach(cage: &Cage, values: &[i64]) -> Option<Diagnosis> {
    let total = cage.total?;
    let (least, most) = range(values, cage.cells.len(), cage.repeats)?;
    let within = (least..=most).contains(&total);
    if within && (cage.repeats || reaches(values, cage.cells.len(), total)) {
        return None;
    }
    let (count, line) = (cage.cells.len(), cage.place.line);
    let cells = if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") };
    let reason = if within { "no values of this puzzle do" } else { &format!("they add up to {least} at least and {most} at most") };
    let place = if line > 0 { format!(" on line {line}") } else { String::new() };
    let message = format!("the cage of {cells}{place} is to add up to {total}, but {reason}");
    let mut numbers = vec![("total", total), ("cells", count as i64), ("least", least), ("most", most)];
    if line > 0 {
        numbers.push(("line", line.into()));
    }
    Some(Diagnosis { cells: cage.cells.clone(), numbers, ..Diagnosis::new("cage_total", message) })
}

/// Cages that cover each cell once have a known sum between them.
fn wrong_sum(cages: &[Cage], sheet: &Sheet, values: &[i64]) -> Option<Diagnosis> {
    let found = cages.iter().try_fold(0_i64, |sum, cage| sum.checked_add(cage.total?))?;
    let mut covered = vec![0u32; sheet.grid.cell_count()];
    cages.iter().flat_map(|cage| &cage.cells).for_each(|cell| covered[cell.index()] += 1);
    let expected = values.iter().sum::<i64>() * sheet.grid.size() as i64;
    if covered.iter().any(|&count| count != 1) || found == expected {
        return None;
    }
    let message = format!("the totals of the cages, which cover the grid, add up to {found}, but must add up to {expected}");
    Some(Diagnosis { numbers: vec![("found", found), ("expected", expected)], ..Diagnosis::new("cage_totals_sum", message) })
}

/// What the givens leave of a total must be in reach of the open cells.
fn against_givens(cage: &Cage, sheet: &Sheet, values: &[i64]) -> Option<Diagnosis> {
    let total = cage.total?;
    let given: Vec<(Cell, i64)> = (sheet.givens.iter())
        .filter(|given| cage.cells.contains(&given.cell))
        .map(|given| (given.cell, values[given.symbol.index()]))
        .collect();
    if given.is_empty() {
        return None;
    }
    let left = total - given.iter().map(|(_, value)| value).sum::<i64>();
    let free: Vec<i64> = values.iter().copied().filter(|value| cage.repeats || !given.iter().any(|(_, other)| other == value)).collect();
    let (least, most) = range(&free, cage.cells.len() - given.len(), cage.repeats)?;
    if (least..=most).contains(&left) {
        return None;
    }
    let names: Vec<String> = given.iter().map(|&(cell, value)| format!("{} = {value}", sheet.grid.name(cell))).collect();
    let (name, open) = (cage.name(&sheet.grid), cage.cells.len() - given.len());
    let rest = match open {
        0 => "and no cell is open".to_owned(),
        _ => format!("and its open cells add up to {least} at least and {most} at most"),
    };
    let message = format!("{name} contradicts its givens {}: {left} is left, {rest}", names.join(", "));
    let cells = given.into_iter().map(|(cell, _)| cell).collect();
    let numbers = vec![("total", total), ("left", left), ("least", least), ("most", most)];
    Some(Diagnosis { cells, house: Some(name), numbers, ..Diagnosis::new("cage_given", message) })
}

/// Cells in several cages, and, where cages cover most of the grid, open cells in none.
pub(crate) fn warnings(cages: &[Cage], sheet: &Sheet) -> Vec<Warning> {
    let mut covered = vec![0u32; sheet.grid.cell_count()];
    cages.iter().flat_map(|cage| &cage.cells).for_each(|cell| covered[cell.index()] += 1);
    let given = sheet.values();
    let those = |wanted: &dyn Fn(Cell) -> bool| sheet.grid.cells().filter(|&cell| wanted(cell)).collect::<Vec<Cell>>();
    let twice = those(&|cell| covered[cell.index()] > 1);
    let bare = those(&|cell| covered[cell.index()] == 0 && given[cell.index()].is_none());
    let mut warnings = Vec::new();
    let mut warn = |kind, what: &str, cells: Vec<Cell>| {
        let names: Vec<String> = cells.iter().map(|&cell| sheet.grid.name(cell)).collect();
        warnings.push(Warning { kind, message: format!("{what}: {}", names.join(", ")), cells });
    };
    if !twice.is_empty() {
        warn("cages_overlap", "cages overlap; all of them count", twice);
    }
    // A few cages on a grid are a variant; a few cells without any are likely a slip.
    if !bare.is_empty() && bare.len() * 4 <= covered.len() {
        warn("cells_uncovered", "cells in no cage", bare);
    }
    warnings
}
