//! Geometry only: cells, rows, columns, boxes or irregular regions, and who is whose neighbour.

use std::fmt;

use hashbrown::HashMap;
use itertools::Itertools as _;

/// The largest size of a grid.
pub const MAX_SIZE: usize = 255;

/// A cell, by its index in row-major order from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The cell with this index in row-major order.
    pub fn new(index: usize) -> Self {
        Cell(u32::try_from(index).expect("a grid has fewer than 2^32 cells"))
    }

    /// Its index in row-major order.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A named set of cells that belong together: a row, a column, a box, a region, a diagonal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// As people say it, counted from 1: `row 1`, `column 2`, `box 3`, `region 3`.
    pub name: String,
    /// Its cells, in row-major order.
    pub cells: Vec<Cell>,
}

/// Why there is no such grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// The size is 0 or above [`MAX_SIZE`].
    Size {
        /// The size asked for.
        size: usize,
    },
    /// The size is a prime: it has no boxes but rows and columns.
    NoBoxes {
        /// The size asked for.
        size: usize,
    },
    /// Boxes of this shape do not hold as many cells as a row.
    BoxShape {
        /// The size asked for.
        size: usize,
        /// The height of the boxes.
        height: usize,
        /// The width of the boxes.
        width: usize,
    },
    /// The map of regions has another number of cells than the grid.
    RegionCells {
        /// The size asked for.
        size: usize,
        /// How many cells the map has.
        found: usize,
    },
    /// A region has another number of cells than a row.
    RegionSize {
        /// The size asked for.
        size: usize,
        /// The label of the region in the map.
        region: usize,
        /// How many cells it has.
        found: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { size } => write!(f, "no grid has size {size}: sizes are 1 to {MAX_SIZE}"),
            Self::NoBoxes { size } => write!(f, "a grid of size {size} has no boxes: only 1 times {size} is {size}"),
            Self::BoxShape { size, height, width } => {
                write!(f, "boxes {height} high and {width} wide do not hold {size} cells, as a row of this grid does")
            }
            Self::RegionCells { size, found } => {
                write!(f, "a map of regions with {found} cells for a grid of {}", size * size)
            }
            Self::RegionSize { size, region, found } => {
                write!(f, "region {region} has {found} cells, each region of this grid should have {size}")
            }
        }
    }
}

impl std::error::Error for GridError {}

/// A square grid with its houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    size: usize,
    box_shape: Option<(usize, usize)>,
    rows: Vec<House>,
    columns: Vec<House>,
    regions: Vec<House>,
    region_of: Vec<u32>,
}

impl Grid {
    /// A grid with the usual boxes of its size, as square as they get and never higher than wide.
    ///
    /// ```
    /// # use pencilmark_sudoku::Grid;
    /// assert_eq!(Grid::new(6)?.box_shape(), Some((2, 3)));
    /// assert!(Grid::new(7).is_err());
    /// # Ok::<(), pencilmark_sudoku::GridError>(())
    /// ```
    pub fn new(size: usize) -> Result<Self, GridError> {
        let (height, width) = usual_box(size)?;
        Self::with_box(size, height, width)
    }

    /// A grid with boxes of the given height and width.
    pub fn with_box(size: usize, height: usize, width: usize) -> Result<Self, GridError> {
        check_size(size)?;
        if height.checked_mul(width) != Some(size) {
            return Err(GridError::BoxShape { size, height, width });
        }
        let region_of = (0..size * size)
            .map(|cell| {
                let (row, column) = (cell / size, cell % size);
                // Boxes count from the left, then downwards; `height` of them stand side by side.
                (row / height * height + column / width) as u32
            })
            .collect();
        Ok(Self::build(size, Some((height, width)), region_of))
    }

    /// A grid with regions of any form (jigsaw): `region_of` holds a label for each cell in row-major order.
    /// Regions are numbered in the order of their labels.
    pub fn with_regions(size: usize, region_of: &[usize]) -> Result<Self, GridError> {
        check_size(size)?;
        if region_of.len() != size * size {
            return Err(GridError::RegionCells { size, found: region_of.len() });
        }
        let mut labels = region_of.to_vec();
        labels.sort_unstable();
        for region in labels.chunk_by(|a, b| a == b) {
            if region.len() != size {
                return Err(GridError::RegionSize { size, region: region[0], found: region.len() });
            }
        }
        labels.dedup();
        let rank: HashMap<usize, u32> = labels.iter().zip(0..).map(|(&label, rank)| (label, rank)).collect();
        Ok(Self::build(size, None, region_of.iter().map(|label| rank[label]).collect()))
    }

