//! Known problems as plain numbers, made by rule. The benchmarks include this file too: it uses nothing of the crate.

/// A problem without colours: items `0..primary` and then the secondary ones, options as lists of items.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) primary: u32,
    pub(crate) secondary: u32,
    pub(crate) options: Vec<Vec<u32>>,
}

/// A pentomino as cells (row, column).
type Shape = Vec<(i32, i32)>;

/// The twelve pentominoes in the order of their letters, F to Z.
const PENTOMINOES: [[(i32, i32); 5]; 12] = [
    [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)], // F
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)], // I
    [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)], // L
    [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)], // N
    [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)], // P
    [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)], // T
    [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)], // U
    [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], // V
    [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)], // W
    [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], // X
    [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)], // Y
    [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)], // Z
];

/// The different orientations of a shape, each moved to the corner and sorted.
fn orientations(shape: &[(i32, i32)]) -> Vec<Shape> {
    let mut all = Vec::new();
    for turn in 0..8 {
        let mut cells: Shape = shape.to_vec();
        for cell in &mut cells {
            for _ in 0..turn % 4 {
                *cell = (cell.1, -cell.0);
            }
            if turn >= 4 {
                cell.1 = -cell.1;
            }
        }
        let top = cells.iter().map(|c| c.0).min().unwrap_or(0);
        let left = cells.iter().map(|c| c.1).min().unwrap_or(0);
        cells.iter_mut().for_each(|c| *c = (c.0 - top, c.1 - left));
        cells.sort_unstable();
        if !all.contains(&cells) {
            all.push(cells);
        }
    }
    // The order of options decides in which order forced moves are found, and with that a few nodes of dancing cells.
    all.sort();
    all
}

/// All twelve pentominoes on the cells of a board for which `cell` holds. Items: pieces, then cells row by row.
pub(crate) fn pentominoes(rows: i32, columns: i32, cell: impl Fn(i32, i32) -> bool) -> Plain {
    let mut number = 12;
    let mut items = vec![None; (rows * columns) as usize];
    for (at, item) in items.iter_mut().enumerate() {
        if cell(at as i32 / columns, at as i32 % columns) {
            *item = Some(number);
            number += 1;
        }
    }
    let at = |r: i32, c: i32| {
        let inside = (0..rows).contains(&r) && (0..columns).contains(&c);
        inside.then(|| items[(r * columns + c) as usize]).flatten()
    };
    let mut options = Vec::new();
    for (piece, shape) in (0..).zip(&PENTOMINOES) {
        for cells in orientations(shape) {
            for place in 0..rows * columns {
                let (r, c) = (place / columns, place % columns);
                let covered: Option<Vec<u32>> = cells.iter().map(|cell| at(r + cell.0, c + cell.1)).collect();
                options.extend(covered.map(|covered| [vec![piece], covered].concat()));
            }
        }
    }
    Plain { primary: number, secondary: 0, options }
}

/// The 8 x 8 board without its four middle cells.
pub(crate) fn pentominoes_8x8() -> Plain {
    pentominoes(8, 8, |r, c| !((3..5).contains(&r) && (3..5).contains(&c)))
}

/// `n` queens: rows and columns from the middle outwards (organ-pipe order), diagonals secondary; diagonals of a single
/// cell are no items.
pub(crate) fn queens(n: u32) -> Plain {
    let mut rank = vec![0; n as usize];
    for k in 0..n {
        // The line at place k: n/2 - 1 (rounded), then one below and one above in turn.
        let step = k.div_ceil(2);
        let middle = (n - 1) / 2;
        let line = if k % 2 == 1 { middle + step } else { middle - step };
        rank[line as usize] = k;
    }
    let diagonals = 2 * n - 3;
    let mut options = Vec::new();
    for r in 0..n {
        for c in 0..n {
            let mut option = vec![2 * rank[r as usize], 2 * rank[c as usize] + 1];
            for (d, base) in [(r + c, 0), (n - 1 + c - r, diagonals)] {
                if (1..=diagonals).contains(&d) {
                    option.push(2 * n + base + d - 1);
                }
            }
            options.push(option);
        }
    }
    Plain { primary: 2 * n, secondary: 2 * diagonals, options }
}

/// Langford pairs: numbers `1..=n` twice, `d` others between the two `d`s. Of each pair of mirror images one.
pub(crate) fn langford(n: u32) -> Plain {
    let mut options = Vec::new();
    let halved = n - u32::from(n.is_multiple_of(2));
    for d in 1..=n {
        let last = 2 * n - d - 1;
        let last = if d == halved { n / 2 } else { last };
        options.extend((1..=last).map(|s| vec![d - 1, n + s - 1, n + s + d]));
    }
    Plain { primary: 3 * n, secondary: 0, options }
}

/// Dominoes on a board; items are the cells row by row.
pub(crate) fn dominoes(rows: u32, columns: u32) -> Plain {
    let mut options = Vec::new();
    for cell in 0..rows * columns {
        if cell % columns + 1 < columns {
            options.push(vec![cell, cell + 1]);
        }
        if cell / columns + 1 < rows {
            options.push(vec![cell, cell + columns]);
        }
    }
    Plain { primary: rows * columns, secondary: 0, options }
}

/// A Sudoku of `box_size`^2 symbols: option `(row * n + column) * n + symbol` has the cell, and the symbol's place in
/// row, column and box.
pub(crate) fn sudoku(box_size: u32) -> Plain {
    let n = box_size * box_size;
    let mut options = Vec::new();
    for (cell, s) in (0..n * n).flat_map(|cell| (0..n).map(move |s| (cell, s))) {
        let (r, c) = (cell / n, cell % n);
        let b = r / box_size * box_size + c / box_size;
        let place = |kind: u32, unit: u32| (kind * n + unit) * n + s;
        options.push(vec![cell, place(1, r), place(2, c), place(3, b)]);
    }
    Plain { primary: 4 * n * n, secondary: 0, options }
}

/// The options that the givens of a 9 x 9 puzzle in 81 characters stand for.
pub(crate) fn givens(puzzle: &str) -> Vec<u32> {
    (0..).zip(puzzle.bytes()).filter(|(_, c)| (b'1'..=b'9').contains(c)).map(|(at, c)| at * 9 + u32::from(c - b'1')).collect()
}
