//! Reads Knuth's text and 0/1 matrices; every error says where, what was found and what was expected.

use std::fmt;

use super::super::problem::{Problem, ProblemError};

/// A fault in a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was found there.
    pub found: String,
    /// What should have been.
    pub expected: String,
    kind: &'static str,
}

impl TextError {
    /// The kind of error in snake case, for programs: `missing_items`, `second_bar`, `ragged_row`, `bad_entry`, or a
    /// kind of [`ProblemError`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, found, expected, .. } = self;
        write!(f, "line {line}, column {column}: found {found}, expected {expected}")
    }
}

impl std::error::Error for TextError {}

/// Which of the two forms a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverText {
    /// Knuth's DLX/XCC text.
    Dlx,
    /// Rows of 0 and 1.
    Matrix,
}

impl CoverText {
    /// What a text looks like: a matrix if every line that says something consists of zeros and ones alone and all
    /// are equally long, and Knuth's text otherwise. A text in which nothing is said is a matrix without rows.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let (mut width, mut said) = (None, false);
        for (_, line) in lines(text) {
            said = true;
            if is_remark(line) {
                continue;
            }
            if !digits(line).all(|(_, word)| word.chars().all(|c| matches!(c, '0' | '1'))) {
                return Self::Dlx;
            }
            let n: usize = digits(line).map(|(_, word)| word.len()).sum();
            if *width.get_or_insert(n) != n {
                return Self::Dlx;
            }
        }
        // Item names may begin with `#`.
        if said && width.is_none() { Self::Dlx } else { Self::Matrix }
    }
}

/// Reads a problem in either form, as [`CoverText::of`] decides.
///
/// # Errors
///
/// [`TextError`]. What can be read in neither form, but looks more like a matrix, is reported as a faulty matrix.
pub fn parse(text: &str) -> Result<Problem, TextError> {
    match CoverText::of(text) {
        CoverText::Matrix => parse_matrix(text),
        CoverText::Dlx => parse_dlx(text).map_err(|error| match parse_matrix(text) {
            Err(meant) if resembles_matrix(text) => meant,
            _ => error,
        }),
    }
}

/// Was a matrix meant? The words of a line are single characters, or there is only one word, and most characters are
/// zeros and ones.
fn resembles_matrix(text: &str) -> bool {
    let (mut all, mut bits) = (0usize, 0usize);
    for (_, line) in lines(text).filter(|(_, line)| !is_remark(line)) {
        if digits(line).nth(1).is_some() && digits(line).any(|(_, word)| word.chars().nth(1).is_some()) {
            return false;
        }
        for c in digits(line).flat_map(|(_, word)| word.chars()) {
            all += 1;
            bits += usize::from(matches!(c, '0' | '1'));
        }
    }
    bits * 3 > all * 2
}

/// Reads Knuth's text: lines that start with `|` are comments; the first other line names the items, with a bar alone
/// before the secondary ones; each further line is an option, `item` or `item:colour` separated by blanks.
///
/// # Errors
///
/// [`TextError`] of the kinds `missing_items`, `second_bar`, `bad_name`, `repeated_name`, `unknown_item`,
/// `repeated_item`, `coloured_primary`, `too_large`.
///
/// ```
/// use pencilmark_engine::exact_cover::parse_dlx;
///
/// let problem = parse_dlx("| two tiles\na b c | s\na b s:x\nc s:x\n")?;
/// assert_eq!((problem.primary(), problem.items(), problem.options()), (3, 4, 2));
/// let error = parse_dlx("a b\na z\n").unwrap_err();
/// assert_eq!((error.line, error.column, error.kind()), (2, 3, "unknown_item"));
/// # Ok::<(), pencilmark_engine::exact_cover::TextError>(())
/// ```
pub fn parse_dlx(text: &str) -> Result<Problem, TextError> {
    let mut rest = lines(text);
    let Some((number, line)) = rest.next() else {
        return Err(TextError {
            line: text.lines().count().max(1),
            column: 1,
            found: "the end of the text".to_owned(),
            expected: "a line of item names".to_owned(),
            kind: "missing_items",
        });
    };
    let mut problem = items(number, line)?;
    let mut option: Vec<&str> = Vec::new();
    for (number, line) in rest {
        option.clear();
        option.extend(words(line).map(|(_, word)| word));
        if let Err(error) = problem.option_named(&option) {
            return Err(place(&error, number, line, &option));
        }
    }
    Ok(problem)
}

fn items(number: usize, line: &str) -> Result<Problem, TextError> {
    let mut names: [Vec<&str>; 2] = [Vec::new(), Vec::new()];
    let mut side = 0;
    for (column, word) in words(line) {
        if word != "|" {
            names[side].push(word);
        } else if side == 0 {
            side = 1;
        } else {
            return Err(TextError {
                line: number,
                column,
                found: "a second `|`".to_owned(),
                expected: "one `|` at most, before the secondary items".to_owned(),
                kind: "second_bar",
            });
        }
    }
    let all: Vec<&str> = names.concat();
    let [primary, secondary] = names;
    Problem::new(primary, secondary).map_err(|error| place(&error, number, line, &all))
}

