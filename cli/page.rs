//! A trace as a page for a browser: one file that holds all it needs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// So many events a page takes: browsers read them all at once, some hundred bytes each.
const LIMIT: usize = 200_000;

/// The page, with `{{name}}` where something is put in.
const PAGE: &str = include_str!("page/page.html");

const STYLE: &str = include_str!("page/page.css");

/// In the order in which they are run: `app.js` uses the others.
const SCRIPTS: [&str; 5] = [
    include_str!("page/trace.js"),
    include_str!("page/words.js"),
    include_str!("page/list.js"),
    include_str!("page/grid.js"),
    include_str!("page/app.js"),
];

/// Events that the page doesn't have.
#[derive(Serialize, Default, Debug)]
struct LeftOut {
    events: u64,
    /// The number of the first of them.
    first: u64,
    /// How many there are of each kind.
    kinds: BTreeMap<String, u64>,
}

/// As much of a line as is needed to count it.
#[derive(Deserialize)]
struct Counted {
    ev: String,
    seq: u64,
}

/// Writes the page of a trace, given as its JSON lines.
pub(crate) fn html(title: &str, lines: &[String], out: &mut impl Write) -> io::Result<()> {
    limited(title, lines, LIMIT, out)
}

fn limited(title: &str, lines: &[String], limit: usize, out: &mut impl Write) -> io::Result<()> {
    let (shown, end, left_out) = split(lines, limit)?;
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        out.write_all(before.as_bytes())?;
        let (name, after) = after.split_once("}}").expect("the page closes what it opens");
        match name {
            "title" => out.write_all(escaped(title).as_bytes())?,
            "style" => out.write_all(STYLE.as_bytes())?,
            "script" => SCRIPTS.iter().try_for_each(|script| out.write_all(script.as_bytes()))?,
            "left_out" => out.write_all(inert(&serde_json::to_string(&left_out)?).as_bytes())?,
            "trace" => shown.iter().chain(end).try_for_each(|line| writeln!(out, "{}", inert(line)))?,
            _ => unreachable!("the page asks for {name}"),
        }
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// The lines that are shown, the last line if it is far from them, and what is between. The end is kept: it says how it all came out.
fn split(lines: &[String], limit: usize) -> io::Result<(&[String], Option<&String>, LeftOut)> {
    let (shown, rest) = lines.split_at(limit.min(lines.len()));
    let counted = rest.iter().map(|line| serde_json::from_str::<Counted>(line)).collect::<Result<Vec<_>, _>>()?;
    let has_end = counted.last().is_some_and(|line| line.ev == "end");
    let between = &counted[..counted.len() - usize::from(has_end)];
    let mut left_out = LeftOut { events: between.len() as u64, first: between.first().map_or(0, |line| line.seq), ..LeftOut::default() };
    for line in between {
        *left_out.kinds.entry(line.ev.clone()).or_default() += 1;
    }
    Ok((shown, if has_end { rest.last() } else { None }, left_out))
}

/// JSON that ends no script element, whatever names it holds: `<` occurs in its strings only, where it may be written otherwise.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
