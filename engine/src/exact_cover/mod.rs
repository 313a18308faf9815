//! Exact cover: problems, three solvers behind one trait, and a counter for huge solution sets.
//!
//! A [`Problem`] has *items* and *options*; an option is a set of items. A **cover** is a set of options in which
//! every *primary* item occurs exactly once and every *secondary* item at most once. An option may give a secondary
//! item a *colour*; then any number of chosen options may share that item as long as all of them give it that colour.
//!
//! The search is always the same, Knuth's Algorithm X: take the open primary item with the fewest options left, try
//! its options one after the other, and drop what each choice excludes. The solvers differ in what they dance on:
//!
//! | solver | what it keeps | undoing | fastest |
//! |---|---|---|---|
//! | [`Matrix`] | live options as a bitset, for each option a bitset of those it excludes | the parent's bitset is still there | up to a few thousand options |
//! | [`Links`] | dancing links: a doubly linked list of the options of each item | relink in reverse order | long, thin problems; the reference |
//! | [`Cells`] | dancing cells: a sparse set of the options of each item | put the set sizes back | everything larger |
//!
//! [`Counter`] only counts, and remembers what it has counted for each set of open items: tilings with 10^16 covers
//! take milliseconds.
//!
//! What follows from the definition and is easy to get wrong: a problem without primary items has one cover, the
//! empty one; a primary item without options means there is none; identical options count separately; an option
//! without primary items is legal but **never chosen**, so that it changes nothing that is counted.
//!
//! ```
//! use pencilmark_engine::exact_cover::{Links, Limits, Problem, Solver};
//!
//! let mut problem = Problem::new(["a", "b", "c"], ["s"])?;
//! problem.option_named(&["a", "s:red"])?;
//! problem.option_named(&["b", "c", "s:red"])?;
//! problem.option_named(&["b", "c", "s:blue"])?;
//! let mut solver = Links::new(&problem);
//! let covers: Vec<_> = solver.solutions(Limits::default()).collect();
//! assert_eq!(covers.len(), 1);
//! assert_eq!(covers[0].iter().map(|option| option.index()).collect::<Vec<_>>(), [0, 1]);
//! # Ok::<(), pencilmark_engine::exact_cover::ProblemError>(())
//! ```
//!
//! Sources: D. E. Knuth, *The Art of Computer Programming*, 7.2.2.1 (volume 4B), and "Dancing links", 2000
//! (arXiv:cs/0011047), for Algorithms X, D and C (colours); Knuth's program notes SSXCC, after an idea of C. Solnon,
//! for sparse sets; Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017, for the memo.
//!
//! This module uses nothing else of the engine: it knows no models, no variables and no grids.

mod cells;
mod count;
mod givens;
mod limits;
mod links;
mod matrix;
mod observe;
mod problem;
mod random;
mod solver;
mod text;

#[cfg(test)]
mod tests;

pub use cells::Cells;
pub use count::{Branching, Count, Counter, Ended};
pub use givens::CommitError;
pub use limits::{Counters, Limits, Stop};
pub use links::Links;
pub use matrix::{Matrix, MatrixTooLarge};
pub use observe::{Event, Observer};
pub use problem::{Colour, ItemId, OptionId, Problem, ProblemError};
pub use solver::{Algorithm, ItemChoice, Solutions, Solver, Step, Ties};
pub use text::{CoverText, TextError, Unwritable, parse, parse_dlx, parse_matrix, write_dlx};
