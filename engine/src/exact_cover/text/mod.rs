//! Exact cover problems as text: Knuth's DLX/XCC form and plain 0/1 matrices.

mod read;

use std::fmt;
use std::fmt::Write as _;

use super::problem::{Colour, ItemId, OptionId, Problem};

pub use self::read::{CoverText, TextError, parse, parse_dlx, parse_matrix};

/// Why a problem cannot be written as Knuth's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unwritable {
    /// An option without items would be an empty line, which readers pass over.
    EmptyOption(OptionId),
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::EmptyOption(option) = self;
        write!(f, "option {} has no items: Knuth's text cannot say that", option.0)
    }
}

impl std::error::Error for Unwritable {}

/// Writes a problem as Knuth's text: a line of items, ` | ` before the secondary ones, then a line an option.
///
/// # Errors
///
/// [`Unwritable::EmptyOption`].
///
/// ```
/// use pencilmark_engine::exact_cover::{parse_dlx, write_dlx};
///
/// let text = "a b | s\na s:red\na b\nb s:red\n";
/// assert_eq!(write_dlx(&parse_dlx(text)?).as_deref(), Ok(text));
/// # Ok::<(), pencilmark_engine::exact_cover::TextError>(())
/// ```
pub fn write_dlx(problem: &Problem) -> Result<String, Unwritable> {
    let mut text = String::new();
    let word = |text: &mut String, item: ItemId, colour: Option<Colour>| {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(&problem.name(item));
        if let Some(colour) = colour {
            let _ = write!(text, ":{}", problem.colour_name(colour));
        }
    };
    for item in 0..problem.items() as u32 {
        if item as usize == problem.primary() {
            text.push_str(" |");
        }
        word(&mut text, ItemId(item), None);
    }
    if problem.items() == 0 {
        // A line that starts with the bar would be a comment; an empty one would be passed over.
        text.push_str(" |");
    }
    text.push('\n');
    for option in 0..problem.options() as u32 {
        let before = text.len();
        for (item, colour) in problem.option_items(OptionId(option)) {
            word(&mut text, item, colour);
        }
        if text.len() == before {
            return Err(Unwritable::EmptyOption(OptionId(option)));
        }
        text.push('\n');
    }
    Ok(text)
}
