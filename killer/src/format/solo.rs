//! Game IDs of Simon Tatham's Solo, one a line: `3x3kx:grid,cages,totals`.

use std::sync::Arc;

use pencilmark_sudoku::{
    Cell, Decline, Diagonals, ErrorKind, Extent, Format, Given, Grid, ParseError, Reading, Rule, Sheet, Source, Symbol, Symbols, TextLine,
    Unwritable, content_lines,
};

use super::cells::{cage, grid_of};
use super::whole::{cage_map, has_diagonals, neighbours, place, says_nothing};
use crate::cage::{Cage, Cages};

/// Game IDs of Solo.
#[derive(Debug)]
pub(super) struct Solo;

impl Format for Solo {
    fn name(&self) -> &'static str {
        "solo"
    }

    fn about(&self) -> &'static str {
        "game IDs of Simon Tatham's Solo, one a line: `3x3:5a_...`; with j jigsaw, x diagonals, k killer"
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let line = content_lines(head, 1).next().map_or("", |line| line.text.trim_start());
        let declined = |reason: &str| Err(Decline(reason.to_owned()));
        let Some((params, rest)) = line.split_once(':') else { return declined("first line has no colon") };
        let plain = params.chars().all(|c| c.is_ascii_alphanumeric());
        if !plain || !params.starts_with(|c: char| c.is_ascii_digit()) || !params.contains(['x', 'j']) {
            return declined("first line does not begin with a size like 3x3: or 9j:");
        }
        match rest.contains(':') {
            true => declined("first line has a second colon"),
            false => Ok(()),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let mut symbols: Option<Arc<Symbols>> = None;
        content_lines(text, first_line).map(|line| read(line, reading, &mut symbols)).collect()
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let grid = &*sheet.grid;
        let size = grid.size();
        let (cages, map) = cage_map(sheet, self.name())?;
        let mut text = match grid.box_shape() {
            Some((height, width)) => format!("{height}x{width}"),
            None => format!("{size}j"),
        };
        if has_diagonals(sheet) {
            text.push('x');
        }
        if !cages.is_empty() {
            text.push('k');
        }
        text.push(':');
        write_numbers(&mut text, sheet.values().into_iter().map(|value| value.map(|symbol| symbol.index() as i64 + 1)));
        let mut block = |label: &dyn Fn(Cell) -> usize, what: &str| {
            if !connected(grid, label) {
                return Err(Unwritable { format: "solo", reason: format!("{what} that are not connected") });
            }
            text.push(',');
            write_edges(&mut text, grid, label);
            Ok(())
        };
        if grid.box_shape().is_none() {
            block(&|cell| grid.region(cell), "regions")?;
        }
        if !cages.is_empty() {
            // A cell outside of all cages is written as one of its own.
            block(&|cell| map[cell.index()].unwrap_or(cages.len() + cell.index()), "cages")?;
            let mut totals = vec![None; grid.cell_count()];
            for cage in cages {
                totals[cage.cells.iter().min().map_or(0, |cell| cell.index())] = cage.total;
            }
            text.push(',');
            write_numbers(&mut text, totals.into_iter());
        }
        text.push('\n');
        Ok(text)
    }
}

/// The characters of a line and where the reader is.
struct Chars {
    chars: Vec<char>,
    at: usize,
    line: usize,
}

