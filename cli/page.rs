//! A trace as a page for a browser.

use std::io::{self, Write};

/// Writes the page of a trace, given as its JSON lines.
pub(crate) fn html(title: &str, lines: &[String], out: &mut impl Write) -> io::Result<()> {
    let _ = (title, lines, out);
    Err(io::Error::new(io::ErrorKind::Unsupported, "this version draws no pages; --to jsonl and --to text are there"))
}