    fn build(size: usize, box_shape: Option<(usize, usize)>, region_of: Vec<u32>) -> Self {
        let kind = if box_shape.is_some() { "box" } else { "region" };
        let houses = |kind: &str, of: &dyn Fn(usize) -> usize| {
            let empty = |number| {
                let mut name = String::with_capacity(kind.len() + 4);
                name.push_str(kind);
                name.push(' ');
                push_number(&mut name, number);
                House { name, cells: Vec::with_capacity(size) }
            };
            let mut houses: Vec<House> = (1..=size).map(empty).collect();
            for cell in 0..size * size {
                houses[of(cell)].cells.push(Cell::new(cell));
            }
            houses
        };
        Grid {
            rows: houses("row", &|cell| cell / size),
            columns: houses("column", &|cell| cell % size),
            regions: houses(kind, &|cell| region_of[cell] as usize),
            size,
            box_shape,
            region_of,
        }
    }

    /// How many cells a row, a column and a region has, and how many there are of each.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many cells there are: the size squared.
    pub fn cell_count(&self) -> usize {
        self.size * self.size
    }

    /// All cells, in row-major order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..(self.size * self.size) as u32).map(Cell)
    }

    /// The cell at a row and a column, both counted from 0. Panics outside the grid.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        assert!(row < self.size && column < self.size, "row {row}, column {column} is outside a grid of {}", self.size);
        Cell::new(row * self.size + column)
    }

    /// The row of a cell, counted from 0.
    pub fn row(&self, cell: Cell) -> usize {
        cell.index() / self.size
    }

    /// The column of a cell, counted from 0.
    pub fn column(&self, cell: Cell) -> usize {
        cell.index() % self.size
    }

    /// The index in [`Grid::regions`] of the box or region that holds a cell.
    pub fn region(&self, cell: Cell) -> usize {
        self.region_of[cell.index()] as usize
    }

    /// The rows, from the top.
    pub fn rows(&self) -> &[House] {
        &self.rows
    }

    /// The columns, from the left.
    pub fn columns(&self) -> &[House] {
        &self.columns
    }

    /// The boxes in reading order, or the irregular regions.
    pub fn regions(&self) -> &[House] {
        &self.regions
    }

    /// Height and width of the boxes; `None` where the regions are irregular.
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        self.box_shape
    }

    /// The name of a cell as people read it, counted from 1: `r1c1` is the top left one.
    pub fn name(&self, cell: Cell) -> String {
        let mut name = String::with_capacity(8);
        self.push_name(cell, &mut name);
        name
    }

    /// Adds the name of a cell to a text.
    pub fn push_name(&self, cell: Cell, text: &mut String) {
        for (letter, number) in [('r', self.row(cell) + 1), ('c', self.column(cell) + 1)] {
            text.push(letter);
            push_number(text, number);
        }
    }

    /// The pairs of cells that share an edge, each once.
    pub fn orthogonal_pairs(&self) -> Vec<(Cell, Cell)> {
        self.pairs(&[(0, 1), (1, 0)])
    }

    /// The pairs of cells a knight's move apart, each once.
    pub fn knight_pairs(&self) -> Vec<(Cell, Cell)> {
        self.pairs(&[(1, -2), (1, 2), (2, -1), (2, 1)])
    }

    /// The pairs of cells a king's move apart, diagonal and orthogonal neighbours alike, each once.
    pub fn king_pairs(&self) -> Vec<(Cell, Cell)> {
        self.pairs(&[(0, 1), (1, -1), (1, 0), (1, 1)])
    }

    /// Pairs by their offset (rows down, columns to the right); offsets look forwards only, so that none comes twice.
    fn pairs(&self, offsets: &[(usize, isize)]) -> Vec<(Cell, Cell)> {
        let mut pairs = Vec::with_capacity(offsets.len() * self.cell_count());
        for (row, column) in (0..self.size).cartesian_product(0..self.size) {
            for &(down, right) in offsets {
                let other = column.checked_add_signed(right).filter(|&other| row + down < self.size && other < self.size);
                pairs.extend(other.map(|other| (self.cell(row, column), self.cell(row + down, other))));
            }
        }
        pairs
    }

    /// The two main diagonals: `falling diagonal` from the top left, `rising diagonal` from the bottom left. Their
    /// cells come from the top down.
    pub fn diagonals(&self) -> [House; 2] {
        let house = |name: &str, column: &dyn Fn(usize) -> usize| House {
            name: name.to_owned(),
            cells: (0..self.size).map(|row| self.cell(row, column(row))).collect(),
        };
        [house("falling diagonal", &|row| row), house("rising diagonal", &|row| self.size - 1 - row)]
    }
}

/// Writes a number. There are many names, and this takes a fifth of what formatting by the standard library does.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push((b'0' + (number % 10) as u8) as char);
}

fn check_size(size: usize) -> Result<(), GridError> {
    if (1..=MAX_SIZE).contains(&size) { Ok(()) } else { Err(GridError::Size { size }) }
}

/// The most square height and width that hold `size` cells, the height at most the width.
pub(crate) fn usual_box(size: usize) -> Result<(usize, usize), GridError> {
    check_size(size)?;
    match (1..=size.isqrt()).rev().find(|height| size.is_multiple_of(*height)) {
        Some(height) if height > 1 || size == 1 => Ok((height, size / height)),
        _ => Err(GridError::NoBoxes { size }),
    }
}
