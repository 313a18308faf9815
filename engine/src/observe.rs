//! Events of a run, for whoever wants to watch it; free when nobody does.

use crate::domain::{DomainRef, Fact, Value, Var};
use crate::model::ConstraintId;
use crate::propagator::{Status, Why};

/// Something that happened in a run. Names are looked up in the [`Model`](crate::Model).
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A given was made true at the start of the run.
    Given(Fact),
    /// A given contradicts the variable's values.
    GivenRefused(Fact),
    /// A propagator ran; its removals came before.
    Ran {
        /// The constraint it stands for.
        constraint: ConstraintId,
        /// Its name.
        propagator: &'static str,
        /// What it returned; `None` for a conflict.
        status: Option<Status>,
    },
    /// A propagator was put into the queue; told only to observers that [ask](Observer::wants_wakes).
    Woken {
        /// The constraint it stands for.
        constraint: ConstraintId,
        /// Its name.
        propagator: &'static str,
        /// The variable whose change woke it.
        by: Var,
    },
    /// A propagator removed values.
    Pruned {
        /// The variable.
        var: Var,
        /// Its values before.
        before: DomainRef<'a>,
        /// Its values after.
        after: DomainRef<'a>,
        /// The constraint.
        constraint: ConstraintId,
        /// The reason.
        why: Why,
    },
    /// The search tries a fact (left), or goes on with its negation after the left side was done.
    Decided {
        /// The new node; the root is 0.
        node: u64,
        /// The node it hangs under.
        parent: u64,
        /// What is now assumed, or known.
        fact: Fact,
        /// True for the assumption, false for its negation.
        left: bool,
        /// How the brancher rated it, if it rates: less is better.
        score: Option<f64>,
    },
    /// No solution is left below this node.
    Failed {
        /// The constraint that cannot hold.
        constraint: ConstraintId,
        /// The reason.
        why: Why,
    },
    /// The search went back.
    Backtracked {
        /// The node it left.
        from: u64,
        /// The node it came to.
        to: u64,
    },
    /// The search starts again from the root, with what it has learnt.
    Restarted,
    /// Exact cover: an item is chosen, and its options are tried one after the other.
    Branched {
        /// The item.
        item: CoverItem,
        /// How many options it has left.
        options: u64,
    },
    /// Exact cover: an option of the item chosen last is tried. It is taken back by [`Event::Backtracked`].
    Tried {
        /// The new node; the root is 0.
        node: u64,
        /// The node it hangs under.
        parent: u64,
        /// The option.
        choice: CoverOption<'a>,
    },
    /// Exact cover: a dead end, as no option is left for this item.
    Stuck(CoverItem),
    /// A solution: one value a variable.
    Solution(&'a [Value]),
}

/// Something of which exact cover must find just one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoverItem {
    /// The value of a variable.
    Value(Var),
    /// The place of a value in an all-different that uses up its values.
    Place {
        /// The constraint.
        constraint: ConstraintId,
        /// The value, as the constraint sees it: with the offsets of its views.
        value: Value,
    },
    /// The values that a cage takes.
    Combination(ConstraintId),
    /// Who uses a value of a cage: one of its variables, or the combination, by leaving it out.
    Use {
        /// The cage.
        constraint: ConstraintId,
        /// The value.
        value: Value,
    },
}

/// An option of exact cover, as the model sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoverOption<'a> {
    /// The variable takes the value.
    Value(Var, Value),
    /// The variables of a cage take just these values between them.
    Combination(ConstraintId, &'a [Value]),
}

/// How much a run tells its observer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Told {
    /// Nothing.
    Nothing,
    /// The search tree of an exact cover: items, options, dead ends.
    Cover,
    /// Decisions and every removal with its reason.
    Removals,
}

/// Watches a run. Any closure `FnMut(&Event<'_>)` is one. It cannot change the run.
pub trait Observer {
    /// Called for each event, in order.
    fn event(&mut self, event: &Event<'_>);

    /// Does it want to know what wakes propagators? There are many such events, and few who care.
    fn wants_wakes(&self) -> bool {
        false
    }
}

impl<F: FnMut(&Event<'_>)> Observer for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}

/// Whether a run is watched, as a type: the search loop exists once for each.
pub(crate) trait Probe {
    /// True if somebody watches.
    const ON: bool;
    /// Passes an event on.
    fn event(&mut self, event: &Event<'_>);
    /// True if it is to be told what wakes propagators.
    fn wants_wakes(&self) -> bool;
}

/// Nobody watches.
pub(crate) struct Off;

impl Probe for Off {
    const ON: bool = false;
    #[inline(always)]
    fn event(&mut self, _: &Event<'_>) {}
    #[inline(always)]
    fn wants_wakes(&self) -> bool {
        false
    }
}

/// Somebody watches.
pub(crate) struct On<'a>(pub(crate) &'a mut dyn Observer);

impl<'a> On<'a> {
    /// The probe of an observer, if there is one. With `--cfg untraced` there never is, and nothing that watches is compiled: a build to
    /// compare with, see `scripts/trace-cost`.
    #[inline(always)]
    pub(crate) fn with(observer: Option<&'a mut dyn Observer>) -> Option<On<'a>> {
        if cfg!(untraced) { None } else { observer.map(On) }
    }
}

impl Probe for On<'_> {
    const ON: bool = true;
    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
    }
    fn wants_wakes(&self) -> bool {
        self.0.wants_wakes()
    }
}
