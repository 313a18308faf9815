//! A grid as a drawing in SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::outline::outline;
use super::picture::{Content, Picture};
use crate::grid::Cell;
use crate::rule::Mark;
use crate::symbols::Symbol;

/// The side of a cell.
const CELL: i64 = 64;

/// What is left free around the grid.
const MARGIN: i64 = 8;

/// How far inside their cells the lines of cages run: cages that share cells run beside each other.
const INSETS: [i64; 4] = [5, 10, 15, 20];

const STYLE: &str = "\
.paper{fill:#fff}.thin,.thick{fill:none;stroke:#9a9a9a;stroke-width:1}.thick{stroke:#111;stroke-width:3.5;stroke-linecap:square}
.line{fill:none;stroke:#b9cfe8;stroke-width:5;stroke-linecap:round}
.cage{fill:none;stroke:#444;stroke-width:1.6;stroke-dasharray:5 3}
text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;fill:#111}.digit{text-anchor:middle}
.given{font-weight:700}.state{fill:#1d7a3a;font-style:italic}.solved{fill:#1857b8}.candidate{fill:#555;text-anchor:middle}
.total{font-size:15px}.total,.candidate{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
@media(prefers-color-scheme:dark){.paper{fill:#17191d}.thin{stroke:#5d626b}.thick{stroke:#e6e6e6}.line{stroke:#34506f}
.cage{stroke:#b5b5b5}text{fill:#f0f0f0}.state{fill:#7fd99a}.solved{fill:#82b4ff}.candidate{fill:#a5a9b0}.total,.candidate{stroke:#17191d}}";

/// The drawing.
pub(super) fn svg(picture: &Picture<'_>) -> String {
    let mut drawing = Drawing { picture, text: String::new() };
    let side = picture.grid.size() as i64 * CELL;
    let whole = side + 2 * MARGIN;
    drawing.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {whole} {whole}\" width=\"{whole}\" height=\"{whole}\" role=\"img\">"
    ));
    drawing.add(format_args!("<title>{0} by {0} puzzle</title>\n<style>{STYLE}</style>", picture.grid.size()));
    drawing.add(format_args!("<rect class=\"paper\" x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{whole}\" height=\"{whole}\"/>"));
    drawing.lines();
    drawing.borders("thin", |_, _| true);
    drawing.cages();
    drawing.borders("thick", |one, other| one.map(|cell| picture.grid.region(cell)) != other.map(|cell| picture.grid.region(cell)));
    drawing.totals();
    picture.grid.cells().for_each(|cell| drawing.content(cell));
    drawing.text.push_str("</svg>\n");
    drawing.text
}

struct Drawing<'a> {
    picture: &'a Picture<'a>,
    text: String,
}

impl Drawing<'_> {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{element}").expect("strings take all");
    }

    /// The top left corner of a cell.
    fn corner(&self, cell: Cell) -> (i64, i64) {
        (self.picture.grid.column(cell) as i64 * CELL, self.picture.grid.row(cell) as i64 * CELL)
    }

    /// The cell at a place that may lie outside.
    fn cell(&self, row: Option<usize>, column: Option<usize>) -> Option<Cell> {
        let inside = |index: &usize| *index < self.picture.grid.size();
        Some(self.picture.grid.cell(row.filter(inside)?, column.filter(inside)?))
    }

    /// Lines between cells, where there is to be one; stretches of them are drawn as one.
    fn borders(&mut self, class: &str, between: impl Fn(Option<Cell>, Option<Cell>) -> bool) {
        let size = self.picture.grid.size();
        let mut path = String::new();
        for across in [true, false] {
            for line in 0..=size {
                let is_line = |at: usize| {
                    let (before, after) = (line.checked_sub(1), Some(line));
                    let cell = |line| if across { self.cell(line, Some(at)) } else { self.cell(Some(at), line) };
                    between(cell(before), cell(after))
                };
                let mut at = 0;
                while at < size {
                    let start = at;
                    while at < size && is_line(at) {
                        at += 1;
                    }
                    if at > start {
                        let [line, start, length] = [line, start, at - start].map(|n| n as i64 * CELL);
                        let piece = if across { format!("M{start} {line}h{length}") } else { format!("M{line} {start}v{length}") };
                        path.push_str(&piece);
                    }
                    at += 1;
                }
            }
        }
        self.add(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// Lines through cells.
    fn lines(&mut self) {
        let picture = self.picture;
        for mark in &picture.marks {
            let Mark::Line(cells) = mark else { continue };
            let middle = |&cell: &Cell| {
                let (x, y) = self.corner(cell);
                format!("{},{}", x + CELL / 2, y + CELL / 2)
            };
            let points: Vec<String> = cells.iter().map(middle).collect();
            self.add(format_args!("<polyline class=\"line\" points=\"{}\"/>", points.join(" ")));
        }
    }

    /// For each outline how far inside it runs.
    fn insets(&self) -> Vec<i64> {
        let mut taken = vec![0u8; self.picture.grid.cell_count()];
        let layer = |(cells, _): (&[Cell], Option<&str>)| {
            let all = cells.iter().fold(0, |all, cell| all | taken[cell.index()]);
            let free = (all.trailing_ones() as usize).min(INSETS.len() - 1);
            cells.iter().for_each(|cell| taken[cell.index()] |= 1 << free);
            INSETS[free]
        };
        self.picture.outlines().map(layer).collect()
    }

    fn cages(&mut self) {
        let picture = self.picture;
        for ((cells, _), inset) in picture.outlines().zip(self.insets()) {
            let places: BTreeSet<_> = cells.iter().map(|&cell| (picture.grid.row(cell) as i64, picture.grid.column(cell) as i64)).collect();
            let mut path = String::new();
            for line in outline(&places, CELL, inset) {
                for (i, (x, y)) in line.iter().enumerate() {
                    write!(path, "{}{x} {y}", if i == 0 { "M" } else { "L" }).expect("strings take all");
                }
                path.push('Z');
            }
            self.add(format_args!("<path class=\"cage\" d=\"{path}\"/>"));
        }
    }

    /// The labels of cages, each in its first cell; where several begin, one after the other.
    fn totals(&mut self) {
        let picture = self.picture;
        let mut used = vec![0; picture.grid.cell_count()];
        for (cells, label) in picture.outlines() {
            let (Some(&first), Some(label)) = (cells.first(), label) else { continue };
            let (x, y) = self.corner(first);
            let x = x + 4 + used[first.index()];
            used[first.index()] += label.chars().count() as i64 * 10 + 5;
            self.add(format_args!("<text class=\"total\" x=\"{x}\" y=\"{}\">{}</text>", y + 16, escape(label)));
        }
    }

    fn content(&mut self, cell: Cell) {
        let picture = self.picture;
        match &picture.cells[cell.index()] {
            Content::Open => {}
            Content::Given(name) => self.digit(cell, "given", name),
            Content::State(symbol) => self.digit(cell, "state", picture.symbols.name(*symbol)),
            Content::Solved(symbol) => self.digit(cell, "solved", picture.symbols.name(*symbol)),
            Content::Candidates(candidates) => self.candidates(cell, candidates),
        }
    }

    /// A symbol in the middle of a cell, a little lower where totals stand.
    fn digit(&mut self, cell: Cell, class: &str, name: &str) {
        let (x, y) = self.corner(cell);
        let size = [38, 38, 32, 24].get(name.chars().count()).copied().unwrap_or(72 / name.chars().count() as i64).max(4);
        let down = if self.picture.outlines().next().is_some() { 4 } else { 0 };
        let (x, y) = (x + CELL / 2, y + CELL / 2 + down + size * 36 / 100);
        self.add(format_args!("<text class=\"digit {class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", escape(name)));
    }

    /// Small symbols, each in its own place of the cell.
    fn candidates(&mut self, cell: Cell, candidates: &[Symbol]) {
        let (x, y) = self.corner(cell);
        let count = self.picture.symbols.len();
        let columns = (1..).find(|side| side * side >= count).expect("numbers don't run out");
        let rows = count.div_ceil(columns);
        let top = if self.picture.outlines().next().is_some() { 16 } else { 6 };
        let (left, width, height) = (7, CELL - 14, CELL - 6 - top);
        let (across, down) = (width as f64 / columns as f64, height as f64 / rows as f64);
        let size = (down * 0.95).min(across / (0.66 * self.picture.symbols.width().max(1) as f64)).min(15.0);
        for symbol in candidates {
            let (column, row) = (symbol.index() % columns, symbol.index() / columns);
            let x = (x + left) as f64 + (column as f64 + 0.5) * across;
            let y = (y + top) as f64 + (row as f64 + 0.5) * down + size * 0.36;
            let name = escape(self.picture.symbols.name(*symbol));
            self.add(format_args!("<text class=\"candidate\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{name}</text>"));
        }
    }
}

/// Text that XML takes: characters that it has no way to write become the sign for that.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
