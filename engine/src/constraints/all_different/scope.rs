//! The scope of an all-different, with all its values numbered from the least.

use crate::domain::{DomainRef, MAX_SPAN, Value, Var, View};
use crate::domains::Domains;

/// Views whose values are numbered in common: number `k` is the value `base + k`.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) views: Vec<View>,
    /// The value of number 0.
    pub(super) base: Value,
    /// For each view, the number of its variable's first bit.
    pub(super) shifts: Vec<u32>,
    /// How many numbers there are, from the least to the greatest value.
    pub(super) span: usize,
    /// How many of them are values of some view.
    values: usize,
    /// All variables are one word wide.
    one_word: bool,
    /// Some variable stands at several positions, so that what happens at one happens at another.
    repeats: bool,
}

impl Scope {
    pub(super) fn new(views: &[View], domains: &Domains) -> Scope {
        let low = |view: &View| domains.get(view.var).min() + view.offset;
        let high = |view: &View| domains.get(view.var).max() + view.offset;
        // The first bit of a word counts even where its value is gone, so that no shift is negative.
        let first = |view: &View| domains.base(view.var) + view.offset;
        let base = views.iter().map(first).min().unwrap_or(0);
        let top = views.iter().map(high).max().unwrap_or(0);
        debug_assert!(views.iter().map(low).all(|v| v >= base));
        let span = top.abs_diff(base) as usize + 1;
        assert!(span <= MAX_SPAN as usize, "an all-different spans {base} to {top}, more than {MAX_SPAN} values");
        let mut used = vec![false; span];
        for view in views {
            for v in domains.get(view.var).iter() {
                used[(v + view.offset).abs_diff(base) as usize] = true;
            }
        }
        Scope {
            views: views.to_vec(),
            base,
            shifts: views.iter().map(|view| first(view).abs_diff(base)).collect(),
            span,
            values: used.into_iter().filter(|u| *u).count(),
            one_word: views.iter().all(|view| domains.is_narrow(view.var)),
            repeats: views.iter().enumerate().any(|(i, view)| views[..i].iter().any(|other| other.var == view.var)),
        }
    }

    /// True if there are as many values as views, so that each value has a place.
    pub(super) fn uses_up_values(&self) -> bool {
        self.values == self.views.len()
    }

    /// True if some variable stands at several positions.
    pub(super) fn repeats(&self) -> bool {
        self.repeats
    }

    /// True if one word holds a bit for each view, and one for each value.
    pub(super) fn is_narrow(&self) -> bool {
        self.one_word && self.span <= 64 && self.views.len() <= 64
    }

    pub(super) fn var(&self, position: usize) -> Var {
        self.views[position].var
    }

    /// The numbers of the values in a domain of the view at this position.
    pub(super) fn numbers<'a>(&self, position: usize, domain: DomainRef<'a>) -> impl Iterator<Item = usize> + use<'a> {
        let (offset, base) = (self.views[position].offset, self.base);
        domain.iter().map(move |v| (v + offset).abs_diff(base) as usize)
    }

    /// The value of the variable at this position that has this number.
    pub(super) fn value(&self, position: usize, number: usize) -> Value {
        self.base + number as Value - self.views[position].offset
    }
}
