//! Back ends: interchangeable ways to run a model. And how to add one.
//!
//! # How to add a back end
//!
//! 1. Implement [`Backend`]: a name, a line of help, and `prepare`, which looks at the model (constraints by their
//!    [`Shape`](crate::Shape)) and either returns a [`Run`] or says in [`Unsupported`] which constraint it cannot express. It declines
//!    what it doesn't know: a custom constraint is opaque.
//! 2. Implement [`Run`]. It may be called many times; **a run leaves nothing behind**. Every solution passes
//!    [`Model::check`](crate::Model::check) before it reaches the sink. Limits are honoured.
//! 3. **It gives the same set of solutions as propagation, or declines.** Add it to the corpus test, which compares all of them.
//! 4. Add one line to the command line's registry.

mod backtracking;
mod exact_cover;
mod propagation;
mod relay;

use std::fmt;
use std::ops::ControlFlow;

pub use backtracking::Backtracking;
pub use exact_cover::ExactCover;
pub(crate) use propagation::Prepared;
pub use propagation::Propagation;
pub use relay::Relay;

use crate::domain::{Fact, Value};
use crate::model::Model;
use crate::observe::{Observer, Told};
use crate::search::{End, Limits, Outcome, Stats};

/// A way to run models.
pub trait Backend: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What it does, in a line.
    fn about(&self) -> &'static str;

    /// Looks at a model once, for many runs.
    ///
    /// # Errors
    /// If it cannot run this model, with the reason.
    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported>;
}

/// Takes solutions as they are found: one value a variable. It may ask to stop.
pub type Sink<'a> = dyn FnMut(&[Value]) -> ControlFlow<()> + 'a;

/// A model prepared by a back end.
pub trait Run {
    /// Finds solutions in which all `givens` are true, until a limit is reached or the sink has had enough. A run is a function of
    /// givens and limits: what earlier runs did makes no difference.
    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, observer: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome;

    /// What runs, more closely than the back end's name: for statistics.
    fn name(&self) -> &'static str;

    /// Counts the solutions without going through them one by one; `None` if it knows no such way.
    fn count(&mut self, givens: &[Fact], limits: &Limits<'_>) -> Option<Count> {
        let _ = (givens, limits);
        None
    }

    /// What it tells an observer.
    fn tells(&self) -> Told {
        Told::Nothing
    }
}

/// The number of solutions, counted without finding each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// So many at least; all, if the run was complete.
    pub solutions: u128,
    /// Why it ended.
    pub end: End,
    /// What it cost.
    pub stats: Stats,
}

/// Why a back end cannot run a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The back end.
    pub backend: &'static str,
    /// What it cannot express.
    pub reason: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "solver {} cannot run this: {}", self.backend, self.reason)
    }
}

impl std::error::Error for Unsupported {}

/// Prepares a model with the first back end that takes it.
///
/// # Errors
/// The reason of the last one, if none does.
pub fn first<'m>(backends: &[&dyn Backend], model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
    let mut declined = Unsupported { backend: "none", reason: "no solver was named".to_owned() };
    for backend in backends {
        match backend.prepare(model) {
            Ok(run) => return Ok(run),
            Err(unsupported) => declined = unsupported,
        }
    }
    Err(declined)
}
