//! The pass that finds overlapping houses, and posts what is left over of them.

use hashbrown::HashMap;

use crate::constraints::leftovers::Leftovers;
use crate::domain::{Value, Var};
use crate::model::{Model, Shape};

/// For each two all-differents that use up the same values and share at least two variables: the rest of the one takes the same values as
/// the rest of the other. In Sudoku this is pointing and claiming (locked candidates), in jigsaws the law of leftovers.
///
/// A shared variable alone would say nothing that the two don't.
pub fn leftovers(model: &mut Model) {
    let mut by_values: HashMap<Vec<Value>, Vec<Vec<Var>>> = HashMap::new();
    for (_, posted) in model.constraints().filter(|(_, p)| !p.implied) {
        let Shape::AllDifferent(views) = posted.constraint.shape() else { continue };
        if views.iter().any(|v| v.offset != 0) {
            continue;
        }
        let mut vars: Vec<Var> = views.iter().map(|v| v.var).collect();
        vars.sort();
        let mut values: Vec<Value> = vars.iter().flat_map(|v| model.domain(*v).as_ref().iter()).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() == vars.len() {
            by_values.entry(values).or_default().push(vars);
        }
    }
    let mut groups: Vec<_> = by_values.into_iter().collect();
    groups.sort();
    for (_, houses) in groups {
        let leftovers = Leftovers::new(&houses);
        if !leftovers.is_empty() {
            model.post_implied("overlapping houses".to_owned(), leftovers);
        }
    }
}
