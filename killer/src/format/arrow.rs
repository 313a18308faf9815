//! Arrow killers: a total at one cell of each cage, arrows towards it in the others, `MDA<<J<C<...`.

use std::sync::Arc;

use pencilmark_sudoku::{
    Cell, Decline, ErrorKind, Extent, Format, ParseError, Reading, Sheet, Source, Symbols, TextLine, Unwritable, content_lines,
};

use super::cells::cage;
use super::whole::{cage_map, nearest_square, neighbours, place, says_nothing};
use crate::cage::Cages;

/// Rows down and columns to the right, for each arrow.
const ARROWS: &[(char, isize, isize)] =
    &[('<', 0, -1), ('>', 0, 1), ('^', -1, 0), ('v', 1, 0), ('`', -1, -1), ('\'', -1, 1), (',', 1, -1), ('.', 1, 1)];

/// Totals: 0 to 45.
const TOTALS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij";

/// Killers as totals and arrows, one a line.
#[derive(Debug)]
pub(super) struct Arrow;

impl Format for Arrow {
    fn name(&self) -> &'static str {
        "arrow"
    }

    fn about(&self) -> &'static str {
        "arrow killers, one a line of n^2 characters: totals 0-9 A-Z a-j, other cells point towards one by < > ^ v ` ' , ."
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let line = content_lines(head, 1).next().map_or("", |line| line.text.trim_start());
        let count = line.chars().count();
        // Another number of cells is a fault where nothing else can be meant.
        let ours = |c: char| TOTALS.contains(c) || ARROWS.iter().any(|arrow| arrow.0 == c);
        if count < 15 || (count.isqrt().pow(2) != count && !line.chars().all(ours)) {
            return Err(Decline("first line does not hold n^2 characters".to_owned()));
        }
        // Dots alone make no arrows: they are open cells.
        match line.chars().filter(|c| "<>^v".contains(*c)).count() * 4 >= count {
            true => Ok(()),
            false => Err(Decline("first line holds few arrows".to_owned())),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        content_lines(text, first_line).map(|line| read(line, reading)).collect()
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, cannot) = (&*sheet.grid, |reason: &str| Unwritable { format: "arrow", reason: reason.to_owned() });
        let (cages, map) = cage_map(sheet, self.name())?;
        if !sheet.givens.is_empty() || map.contains(&None) {
            return Err(cannot(if sheet.givens.is_empty() { "cells outside of cages" } else { "givens" }));
        }
        let mut text = vec![None; grid.cell_count()];
        for (index, cage) in cages.iter().enumerate() {
            let total = usize::try_from(cage.total.unwrap_or(0)).ok().and_then(|total| TOTALS.chars().nth(total));
            let root = *cage.cells.iter().min().ok_or_else(|| cannot("cages without cells"))?;
            text[root.index()] = Some(total.ok_or_else(|| cannot("totals above 45"))?);
            let mut open = std::collections::VecDeque::from([root]);
            while let Some(cell) = open.pop_front() {
                for next in neighbours(grid, cell).filter(|next| map[next.index()] == Some(index)) {
                    if text[next.index()].is_none() {
                        text[next.index()] =
                            ARROWS.iter().find(|arrow| step(grid.size(), next, **arrow) == Some(cell)).map(|arrow| arrow.0);
                        open.push_back(next);
                    }
                }
            }
        }
        let line = text.into_iter().collect::<Option<String>>().ok_or_else(|| cannot("cages that are not connected"))?;
        // It would be taken for the digits of a plain grid.
        self.sniff(&line).map_err(|_| cannot("so many cages of one cell"))?;
        Ok(line + "\n")
    }
}

/// Where an arrow leads from a cell, unless out of the grid.
fn step(size: usize, cell: Cell, (_, down, right): (char, isize, isize)) -> Option<Cell> {
    let row = (cell.index() / size).checked_add_signed(down).filter(|row| *row < size)?;
    let column = (cell.index() % size).checked_add_signed(right).filter(|column| *column < size)?;
    Some(Cell::new(row * size + column))
}

fn read(line: TextLine<'_>, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
    let chars: Vec<char> = line.text.chars().skip(indent).collect();
    let at = |index: usize| place(line.number, indent + index + 1);
    let size = chars.len().isqrt();
    if size * size != chars.len() {
        let error = ParseError::new(ErrorKind::RowLength, "no n^2 cells").at(at(chars.len()));
        return Err(error.found(chars.len()).expected(nearest_square(chars.len())));
    }
    let grid = reading.grid(size).map_err(|error| ParseError::from_grid(&error).at(at(0)))?;
    let symbols = Arc::new(Symbols::numbers_to(size));
    let mut next = Vec::with_capacity(chars.len());
    for (index, &c) in chars.iter().enumerate() {
        next.push(match ARROWS.iter().find(|arrow| arrow.0 == c) {
            None if TOTALS.contains(c) => None,
            None => {
                let error = ParseError::new(ErrorKind::BadSymbol, "neither a total nor an arrow").at(at(index));
                return Err(error.found(c).expected("0-9, A-Z, a-j or one of < > ^ v ` ' , ."));
            }
            Some(&arrow) => {
                Some(step(size, Cell::new(index), arrow).ok_or_else(|| {
                    ParseError::new(ErrorKind::CellOutOfRange, "an arrow that leads out of the grid").at(at(index)).found(c)
                })?)
            }
        });
    }
    let mut groups: Vec<Vec<Cell>> = vec![Vec::new(); chars.len()];
    for cell in grid.cells() {
        let (mut root, mut steps) = (cell, 0);
        while let Some(after) = next[root.index()] {
            (root, steps) = (after, steps + 1);
            // More steps than cells: some cell came twice.
            if steps > chars.len() {
                let error = ParseError::new(ErrorKind::BadSymbol, "arrows that go round in a loop").at(at(cell.index()));
                return Err(error.found(chars[cell.index()]).expected("arrows that lead to a total"));
            }
        }
        groups[root.index()].push(cell);
    }
    let roots = groups.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty());
    let made = roots.map(|(root, cells)| {
        let total = TOTALS.chars().position(|c| c == chars[root]).expect("roots are totals");
        cage(Some(total as i64), cells, at(root), &grid, &symbols, reading)
    });
    let cages: Vec<_> = made.collect::<Result<_, _>>()?;
    let cages = cages.into_iter().filter(|cage| !says_nothing(cage)).collect();
    let source = Source { format: "arrow", line: line.number };
    Ok(Sheet { rules: vec![Arc::new(Cages::new(cages))], ..Sheet::new(grid, symbols, Vec::new(), source) })
}
