//! `SumoCueV1`: an entry a cell, `=22` where a cage with that total begins, `+0` for a member of the cage that begins in cell 0.

use std::sync::Arc;

use itertools::Itertools as _;
use pencilmark_sudoku::{
    Cell, Decline, Diagonals, ErrorKind, Extent, Format, Given, Grid, ParseError, Place, Reading, Rule, Sheet, Source, Symbol, Symbols,
    Unwritable, content_lines,
};

use super::cells::{cage, grid_of};
use super::whole::{cage_map, has_diagonals, nearest_square, place, says_nothing};
use crate::cage::Cages;

/// SumoCue's killers, and the puzzles that go by the same word but have values for totals.
#[derive(Debug)]
pub(super) struct SumoCue;

const WORD: &str = "SumoCueV1";

/// An entry: is it a beginning, its number, its region, its place.
struct Entry {
    begins: bool,
    number: usize,
    region: Option<usize>,
    place: Place,
}

impl Format for SumoCue {
    fn name(&self) -> &'static str {
        "sumocue"
    }

    fn about(&self) -> &'static str {
        "SumoCueV1, then `=total` where a cage begins and `+cell` where it goes on, each perhaps with `Jregion`; or `=value`"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        match content_lines(head, 1).next().is_some_and(|line| line.text.trim_start().starts_with(WORD)) {
            true => Ok(()),
            false => Err(Decline(format!("does not begin with {WORD}"))),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let (mut start, mut diagonals, mut entries) = (place(first_line, 1), false, Vec::new());
        for (index, line) in content_lines(text, first_line).enumerate() {
            let chars: Vec<char> = line.text.chars().collect();
            let mut at = chars.iter().take_while(|c| c.is_whitespace()).count();
            if index == 0 {
                start = place(line.number, at + 1);
                if !line.text.trim_start().starts_with(WORD) {
                    return Err(ParseError::new(ErrorKind::BadSymbol, "the first word is missing").at(start).expected(WORD));
                }
                at += WORD.len();
                diagonals = chars.get(at) == Some(&'D');
                at += usize::from(diagonals);
            }
            while at < chars.len() {
                if chars[at].is_whitespace() {
                    at += 1;
                    continue;
                }
                entries.push(entry(&chars, &mut at, line.number)?);
            }
        }
        let size = entries.len().isqrt();
        if size * size != entries.len() {
            let error = ParseError::new(ErrorKind::RowLength, "no n^2 entries").at(start);
            return Err(error.found(entries.len()).expected(nearest_square(entries.len())));
        }
        let with_regions = entries.iter().filter(|entry| entry.region.is_some()).count();
        let wrong_grid = |error| ParseError::from_grid(&error).at(start);
        let grid = if with_regions == 0 {
            reading.grid(size).map_err(wrong_grid)?
        } else if let Some(entry) = entries.iter().find(|entry| entry.region.is_none()) {
            return Err(ParseError::new(ErrorKind::RegionSize, "an entry without a region among others")
                .at(entry.place)
                .expected("J and a number"));
        } else {
            let regions = entries.iter().filter_map(|entry| entry.region).collect_vec();
            Arc::new(grid_of(size, &regions).map_err(wrong_grid)?)
        };
        let symbols = Arc::new(Symbols::numbers_to(size));
        let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
        if diagonals {
            rules.push(Arc::new(Diagonals));
        }
        let mut givens = Vec::new();
        // No cage goes on, and each number is a value: these are givens.
        if entries.iter().all(|entry| entry.begins && entry.number <= size) {
            let given =
                |(cell, entry): (Cell, &Entry)| Some(Given { cell, symbol: Symbol::new(entry.number.checked_sub(1)?), place: entry.place });
            givens = grid.cells().zip(&entries).filter_map(given).collect();
        } else {
            let mut groups: Vec<Vec<Cell>> = vec![Vec::new(); entries.len()];
            for (cell, entry) in grid.cells().zip(&entries) {
                let first = if entry.begins { cell.index() } else { entry.number };
                if !entries.get(first).is_some_and(|entry| entry.begins) {
                    let error = ParseError::new(ErrorKind::CellOutOfRange, "no cage begins there").at(entry.place);
                    return Err(error.found(first).expected("the number of a cell with =, counted from 0"));
                }
                groups[first].push(cell);
            }
            let groups = groups.into_iter().zip(&entries).filter(|(cells, _)| !cells.is_empty());
            let made = groups.map(|(cells, entry)| {
                let total = i64::try_from(entry.number).unwrap_or(i64::MAX);
                cage(Some(total), cells, entry.place, &grid, &symbols, reading)
            });
            let cages = made.filter_ok(|cage| !says_nothing(cage)).collect::<Result<_, _>>()?;
            rules.push(Arc::new(Cages::new(cages)));
        }
        let source = Source { format: self.name(), line: start.line as usize };
        Ok(vec![Sheet { rules, ..Sheet::new(grid, symbols, givens, source) }])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let grid = &*sheet.grid;
        let (cages, map) = cage_map(sheet, self.name())?;
        if !cages.is_empty() && !sheet.givens.is_empty() {
            return Err(Unwritable { format: self.name(), reason: "givens beside cages".to_owned() });
        }
        let values = sheet.values();
        let usual = Grid::new(grid.size()).is_ok_and(|usual| usual == *grid);
        let entry = |cell: Cell| {
            let first = map[cell.index()].and_then(|index| cages[index].cells.iter().min().map(|first| (index, *first)));
            let text = match first {
                Some((index, first)) if first == cell => format!("={}", cages[index].total.unwrap_or(0)),
                Some((_, first)) => format!("+{}", first.index()),
                None => format!("={}", values[cell.index()].map_or(0, |symbol| symbol.index() + 1)),
            };
            if usual { text } else { format!("{text}J{}", grid.region(cell)) }
        };
        let diagonals = has_diagonals(sheet);
        let rows = grid.rows().iter().map(|row| row.cells.iter().map(|&cell| entry(cell)).join(" ") + "\n").join("");
        Ok(format!("{WORD}{}\n{rows}", if diagonals { "D" } else { "" }))
    }
}

/// The entry that begins at a character.
fn entry(chars: &[char], at: &mut usize, line: usize) -> Result<Entry, ParseError> {
    let begin = place(line, *at + 1);
    let begins = match chars[*at] {
        '=' => true,
        '+' => false,
        other => return Err(ParseError::new(ErrorKind::BadSymbol, "no entry").at(begin).found(other).expected("= or +, and a number")),
    };
    let number = |at: &mut usize| {
        *at += 1;
        let digits: String = chars[*at..].iter().take_while(|c| c.is_ascii_digit()).collect();
        *at += digits.len();
        let wrong = || ParseError::new(ErrorKind::BadNumber, "no number in an entry").at(begin).expected("a number after =, + and J");
        digits.parse::<u32>().map(|number| number as usize).map_err(|_| wrong())
    };
    let first = number(at)?;
    let region = (chars.get(*at) == Some(&'J')).then(|| number(at)).transpose()?;
    Ok(Entry { begins, number: first, region, place: begin })
}
