//! An exact cover problem as it was typed: reading it, naming its options, and what is odd about it.

use std::fmt::Write as _;
use std::path::Path;

use pencilmark_engine::exact_cover::{CoverText, ItemId, OptionId, Problem, TextError, parse, parse_dlx, parse_matrix};
use pencilmark_sudoku::{ErrorKind, ParseError, Place, content_lines};

use crate::args::CoverFrom;
use crate::input::{self, Fault};

/// A problem, and the form of the text it was read from.
pub(super) struct Text {
    pub(super) file: String,
    pub(super) problem: Problem,
    form: CoverText,
}

impl Text {
    pub(super) fn read(path: &Path, from: Option<CoverFrom>) -> Result<Text, Fault> {
        let file = input::name(path);
        let text = input::read(path)?;
        let (form, result) = match from {
            None => (CoverText::of(&text), parse(&text)),
            Some(CoverFrom::Matrix) => (CoverText::Matrix, parse_matrix(&text)),
            Some(CoverFrom::Dlx) => (CoverText::Dlx, parse_dlx(&text)),
        };
        // Who sends nothing hardly means the problem that has no items, nor one whose items look like comments.
        let vain = result.as_ref().map_or(true, |problem| problem.options() == 0 && (problem.items() == 0 || form == CoverText::Dlx));
        if from.is_none() && vain && content_lines(&text, 1).all(|line| line.text.starts_with('|')) {
            let error = ParseError::new(ErrorKind::EmptyInput, "no problem: the text holds nothing but blanks and comments");
            return Err(input::fault(error.help("--from matrix reads it as a matrix without rows"), &file, "", 1));
        }
        let problem = result.map_err(|error| input::fault(parse_error(error, &text), &file, &text, 1))?;
        Ok(Text { file, problem, form })
    }

    fn by_numbers(&self, numbers: bool) -> bool {
        numbers || self.form == CoverText::Matrix
    }

    /// How each option is printed: its number, or its items as they were written.
    pub(super) fn options(&self, numbers: bool) -> Vec<String> {
        (0..self.problem.options()).map(|number| if self.by_numbers(numbers) { number.to_string() } else { self.option(number) }).collect()
    }

    fn option(&self, number: usize) -> String {
        let mut text = String::new();
        for (item, colour) in self.problem.option_items(OptionId::new(number as u32)) {
            let between = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{between}{}", self.problem.name(item));
            if let Some(colour) = colour {
                let _ = write!(text, ":{}", self.problem.colour_name(colour));
            }
        }
        text
    }

    /// What is printed between options.
    pub(super) fn between(&self, numbers: bool) -> &'static str {
        if self.by_numbers(numbers) { " " } else { " | " }
    }

    /// That some options cannot be part of a cover, if it is so.
    pub(super) fn never_chosen(&self) -> Option<String> {
        let never = self.problem.options() - choosable(&self.problem).count();
        let chosen = "without primary items: it is never chosen";
        match never {
            0 => None,
            1 => Some(format!("1 option is {chosen}")),
            n => Some(format!("{n} options are {}", chosen.replace("it is", "they are"))),
        }
    }

    /// Why there is no cover, as far as that can be seen, and what to do about it.
    pub(super) fn why_none(&self) -> String {
        let mut open = vec![true; self.problem.items()];
        for option in choosable(&self.problem) {
            self.problem.option_items(option).for_each(|(item, _)| open[item.index()] = false);
        }
        let lonely = (0..self.problem.primary()).find(|&item| open[item]);
        let mut why = match lonely {
            None => String::new(),
            Some(column) if self.form == CoverText::Matrix => format!(": column {column}, counted from 0, holds no 1"),
            Some(item) => format!(": item {} is in no option", self.problem.name(ItemId::new(item as u32))),
        };
        if self.problem.items() == self.problem.primary() {
            why += "\nhelp: every item must be covered exactly once. In Knuth's text, items named after ` | ` may be covered at most once";
        }
        why
    }
}

/// The options that can be part of a cover.
pub(super) fn choosable(problem: &Problem) -> impl Iterator<Item = OptionId> + '_ {
    let primary = problem.primary();
    let all = (0..problem.options() as u32).map(OptionId::new);
    all.filter(move |&option| problem.option_items(option).any(|(item, _)| item.index() < primary))
}

/// The same fault as the other commands tell it.
fn parse_error(error: TextError, text: &str) -> ParseError {
    let (kind, message) = match error.kind() {
        "missing_items" => (ErrorKind::EmptyInput, "no problem: the text holds nothing but blanks and comments"),
        "ragged_row" => (ErrorKind::RowLength, "a row that is not as long as the first"),
        "bad_entry" => (ErrorKind::BadSymbol, "an entry that is neither 0 nor 1"),
        "second_bar" => (ErrorKind::SecondBar, "a second bar in the line of items"),
        "bad_name" => (ErrorKind::BadName, "a name that cannot be one"),
        "repeated_name" => (ErrorKind::RepeatedName, "an item named twice"),
        "unknown_item" => (ErrorKind::UnknownItem, "an option with an item that is none"),
        "repeated_item" => (ErrorKind::RepeatedItem, "an item twice in one option"),
        "coloured_primary" => (ErrorKind::ColouredPrimary, "a primary item with a colour"),
        _ => (ErrorKind::TooLarge, "a problem that is too large"),
    };
    let place = Place { line: error.line.try_into().unwrap_or(u32::MAX), column: error.column.try_into().unwrap_or(u32::MAX) };
    // The word alone, so that the carets stand below all of it.
    let found = error.found.strip_prefix('`').and_then(|found| found.strip_suffix('`')).unwrap_or(&error.found);
    let told = ParseError::new(kind, message).found(found).expected(&error.expected);
    let first = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    match kind {
        ErrorKind::EmptyInput => told,
        ErrorKind::UnknownItem | ErrorKind::RepeatedName | ErrorKind::BadName
            if first.starts_with(['#', '%', ';']) || first.starts_with("//") =>
        {
            told.at(place).help("in Knuth's text comments begin with `|`")
        }
        _ => told.at(place),
    }
}
