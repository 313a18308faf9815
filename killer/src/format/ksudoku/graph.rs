//! The graph of a KSudoku puzzle: groups of cells that differ, and cages.

use std::collections::BTreeSet;
use std::sync::Arc;

use pencilmark_sudoku::{Cell, Diagonal, Diagonals, ErrorKind, Grid, ParseError, Place, Reading, Rule, Symbols, Warning, XmlElement};

use super::number;
use crate::cage::{Cage, Cages};
use crate::format::cells;

/// The most symbols that KSudoku has.
const MOST: usize = 25;

/// The operators of cages, by their numbers.
const OPERATORS: [&str; 5] = ["none", "divide", "subtract", "multiply", "add"];

/// A grid and the rules on it.
type Ruled = (Arc<Grid>, Vec<Arc<dyn Rule>>);

/// A graph in the making.
#[derive(Debug)]
pub(super) struct Graph {
    size: usize,
    place: Place,
    /// May the digits of a cage be the same, as in Mathdoku?
    mathdoku: bool,
    /// Rows and columns are groups; blocks are, too, if `Some(true)`.
    sudoku: Option<bool>,
    cliques: Vec<(Vec<Cell>, Place)>,
    cages: Vec<XmlElement>,
}

/// A group or a cage as its element lists it: cell numbers between blanks, as many as the attribute `size` says.
fn listed(element: &XmlElement, size: usize, what: &str) -> Result<Vec<Cell>, ParseError> {
    let mut cells = Vec::new();
    for word in element.text.split_whitespace() {
        let index = word.parse::<usize>().map_err(|_| {
            element.wrong(ErrorKind::BadNumber, format!("a cell of {what} that is no number")).found(word).expected("the number of a cell")
        })?;
        if index >= size * size {
            let error = element.wrong(ErrorKind::CellOutOfRange, format!("a cell of {what} outside the grid")).found(index);
            return Err(error.expected(format!("0 to {}", size * size - 1)));
        }
        cells.push(Cell::new(index));
    }
    let said = number(element, "size", what)?;
    if i64::try_from(cells.len()) != Ok(said) {
        let error = element.wrong(ErrorKind::Malformed, format!("not as many cells as {what} says")).found(cells.len());
        return Err(error.expected(said));
    }
    Ok(cells)
}

