//! Input order: the first open variable.

use super::{Brancher, ValueOrder};
use crate::domain::Fact;
use crate::domains::Domains;

/// The first open variable in the order of the model.
#[derive(Clone, Copy, Debug)]
pub struct InputOrder {
    values: ValueOrder,
}

/// Branches on the first open variable in the order of the model.
pub fn input_order(values: ValueOrder) -> InputOrder {
    InputOrder { values }
}

impl Brancher for InputOrder {
    fn choose(&mut self, domains: &Domains) -> Option<Fact> {
        let var = domains.vars().find(|&v| !domains.is_fixed(v))?;
        Some(self.values.decide(var, domains))
    }
}
