//! What can be said of cages without search: totals that nothing reaches, givens that contradict them; and what is merely odd.

use pencilmark_sudoku::{Cell, Diagnosis, Given, Grid, Sheet, Warning};

use crate::cage::Cage;

/// The first contradiction among: a cage whose total no values reach, cages that cover the grid with the wrong sum, a cage whose givens
/// leave too much or too little.
pub(crate) fn diagnose(cages: &[Cage], sheet: &Sheet) -> Option<Diagnosis> {
    let values: Vec<i64> = sheet.symbols.values().into_iter().map(i64::from).collect();
    let totals = cages.iter().find_map(|cage| out_of_reach(cage, &sheet.grid, &values));
    totals.or_else(|| wrong_sum(cages, sheet, &values)).or_else(|| cages.iter().find_map(|cage| against_givens(cage, sheet, &values)))
}

/// The least and the greatest sum of so many of some values.
pub(crate) fn range(values: &[i64], count: usize, repeats: bool) -> Option<(i64, i64)> {
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

/// Are there so many of these values, different ones or any, with that sum, which lies between the least and the greatest? Small sums are
/// all listed.
fn reaches(values: &[i64], count: usize, total: i64, repeats: bool) -> bool {
    // Values without gaps reach every sum.
    if values.windows(2).all(|pair| (pair[1] - pair[0]).abs() == 1) || total.saturating_mul(count as i64) > LISTED {
        return true;
    }
    let mut sums = vec![std::collections::BTreeSet::new(); count + 1];
    sums[0].insert(0);
    for value in values {
        // A value that may come again is added to sums that have it already.
        for step in 0..count {
            let size = if repeats { step } else { count - 1 - step };
            let more: Vec<i64> = sums[size].iter().map(|sum| sum + value).filter(|sum| *sum <= total).collect();
            sums[size + 1].extend(more);
        }
    }
    sums[count].contains(&total)
}

/// The name of a cage, and where it was read.
fn found(cage: &Cage, grid: &Grid) -> String {
    match cage.place.line {
        0 => cage.name(grid),
        line => format!("{}, on line {line},", cage.name(grid)),
    }
}

/// From one number to another, in words.
pub(crate) fn in_words(least: i64, most: i64) -> String {
    if least == most { least.to_string() } else { format!("{least} at least and {most} at most") }
}

/// What cells can add up to, as the end of a sentence.
fn between(count: usize, cell: &str, least: i64, most: i64) -> String {
    let range = in_words(least, most);
    if count == 1 { format!("its {cell} is {range}") } else { format!("its {count} {cell}s add up to {range}") }
}

/// What a cage is about, for machines.
fn diagnosis(
    kind: &'static str,
    message: String,
    cells: Vec<Cell>,
    cage: &Cage,
    grid: &Grid,
    numbers: &[(&'static str, i64)],
) -> Diagnosis {
    let line = Some(("line", i64::from(cage.place.line))).filter(|(_, line)| *line > 0);
    let numbers = numbers.iter().copied().chain(line).collect();
    Diagnosis { cells, house: Some(cage.name(grid)), numbers, ..Diagnosis::new(kind, message) }
}

/// A total that no values reach.
fn out_of_reach(cage: &Cage, grid: &Grid, values: &[i64]) -> Option<Diagnosis> {
    let (total, count) = (cage.total?, cage.cells.len());
    let (least, most) = range(values, count, cage.repeats)?;
    let within = (least..=most).contains(&total);
    if within && reaches(values, count, total, cage.repeats) {
        return None;
    }
    let reason = match (within, count) {
        (false, _) => between(count, "cell", least, most),
        (true, 1) => format!("no value of this puzzle is {total}"),
        (true, _) => format!("no {count} values of this puzzle add up to {total}"),
    };
    let message = format!("{} is out of reach: {reason}", found(cage, grid));
    let numbers = [("total", total), ("cells", count as i64), ("least", least), ("most", most)];
    Some(diagnosis("cage_total", message, cage.cells.clone(), cage, grid, &numbers))
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
    let given: Vec<(&Given, i64)> =
        sheet.givens.iter().filter(|given| cage.cells.contains(&given.cell)).map(|given| (given, values[given.symbol.index()])).collect();
    if given.is_empty() {
        return None;
    }
    let left = total - given.iter().map(|(_, value)| value).sum::<i64>();
    let free: Vec<i64> = values.iter().copied().filter(|value| cage.repeats || !given.iter().any(|(_, other)| other == value)).collect();
    let open = cage.cells.len() - given.len();
    let (least, most) = range(&free, open, cage.repeats)?;
    let within = (least..=most).contains(&left);
    if within && reaches(&free, open, left, cage.repeats) {
        return None;
    }
    let other = if cage.repeats { "" } else { "other " };
    let rest = match (within, open) {
        (_, 0) => "and no cell is open".to_owned(),
        (false, _) => format!("and {}", between(open, "open cell", least, most)),
        (true, 1) => format!("which no {other}value of this puzzle is"),
        (true, _) => format!("which no {open} {other}values of this puzzle add up to"),
    };
    // Symbols that are no numbers are told with the number that they count as.
    let name = |(given, value): &(&Given, i64)| {
        let (cell, symbol) = (sheet.grid.name(given.cell), sheet.symbols.name(given.symbol));
        if sheet.symbols.numbers().is_some() { format!("{cell} = {symbol}") } else { format!("{cell} = {symbol} ({value})") }
    };
    let (givens, names) = (if given.len() == 1 { "given" } else { "givens" }, given.iter().map(name).collect::<Vec<_>>().join(", "));
    let message = format!("{} contradicts its {givens} {names}: {left} is left, {rest}", found(cage, &sheet.grid));
    let cells = given.iter().map(|(given, _)| given.cell).collect();
    let numbers = [("total", total), ("left", left), ("least", least), ("most", most)];
    Some(diagnosis("cage_given", message, cells, cage, &sheet.grid, &numbers))
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
