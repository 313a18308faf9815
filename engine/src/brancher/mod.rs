//! Branchers: which fact the search tries next. And how to add one.
//!
//! # How to add a brancher
//!
//! 1. Implement [`Brancher`]: look at the domains and return a fact to try, or `None` if it has nothing to say (all its variables are
//!    fixed). The search tries the fact, and later its negation. **A brancher never changes a domain.**
//! 2. Learn from failures in [`Brancher::on_conflict`], if it does.
//! 3. Give it a [`Strategy`]: a name, a line of help, and how to make it for a model. A function from a model is one, too.
//! 4. Add one line to [`STRATEGIES`], and the command line knows it.

mod dom_wdeg;
mod first_fail;
mod input_order;
mod kernel;
mod random;
mod smallest_place;
mod values;

use std::fmt;

pub use dom_wdeg::dom_wdeg;
pub use first_fail::first_fail;
pub use input_order::input_order;
pub use random::random;
pub use smallest_place::smallest_place;
pub use values::ValueOrder;

use crate::domain::{Fact, Var};
use crate::domains::Domains;
use crate::model::Model;

/// Says which fact the search tries next.
pub trait Brancher: Send {
    /// A fact to try: it must allow some values that its variable still has, and not others (the search panics if not). `None` when there is
    /// nothing left to decide.
    fn choose(&mut self, domains: &Domains) -> Option<Fact>;

    /// A constraint with this scope was found unable to hold.
    fn on_conflict(&mut self, scope: &[Var]) {
        let _ = scope;
    }

    /// What it chose a fact by, as a number of which less is better, over the domains that it chose on; `None` if it goes by no
    /// number. Only traces ask.
    fn score(&self, fact: Fact, domains: &Domains) -> Option<f64> {
        let _ = (fact, domains);
        None
    }

    /// A run begins: forget what was learnt in the last.
    fn reset(&mut self) {}

    /// This one as long as it has something to decide, then the next.
    fn then<B: Brancher>(self, next: B) -> Then<Self, B>
    where
        Self: Sized,
    {
        Then(self, next)
    }
}

impl Brancher for Box<dyn Brancher> {
    fn choose(&mut self, domains: &Domains) -> Option<Fact> {
        (**self).choose(domains)
    }

    fn on_conflict(&mut self, scope: &[Var]) {
        (**self).on_conflict(scope);
    }

    fn score(&self, fact: Fact, domains: &Domains) -> Option<f64> {
        (**self).score(fact, domains)
    }

    fn reset(&mut self) {
        (**self).reset();
    }
}

/// One brancher after another. Made by [`Brancher::then`].
#[derive(Debug)]
pub struct Then<A, B>(A, B);

impl<A: Brancher, B: Brancher> Brancher for Then<A, B> {
    fn choose(&mut self, domains: &Domains) -> Option<Fact> {
        self.0.choose(domains).or_else(|| self.1.choose(domains))
    }

    fn on_conflict(&mut self, scope: &[Var]) {
        self.0.on_conflict(scope);
        self.1.on_conflict(scope);
    }

    fn reset(&mut self) {
        self.0.reset();
        self.1.reset();
    }
}

/// What a strategy may depend on besides the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Which value is tried first.
    pub values: ValueOrder,
    /// For whatever is random.
    pub seed: u64,
}

/// Makes a brancher for a model. Any function `Fn(&Model) -> Box<dyn Brancher>` is one.
pub trait Strategy: Send + Sync {
    /// A fresh brancher, which has learnt nothing.
    fn brancher(&self, model: &Model) -> Box<dyn Brancher>;
}

impl<F: Fn(&Model) -> Box<dyn Brancher> + Send + Sync> Strategy for F {
    fn brancher(&self, model: &Model) -> Box<dyn Brancher> {
        self(model)
    }
}

/// A strategy that can be named.
#[derive(Clone, Copy)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    make: fn(&Model, Options) -> Box<dyn Brancher>,
}

impl Named {
    /// The strategy with these options.
    pub fn with(&self, options: Options) -> impl Strategy + use<> {
        let make = self.make;
        move |model: &Model| make(model, options)
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// All strategies that can be named. The first is the default.
pub static STRATEGIES: &[Named] = &[
    Named {
        name: "dom-wdeg",
        about: "fewest values for the weight of the constraints that failed on the variable",
        make: |model, options| Box::new(dom_wdeg(model, options.values)),
    },
    Named {
        name: "smallest-place",
        about: "the variable with fewest values, or the value with fewest places in a house, whichever has fewer",
        make: |model, options| Box::new(smallest_place(model, options.values)),
    },
    Named {
        name: "first-fail",
        about: "the variable with fewest values, ties by the number of constraints on it",
        make: |model, options| Box::new(first_fail(model, options.values)),
    },
    Named { name: "input-order", about: "the first open variable", make: |_, options| Box::new(input_order(options.values)) },
    Named {
        name: "random",
        about: "any open variable and any of its values, by the seed",
        make: |_, options| Box::new(random(options.seed)),
    },
];

/// The degree of each variable: the number of constraints on it, implied ones left out.
fn degrees(model: &Model) -> Vec<u32> {
    let mut degrees = vec![0; model.len()];
    for (_, posted) in model.constraints().filter(|(_, p)| !p.implied) {
        for var in posted.constraint.scope() {
            degrees[var.index()] += 1;
        }
    }
    degrees
}
