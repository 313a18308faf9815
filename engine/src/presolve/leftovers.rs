//! The pass that finds overlapping houses, and posts what is left over of them.

use std::collections::BTreeMap;

use crate::constraints::leftovers::Leftovers;
use crate::domain::{Value, Var};
use crate::model::Model;

/// For each two all-differents that use up the same values and share at least two variables: the rest of the one takes the same values as
/// the rest of the other. In Sudoku this is pointing and claiming (locked candidates), in jigsaws the law of leftovers.
///
/// A shared variable alone would say nothing that the two don't.
pub fn leftovers(model: &mut Model) {
    let mut by_values: BTreeMap<Vec<Value>, Vec<Vec<Var>>> = BTreeMap::new();
    for (mut vars, values) in model.houses() {
        vars.sort_unstable();
        by_values.entry(values).or_default().push(vars);
    }
    for leftovers in by_values.into_values().filter_map(Leftovers::new) {
        model.post_implied("overlapping houses", leftovers);
    }
}
