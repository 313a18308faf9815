//! Sudoku of any size and variant, modelled on the Pencilmark engine.
//!
//! ```
//! use pencilmark_sudoku::{Diagonals, Puzzle};
//! let puzzle = Puzzle::parse("1...\n....\n....\n...2")?;
//! assert_eq!(puzzle.solutions(100).len(), 18);
//! assert_eq!(puzzle.with(Diagonals).solutions(100).len(), 4);
//! # Ok::<(), pencilmark_sudoku::ParseError>(())
//! ```
//!
//! # Map
//!
//! A text becomes a [`Sheet`] by a [`Format`]: a [`Grid`], [`Symbols`], and what stands in the cells. [`Rule`]s post constraints on a
//! [`Template`], the model without givens. A [`Puzzle`] is a sheet with rules. [`render_text`] draws. Nothing here does input or output.

pub mod bitboard;
mod error;
mod format;
mod grid;
mod puzzle;
mod render;
pub mod rule;
mod rules;
mod sheet;
mod symbols;
mod template;

pub use error::{ErrorKind, ParseError};
pub use format::{Decline, Extent, FORMATS, Format, Json, JsonValue, Reading, TextLine, Unwritable, XmlElement, XmlElements};
pub use format::{content_lines, detect, detect_among, line_words, tuple_cell, tuple_size, tuple_symbols, without_comments};
pub use grid::{Cell, Grid, GridError, House, MAX_SIZE};
pub use puzzle::{Check, Puzzle};
pub use render::picture::Picture;
pub use render::text::render_text;
pub use rule::{Board, Mark, NamedRule, RULES, Rule};
pub use rules::{AntiKing, AntiKnight, Boxes, Columns, Diagonal, Diagonals, NonConsecutive, Rows};
pub use sheet::{Given, Place, Sheet, Source, Unlisted, Warning};
pub use symbols::{MAX_NUMBER, Symbol, Symbols, SymbolsError};
pub use template::{Diagnosis, Filled, Template};

/// The Rust in the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
