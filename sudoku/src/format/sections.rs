//! Rows of cells under `[Puzzle]`, with the player's own digits under `[State]`.

use itertools::Itertools;

use super::layout::Layout;
use super::rows::Rows;
use super::{Decline, Extent, Format, Reading, Unwritable, text};
use crate::error::{ErrorKind, ParseError};
use crate::sheet::{Given, Sheet};

/// A `.sdk` file with sections; those it does not know (colours, pencil marks) are decoration.
#[derive(Debug)]
pub(crate) struct Sections;

/// A section: its title in lower case, the number of its first line, and its lines.
struct Section {
    title: String,
    line: usize,
    text: String,
}

fn title(line: &str) -> Option<&str> {
    line.trim().strip_prefix('[')?.strip_suffix(']')
}

fn sections(text: &str, first_line: usize) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text::lines(text, first_line) {
        if let Some(title) = title(line.text) {
            sections.push(Section { title: title.to_lowercase(), line: line.number + 1, text: String::new() });
        } else if let Some(section) = sections.last_mut() {
            section.text.push_str(line.text);
            section.text.push('\n');
        }
    }
    sections
}

impl Format for Sections {
    fn name(&self) -> &'static str {
        "sections"
    }

    fn about(&self) -> &'static str {
        "rows under [Puzzle], the player's digits under [State] (.sdk of SadMan Sudoku)"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let is_puzzle = |line: text::Line<'_>| {
            title(line.text).is_some_and(|title| ["puzzle", "state"].iter().any(|known| title.eq_ignore_ascii_case(known)))
        };
        if text::content(head, 1).any(is_puzzle) { Ok(()) } else { Decline::new("no line [Puzzle]") }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let sections = sections(text, first_line);
        let puzzles = sections.iter().filter(|section| section.title == "puzzle").collect_vec();
        let [puzzle] = puzzles[..] else {
            let error = ParseError::new(ErrorKind::RowCount, "not one section [Puzzle]").found(puzzles.len()).expected(1);
            return Err(puzzles.get(1).map_or(error.clone(), |second| error.on_line(second.line - 1)));
        };
        let mut sheet = Layout::of_blanks(&puzzle.text, puzzle.line).sheet(self.name(), reading)?;
        for state in sections.iter().filter(|section| section.title == "state" && !section.text.trim().is_empty()) {
            let layout = Layout::of_blanks(&state.text, state.line);
            add_state(&mut sheet, layout.sheet(self.name(), reading)?)?;
        }
        Ok(vec![sheet])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let puzzle = format!("[Puzzle]\n{}", Rows.write(sheet)?);
        if sheet.state.is_empty() {
            return Ok(puzzle);
        }
        // What stands in the cells after the player's moves.
        let mut played = sheet.clone();
        played.adopt_state();
        Ok(format!("{puzzle}[State]\n{}", Rows.write(&played)?))
    }
}

/// The digits of `state` that are no givens of `sheet` are the player's.
fn add_state(sheet: &mut Sheet, state: Sheet) -> Result<(), ParseError> {
    if state.grid.size() != sheet.grid.size() {
        let error = ParseError::new(ErrorKind::RowCount, "the sections differ in size").on_line(state.source.line);
        return Err(error.found(state.grid.size()).expected(sheet.grid.size()));
    }
    let values = sheet.values();
    for given in &state.givens {
        let name = state.symbols.name(given.symbol);
        let Some(symbol) = sheet.symbols.lookup(name) else {
            let error = ParseError::new(ErrorKind::UnknownSymbol, "a player's digit that is no symbol of the puzzle");
            return Err(error.at(given.place).found(name).expected(format!("one of {}", sheet.symbols)));
        };
        match values[given.cell.index()] {
            None => sheet.state.push(Given { symbol, ..*given }),
            Some(value) if value == symbol => {}
            Some(value) => {
                let message = format!("a player's digit in {}, which has another given", sheet.grid.name(given.cell));
                let error = ParseError::new(ErrorKind::CellGivenTwice, message).at(given.place);
                return Err(error.found(name).expected(sheet.symbols.name(value)));
            }
        }
    }
    Ok(())
}
