//! Two blocks of cells, the second of which says which region each cell belongs to.

use std::sync::Arc;

use hashbrown::HashMap;
use itertools::Itertools;

use super::alphabet::{Spacing, Token, givens};
use super::layout::{Layout, Row};
use super::{Decline, Extent, Format, Reading, Unwritable, names, text};
use crate::error::{ErrorKind, ParseError};
use crate::grid::Grid;
use crate::sheet::{Place, Sheet, Source};
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
        // Too many lines for one puzzle are a list of them: some tell as well as all.
        let some = text::is_tower(head).then(|| text::content(head, 1).take(text::TELLING).map(|line| line.text).join("\n"));
        let puzzles = puzzles(&Layout::of_blanks(some.as_deref().unwrap_or(head), 1))?;
        match puzzles.iter().filter(|puzzle| puzzle.shows_regions()).count() * 2 > puzzles.len() {
            true => Ok(()),
            false => Decline::new("the second block does not hold connected regions"),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let layout = Layout::of_blanks(text, first_line);
        let line = layout.rows.first().map_or(first_line, |row| row.line);
        let puzzles =
            puzzles(&layout).map_err(|reason| ParseError::new(ErrorKind::RowCount, format!("no jigsaw: {reason}")).on_line(line))?;
        puzzles.into_iter().map(|puzzle| sheet(puzzle, reading)).collect()
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

/// The two blocks of a puzzle.
struct Blocks<'a> {
    cells: Vec<Token<'a>>,
    map: Vec<Token<'a>>,
    size: usize,
    /// The place behind the last cell of each.
    ends: [Place; 2],
}

impl Blocks<'_> {
    /// Whether the second block is like a map: regions hang together and none is most of the grid, as the open cells of a puzzle are. One
    /// may be missing, or one too many: that is a fault, and no other puzzle.
    fn shows_regions(&self) -> bool {
        let (map, size) = (&self.map, self.size);
        let counts = map.iter().map(|token| token.text).counts();
        if counts.len().abs_diff(size) > 1 || counts.values().any(|count| *count > 2 * size) {
            return false;
        }
        // A second puzzle or a solution has no equal neighbours everywhere, a region has.
        let alone = |(i, token): &(usize, &Token<'_>)| {
            let equal = |j: usize| map.get(j).is_some_and(|other| other.text == token.text);
            let (row, column) = (i / size, i % size);
            !((row > 0 && equal(i - size)) || equal(i + size) || (column > 0 && equal(i - 1)) || (column + 1 < size && equal(i + 1)))
        };
        map.iter().enumerate().filter(alone).count() * 4 <= map.len()
    }
}

/// The puzzles, if each is two blocks of n^2 characters: in rows of n, on a line each, or both on one line. With two lines one may be a
/// little too short or too long.
fn puzzles<'a>(layout: &Layout<'a>) -> Result<Vec<Blocks<'a>>, Decline> {
    let rows = &layout.rows;
    if layout.spacing == Spacing::Spaced && rows.iter().flat_map(|row| &row.cells).any(|token| token.text.chars().nth(1).is_some()) {
        return Decline::new("cells of several characters");
    }
    let square = |cells: usize| Some(cells.isqrt()).filter(|size| *size >= LEAST_SIZE && size * size == cells);
    let blocks = |first: &[Row<'a>], second: &[Row<'a>], size| {
        let cells = |rows: &[Row<'a>]| rows.iter().flat_map(|row| row.cells.iter().copied()).collect_vec();
        let end = |rows: &[Row<'a>]| rows.last().map_or(Place::default(), Row::end);
        Blocks { cells: cells(first), map: cells(second), size, ends: [end(first), end(second)] }
    };
    let widths = rows.iter().map(|row| row.cells.len()).collect_vec();
    let half = rows.len() / 2;
    if half >= LEAST_SIZE && rows.len() == 2 * half && widths.iter().sum::<usize>() == 2 * half * half {
        return Ok(vec![blocks(&rows[..half], &rows[half..], half)]);
    }
    if let Some(width) = widths.first().filter(|_| widths.iter().all_equal()) {
        if let Some(size) = square(*width).filter(|_| rows.len() == 2 * half) {
            return Ok(rows.chunks(2).map(|pair| blocks(&pair[..1], &pair[1..], size)).collect());
        }
        if let Some(size) = square(width / 2).filter(|size| size * size * 2 == *width) {
            let split = |row: &Row<'a>| {
                let (cells, map) = row.cells.split_at(size * size);
                Blocks { cells: cells.to_vec(), map: map.to_vec(), size, ends: [map[0].place, row.end()] }
            };
            return Ok(rows.iter().map(split).collect());
        }
    }
    if let [first, second] = widths[..]
        && first.abs_diff(second) <= 2
        && let Some(size) = square(first).or(square(second))
    {
        return Ok(vec![blocks(&rows[..1], &rows[1..], size)]);
    }
    Decline::new("no two blocks of n^2 cells")
}

/// A puzzle and its regions.
fn sheet(puzzle: Blocks<'_>, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let size = puzzle.size;
    for (block, end) in [&puzzle.cells, &puzzle.map].into_iter().zip(puzzle.ends) {
        if block.len() != size * size {
            let error = ParseError::new(ErrorKind::RowLength, "a block of a jigsaw with the wrong number of cells").at(end);
            return Err(error.found(block.len()).expected(size * size));
        }
    }
    let mut ranks: HashMap<String, usize> = HashMap::new();
    let mut regions = Vec::with_capacity(puzzle.map.len());
    for token in &puzzle.map {
        // Numbered in the order of their appearance, from 1 as people count.
        let next = ranks.len() + 1;
        regions.push(*ranks.entry(token.text.to_uppercase()).or_insert(next));
    }
    let grid = Grid::with_regions(size, &regions).map_err(|error| ParseError::from_grid(&error).at(puzzle.map[0].place))?;
    let (symbols, givens) = givens(&puzzle.cells, size, Spacing::Compact, reading)?;
    let source = Source { format: "jigsaw", line: puzzle.cells[0].place.line as usize };
    Ok(Sheet::new(Arc::new(grid), symbols, givens, source))
}