impl Chars {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// The number that begins here, and the column where it does.
    fn number(&mut self) -> Result<i64, ParseError> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let digits: String = self.chars[start..self.at].iter().collect();
        digits.parse().map_err(|_| {
            let found =
                self.chars.get(start).map_or("the end of the line".to_owned(), |c| if digits.is_empty() { c.to_string() } else { digits });
            ParseError::new(ErrorKind::BadNumber, "no number").at(place(self.line, start + 1)).found(found)
        })
    }

    fn error(&self, kind: ErrorKind, message: &str) -> ParseError {
        let found = self.peek().map_or("the end of the line".to_owned(), String::from);
        ParseError::new(kind, message).at(place(self.line, self.at + 1)).found(found)
    }

    fn comma(&mut self, what: &str) -> Result<(), ParseError> {
        match self.peek() {
            Some(',') => self.at += 1,
            _ => return Err(self.error(ErrorKind::BadSymbol, "a part is missing").expected(format!("a comma and {what}"))),
        }
        Ok(())
    }

    /// A grid of numbers, `_` between neighbours, `a` to `z` for 1 to 26 open cells; each number with its column.
    fn numbers(&mut self, count: usize) -> Result<Vec<Option<(i64, usize)>>, ParseError> {
        let mut cells = Vec::new();
        while let Some(c) = self.peek().filter(|&c| c != ',') {
            match c {
                'a'..='z' => {
                    cells.extend((0..=c as usize - 'a' as usize).map(|_| None));
                    self.at += 1;
                }
                '_' => self.at += 1,
                '0'..='9' => {
                    let column = self.at + 1;
                    cells.push(Some((self.number()?, column)));
                }
                _ => return Err(self.error(ErrorKind::BadSymbol, "no part of a grid").expected("a number, _ or a to z")),
            }
            if cells.len() > count {
                let error = ParseError::new(ErrorKind::RowLength, "too many cells").at(place(self.line, self.at));
                return Err(error.found(cells.len()).expected(count));
            }
        }
        if cells.len() < count {
            let error = ParseError::new(ErrorKind::RowLength, "too few cells").at(place(self.line, self.at));
            return Err(error.found(cells.len()).expected(count));
        }
        Ok(cells)
    }

    /// A label for each cell: cells are together where no edge parts them.
    fn areas(&mut self, size: usize) -> Result<Vec<usize>, ParseError> {
        // Each cell leads towards the first cell of its area.
        let mut leads_to: Vec<usize> = (0..size * size).collect();
        let edges = 2 * size * (size - 1);
        let mut at = 0;
        while let Some(c) = self.peek().filter(|&c| c != ',') {
            let (open, edge) = match c {
                '_' => (0, 1),
                // A run of 25 that goes on.
                'z' => (25, 0),
                'a'..='y' => (c as usize - 'a' as usize + 1, 1),
                _ => return Err(self.error(ErrorKind::BadSymbol, "no part of a list of edges").expected("_ or a to z")),
            };
            if at + open > edges || at + open + edge > edges + 1 {
                return Err(self.error(ErrorKind::RowLength, "too many edges").expected(format!("{edges} places of edges")));
            }
            for edge in at..at + open {
                let (a, b) = sides(edge, size);
                let (a, b) = (first(&mut leads_to, a), first(&mut leads_to, b));
                leads_to[a.max(b)] = a.min(b);
            }
            at += open + edge;
            self.at += 1;
        }
        // Beyond the last place there is one more edge, which ends the last run.
        if at != edges + 1 {
            return Err(self.error(ErrorKind::RowLength, "too few edges").expected(format!("{} more", edges + 1 - at)));
        }
        Ok((0..size * size).map(|cell| first(&mut leads_to, cell)).collect())
    }
}

/// The first cell of the area of a cell; the way there gets shorter.
fn first(leads_to: &mut [usize], mut cell: usize) -> usize {
    while leads_to[cell] != cell {
        leads_to[cell] = leads_to[leads_to[cell]];
        cell = leads_to[cell];
    }
    cell
}

/// The cells on both sides of a place of an edge: first the vertical ones by row, then the horizontal ones by column.
fn sides(edge: usize, size: usize) -> (usize, usize) {
    let half = size * (size - 1);
    if edge < half {
        let cell = edge / (size - 1) * size + edge % (size - 1);
        (cell, cell + 1)
    } else {
        let cell = (edge - half) % (size - 1) * size + (edge - half) / (size - 1);
        (cell, cell + size)
    }
}

fn read(line: TextLine<'_>, reading: &mut Reading, symbols: &mut Option<Arc<Symbols>>) -> Result<Sheet, ParseError> {
    // Every place counts characters, and a byte-order mark is gone already.
    let mut chars = Chars { chars: line.text.chars().collect(), at: 0, line: line.number };
    while chars.peek().is_some_and(char::is_whitespace) {
        chars.at += 1;
    }
    let start = place(line.number, chars.at + 1);
    let dimension = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let height = dimension(chars.number()?);
    let mut width = 1;
    if chars.peek() == Some('x') && chars.chars.get(chars.at + 1).is_some_and(char::is_ascii_digit) {
        chars.at += 1;
        width = dimension(chars.number()?);
    }
    let (mut jigsaw, mut diagonals, mut killer) = (false, false, false);
    loop {
        match chars.peek() {
            Some('j') => jigsaw = true,
            Some('x') => diagonals = true,
            Some('k') => killer = true,
            // How the generator is to go about it: a symmetry, a difficulty.
            Some('a') => {}
            Some('r' | 'm' | 'd') => {
                while chars.chars.get(chars.at + 1).is_some_and(|c| c.is_ascii_alphanumeric() && !"jxk".contains(*c)) {
                    chars.at += 1;
                }
            }
            Some(':') => break,
            _ => return Err(chars.error(ErrorKind::UnsupportedRule, "no parameter of Solo").expected("j, x, k or a colon")),
        }
        chars.at += 1;
    }
    chars.at += 1;
    let size = height.saturating_mul(width);
    if !(1..=pencilmark_sudoku::MAX_SIZE).contains(&size) {
        let error = ParseError::new(ErrorKind::BadSize, "a size that no grid has");
        return Err(error.at(start).found(size).expected(format!("1 to {}", pencilmark_sudoku::MAX_SIZE)));
    }
    let values = chars.numbers(size * size)?;
    let wrong_grid = |error| ParseError::from_grid(&error).at(start);
    let grid = if jigsaw {
        chars.comma("the edges of the regions")?;
        Arc::new(grid_of(size, &chars.areas(size)?).map_err(wrong_grid)?)
    } else if reading.box_shape().is_some() {
        reading.grid(size).map_err(wrong_grid)?
    } else {
        Arc::new(Grid::with_box(size, height, width).map_err(wrong_grid)?)
    };
    let symbols = match symbols.take().filter(|symbols| symbols.len() == size) {
        Some(kept) => symbols.insert(kept),
        None => symbols.insert(Arc::new(Symbols::numbers_to(size))),
    };
    let mut givens = Vec::new();
    for (cell, (number, column)) in grid.cells().zip(values).filter_map(|(cell, value)| Some((cell, value?))) {
        if !(1..=size as i64).contains(&number) {
            let error = ParseError::new(ErrorKind::BadSymbol, "no symbol of this puzzle").at(place(line.number, column));
            return Err(error.found(number).expected(format!("1 to {size}")));
        }
        givens.push(Given { cell, symbol: Symbol::new(number as usize - 1), place: place(line.number, column) });
    }
    let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
    if diagonals {
        rules.push(Arc::new(Diagonals));
    }
    if killer {
        rules.push(Arc::new(Cages::new(cages(&mut chars, &grid, symbols, reading)?)));
    }
    if chars.peek().is_some() {
        return Err(chars.error(ErrorKind::BadSymbol, "more parts than the parameters call for").expected("the end of the line"));
    }
    Ok(Sheet { rules, ..Sheet::new(grid, Arc::clone(symbols), givens, Source { format: "solo", line: line.number }) })
}

