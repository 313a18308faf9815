//! Two blocks of cells, the second of which says which region each cell belongs to.

use std::sync::Arc;

use hashbrown::HashMap;
use itertools::Itertools;

use super::alphabet::{Spacing, Token, givens};
use super::layout::Layout;
use super::{Decline, Extent, Format, Reading, Unwritable, names, text};
use crate::error::{ErrorKind, ParseError};
use crate::grid::Grid;
use crate::sheet::{Sheet, Source};
use crate::symbols::{Symbol, Symbols};

/// A puzzle and its map of regions.
#[derive(Debug)]
pub(crate) struct Jigsaw;

impl Format for Jigsaw {
    fn name(&self) -> &'static str {
        "jigsaw"
    }

    fn about(&self) -> &'static str {
        "a block of n^2 cells, then a block of n^2 characters that name each cell's region"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        if text::is_tower(head) {
            return Decline::new("no two blocks of n^2 cells");
        }
        let (_, map, size) = blocks(&Layout::of_blanks(head, 1))?;
        if map.iter().map(|token| token.text).unique().count() != size {
            return Decline::new("the second block does not name n regions");
        }
        // A second puzzle or a solution has no equal neighbours everywhere, a region has.
        let alone = |(i, token): &(usize, &Token<'_>)| {
            let equal = |j: usize| map.get(j).is_some_and(|other| other.text == token.text);
            let (row, column) = (i / size, i % size);
            !((row > 0 && equal(i - size)) || equal(i + size) || (column > 0 && equal(i - 1)) || (column + 1 < size && equal(i + 1)))
        };
        match map.iter().enumerate().filter(alone).count() * 4 > map.len() {
            true => Decline::new("the second block does not hold connected regions"),
            false => Ok(()),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let layout = Layout::of_blanks(text, first_line);
        let line = layout.rows.first().map_or(first_line, |row| row.line);
        let (cells, map, size) =
            blocks(&layout).map_err(|reason| ParseError::new(ErrorKind::RowCount, format!("no jigsaw: {reason}")).on_line(line))?;
        let mut ranks: HashMap<String, usize> = HashMap::new();
        let mut regions = Vec::with_capacity(map.len());
        for token in &map {
            // Numbered in the order of their appearance, from 1 as people count.
            let next = ranks.len() + 1;
            regions.push(*ranks.entry(token.text.to_uppercase()).or_insert(next));
        }
        let grid = Grid::with_regions(size, &regions).map_err(|error| {
            let place = map.first().map(|token| token.place).unwrap_or_default();
            ParseError::from_grid(&error).at(place)
        })?;
        let (symbols, givens) = givens(&cells, size, Spacing::Compact, reading)?;
        let source = Source { format: self.name(), line };
        Ok(vec![Sheet::new(Arc::new(grid), symbols, givens, source)])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols, values) = (&*sheet.grid, &*sheet.symbols, &*sheet.values());
        let labels = Symbols::digits_then_letters(grid.size());
        let (Some(labels), true) = (labels, symbols.single_characters()) else {
            return Err(Unwritable { format: self.name(), reason: "symbols of several characters".to_owned() });
        };
        if grid.size() < LEAST_SIZE {
            return Err(Unwritable { format: self.name(), reason: format!("a grid of {0}x{0}", grid.size()) });
        }
        let map = grid.cells().map(|cell| labels.name(Symbol::new(grid.region(cell)))).join("");
        Ok(format!("{}\n{map}\n", names(symbols, values, ".").join("")))
    }
}

/// Smaller blocks may be anything.
const LEAST_SIZE: usize = 4;

/// The cells, the map and the size, if the layout is two blocks of n^2 characters, on however many lines.
fn blocks<'a>(layout: &Layout<'a>) -> Result<(Vec<Token<'a>>, Vec<Token<'a>>, usize), Decline> {
    let mut cells = Vec::new();
    for token in layout.rows.iter().flat_map(|row| &row.cells) {
        if token.text.chars().nth(1).is_some() && layout.spacing == Spacing::Spaced && layout.rows.len() > 1 {
            return Decline::new("cells of several characters");
        }
        cells.push(*token);
    }
    let size = (cells.len() / 2).isqrt();
    if size < LEAST_SIZE || size * size * 2 != cells.len() {
        return Decline::new("no two blocks of n^2 cells");
    }
    let rows = layout.rows.len();
    if rows != 2 && rows != 2 * size {
        return Decline::new("no two blocks of n^2 cells");
    }
    let map = cells.split_off(size * size);
    Ok((cells, map, size))
}
