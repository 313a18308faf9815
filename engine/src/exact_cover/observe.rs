//! What a search does, for whoever watches; free when nobody does.

use super::problem::{ItemId, OptionId};

/// A step of a search.
///
/// Options are taken and taken back like brackets: each [`Event::Take`] has its [`Event::Back`], unless a search ends or stops before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// An item is chosen, and its options are tried one after the other.
    Branch {
        /// The item.
        item: ItemId,
        /// How many options it has left: at least one.
        options: u32,
    },
    /// An option of the item chosen last is tried.
    Take(OptionId),
    /// A dead end: no option is left for this item.
    Stuck(ItemId),
    /// The option taken last is taken back.
    Back,
}

impl Event {
    /// An item with this many options was chosen.
    pub(super) fn of_choice(item: u32, options: u32) -> Self {
        let item = ItemId(item);
        if options == 0 { Self::Stuck(item) } else { Self::Branch { item, options } }
    }
}

/// Watches a search. Any closure `FnMut(Event)` is one. It cannot change the search.
pub trait Observer {
    /// Called for each event, in order.
    fn event(&mut self, event: Event);
}

impl<F: FnMut(Event)> Observer for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

/// Whether a search is watched, as a type: each loop exists once for either.
pub(super) trait Probe {
    /// True if somebody watches.
    const ON: bool;
    /// Passes an event on.
    fn event(&mut self, event: Event);
}

/// Nobody watches.
pub(super) struct Off;

impl Probe for Off {
    const ON: bool = false;
    #[inline(always)]
    fn event(&mut self, _: Event) {}
}

/// Somebody watches.
pub(super) struct On<'a>(&'a mut dyn Observer);

impl<'a> On<'a> {
    /// The probe of an observer, if there is one; with `--cfg untraced`, which `scripts/trace-cost` compares with, there never is.
    #[inline(always)]
    pub(super) fn with(observer: Option<&'a mut dyn Observer>) -> Option<Self> {
        if cfg!(untraced) { None } else { observer.map(On) }
    }
}

impl Probe for On<'_> {
    const ON: bool = true;
    fn event(&mut self, event: Event) {
        self.0.event(event);
    }
}
