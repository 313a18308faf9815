//! Value orders: which value of the chosen variable is tried first.

use crate::domain::{Fact, Var};
use crate::domains::Domains;

/// Which value of a variable is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ValueOrder {
    /// The least.
    #[default]
    Ascending,
    /// The greatest.
    Descending,
    /// The middle one; of two, the lesser.
    Median,
    /// The lower half of the range before the upper one, rather than a single value.
    Split,
}

impl ValueOrder {
    /// All orders with their names.
    pub const ALL: [(&'static str, ValueOrder); 4] = [
        ("ascending", ValueOrder::Ascending),
        ("descending", ValueOrder::Descending),
        ("median", ValueOrder::Median),
        ("split", ValueOrder::Split),
    ];

    /// The fact to try for a variable that has at least two values.
    pub fn decide(self, var: Var, domains: &Domains) -> Fact {
        let set = domains.get(var);
        match self {
            ValueOrder::Ascending => var.is(set.min()),
            ValueOrder::Descending => var.is(set.max()),
            ValueOrder::Median => var.is(set.iter().nth((set.len() - 1) / 2).expect("an open variable has values")),
            ValueOrder::Split => {
                let (low, high) = (i64::from(set.min()), i64::from(set.max()));
                var.at_most((low + high).div_euclid(2) as i32)
            }
        }
    }
}
