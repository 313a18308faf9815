//! The outline of some cells, a little inside their borders, as closed lines.

use std::collections::{BTreeMap, BTreeSet};

/// A point, right and down.
pub(super) type Point = (i64, i64);

/// The closed lines around cells (row and column) of a width, `inset` inside them: each a list of corners, clockwise around cells and
/// the other way around holes.
///
/// Each side of a cell without a neighbour there is a piece of line. Its ends are drawn in or out so that pieces meet.
pub(super) fn outline(cells: &BTreeSet<(i64, i64)>, width: i64, inset: i64) -> Vec<Vec<Point>> {
    let mut pieces: BTreeMap<Point, Point> = BTreeMap::new();
    for &(row, column) in cells {
        let middle = (column * width + width / 2, row * width + width / 2);
        // Right and down are the piece's direction; outward is to its left.
        for (right, down) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let (out_right, out_down) = (down, -right);
            let has = |along: i64, out: i64| {
                let (by_column, by_row) = (along * right + out * out_right, along * down + out * out_down);
                cells.contains(&(row + by_row, column + by_column))
            };
            if has(0, 1) {
                continue;
            }
            let end = |side: i64| {
                let reach = match (has(side, 0), has(side, 1)) {
                    (false, _) => width / 2 - inset,
                    (true, false) => width / 2,
                    (true, true) => width / 2 + inset,
                };
                let (along, out) = (side * reach, width / 2 - inset);
                (middle.0 + along * right + out * out_right, middle.1 + along * down + out * out_down)
            };
            pieces.insert(end(-1), end(1));
        }
    }
    let mut lines = Vec::new();
    while let Some((start, mut next)) = pieces.pop_first() {
        let mut line = vec![start];
        while next != start {
            line.push(next);
            next = pieces.remove(&next).expect("each piece ends where another begins");
        }
        lines.push(without_straights(&line));
    }
    lines
}

/// Without points in the middle of a straight line.
fn without_straights(line: &[Point]) -> Vec<Point> {
    let count = line.len();
    let straight = |i: usize| {
        let (before, at, after) = (line[(i + count - 1) % count], line[i], line[(i + 1) % count]);
        before.0 == at.0 && at.0 == after.0 || before.1 == at.1 && at.1 == after.1
    };
    (0..count).filter(|&i| !straight(i)).map(|i| line[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(cells: &[(i64, i64)]) -> Vec<Vec<Point>> {
        outline(&cells.iter().copied().collect(), 10, 1)
    }

    #[test]
    fn corners_in_and_out() {
        assert_eq!(lines(&[(0, 0), (0, 1)]), [vec![(1, 1), (19, 1), (19, 9), (1, 9)]]);
        assert_eq!(lines(&[(0, 0), (1, 0), (1, 1)]), [vec![(1, 1), (9, 1), (9, 11), (19, 11), (19, 19), (1, 19)]]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_lines_of_their_own() {
        let squares = [vec![(1, 1), (9, 1), (9, 9), (1, 9)], vec![(11, 11), (19, 11), (19, 19), (11, 19)]];
        assert_eq!(lines(&[(0, 0), (1, 1)]), squares);
    }

    #[test]
    fn holes_have_lines_too() {
        let ring: Vec<_> = (0..9).filter(|i| *i != 4).map(|i| (i / 3, i % 3)).collect();
        let found = lines(&ring);
        assert_eq!(found[0], [(1, 1), (29, 1), (29, 29), (1, 29)]);
        assert_eq!(found[1], [(9, 9), (9, 21), (21, 21), (21, 9)]);
    }
}