impl Graph {
    /// A graph without groups and cages of its own. One that is no single square grid is refused.
    pub(super) fn new(element: &XmlElement) -> Result<Graph, ParseError> {
        let order = number(element, "order", "a graph")?;
        let size = usize::try_from(order).ok().filter(|size| (1..=MOST).contains(size)).ok_or_else(|| {
            let error = element.wrong(ErrorKind::BadSize, "a graph of an order that KSudoku doesn't have");
            error.found(order).expected(format!("1 to {MOST}"))
        })?;
        let specific = element.attribute("specific-type").unwrap_or("Plain");
        let shape = |what: &str| {
            let message = format!("a {what} of KSudoku, which is not one square grid");
            Err(element.wrong(ErrorKind::UnsupportedRule, message).expected("one square grid"))
        };
        let sudoku = match element.attribute("type") {
            Some("sudoku") => Some(true),
            Some("roxdoku") => return shape("Roxdoku"),
            Some("custom") => {
                let sides = ["sizeX", "sizeY", "sizeZ"].map(|key| number(element, key, "a graph"));
                let [x, y, z] = sides;
                if (x?, y?, z?) != (order, order, 1) {
                    return shape(specific);
                }
                None
            }
            other => {
                let error = element.wrong(ErrorKind::Malformed, "a graph of a type that KSudoku doesn't have");
                return Err(error.found(other.unwrap_or("none")).expected("sudoku, roxdoku or custom"));
            }
        };
        let mathdoku = specific.eq_ignore_ascii_case("Mathdoku");
        Ok(Graph { size, place: element.place, mathdoku, sudoku, cliques: Vec::new(), cages: Vec::new() })
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Takes an element that stands in the graph.
    pub(super) fn take(&mut self, element: &XmlElement) -> Result<(), ParseError> {
        match &*element.name {
            "sudokugroups" => {
                if !matches!(element.attribute("at").map(str::trim), None | Some("0")) || self.sudoku.is_some() {
                    return Err(element.wrong(ErrorKind::UnsupportedRule, "several grids in one, as KSudoku's Samurai has them"));
                }
                self.sudoku = Some(element.attribute("withblocks").is_none_or(|blocks| blocks.trim() == "1"));
            }
            "clique" => {
                let cells = listed(element, self.size, "a group")?;
                self.cliques.push((cells, element.place));
            }
            "cage" => self.cages.push(element.clone()),
            _ => return Err(element.wrong(ErrorKind::UnsupportedRule, "a three-dimensional group of KSudoku")),
        }
        Ok(())
    }

    /// The grid and the rules of all that was taken.
    pub(super) fn finish(self, symbols: &Symbols, reading: &mut Reading, warnings: &mut Vec<Warning>) -> Result<Ruled, ParseError> {
        let size = self.size;
        let mut groups = Vec::new();
        for (mut cells, place) in self.cliques {
            cells.sort_unstable();
            if let Some(twice) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
                let error = ParseError::new(ErrorKind::DuplicateCell, "a cell twice in one group").at(place);
                return Err(error.found(twice[0].index()).expected("each cell once"));
            }
            if cells.len() != size {
                let error = ParseError::new(ErrorKind::RegionSize, "a group with too few or too many cells").at(place);
                return Err(error.found(cells.len()).expected(size));
            }
            groups.push(cells);
        }
        let failed = |error| ParseError::from_grid(&error).at(self.place);
        // Any grid of that size has the rows, the columns and the diagonals.
        let plain = Grid::with_box(size, 1, size).map_err(failed)?;
        if self.sudoku.is_none() {
            for house in plain.rows().iter().chain(plain.columns()) {
                if !take(&mut groups, &house.cells) {
                    let error = ParseError::new(ErrorKind::UnsupportedRule, "a graph in which not each row and column is a group");
                    return Err(error.at(self.place).found(format!("no group for {}", house.name)));
                }
            }
        }
        let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
        // More groups than regions: diagonals are told apart first.
        if self.sudoku == Some(true) || groups.len() > size {
            let [falling, rising] = plain.diagonals();
            match (take(&mut groups, &falling.cells), take(&mut groups, &rising.cells)) {
                (true, true) => rules.push(Arc::new(Diagonals)),
                (true, false) => rules.push(Arc::new(Diagonal::Falling)),
                (false, true) => rules.push(Arc::new(Diagonal::Rising)),
                (false, false) => {}
            }
        }
        let grid = match self.sudoku {
            Some(true) => {
                // KSudoku has blocks where the size is a square.
                let side = size.isqrt();
                let blocks =
                    if reading.box_shape().is_some() { reading.grid(size) } else { Grid::with_box(size, side, side).map(Arc::new) };
                blocks.map_err(failed)?
            }
            _ => match partition(&groups, plain.cell_count()) {
                Some(labels) => {
                    groups.drain(..size);
                    Arc::new(cells::grid_of(size, &labels).map_err(failed)?)
                }
                None => Arc::new(plain),
            },
        };
        // A group of any other form is a cage without a total.
        let mut cages: Vec<Cage> = groups.into_iter().map(|cells| Cage { place: self.place, ..Cage::new(None, cells) }).collect();
        for element in &self.cages {
            cages.extend(cage(element, self.mathdoku, &grid, symbols, reading, warnings)?);
        }
        if !cages.is_empty() {
            rules.push(Arc::new(Cages::new(cages)));
        }
        Ok((grid, rules))
    }
}

/// Removes a group from others; false if it isn't there.
fn take(groups: &mut Vec<Vec<Cell>>, cells: &[Cell]) -> bool {
    let mut wanted = cells.to_vec();
    wanted.sort_unstable();
    let at = groups.iter().position(|group| *group == wanted);
    at.map(|at| groups.remove(at)).is_some()
}

/// The number of the group of each cell, if the first groups are regions: as many as a row has cells, and no cell in two.
fn partition(groups: &[Vec<Cell>], count: usize) -> Option<Vec<usize>> {
    let regions = groups.get(..count.isqrt())?;
    let all: BTreeSet<Cell> = regions.iter().flatten().copied().collect();
    let mut labels = vec![0; count];
    regions.iter().enumerate().for_each(|(label, group)| group.iter().for_each(|cell| labels[cell.index()] = label));
    (all.len() == count).then_some(labels)
}

/// A cage; `None` if it is left out with a warning. One of a cell is that cell's value.
fn cage(
    element: &XmlElement,
    mathdoku: bool,
    grid: &Grid,
    symbols: &Symbols,
    reading: &Reading,
    warnings: &mut Vec<Warning>,
) -> Result<Option<Cage>, ParseError> {
    let cells = listed(element, grid.size(), "a cage")?;
    let (operator, total) = (number(element, "operator", "a cage")?, number(element, "value", "a cage")?);
    let name = usize::try_from(operator).ok().and_then(|index| OPERATORS.get(index)).ok_or_else(|| {
        let error = element.wrong(ErrorKind::BadNumber, "an operator that KSudoku doesn't have").found(operator);
        error.expected("0 to 4: none, divide, subtract, multiply, add")
    })?;
    if *name != "add" && cells.len() > 1 {
        warnings.push(reading.leave_out(&format!("{name} of a cage"), element.place)?);
        return Ok(None);
    }
    if total == 0 {
        return Err(element.wrong(ErrorKind::BadNumber, "a cage without a value").found(total).expected("1 or more"));
    }
    let repeating = Reading::new().with_repeats();
    cells::cage(Some(total), cells, element.place, grid, symbols, if mathdoku { &repeating } else { reading }).map(Some)
}