fn cages(chars: &mut Chars, grid: &Grid, symbols: &Symbols, reading: &Reading) -> Result<Vec<Cage>, ParseError> {
    chars.comma("the edges of the cages")?;
    let begin = place(chars.line, chars.at + 1);
    let label = chars.areas(grid.size())?;
    chars.comma("the totals of the cages")?;
    let totals = chars.numbers(grid.cell_count())?;
    type Members = (Vec<Cell>, Option<(i64, usize)>);
    let mut members: Vec<Members> = vec![(Vec::new(), None); grid.cell_count()];
    for (cell, total) in grid.cells().zip(totals) {
        let (cells, before) = &mut members[label[cell.index()]];
        cells.push(cell);
        if let Some((total, column)) = total
            && before.replace((total, column)).is_some()
        {
            let error = ParseError::new(ErrorKind::CageCount, "a second total in one cage").at(place(chars.line, column));
            return Err(error.found(total).expected("one total a cage"));
        }
    }
    let made = members.into_iter().filter(|(cells, _)| !cells.is_empty()).map(|(cells, total)| {
        let at = total.map_or(begin, |(_, column)| place(chars.line, column));
        cage(total.map(|(total, _)| total), cells, at, grid, symbols, reading)
    });
    let cages: Vec<Cage> = made.collect::<Result<_, _>>()?;
    Ok(cages.into_iter().filter(|cage| !says_nothing(cage)).collect())
}

/// Can every area be walked through from its first cell?
fn connected(grid: &Grid, label: &dyn Fn(Cell) -> usize) -> bool {
    let mut seen = vec![false; grid.cell_count()];
    let mut begun = hashbrown::HashSet::new();
    for first in grid.cells() {
        if seen[first.index()] {
            continue;
        }
        if !begun.insert(label(first)) {
            return false;
        }
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if !std::mem::replace(&mut seen[cell.index()], true) {
                open.extend(neighbours(grid, cell).filter(|&next| label(next) == label(cell)));
            }
        }
    }
    true
}

fn write_numbers(text: &mut String, cells: impl Iterator<Item = Option<i64>>) {
    let mut open = 0_u8;
    let mut after_number = false;
    for cell in cells.map(Some).chain([None]) {
        match cell {
            Some(None) if open < 26 => open += 1,
            _ => {
                if open > 0 {
                    text.push((b'a' + open - 1) as char);
                    after_number = false;
                }
                open = u8::from(cell == Some(None));
                if let Some(Some(number)) = cell {
                    if after_number {
                        text.push('_');
                    }
                    text.push_str(&number.to_string());
                    after_number = true;
                }
            }
        }
    }
}

fn write_edges(text: &mut String, grid: &Grid, label: &dyn Fn(Cell) -> usize) {
    let edges = 2 * grid.size() * (grid.size() - 1);
    let mut open = 0_u8;
    for edge in 0..=edges {
        let together = edge < edges && {
            let (a, b) = sides(edge, grid.size());
            label(Cell::new(a)) == label(Cell::new(b))
        };
        if together {
            open += 1;
            if open == 26 {
                text.push('z');
                open = 1;
            }
        } else {
            text.push(if open == 0 { '_' } else { (b'a' + open - 1) as char });
            open = 0;
        }
    }
}
