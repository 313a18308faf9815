//! Options committed before the search: which ones, and whether another one would conflict.

use std::fmt;
use std::sync::Arc;

use super::problem::{ItemId, OptionId, Shape};

/// Why an option could not be committed. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommitError {
    /// The problem (as it was when the solver was made) has no such option.
    UnknownOption(OptionId),
    /// The option has no primary item: such options are never chosen.
    NeverChosen(OptionId),
    /// A committed option excludes this one.
    Conflict {
        /// The option refused.
        option: OptionId,
        /// An item that both need.
        item: ItemId,
    },
}

impl CommitError {
    /// The kind of error in snake case, for programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::UnknownOption(_) => "unknown_option",
            Self::NeverChosen(_) => "never_chosen",
            Self::Conflict { .. } => "conflict",
        }
    }
}

impl fmt::Display for CommitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOption(option) => write!(f, "there is no option {}", option.0),
            Self::NeverChosen(option) => write!(f, "option {} has no primary item and is never chosen", option.0),
            Self::Conflict { option, item } => {
                write!(f, "option {} conflicts with a committed one at item {}", option.0, item.0)
            }
        }
    }
}

impl std::error::Error for CommitError {}

/// An item that no committed option has.
const FREE: u32 = u32::MAX;

/// The committed options and the items they use.
#[derive(Clone, Debug)]
pub(super) struct Givens {
    shape: Arc<Shape>,
    options: Vec<OptionId>,
    /// For each item `FREE`, or the stored colour (0: none) of the committed options that have it.
    used: Vec<u32>,
    /// How many committed options have a coloured item.
    uses: Vec<u32>,
}

impl Givens {
    pub(super) fn new(shape: &Arc<Shape>) -> Self {
        let items = shape.items as usize;
        let uses = if shape.colours > 0 { items } else { 0 };
        Self { shape: Arc::clone(shape), options: Vec::new(), used: vec![FREE; items], uses: vec![0; uses] }
    }

    pub(super) fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Notes an option, or says why it cannot join.
    pub(super) fn push(&mut self, option: OptionId) -> Result<(), CommitError> {
        if option.0 >= self.shape.options() {
            return Err(CommitError::UnknownOption(option));
        }
        let entries = self.shape.option(option.0);
        if !self.shape.choosable(option.0) {
            return Err(CommitError::NeverChosen(option));
        }
        for entry in entries {
            let used = self.used[entry.item as usize];
            if used != FREE && (used == 0 || used != entry.colour) {
                return Err(CommitError::Conflict { option, item: ItemId(entry.item) });
            }
        }
        for entry in entries {
            self.used[entry.item as usize] = entry.colour;
            if entry.colour != 0 {
                self.uses[entry.item as usize] += 1;
            }
        }
        self.options.push(option);
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Option<OptionId> {
        let option = self.options.pop()?;
        for entry in self.shape.option(option.0) {
            let item = entry.item as usize;
            if entry.colour != 0 {
                self.uses[item] -= 1;
            }
            if entry.colour == 0 || self.uses[item] == 0 {
                self.used[item] = FREE;
            }
        }
        Some(option)
    }
}
