//! Rows of cells in a text: border characters are told from blanks, and single characters from numbers.

use std::sync::Arc;

use itertools::Itertools;

use super::alphabet::{Spacing, Token, blank, givens, plausible};
use super::text::{self, Line};
use super::{Decline, Reading};
use crate::error::{ErrorKind, ParseError};
use crate::grid::Grid;
use crate::sheet::{Place, Sheet, Source};
use crate::symbols::key;

/// One row.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(crate) line: usize,
    pub(crate) cells: Vec<Token<'a>>,
    /// The place behind the last cell.
    end: Place,
    /// How many cells stand before each vertical border inside the row.
    bars: Vec<usize>,
}

impl Row<'_> {
    /// The place behind the last cell.
    pub(crate) fn end(&self) -> Place {
        self.end
    }
}

/// The rows of a text.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) rows: Vec<Row<'a>>,
    pub(crate) spacing: Spacing,
    /// How many rows stand above each horizontal border.
    rules: Vec<usize>,
    /// The line of the first horizontal border that has gaps where the others have none, or the other way round.
    broken_rule: Option<usize>,
}

/// What a line is at first sight.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Row,
    Border,
    /// Only this character, which may draw a border or mark an open cell.
    Either(char),
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '\u{2500}'..='\u{257f}')
}

/// A bar that stands between two cells of a row, and may stand in a line without any.
fn is_upright(c: char) -> bool {
    "|¦│┃║".contains(c)
}

/// A line of nothing but such bars.
fn is_bars(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || is_upright(c))
}

fn is_filler(c: char) -> bool {
    c.is_whitespace() || is_bar(c)
}

fn classify(line: &str) -> Class {
    let marks = || line.chars().filter(|&c| !is_filler(c));
    if !marks().all(|c| "-+=*:.'_~".contains(c)) {
        return Class::Row;
    }
    match marks().sorted().dedup().collect_vec()[..] {
        ['.'] => Class::Row,
        [c @ ('-' | '*' | '_')] => Class::Either(c),
        // `.---.---.` is drawn, `...-....` is a row with a fault.
        _ if marks().filter(|&c| c == '.').count() * 2 > marks().count() => Class::Row,
        _ => Class::Border,
    }
}

