//! Presolve: passes that post constraints which follow from the others. The set of solutions stays; each pass can be left out.

mod leftovers;

use crate::model::Model;

pub use leftovers::leftovers;

/// A pass that posts implied constraints.
pub type Pass = fn(&mut Model);

/// All passes with their names.
pub static PASSES: &[(&str, Pass)] = &[("leftovers", leftovers)];

/// Runs all passes.
pub fn presolve(model: &mut Model) {
    for (_, pass) in PASSES {
        pass(model);
    }
}
