//! PS strings of killers: `3x3::k:5632:3329:...`, a number a cell, 256 times the total plus the number of the cage.

use std::sync::Arc;

use itertools::Itertools as _;
use pencilmark_sudoku::{
    Cell, Decline, Diagonals, ErrorKind, Extent, Format, Grid, ParseError, Reading, Rule, Sheet, Source, Symbols, TextLine, Unwritable,
    content_lines,
};

use super::cells::cage;
use super::whole::{cage_map, has_diagonals, place, says_nothing};
use crate::cage::Cages;

/// PS strings, as the makers of killers exchange them.
#[derive(Debug)]
pub(super) struct Ps;

impl Format for Ps {
    fn name(&self) -> &'static str {
        "ps"
    }

    fn about(&self) -> &'static str {
        "PS strings of killers, one a line: `3x3::k:5632:3329:...`, 256 times the total plus the number of the cage"
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let line = content_lines(head, 1).next().map_or("", |line| line.text.trim_start());
        let parts: Vec<&str> = line.splitn(4, ':').collect();
        match parts[..] {
            [shape, "" | "d", "k", _] if box_of(shape).is_some() => Ok(()),
            _ => Err(Decline("first line does not begin like 3x3::k:".to_owned())),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        content_lines(text, first_line).map(|line| read(line, reading)).collect()
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (cages, map) = cage_map(sheet, self.name())?;
        let Some((height, width)) = sheet.grid.box_shape() else {
            return Err(Unwritable { format: self.name(), reason: "irregular regions".to_owned() });
        };
        if cages.len() > 255 || cages.iter().any(|cage| cage.total.is_none()) {
            let reason = if cages.len() > 255 { "more than 255 cages" } else { "cages without a total" };
            return Err(Unwritable { format: self.name(), reason: reason.to_owned() });
        }
        // A total of 0 is none, a number has 16 bits, and totals that no cage can have are taken for swapped bytes.
        let most = largest(sheet.grid.size()).min(255);
        if cages.iter().any(|cage| cage.total.is_some_and(|total| !(1..=i64::from(most)).contains(&total))) {
            return Err(Unwritable { format: self.name(), reason: format!("totals other than 1 to {most}") });
        }
        let diagonal = has_diagonals(sheet);
        let number = |cage: &Option<usize>| cage.map_or(0, |index| cages[index].total.unwrap_or(0) * 256 + index as i64 + 1);
        let numbers = map.iter().map(|cage| format!("{}:", number(cage))).join("");
        Ok(format!("{height}x{width}:{}:k:{numbers}\n", if diagonal { "d" } else { "" }))
    }
}

/// The most that different symbols add up to.
fn largest(size: usize) -> u16 {
    u16::try_from(size.saturating_mul(size + 1) / 2).unwrap_or(u16::MAX)
}

/// The boxes that a text like `3x3` names.
fn box_of(text: &str) -> Option<(usize, usize)> {
    let (height, width) = text.split_once('x')?;
    Some((height.parse().ok()?, width.parse().ok()?))
}

fn read(line: TextLine<'_>, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
    let start = place(line.number, indent + 1);
    let text = line.text.trim_start();
    let parts: Vec<&str> = text.splitn(4, ':').collect();
    let [shape, flag @ ("" | "d"), "k", rest] = parts[..] else {
        return Err(ParseError::new(ErrorKind::BadSymbol, "no PS string of a killer")
            .at(start)
            .expected("3x3::k: or 3x3:d:k: and numbers"));
    };
    let Some((height, width)) = box_of(shape) else {
        return Err(ParseError::new(ErrorKind::BadSize, "no shape of a box").at(start).found(shape).expected("height x width, as in 3x3"));
    };
    let size = height.saturating_mul(width);
    let grid = if reading.box_shape().is_some() { reading.grid(size) } else { Grid::with_box(size, height, width).map(Arc::new) };
    let grid = grid.map_err(|error| ParseError::from_grid(&error).at(start))?;
    let symbols = Arc::new(Symbols::numbers_to(size));
    let mut column = indent + (text.chars().count() - rest.chars().count()) + 1;
    let mut numbers = Vec::new();
    for word in rest.strip_suffix(':').unwrap_or(rest).split(':') {
        let at = place(line.number, column);
        let Ok(number) = word.parse::<u16>() else {
            return Err(ParseError::new(ErrorKind::BadNumber, "no number of a cell")
                .at(at)
                .found(word)
                .expected("256 times the total plus the cage"));
        };
        if numbers.len() == grid.cell_count() {
            let error = ParseError::new(ErrorKind::RowLength, "too many numbers").at(at);
            return Err(error.found(word).expected(format!("{} numbers", grid.cell_count())));
        }
        numbers.push((number, at));
        column += word.chars().count() + 1;
    }
    if numbers.len() != grid.cell_count() {
        let error = ParseError::new(ErrorKind::RowLength, "too few numbers").at(place(line.number, line.text.chars().count()));
        return Err(error.found(numbers.len()).expected(grid.cell_count()));
    }
    // Some writers swap the bytes; a cage has one number and one total, so the order in which numbers name one total each is right.
    let split = |swapped: bool| {
        numbers.iter().map(move |&(number, _)| if swapped { (number % 256, number / 256) } else { (number / 256, number % 256) })
    };
    let fits = |swapped: bool| {
        let mut total_of = hashbrown::HashMap::new();
        split(swapped).all(|(total, id)| total <= largest(size) && (total == 0 || *total_of.entry(id).or_insert(total) == total))
    };
    let swapped = !fits(false) && fits(true);
    let mut groups: Vec<((u16, u16), Vec<Cell>)> = Vec::new();
    for (cell, key) in grid.cells().zip(split(swapped)).filter(|(_, (total, _))| *total > 0) {
        match groups.iter_mut().find(|(known, _)| known.1 == key.1) {
            Some((known, _)) if known.0 != key.0 => {
                let error = ParseError::new(ErrorKind::CageCount, "two totals in one cage").at(numbers[cell.index()].1);
                return Err(error.found(key.0).expected(format!("{} as before in cage {}", known.0, key.1)));
            }
            Some((_, cells)) => cells.push(cell),
            None => groups.push((key, vec![cell])),
        }
    }
    let made = groups.into_iter().map(|((total, _), cells)| {
        let at = numbers[cells[0].index()].1;
        cage(Some(total.into()), cells, at, &grid, &symbols, reading)
    });
    let cages: Vec<_> = made.filter_ok(|cage| !says_nothing(cage)).collect::<Result<_, _>>()?;
    let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
    if flag == "d" {
        rules.push(Arc::new(Diagonals));
    }
    rules.push(Arc::new(Cages::new(cages)));
    Ok(Sheet { rules, ..Sheet::new(grid, symbols, Vec::new(), Source { format: "ps", line: line.number }) })
}