/// Whether lines of `mark` alone are rows: they are if the other rows use it as their blank.
fn is_blank_here(mark: char, lines: &[(Line<'_>, Class)]) -> bool {
    let rows = || lines.iter().filter(|(_, class)| *class == Class::Row).map(|(line, _)| line.text);
    if rows().any(|row| row.contains(mark)) {
        return true;
    }
    let cells = |text: &str| text.chars().filter(|&c| !is_filler(c)).count();
    let open = |row: &str| row.contains(['.', '0', '*', '-', '_', '?', 'x', 'X', ',']);
    // Full rows do not tell; then rows of the same length are rows, as are all where nothing else is.
    !rows().any(open) && {
        let width = rows().map(cells).next();
        let same = |(line, class): &(Line<'_>, Class)| *class != Class::Either(mark) || width.is_none_or(|width| width == cells(line.text));
        lines.iter().all(same)
    }
}

impl<'a> Layout<'a> {
    /// Rows of cells with or without blanks and borders between.
    pub(crate) fn of_blanks(text: &'a str, first_line: usize) -> Self {
        let lines = text::content(text, first_line).map(|line| (line, classify(line.text))).collect_vec();
        let blanks: String = ['-', '*', '_'].into_iter().filter(|&mark| is_blank_here(mark, &lines)).collect();
        let barred = lines.iter().any(|(line, class)| *class == Class::Row && line.text.contains(is_bar));
        let boxed = cells_in_bars(&lines);
        let mut rows = Vec::new();
        let mut rules = Vec::new();
        let mut gaps = None;
        let mut broken_rule = None;
        for (line, class) in lines {
            let border = match class {
                Class::Row => false,
                // `| | | |` is a row of open cells, where every cell has its bars.
                Class::Border => !(boxed && is_bars(line.text)),
                // `-----------` below `12-|-4-|--6`: as wide as the bars, too.
                Class::Either(mark) => !blanks.contains(mark) || (barred && !line.text.contains(is_bar)),
            };
            if !border {
                rows.push(line);
            } else if !is_bars(line.text) {
                rules.push(rows.len());
                let here = line.text.trim_start().chars().positions(char::is_whitespace).collect_vec();
                if gaps.get_or_insert_with(|| here.clone()) != &here {
                    broken_rule = broken_rule.or(Some(line.number));
                }
            }
        }
        if boxed {
            let rows = rows.into_iter().filter_map(between_bars).collect();
            return Layout { rows, spacing: Spacing::Spaced, rules, broken_rule };
        }
        let spacing = spacing(&rows);
        let rows = rows.into_iter().map(|line| split(line, spacing)).collect();
        Layout { rows, spacing, rules, broken_rule }
    }

    /// Rows of fields between commas.
    pub(crate) fn of_commas(text: &'a str, first_line: usize) -> Self {
        let rows = text::content(text, first_line).map(|line| {
            let mut column = 1;
            let field = |field: &'a str| {
                let inner = unquoted(field.trim());
                let indent = field.chars().take_while(|c| c.is_whitespace() || *c == '"').count();
                let place = Place::new(line.number, column + if inner.is_empty() { 0 } else { indent });
                column += field.chars().count() + 1;
                Token { text: inner, place }
            };
            let cells = line.text.split(',').map(field).collect();
            Row { line: line.number, cells, end: Place::new(line.number, column - 1), bars: Vec::new() }
        });
        let mut rows: Vec<Row<'_>> = rows.collect();
        let count = rows.len();
        // Some programs end each row with a comma. A column too many, and open all the way down, is no column.
        let ended = |row: &Row<'_>| row.cells.len() == count + 1 && row.cells[count].text.is_empty();
        if count > 1 && rows.iter().all(ended) {
            rows.iter_mut().for_each(|row| row.cells.truncate(count));
        }
        Layout { rows, spacing: Spacing::Spaced, rules: Vec::new(), broken_rule: None }
    }

    /// How many cells most rows have; where that is a tie, rather as many as there are rows.
    fn width(&self) -> usize {
        let counts = self.rows.iter().map(|row| row.cells.len()).counts();
        let best = counts.into_iter().max_by_key(|&(width, count)| (count, width == self.rows.len(), width));
        best.map_or(0, |(width, _)| width)
    }

    /// Whether these rows are likely one square of cells, with a fault at most.
    pub(crate) fn judge(&self) -> Result<(), Decline> {
        let (count, width) = (self.rows.len(), self.width());
        if count == 1 && width == 1 {
            return Decline::new("one symbol alone is no grid");
        }
        let regular = self.rows.iter().filter(|row| row.cells.len() == width).count();
        let tokens = || self.rows.iter().flat_map(|row| &row.cells).map(|token| token.text);
        let words = || tokens().filter(|text| plausible(text));
        if regular * 2 <= count {
            return Decline::new("rows differ in length");
        }
        let digit = |c: char| c.to_digit(10).is_some_and(|digit| (1..=width as u32).contains(&digit));
        let several = |text: &&str| text.len() > 1 && text.chars().all(digit) && text.chars().all_unique();
        if width <= 9 && tokens().filter(several).count() > width && !are_symbols(tokens(), width) {
            return Decline::new("holds candidates (several digits a cell)");
        }
        if words().count() * 10 < tokens().count() * 9 {
            return Decline::new("rows hold more than symbols and blanks");
        }
        if count != width && (width < 4 || count * 2 < width) {
            return Decline::new(format!("{count} rows of {width} cells are no square"));
        }
        let symbols = words().map(key).unique().count();
        if symbols > width + 4 {
            return Decline::new(format!("{symbols} different symbols in rows of {width}"));
        }
        Ok(())
    }

    /// The grid that these rows fill, and the line of the first.
    pub(crate) fn grid(&self, reading: &mut Reading) -> Result<(Arc<Grid>, usize), ParseError> {
        let Some(first) = self.rows.first() else {
            return Err(ParseError::new(ErrorKind::EmptyInput, "no rows"));
        };
        let size = self.width();
        for row in &self.rows {
            let (message, place) = match row.cells.get(size) {
                Some(surplus) => ("a row with too many cells", surplus.place),
                None if row.cells.len() < size => ("a row with too few cells", row.end),
                None => continue,
            };
            let error = ParseError::new(ErrorKind::RowLength, message).at(place);
            return Err(error.found(row.cells.len()).expected(size));
        }
        if self.rows.len() != size {
            let many = self.rows.len() > size;
            let row = if many { &self.rows[size] } else { self.rows.last().unwrap_or(first) };
            let message = format!("too {} rows for rows of {size} cells", if many { "many" } else { "few" });
            let error = ParseError::new(ErrorKind::RowCount, message).on_line(row.line);
            return Err(error.found(self.rows.len()).expected(size).help(if many {
                "this format holds one puzzle a file; to have many, write each on one line"
            } else {
                "write a row for each cell of a row"
            }));
        }
        let shown = if reading.box_shape().is_some() { None } else { self.boxes(size)? };
        let grid = reading.grid_with(size, shown);
        let grid = grid.map_err(|error| ParseError::from_grid(&error).on_line(first.line))?;
        Ok((grid, first.line))
    }

    /// The puzzle of these rows.
    pub(crate) fn sheet(&self, format: &'static str, reading: &mut Reading) -> Result<Sheet, ParseError> {
        let (grid, line) = self.grid(reading)?;
        let tokens = self.rows.iter().flat_map(|row| row.cells.iter().copied()).collect_vec();
        let (symbols, givens) = givens(&tokens, grid.size(), self.spacing, reading)?;
        let source = Source { format, line };
        Ok(Sheet::new(grid, symbols, givens, source))
    }

    /// The boxes that the borders draw, if they draw any.
    fn boxes(&self, size: usize) -> Result<Option<(usize, usize)>, ParseError> {
        let inner = |marks: &[usize]| marks.iter().copied().filter(|&at| at > 0 && at < size).dedup().collect_vec();
        let bars = self.rows.iter().map(|row| inner(&row.bars)).collect_vec();
        let rules = inner(&self.rules);
        let step = |marks: &[usize]| match marks.first() {
            None => Some(size),
            Some(&step) => (step..size).step_by(step).eq(marks.iter().copied()).then_some(step),
        };
        let odd_row = bars.iter().position(|row| *row != bars[0]);
        let odd = self.broken_rule.or(odd_row.map(|row| self.rows[row].line));
        let shape = match (odd, step(&rules), step(&bars[0])) {
            (None, Some(height), Some(width)) if height * width == size => Some((height, width)),
            // Lines around every cell, or none at all.
            (None, Some(height), Some(width)) if height == width && (height == 1 || height == size) => None,
            // Lines one way only, or between all rows or columns, as well.
            (None, Some(height), Some(width)) if height == 1 || height == size => Some((size / width, width)),
            (None, Some(height), Some(width)) if width == 1 || width == size => Some((height, size / height)),
            _ => {
                let message = "borders that do not draw equal boxes";
                let error = ParseError::new(ErrorKind::UnsupportedRule, message);
                return Err(error
                    .on_line(odd.unwrap_or(self.rows[0].line))
                    .help("irregular regions are read as a second block of cells, not as borders"));
            }
        };
        Ok(shape.filter(|(height, width)| height * width == size && *height > 1 && *width > 1))
    }
}

/// Whether words of several digits are symbols such as 15, and no candidates 1 and 5: there are no more of them than symbols, and open cells
/// beside them, or each as often as a symbol in a full grid.
pub(crate) fn are_symbols<'a>(texts: impl Iterator<Item = &'a str>, size: usize) -> bool {
    let mut counts = texts.counts();
    let open = counts.len();
    counts.retain(|text, _| blank(text).is_none());
    let open = open > counts.len();
    counts.len() <= size && counts.keys().all(|text| text.len() <= 2) && (open || counts.values().all(|count| *count == size))
}

/// A field without the quotes that some programs put around each.
fn unquoted(field: &str) -> &str {
    field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map_or(field, str::trim)
}

/// Numbers between blanks, or single characters? The split that is nearer to a square.
fn spacing(rows: &[Line<'_>]) -> Spacing {
    let off = |spacing: Spacing| {
        let widths = rows.iter().map(|&line| split(line, spacing).cells.len()).counts();
        let usual = widths.into_iter().max_by_key(|&(width, count)| (count, width)).map_or(0, |(width, _)| width);
        usual.abs_diff(rows.len())
    };
    let blanks = rows.iter().any(|line| line.text.trim_start().contains(char::is_whitespace));
    // A row of one word is one of characters, too, unless it may be a number.
    if !blanks && (rows.len() > 1 || rows.iter().any(|line| line.text.len() > 4)) {
        return Spacing::Compact;
    }
    if off(Spacing::Spaced) <= off(Spacing::Compact) { Spacing::Spaced } else { Spacing::Compact }
}

/// Whether there is a bar at each side of every cell, so that nothing between two of them is an open cell.
fn cells_in_bars(lines: &[(Line<'_>, Class)]) -> bool {
    let rows = || lines.iter().filter(|(line, class)| *class == Class::Row || is_bars(line.text));
    let count = rows().count();
    count > 1 && rows().all(|(line, _)| between_bars(*line).is_some_and(|row| row.cells.len() == count))
}

/// The cells of a row with a bar before, between and after all cells; `None` for any other row.
fn between_bars(line: Line<'_>) -> Option<Row<'_>> {
    let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
    let inner = line.text.trim().strip_prefix(is_upright)?.strip_suffix(is_upright)?;
    let mut column = indent + 2;
    let mut cells = Vec::new();
    for field in inner.split(is_upright) {
        let text = field.trim();
        if text.contains(char::is_whitespace) {
            return None;
        }
        let indent = if text.is_empty() { 0 } else { field.chars().take_while(|c| c.is_whitespace()).count() };
        cells.push(Token { text, place: Place::new(line.number, column + indent) });
        column += field.chars().count() + 1;
    }
    Some(Row { line: line.number, cells, end: Place::new(line.number, column), bars: Vec::new() })
}

/// The cells of a row and the borders between them.
fn split(line: Line<'_>, spacing: Spacing) -> Row<'_> {
    let mut row = Row { line: line.number, cells: Vec::new(), end: Place::default(), bars: Vec::new() };
    let mut open = false;
    let mut end = 0;
    for ((start, c), column) in line.text.char_indices().zip(1..) {
        if is_bar(c) {
            row.bars.push(row.cells.len());
        }
        if is_filler(c) {
            open = false;
            continue;
        }
        end = column;
        let stop = start + c.len_utf8();
        match row.cells.last_mut() {
            Some(token) if open && spacing == Spacing::Spaced => {
                // The token grows to here.
                let from = start - token.text.len();
                token.text = &line.text[from..stop];
            }
            _ => row.cells.push(Token { text: &line.text[start..stop], place: Place::new(line.number, column) }),
        }
        open = true;
    }
    row.end = Place::new(line.number, end + 1);
    row
}
