//! Candidate grids: n rows of n groups of symbols, with or without borders; a group of one is the cell's value.

use itertools::Itertools;

use super::alphabet::{Spacing, blank};
use super::layout::{Layout, are_symbols};
use super::marks::{self, Marks};
use super::{Decline, Extent, Format, Reading, Unwritable, text};
use crate::error::ParseError;
use crate::grid::Cell;
use crate::sheet::{Place, Sheet, Source};

/// Rows of groups of candidates.
#[derive(Debug)]
pub(crate) struct Candidates;

impl Format for Candidates {
    fn name(&self) -> &'static str {
        "candidates"
    }

    fn about(&self) -> &'static str {
        "n rows of n groups of candidates, in a frame or not (HoDoKu); uN is a digit of the player's (.sdx)"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        if text::is_tower(head) {
            return Decline::new("no n rows of n groups");
        }
        let layout = Layout::of_blanks(head, 1);
        let count = layout.rows.len();
        let width = layout
            .rows
            .iter()
            .map(|row| row.cells.len())
            .counts()
            .into_iter()
            .max_by_key(|&(width, n)| (n, width))
            .map_or(0, |(width, _)| width);
        if layout.spacing != Spacing::Spaced || !(2..=marks::LARGEST).contains(&width) || count.abs_diff(width) > 1 {
            return Decline::new("no n rows of n groups");
        }
        let symbol = |c: char| c.to_digit(36).is_some_and(|rank| (1..=width as u32).contains(&rank));
        let group = |text: &&str| text.strip_prefix('u').unwrap_or(text).chars().all(symbol) && text.chars().all_unique();
        let texts = || layout.rows.iter().flat_map(|row| &row.cells).map(|token| token.text);
        let several = texts().filter(|text| text.len() > 1).filter(group).count();
        // 12 is a number in a large grid, 123 is none.
        let number = |text: &str| text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let numbers = width > 9 && texts().all(|text| blank(text).is_some() || number(text));
        let odd = texts().filter(|text| blank(text).is_none() && !group(text)).count();
        let full = !texts().any(|text| blank(text).is_some());
        if numbers || are_symbols(texts(), width) || odd * 10 > width * width || !(several > width || (full && several > 0)) {
            return Decline::new("few groups of several symbols");
        }
        Ok(())
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let layout = Layout::of_blanks(text, first_line);
        let (grid, line) = layout.grid(reading)?;
        let symbols = marks::symbols(grid.size(), reading, line)?;
        let mut marks = Marks::new(grid, symbols);
        for (cell, token) in layout.rows.iter().flat_map(|row| &row.cells).enumerate() {
            let cell = Cell::new(cell);
            let place = token.place;
            match token.text.strip_prefix('u') {
                Some(name) if !name.is_empty() => {
                    let symbol = marks.symbol(name, Place { line: place.line, column: place.column + 1 })?;
                    marks.play(cell, symbol, place);
                }
                _ if blank(token.text).is_some() => {}
                _ => {
                    let group = marks.group(token.text, place, "")?;
                    marks.keep(cell, group, place);
                }
            }
        }
        Ok(vec![marks.sheet(Source { format: self.name(), line })])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let cannot = |reason: String| Err(Unwritable { format: self.name(), reason });
        let (grid, symbols) = (&*sheet.grid, &*sheet.symbols);
        if !marks::can_name(symbols) {
            return cannot(format!("the symbols {symbols}"));
        }
        let mut groups = Vec::with_capacity(grid.cell_count());
        for group in marks::possible(sheet) {
            if group.is_empty() {
                return cannot("a cell without candidates".to_owned());
            }
            groups.push(group.iter().map(|&symbol| symbols.name(symbol)).join(""));
        }
        // In a grid of one cell all its candidates are a group of one, which would be its value.
        if grid.size() == 1 && sheet.givens.is_empty() {
            groups[0] = ".".to_owned();
        }
        for played in &sheet.state {
            groups[played.cell.index()] = format!("u{}", symbols.name(played.symbol));
        }
        let size = grid.size();
        let (height, width) = grid.box_shape().unwrap_or((size, size));
        let wide = groups.iter().map(String::len).max().unwrap_or(0);
        let rule = format!("+{}\n", format!("{}+", "-".repeat(width * (wide + 1) + 1)).repeat(size / width));
        let mut text = rule.clone();
        for (row, groups) in (1..).zip(groups.chunks(size)) {
            for stack in groups.chunks(width) {
                text += "| ";
                stack.iter().for_each(|group| text += &format!("{group:wide$} "));
            }
            text += "|\n";
            if row % height == 0 {
                text += &rule;
            }
        }
        Ok(text)
    }
}
