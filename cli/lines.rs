//! Bytes that come in, a line at a time or all at once, in a buffer that grows only as far as it must.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use crate::interrupt;

/// How much is looked at to tell a format, and read at a time.
const CHUNK: usize = 64 * 1024;

/// A source of lines. CRLF, CR and LF all end one.
pub(crate) struct Lines {
    reader: Box<dyn Read>,
    buffer: Vec<u8>,
    /// What was read and not yet taken.
    unread: Range<usize>,
    at_end: bool,
    number: usize,
}

impl Lines {
    pub(crate) fn new(reader: Box<dyn Read>) -> Lines {
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

    /// Is there a whole line that needs no waiting?
    pub(crate) fn ready(&self) -> bool {
        let unread = &self.buffer[self.unread.clone()];
        match unread.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            // LF may follow CR.
            Some(at) => unread[at] == b'\n' || at + 1 < unread.len(),
            None => false,
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
        let mut seen = 0;
        let (length, end) = loop {
            let unread = &self.buffer[self.unread.clone()];
            match unread[seen..].iter().position(|&byte| byte == b'\n' || byte == b'\r') {
                Some(at) => {
                    let at = seen + at;
                    // Whether LF follows CR has to be known.
                    if unread[at] == b'\r' && at + 1 == unread.len() && self.fill()? {
                        continue;
                    }
                    let unread = &self.buffer[self.unread.clone()];
                    break (at, if unread[at..].starts_with(b"\r\n") { at + 2 } else { at + 1 });
                }
                None => {
                    seen = unread.len();
                    if !self.fill()? {
                        break (seen, seen);
                    }
                }
            }
        };
        if end == 0 {
            return Ok(None);
        }
        let start = self.unread.start;
        self.unread.start += end;
        self.number += 1;
        Ok(Some((self.number - 1, &self.buffer[start..start + length])))
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
        for reader in [Box::new(Drip(text)) as Box<dyn Read>, Box::new(&text[..])] {
            let mut lines = Lines::new(reader);
            for (number, line) in all {
                assert_eq!(lines.next_line().unwrap(), Some((number, line.as_bytes())));
            }
            assert_eq!(lines.next_line().unwrap(), None);
        }
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
