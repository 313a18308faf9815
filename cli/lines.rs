//! Bytes that come in, a line at a time or all at once, in a buffer that grows only as far as it must.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use memchr::memchr2;
use pencilmark_sudoku::content_lines;

use crate::interrupt;

/// How much is looked at to tell a format, and read at a time.
const CHUNK: usize = 64 * 1024;

/// A source of lines. CRLF, CR and LF all end one.
pub(crate) struct Lines {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// What was read and not yet taken.
    unread: Range<usize>,
    at_end: bool,
    number: usize,
}

impl Lines {
    pub(crate) fn new(reader: Box<dyn Read + Send>) -> Lines {
        Lines { reader, buffer: vec![0; CHUNK], unread: 0..0, at_end: false, number: 1 }
    }

    /// Reads some more; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        if self.unread.start > 0 {
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
        }
        if self.unread.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        loop {
            match interrupt::waiting(|| self.reader.read(&mut self.buffer[self.unread.end..])) {
                Ok(0) => self.at_end = true,
                Ok(count) => self.unread.end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(!self.at_end);
        }
    }

    /// The beginning, up to the end of a line: a large part, or if in haste no more than one read gives.
    pub(crate) fn head(&mut self, haste: bool) -> io::Result<&[u8]> {
        let mut end = None;
        while end.is_none() && self.fill()? {
            if haste || self.unread.len() >= CHUNK {
                end = self.buffer[self.unread.clone()].iter().rposition(|&byte| byte == b'\n' || byte == b'\r').map(|at| at + 1);
            }
        }
        let head = &self.buffer[self.unread.clone()];
        Ok(&head[..end.unwrap_or(head.len())])
    }

    /// Has everything been read into the buffer?
    pub(crate) fn at_end(&self) -> bool {
        self.at_end
    }

    /// From now on as much is read at a time, if there is as much.
    pub(crate) fn reach(&mut self, size: usize) {
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
    }

    /// All that is left.
    pub(crate) fn rest(&mut self) -> io::Result<Vec<u8>> {
        while self.fill()? {}
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.truncate(self.unread.end);
        buffer.drain(..self.unread.start);
        self.unread = 0..0;
        Ok(buffer)
    }

    /// The next line without its end, and its number, counted from 1.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<(usize, &[u8])>> {
        let Some((length, end)) = self.wait()? else { return Ok(None) };
        let start = self.unread.start;
        self.unread.start += end;
        self.number += 1;
        Ok(Some((self.number - 1, &self.buffer[start..start + length])))
    }

    /// The next line, and as many others up to `most` as are there without waiting.
    pub(crate) fn block(&mut self, most: usize) -> io::Result<Option<Block>> {
        let Some((length, mut end)) = self.wait()? else { return Ok(None) };
        let unread = &self.buffer[self.unread.clone()];
        let mut puzzles = u64::from(is_content(&unread[..length]));
        let mut count = 1;
        while count < most
            && let Some((length, whole)) = first_line(&unread[end..])
            // LF may follow CR.
            && !(unread.ends_with(b"\r") && end + whole == unread.len())
        {
            puzzles += u64::from(is_content(&unread[end..end + length]));
            end += whole;
            count += 1;
        }
        let block = Block { text: unread[..end].to_vec(), number: self.number, puzzles };
        self.unread.start += end;
        self.number += count;
        Ok(Some(block))
    }

    /// The length of the next line without its end, and with it.
    fn wait(&mut self) -> io::Result<Option<(usize, usize)>> {
        let mut seen = 0;
        loop {
            let unread = &self.buffer[self.unread.clone()];
            let size = unread.len();
            match first_line(&unread[seen..]) {
                // Whether LF follows CR has to be known.
                Some((_, end)) if seen + end == size && unread.ends_with(b"\r") => {
                    if !self.fill()? {
                        return Ok(Some((size - 1, size)));
                    }
                }
                Some((length, end)) => return Ok(Some((seen + length, seen + end))),
                None => {
                    seen = size;
                    if !self.fill()? {
                        return Ok((seen > 0).then_some((seen, seen)));
                    }
                }
            }
        }
    }
}

/// Some whole lines of a text.
#[derive(Debug)]
pub(crate) struct Block {
    /// The lines with their ends, but for the very last of a text, which may lack it.
    pub(crate) text: Vec<u8>,
    /// The number of the first line, counted from 1.
    pub(crate) number: usize,
    /// How many lines are neither empty nor comments.
    pub(crate) puzzles: u64,
}

