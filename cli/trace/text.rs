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
    match event {
        Event::Given(fact) => push_fmt(text, format_args!("{}: given\n", fact.with_name(model.name(fact.var)))),
        Event::GivenRefused(fact) => {
            let name = model.name(fact.var);
            push_fmt(text, format_args!("{}: given, but {name} cannot be so any more\n", fact.with_name(name)));
        }
        Event::Woken { constraint, propagator, by } => {
            let label = &model.constraint(*constraint).label;
            push_fmt(text, format_args!("    {} wakes {propagator} of {label}\n", model.name(*by)));
        }
        Event::Ran { constraint, propagator, status } => {
            let (label, status) = (&model.constraint(*constraint).label, json::status_name(*status));
            push_fmt(text, format_args!("    {propagator} of {label} ran: {status}, {} removals\n", more.pruned));
        }
        Event::Pruned { var, after, .. } => {
            let name = model.name(*var);
            match after.value() {
                Some(value) => push_fmt(text, format_args!("{name} = {value}: {words}\n")),
                None => {
                    push_fmt(text, format_args!("  {name} loses "));
                    list(more.removed, text);
                    push_fmt(text, format_args!(": {words}\n"));
                }
            }
        }
        Event::Decided { node, parent, fact, left, score } => {
            let verb = if *left { "try" } else { "so" };
            let fact = fact.with_name(model.name(fact.var));
            push_fmt(text, format_args!("{verb} {fact} (node {node} under {parent}, depth {}", at.depth));
            match score {
                Some(score) => push_fmt(text, format_args!(", {} {score:.3})\n", about.strategy)),
                None => text.extend_from_slice(b")\n"),
            }
        }
        Event::Failed { .. } => push_fmt(text, format_args!("conflict: {words}\n")),
        Event::Backtracked { from, to } => push_fmt(text, format_args!("back from node {from} to {to}\n")),
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

fn list(values: &[pencilmark_engine::Value], text: &mut Vec<u8>) {
    for (i, value) in values.iter().enumerate() {
        push_fmt(text, format_args!("{}{value}", if i == 0 { "" } else { ", " }));
    }
}
