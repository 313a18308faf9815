//! A constraint engine that can be questioned.
//!
//! Variables have sets of values; constraints are posted on a [`Model`]; a [`Solver`] or any [`Backend`] runs it. Propagators remove
//! values and can say why.
//!
//! ```
//! use pencilmark_engine::{Model, all_different, less};
//!
//! let mut model = Model::new();
//! let x = model.vars("x", 3, 1..=3);
//! model.post(all_different(&x));
//! model.post(less(x[0], x[1]));
//! let solutions: Vec<_> = model.solutions().collect();
//! assert_eq!(solutions.len(), 3);
//! assert!(solutions.iter().all(|s| s[x[0]] < s[x[1]]));
//! ```
//!
//! # Map
//!
//! Each module uses only those before it: `domain` (variables, values, facts, sets) < `domains` (the current sets, trail, change log)
//! < [`propagator`] < `model` < [`brancher`], `constraints`, `observe` < [`presolve`], `entail` < `fixpoint` < `search` < [`backend`]
//! < `lanes`, `learning` < `solver` < [`why`] < `cores`.
//! What is named here is the whole interface.

pub mod backend;
pub mod brancher;
mod constraints;
mod cores;
mod domain;
mod domains;
mod entail;
pub mod exact_cover;
mod fixpoint;
mod lanes;
mod learning;
mod model;
mod observe;
pub mod presolve;
pub mod propagator;
mod rng;
mod search;
mod solver;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod why;

pub use backend::{Backend, Backtracking, Count, ExactCover, Propagation, Relay, Run, Sink, Unsupported, first};
pub use brancher::{Brancher, Named, Options, STRATEGIES, Strategy, ValueOrder, dom_wdeg, first_fail, input_order, random, smallest_place};
pub use constraints::all_different::{AllDifferent, Level, all_different};
pub use constraints::binary::{Binary, binary};
pub use constraints::cage_sum::{CageSum, Combinations, cage_sum, cage_sums};
pub use constraints::less::{Less, less};
pub use constraints::sum::{Linear, Sum, sum};
pub use cores::{Core, core};
pub use domain::{Domain, DomainRef, Fact, MAX_SPAN, MAX_VALUE, Test, Value, Var, View, ranges};
pub use domains::{Conflict, Domains, State};
pub use entail::Proof;
pub use lanes::Lanes;
pub use learning::Learning;
pub use model::{Broken, Constraint, ConstraintId, Model, Parts, Posted, Shape, Solution};
pub use observe::{CoverItem, CoverOption, Event, Observer, Told};
pub use propagator::{Conclusion, Cost, Inference, Propagator, Status, Wake, Why};
pub use rng::Rng;
pub use search::{End, Limits, Outcome, Restart, Stats};
pub use solver::{Solutions, Solver};
