//! A grid as text with frames around cages, and their totals in the corner of the first cell.
//!
//! Regions have heavy lines and cages light, dashed ones. A heavy line is dashed where a cage goes across it.

use super::picture::Picture;

/// How much of a line leaves a corner in a direction: none, light or heavy.
type Weight = usize;

/// The characters for the weights up, right, down and left, as digits of a number to base 3.
const CORNERS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// A line between two cells.
#[derive(Clone, Copy)]
struct Border {
    weight: Weight,
    dashed: bool,
}

struct Frames<'a> {
    picture: &'a Picture<'a>,
    /// For each cell the numbers of its cages.
    cages: Vec<Vec<usize>>,
}

/// The picture; `words` are what stands in the cells.
pub(super) fn text(picture: &Picture<'_>, words: &[String]) -> String {
    let mut cages = vec![Vec::new(); words.len()];
    let mut labels = vec![String::new(); words.len()];
    for (number, (cells, label)) in picture.outlines().enumerate() {
        cells.iter().for_each(|cell| cages[cell.index()].push(number));
        if let (Some(first), Some(label)) = (cells.first(), label) {
            let labels = &mut labels[first.index()];
            *labels = if labels.is_empty() { label.to_owned() } else { format!("{labels}/{label}") };
        }
    }
    let frames = Frames { picture, cages };
    let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let width = (longest(words) + 2).max(longest(&labels) + 1);
    let corners: Vec<char> = CORNERS.chars().collect();
    let size = picture.grid.size();
    let mut text = String::new();
    for row in 0..=size {
        for column in 0..=size {
            // A light line that goes straight on stays dashed.
            text.push(match corners[frames.corner(row, column)] {
                '─' => '╌',
                '│' => '╎',
                corner => corner,
            });
            if column < size {
                let label = if row < size { &*labels[row * size + column] } else { "" };
                let line = match frames.above(row, column) {
                    Border { weight: 0, .. } => ' ',
                    Border { weight: 1, .. } => '╌',
                    Border { dashed: true, .. } => '╍',
                    _ => '━',
                };
                text.push_str(label);
                text.extend(std::iter::repeat_n(line, width - label.chars().count()));
            }
        }
        end(&mut text);
        if row == size {
            break;
        }
        for column in 0..=size {
            text.push(match frames.left(row, column) {
                Border { weight: 0, .. } => ' ',
                Border { weight: 1, .. } => '╎',
                Border { dashed: true, .. } => '╏',
                _ => '┃',
            });
            if column < size {
                text += &format!("{:^width$}", words[row * size + column]);
            }
        }
        end(&mut text);
    }
    text
}

fn end(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

impl Frames<'_> {
    /// Between two cells, either of which may lie outside.
    fn between(&self, one: Option<usize>, other: Option<usize>) -> Border {
        let (Some(one), Some(other)) = (one, other) else { return Border { weight: 2 * usize::from(one != other), dashed: false } };
        let region = |cell| self.picture.grid.region(crate::grid::Cell::new(cell));
        let (same_region, same_cages) = (region(one) == region(other), self.cages[one] == self.cages[other]);
        match (same_region, same_cages) {
            (true, true) => Border { weight: 0, dashed: false },
            (true, false) => Border { weight: 1, dashed: true },
            (false, _) => Border { weight: 2, dashed: same_cages && !self.cages[one].is_empty() },
        }
    }

    /// The cell left of and above this corner when both are 1.
    fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let size = self.picture.grid.size();
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        (row < size && column < size).then_some(row * size + column)
    }

    fn above(&self, row: usize, column: usize) -> Border {
        self.between(self.cell(row, column + 1), self.cell(row + 1, column + 1))
    }

    fn left(&self, row: usize, column: usize) -> Border {
        self.between(self.cell(row + 1, column), self.cell(row + 1, column + 1))
    }

    /// The place in [`CORNERS`] of what meets above and left of a cell.
    fn corner(&self, row: usize, column: usize) -> usize {
        let [above_left, above_right] = [self.cell(row, column), self.cell(row, column + 1)];
        let [below_left, below_right] = [self.cell(row + 1, column), self.cell(row + 1, column + 1)];
        let around = [(above_left, above_right), (above_right, below_right), (below_left, below_right), (above_left, below_left)];
        around.iter().fold(0, |place, &(one, other)| place * 3 + self.between(one, other).weight)
    }
}
