//! A trace as JSON Lines.

use pencilmark_engine::{Event, Status, ranges};

use super::wire::{At, Line, WireFact, WireItem, WireOption};
use super::{About, Particulars};
use crate::wire::push_json;

/// Adds a line.
pub(crate) fn push(line: &Line<'_>, text: &mut Vec<u8>) {
    push_json(line, text);
    text.push(b'\n');
}

/// Adds the line of an event.
pub(crate) fn event(event: &Event<'_>, at: At, about: &About<'_>, more: &Particulars<'_>, text: &mut Vec<u8>) {
    let model = about.template.model();
    let line = match event {
        Event::Given(fact) => Line::Given { at, fact: WireFact::of(*fact, model) },
        Event::GivenRefused(fact) => Line::Refused { at, fact: WireFact::of(*fact, model) },
        Event::Woken { constraint, propagator, by } => {
            Line::Wake { at, con: constraint.index(), propagator, var: by.index(), name: model.name(*by) }
        }
        Event::Ran { constraint, propagator, status } => {
            Line::Run { at, con: constraint.index(), propagator, status: status_name(*status), pruned: more.pruned }
        }
        Event::Pruned { var, after, constraint, why, .. } => Line::Prune {
            at,
            var: var.index(),
            name: model.name(*var),
            removed: ranges(more.removed.iter().copied()),
            dom: after.ranges(),
            con: constraint.index(),
            rule: why.rule.name(),
            why: WireFact::all(&why.facts, model),
            text: more.said,
        },
        Event::Decided { parent, fact, left, score, .. } => {
            let strategy = left.then_some(about.strategy);
            Line::Decide { at, parent: *parent, fact: WireFact::of(*fact, model), left: *left, strategy, score: *score }
        }
        Event::Failed { constraint, why } => {
            Line::Conflict { at, con: constraint.index(), rule: why.rule.name(), why: WireFact::all(&why.facts, model), text: more.said }
        }
        Event::Backtracked { from, to } => Line::Back { seq: at.seq, from: *from, to: *to, node: at.node, depth: at.depth },
        Event::Branched { item, options } => Line::Item { at, item: WireItem::of(*item, model), options: *options, text: more.said },
        Event::Tried { parent, choice, .. } => Line::Try { at, parent: *parent, option: WireOption::of(*choice, model), text: more.said },
        Event::Stuck(item) => Line::Stuck { at, item: WireItem::of(*item, model), text: more.said },
        Event::Restarted => Line::Restart { at },
        Event::Solution(values) => Line::Solution { at, n: more.solutions, values },
        _ => return,
    };
    push(&line, text);
}

/// What a run of a propagator came to.
pub(crate) fn status_name(status: Option<Status>) -> &'static str {
    match status {
        None => "conflict",
        Some(Status::AtFixpoint) => "fixpoint",
        Some(Status::MayPruneMore) => "again",
        Some(Status::Entailed) => "entailed",
    }
}