/// The place of an error that the problem reports, and what was expected instead.
fn place(error: &ProblemError, number: usize, line: &str, found: &[&str]) -> TextError {
    let named = |word: &str, name: &str| word.split(':').next() == Some(name);
    let (name, nth, expected) = match error {
        ProblemError::BadName { name } => (Some(name), 0, "a name without `:` and `|`, one colour at most"),
        ProblemError::RepeatedName { name } => (Some(name), 1, "each item named once"),
        ProblemError::UnknownItem { name } => (Some(name), 0, "an item of the first line"),
        ProblemError::RepeatedItem { name } => (Some(name), 1, "an item once in an option"),
        ProblemError::ColouredPrimary { name } => (Some(name), 0, "a primary item without a colour"),
        ProblemError::UnknownColour { .. } | ProblemError::TooLarge => (None, 0, "at most 2^31 items and entries"),
    };
    let hit = name.and_then(|name| {
        let exact = |&(_, word): &(usize, &str)| named(word, name) || word == name.as_str();
        // A bad colour is found as the second part of a word.
        let part = |&(_, word): &(usize, &str)| word.split_once(':').is_some_and(|(_, colour)| colour == name);
        words(line).filter(exact).nth(nth).or_else(|| words(line).find(part))
    });
    let (column, word) = hit.unwrap_or((1, found.first().copied().unwrap_or("nothing")));
    TextError { line: number, column, found: format!("`{word}`"), expected: expected.to_owned(), kind: error.kind() }
}

/// Reads rows of 0 and 1, with blanks or commas between the digits or without; a row is an option, a column an item.
/// Columns are numbered from 0. Lines that start with `|` or `//`, or with `#`, `%` or `;` and a blank, are comments. No rows at all are a problem without items.
///
/// # Errors
///
/// [`TextError`] of the kinds `bad_entry` (something else than 0 and 1) and `ragged_row` (not as long as the first).
///
/// ```
/// use pencilmark_engine::exact_cover::parse_matrix;
///
/// let problem = parse_matrix("1 0 1\n0 1 0\n")?;
/// assert_eq!((problem.items(), problem.options()), (3, 2));
/// assert_eq!(parse_matrix("101\n01\n").unwrap_err().kind(), "ragged_row");
/// # Ok::<(), pencilmark_engine::exact_cover::TextError>(())
/// ```
pub fn parse_matrix(text: &str) -> Result<Problem, TextError> {
    let mut problem: Option<Problem> = None;
    let mut ones = Vec::new();
    for (number, line) in lines(text).filter(|(_, line)| !is_remark(line)) {
        ones.clear();
        let mut width = 0u32;
        for (column, word) in digits(line) {
            for (offset, c) in word.chars().enumerate() {
                match c {
                    '0' => {}
                    '1' => ones.push(super::super::problem::ItemId(width)),
                    other => {
                        return Err(TextError {
                            line: number,
                            column: column + offset,
                            found: format!("`{other}`"),
                            expected: "0 or 1".to_owned(),
                            kind: "bad_entry",
                        });
                    }
                }
                width += 1;
            }
        }
        let problem = problem.get_or_insert_with(|| Problem::numbered(width, 0));
        if problem.items() != width as usize {
            return Err(TextError {
                line: number,
                column: line.trim_end().chars().count().max(1),
                found: format!("a row of {width}"),
                expected: format!("a row of {} as the first", problem.items()),
                kind: "ragged_row",
            });
        }
        problem.option(&ones).map_err(|error| place(&error, number, line, &[]))?;
    }
    Ok(problem.unwrap_or_else(|| Problem::numbered(0, 0)))
}

/// The lines that say something, numbered from 1: no comments, no blank ones. A byte order mark is passed over; CRLF, CR
/// and LF all end a line.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rest = text;
    let each = std::iter::from_fn(move || {
        let end = rest.bytes().position(|byte| byte == b'\n' || byte == b'\r').unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        rest = after.strip_prefix("\r\n").or_else(|| after.get(1..)).unwrap_or("");
        (!line.is_empty() || !after.is_empty()).then_some(line)
    });
    (1..).zip(each).filter(|(_, line)| !line.starts_with('|') && !line.trim().is_empty())
}

/// A comment as other formats have them, for matrices: in Knuth's text it could be a list of names.
fn is_remark(line: &str) -> bool {
    line.starts_with("//") || line.strip_prefix(['#', '%', ';']).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// The words of a line with their columns in characters, from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    split(line, char::is_whitespace)
}

/// The same for a row of a matrix, where commas separate as blanks do. (Names may have commas.)
fn digits(line: &str) -> impl Iterator<Item = (usize, &str)> {
    split(line, |c| c == ',' || c.is_whitespace())
}

fn split(line: &str, separates: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    line.split(separates).filter_map(move |word| {
        let at = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}
