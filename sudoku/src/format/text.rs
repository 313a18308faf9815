//! Lines of a text: byte-order mark, line ends, blanks at line ends, comments. The same for every format.

use std::borrow::Cow;

/// A line without its end and without blanks at its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its characters.
    pub text: &'a str,
}

/// All lines of a text, the first of which has number `first`. CRLF, CR and LF all end a line.
pub(crate) fn lines(text: &str, first: usize) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(text.strip_prefix('\u{feff}').unwrap_or(text));
    let texts = std::iter::from_fn(move || {
        let text = rest?;
        // Bytes, not characters: this is the inner loop of reading a batch.
        let Some(end) = text.bytes().position(|byte| byte == b'\n' || byte == b'\r') else {
            rest = None;
            return Some(text);
        };
        let after = if text[end..].starts_with("\r\n") { end + 2 } else { end + 1 };
        // A line end ends a line, it does not begin one.
        rest = (after < text.len()).then(|| &text[after..]);
        Some(&text[..end])
    });
    (first..).zip(texts).map(|(number, text)| Line { number, text: text.trim_end() })
}

/// The lines of a text that are neither empty nor comments, the first line of the text having number `first`. A
/// byte-order mark does not count; CRLF, CR and LF all end a line.
pub fn content(text: &str, first: usize) -> impl Iterator<Item = Line<'_>> {
    lines(text, first).filter(|line| !line.text.is_empty() && !is_comment(line.text))
}

/// A text without its byte-order mark and with an empty line for each comment, for readers that don't go by lines.
pub fn without_comments(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !lines(text, 1).any(|line| is_comment(line.text)) {
        return Cow::Borrowed(text);
    }
    let kept = |line| if is_comment(line) { &line[line.trim_end_matches(['\r', '\n']).len()..] } else { line };
    Cow::Owned(text.split_inclusive(['\r', '\n']).map(kept).collect())
}

/// Whether a line is a comment. Headers of `.sdk` files (`#A`, `#D`) are, too.
pub(crate) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['#', '%', ';']) || line.starts_with("//")
}

/// So many lines of a batch tell its format as well as more would. It is no square, so that no grid is taken for a batch or the other way
/// round because of it.
pub(crate) const TELLING: usize = 200;

/// Whether a text has far more lines than its lines have characters: that is no grid, nor two, whatever borders there are.
pub(crate) fn is_tower(text: &str) -> bool {
    let (mut count, mut longest) = (0, 0);
    for line in content(text, 1) {
        (count, longest) = (count + 1, line.text.len().max(longest));
    }
    count > 4 * (longest + 1)
}

/// The column of a byte of a line, counted from 1 in characters.
pub(crate) fn column(line: &str, byte: usize) -> usize {
    line[..byte].chars().count() + 1
}

/// The words of a line between white space, each with its column, counted from 1 in characters.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    line.split(char::is_whitespace).filter_map(move |word| {
        let here = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((here, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts_once() {
        let all: Vec<(usize, &str)> = lines("\u{feff}a \t\r\nb\rc\n\nd", 5).map(|line| (line.number, line.text)).collect();
        assert_eq!(all, [(5, "a"), (6, "b"), (7, "c"), (8, ""), (9, "d")]);
        assert_eq!(lines("a\n", 1).count(), 1);
        assert_eq!(lines("", 1).count(), 1);
    }

    #[test]
    fn comments_and_empty_lines_are_no_content() {
        let text = "#A me\n% title\n; x\n  // y\n\n1 # 2\n";
        let all: Vec<&str> = content(text, 1).map(|line| line.text).collect();
        assert_eq!(all, ["1 # 2"]);
    }

    #[test]
    fn lines_keep_their_numbers_without_comments() {
        assert_eq!(without_comments("\u{feff}# a\r\n{\r  // b\r\"c\": \"#\"\n%d"), "\r\n{\r\r\"c\": \"#\"\n");
        assert!(matches!(without_comments("\u{feff}{}\n"), Cow::Borrowed("{}\n")));
    }

    #[test]
    fn a_tower_is_no_grid_with_all_its_borders() {
        // Two blocks of 9x9, each row with a border below: the narrowest that is none.
        assert!(!is_tower(&"123456789\n---------\n".repeat(18)));
        assert!(is_tower(&"123456789\n".repeat(41)) && !is_tower(&"123456789\n".repeat(40)) && !is_tower(""));
    }

    #[test]
    fn words_have_columns_in_characters() {
        let all: Vec<(usize, &str)> = words("\tä  10\u{a0}x").collect();
        assert_eq!(all, [(2, "ä"), (5, "10"), (8, "x")]);
        assert_eq!(column("äb", 2), 2);
    }
}
