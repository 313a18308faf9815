//! What a propagator is, and how to add one.
//!
//! # How to add a propagator
//!
//! 1. Decide what it promises: sound, bounds consistent or domain consistent. **It removes no value that a solution uses.**
//! 2. Make a struct that holds its variables, and implement [`Propagator`]: a name, what wakes it, and `propagate` from scratch.
//! 3. Shrink domains only by the methods of [`Domains`]; pass their conflicts on with `?`. The trail, the wake-up queue and the
//!    observer read the change log, so a propagator mentions none of them.
//! 4. Return [`Status::Entailed`] once every remaining combination is allowed: it then sleeps until backtracking.
//! 5. Explain: which rule removed these values, and from which facts it follows. Constraint and facts together must imply the removal.
//! 6. If it needs a memory, keep it in [`State`](crate::State) words, which backtracking restores; anything else it keeps must be
//!    right at any moment (a cache that is checked before use), or forgotten in [`Propagator::reset`].
//! 7. Say what it costs, so that cheap ones run first.
//! 8. Test it: `testing::check_constraint` compares it with brute force at its promised strength, and checks its explanations.

use std::fmt;

use crate::domain::{DomainRef, Fact, Var};
use crate::domains::{Conflict, Domains};

/// What change of a variable wakes a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// The variable has got its value.
    Fixed,
    /// Its least or greatest value went.
    Bounds,
    /// It lost any value.
    Any,
}

/// How expensive a run is in the number of its variables; cheaper propagators run first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cost {
    /// A few steps.
    Constant,
    /// A few steps a variable.
    Linear,
    /// More than that.
    High,
}

impl Cost {
    /// All costs, the least first.
    pub(crate) const ALL: [Cost; 3] = [Cost::Constant, Cost::Linear, Cost::High];
}

/// What a propagator knows after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Another run right now would remove nothing.
    AtFixpoint,
    /// Another run might remove more: run again if any variable of its own was changed.
    MayPruneMore,
    /// Every combination of the remaining values is allowed: no need to run again until backtracking.
    Entailed,
}

/// The way of reasoning that a removal was found by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Inference {
    /// The value is taken by another variable.
    ValueTaken,
    /// Some value has no other place left (a hidden single).
    OnlyPlace,
    /// As many variables as values between them use these values up (naked and hidden pairs, triples and so on).
    HallSet,
    /// Fewer values than variables, or a value without a place.
    HallViolator,
    /// The value has no place in the one part, so none in the other (locked candidates, leftovers).
    Leftover,
    /// No value of the other variable goes with it.
    NoSupport,
    /// The bounds of the others rule it out.
    Bounds,
    /// No set of different values with the total allows it.
    Combination,
    /// A rule of a user's own propagator.
    Other(&'static str),
}

impl Inference {
    /// The name in traces: lower case, with underscores.
    pub fn name(self) -> &'static str {
        match self {
            Inference::ValueTaken => "value_taken",
            Inference::OnlyPlace => "only_place",
            Inference::HallSet => "hall_set",
            Inference::HallViolator => "hall_violator",
            Inference::Leftover => "leftover",
            Inference::NoSupport => "no_support",
            Inference::Bounds => "bounds",
            Inference::Combination => "combination",
            Inference::Other(name) => name,
        }
    }
}

impl fmt::Display for Inference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why something was concluded: constraint and facts together imply it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// The way of reasoning.
    pub rule: Inference,
    /// What it rests on. All were true before.
    pub facts: Vec<Fact>,
}

/// What a propagator is asked to explain.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion<'a> {
    /// A variable lost the values that are in `before` and not in `after`. An empty `after` means that none was left for it.
    Removal {
        /// The variable.
        var: Var,
        /// Its values before.
        before: DomainRef<'a>,
        /// Its values after.
        after: DomainRef<'a>,
    },
    /// The constraint cannot hold.
    Conflict,
}

/// Removes values that no solution of its constraint uses. See the [module](crate::propagator) for how to write one.
pub trait Propagator: Send {
    /// A short name for traces.
    fn name(&self) -> &'static str;

    /// What wakes it.
    fn wakes_on(&self) -> Vec<(Var, Wake)>;

    /// Removes values. **It removes no value that a solution uses.**
    ///
    /// # Errors
    /// A conflict if the constraint cannot hold any more.
    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict>;

    /// How expensive a run is.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// Why it concluded this, over the domains as they stood just before.
    ///
    /// The default is true of any propagator and names everything that is known of the variables it wakes on.
    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        let mut facts = Vec::new();
        let mut vars: Vec<Var> = self.wakes_on().into_iter().map(|(var, _)| var).collect();
        vars.sort();
        vars.dedup();
        for var in vars {
            let concerned = matches!(conclusion, Conclusion::Removal { var: v, after, .. } if v == var && !after.is_empty());
            if !concerned {
                domains.facts_about(var, &mut facts);
            }
        }
        Why { rule: Inference::Other(self.name()), facts }
    }

    /// The number of failures of a run after which it joins in; before, it costs nothing. For strong but expensive reasoning which
    /// easy problems don't need.
    fn patience(&self) -> u64 {
        0
    }

    /// Called before each run: forget what earlier runs left, if it could change what this run does.
    fn reset(&mut self) {}
}
