//! Why an item or an option was refused.

use std::fmt;

/// Why an item or an option was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// The name of an item or colour is empty or holds white space, `:` or `|`.
    BadName {
        /// The name.
        name: String,
    },
    /// Two items have one name.
    RepeatedName {
        /// The name.
        name: String,
    },
    /// An option names an item that the problem lacks.
    UnknownItem {
        /// The name, or the number of an item given by number.
        name: String,
    },
    /// An item occurs twice in one option.
    RepeatedItem {
        /// The item.
        name: String,
    },
    /// A primary item was given a colour.
    ColouredPrimary {
        /// The item.
        name: String,
    },
    /// A colour of another problem was used.
    UnknownColour {
        /// The colour's number.
        number: u32,
    },
    /// Items and entries together pass 2^31.
    TooLarge,
}

impl ProblemError {
    /// The kind of error in snake case, for programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::BadName { .. } => "bad_name",
            Self::RepeatedName { .. } => "repeated_name",
            Self::UnknownItem { .. } => "unknown_item",
            Self::RepeatedItem { .. } => "repeated_item",
            Self::ColouredPrimary { .. } => "coloured_primary",
            Self::UnknownColour { .. } => "unknown_colour",
            Self::TooLarge => "too_large",
        }
    }
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadName { name } => {
                write!(f, "the name `{name}` is unusable: it must not be empty or hold white space, `:` or `|`")
            }
            Self::RepeatedName { name } => write!(f, "the item `{name}` is named twice"),
            Self::UnknownItem { name } => write!(f, "there is no item `{name}`"),
            Self::RepeatedItem { name } => write!(f, "the item `{name}` is twice in one option"),
            Self::ColouredPrimary { name } => {
                write!(f, "the item `{name}` is primary: only secondary items have colours")
            }
            Self::UnknownColour { number } => write!(f, "there is no colour number {number}"),
            Self::TooLarge => write!(f, "the problem passes 2^31 items and entries"),
        }
    }
}

impl std::error::Error for ProblemError {}