/// Goes through the lines of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    at: usize,
    number: usize,
}

impl Cursor {
    pub(crate) fn new(block: &Block) -> Cursor {
        Cursor { at: 0, number: block.number }
    }

    /// The number of the next line.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Is there none left?
    pub(crate) fn is_at_end(&self, block: &Block) -> bool {
        self.at == block.text.len()
    }

    /// The next line without its end, and its number.
    #[inline]
    pub(crate) fn next<'b>(&mut self, block: &'b Block) -> Option<(usize, &'b [u8])> {
        let rest = &block.text[self.at..];
        let (length, end) = first_line(rest).or((!rest.is_empty()).then_some((rest.len(), rest.len())))?;
        self.at += end;
        self.number += 1;
        Some((self.number - 1, &rest[..length]))
    }
}

/// The length of the first line that has an end, without this and with it.
#[inline]
fn first_line(text: &[u8]) -> Option<(usize, usize)> {
    let at = memchr2(b'\n', b'\r', text)?;
    Some((at, if text[at..].starts_with(b"\r\n") { at + 2 } else { at + 1 }))
}

/// Is there anything on a line but blanks and comments? What is no text counts: it is a fault.
#[inline]
fn is_content(line: &[u8]) -> bool {
    match line.first() {
        None => false,
        Some(first) if first.is_ascii_alphanumeric() || *first == b'.' => true,
        Some(_) => std::str::from_utf8(line).map_or(true, |line| content_lines(line, 1).next().is_some()),
    }
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").field("number", &self.number).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time.
    struct Drip(&'static [u8]);

    impl Read for Drip {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            (buffer[0], self.0) = (*first, rest);
            Ok(1)
        }
    }

    #[test]
    fn every_line_end_counts_once() {
        let text = b"a\r\nb\rc\n\nd";
        let all = [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")];
        for reader in [Box::new(Drip(text)) as Box<dyn Read + Send>, Box::new(&text[..])] {
            let mut lines = Lines::new(reader);
            for (number, line) in all {
                assert_eq!(lines.next_line().unwrap(), Some((number, line.as_bytes())));
            }
            assert_eq!(lines.next_line().unwrap(), None);
        }
    }

    #[test]
    fn blocks_hold_whole_lines_and_know_their_puzzles() {
        let text = b"1\r\n# 2\r\r3\n\n \xff\n \t\r\nlast\r";
        for (drips, most) in [(true, 9), (false, 1), (false, 2), (false, 3), (false, 9)] {
            let reader = if drips { Box::new(Drip(text)) as Box<dyn Read + Send> } else { Box::new(&text[..]) };
            let mut lines = Lines::new(reader);
            let (mut all, mut puzzles) = (Vec::new(), 0);
            while let Some(block) = lines.block(most).unwrap() {
                let mut cursor = Cursor::new(&block);
                let before = all.len();
                while let Some((number, line)) = cursor.next(&block) {
                    all.push((number, line.to_vec()));
                }
                assert!((1..=most).contains(&(all.len() - before)), "{all:?}");
                puzzles += block.puzzles;
            }
            let texts = [&b"1"[..], b"# 2", b"", b"3", b"", b" \xff", b" \t", b"last"];
            let wanted: Vec<_> = (1..).zip(texts.map(<[u8]>::to_vec)).collect();
            assert_eq!((all, puzzles), (wanted, 4));
        }
    }

    #[test]
    fn a_block_does_not_end_amid_a_line_end() {
        let mut lines = Lines::new(Box::new(b"0\n1\r".chain(&b"\n2\n"[..])));
        let mut blocks = Vec::new();
        while let Some(block) = lines.block(9).unwrap() {
            blocks.push((block.number, String::from_utf8(block.text).unwrap()));
        }
        assert_eq!(blocks, [(1, "0\n".to_owned()), (2, "1\r\n2\n".to_owned())]);
    }

    #[test]
    fn lines_longer_than_the_buffer() {
        let long = "x".repeat(3 * CHUNK);
        let text: &'static str = format!("{long}\n{long}\ny").leak();
        let mut lines = Lines::new(Box::new(text.as_bytes()));
        assert_eq!(lines.head(false).unwrap().len(), long.len() + 1);
        assert_eq!(lines.next_line().unwrap(), Some((1, long.as_bytes())));
        assert_eq!(lines.rest().unwrap(), &text.as_bytes()[long.len() + 1..]);
    }
}
