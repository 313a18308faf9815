//! Formats that are known by sight and not read: to be told so by name is more help than a list of what was tried.

use super::text;
use crate::error::{ErrorKind, ParseError};

/// A format that nobody here reads.
struct Foreign {
    /// Its name with an article.
    name: &'static str,
    /// Texts, all of which occur in its first line.
    marks: &'static [&'static str],
    /// Why it isn't read.
    why: &'static str,
    /// What may be done instead.
    help: &'static str,
}

static FOREIGN: &[Foreign] = &[
    Foreign {
        name: "an address of Penpa+",
        marks: &["m=", "&p="],
        why: "its data are drawings, and hold no rules",
        help: "copy the grid as text, or open it in SudokuPad or f-puzzles and take the address from there",
    },
    Foreign { name: "SumoCueV2", marks: &["SumoCueV2"], why: "nobody has published how it is built", help: "save the puzzle as SumoCueV1" },
    Foreign {
        name: "a short address of SudokuPad",
        marks: &["sudokupad.app/"],
        why: "the puzzle itself lies on a server",
        help: "open it in a browser and take an address with scl, fpuz or classic",
    },
    Foreign {
        name: "a short address of f-puzzles",
        marks: &["f-puzzles.com/?id="],
        why: "the puzzle itself lies on a server",
        help: "open it in a browser and take an address with ?load=",
    },
];

/// What is wrong with a text in such a format; `None` if it is in no such format.
pub(super) fn error(head: &str) -> Option<ParseError> {
    let line = text::content(head, 1).next()?;
    let known = FOREIGN.iter().find(|foreign| foreign.marks.iter().all(|mark| line.text.contains(mark)))?;
    let message = format!("this is {}, which is not read: {}", known.name, known.why);
    Some(ParseError::new(ErrorKind::UnknownFormat, message).on_line(line.number).help(known.help))
}
