//! A trace for people: a line an event. What places a value stands at the margin, and a removal that leaves several is set in, so that the
//! margin alone reads like a person's solution.

use pencilmark_engine::Event;

use super::wire::At;
use super::{About, Particulars, json};
use crate::output::push_fmt;

/// Adds the line of an event.
pub(crate) fn event(event: &Event<'_>, at: At, about: &About<'_>, more: &Particulars<'_>, text: &mut Vec<u8>) {
    let model = about.template.model();
    let words = more.words;
    let said = more.said;
    match event {
        Event::Given(fact) => push_fmt(text, format_args!("{}: given\n", words.fact(*fact))),
        Event::GivenRefused(fact) => {
            push_fmt(text, format_args!("{}: given, but {} cannot be so any more\n", words.fact(*fact), model.name(fact.var)));
        }
        Event::Woken { constraint, propagator, by } => {
            let label = model.constraint(*constraint).label;
            push_fmt(text, format_args!("    {} wakes {propagator} of {label}\n", model.name(*by)));
        }
        Event::Ran { constraint, propagator, status } => {
            let (label, status) = (model.constraint(*constraint).label, json::status_name(*status));
            push_fmt(text, format_args!("    {propagator} of {label} ran: {status}, {} removals\n", more.pruned));
        }
        Event::Pruned { var, after, .. } => match after.value() {
            Some(value) => push_fmt(text, format_args!("{}: {said}\n", words.fact(var.is(value)))),
            None => push_fmt(text, format_args!("  {} loses {}: {said}\n", model.name(*var), words.list(*var, more.removed, ", "))),
        },
        Event::Decided { node, parent, fact, left, score } => {
            let verb = if *left { "try" } else { "so" };
            let fact = words.fact(*fact);
            push_fmt(text, format_args!("{verb} {fact} (node {node} under {parent}, depth {}", at.depth));
            match score {
                Some(score) => push_fmt(text, format_args!(", {} {score:.3})\n", about.strategy)),
                None => text.extend_from_slice(b")\n"),
            }
        }
        Event::Failed { .. } => push_fmt(text, format_args!("conflict: {said}\n")),
        Event::Backtracked { from, to } => push_fmt(text, format_args!("back from node {from} to {to}\n")),
        Event::Branched { item, options } => {
            let plural = if *options == 1 { "" } else { "s" };
            push_fmt(text, format_args!("{}: {options} option{plural}\n", words.item(*item)));
        }
        Event::Tried { node, parent, choice } => {
            push_fmt(text, format_args!("try {} (node {node} under {parent}, depth {})\n", words.option(*choice), at.depth));
        }
        Event::Stuck(item) => push_fmt(text, format_args!("dead end: no option is left for {}\n", words.item(*item))),
        Event::Restarted => text.extend_from_slice(b"begin anew from the root\n"),
        Event::Solution(values) => {
            push_fmt(text, format_args!("solution {}: ", more.solutions));
            let symbols = about.template.symbols();
            let between = if symbols.single_characters() { "" } else { " " };
            for (i, symbol) in about.template.read(values).enumerate() {
                text.extend_from_slice(if i == 0 { "" } else { between }.as_bytes());
                text.extend_from_slice(symbols.name(symbol).as_bytes());
            }
            text.push(b'\n');
        }
        _ => {}
    }
}
