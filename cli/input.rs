//! Puzzles that come in: files one after another, each told by its content; formats of lines a line at a time.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pencilmark_sudoku::{ErrorKind, Extent, Format, ParseError, Sheet, content_lines, detect_among};

use crate::job::{self, is_stdin};
use crate::lines::{Block, Lines};
use crate::registry::FORMATS;

/// So much of a file of lines is read at a time, if it is there.
const AHEAD: usize = 128 * 1024;

/// The puzzles of some files, in order.
#[derive(Debug)]
pub(crate) struct Input<'j> {
    job: &'j job::Reading,
    files: std::slice::Iter<'j, PathBuf>,
    /// The name of the file that the last puzzle was in.
    file: Arc<str>,
    reading: pencilmark_sudoku::Reading,
    open: Open,
    many: bool,
    /// How many puzzles there were in the chunks before.
    index: u64,
    /// How much was read that is in no chunk so far.
    bytes: u64,
}

/// Consecutive puzzles of a file, to be answered together.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) file: Arc<str>,
    /// The number of puzzles before these, in all files.
    pub(crate) index: u64,
    /// How much of the input this is, with what was passed over before it.
    pub(crate) bytes: u64,
    pub(crate) content: Content,
}

/// What a chunk holds.
#[derive(Debug)]
pub(crate) enum Content {
    /// Lines, each of which may be a puzzle in this format; not looked at so far.
    Lines(Block, &'static dyn Format),
    /// One puzzle, or what is wrong where it should be.
    One(Box<Result<Sheet, Fault>>),
}

/// What is left of the file at hand.
#[derive(Debug)]
enum Open {
    Nothing,
    Lines {
        lines: Lines,
        format: &'static dyn Format,
        /// Has no line held anything so far?
        empty: bool,
    },
    Sheets(std::vec::IntoIter<Sheet>),
}

/// An input, or a line of one, that is no puzzle.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) error: Box<ParseError>,
    /// The same for people.
    pub(crate) report: String,
}

impl<'j> Input<'j> {
    pub(crate) fn new(job: &'j job::Reading) -> Input<'j> {
        let many = job.files.len() > 1;
        Input { job, files: job.files.iter(), file: Arc::from(""), reading: job.of_texts(), open: Open::Nothing, many, index: 0, bytes: 0 }
    }

    /// The name of the file that the last puzzle was in.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// May there be more than one puzzle? Known after the first was asked for.
    pub(crate) fn is_many(&self) -> bool {
        self.many
    }

    /// Is each line of that file a puzzle?
    pub(crate) fn is_by_lines(&self) -> bool {
        matches!(self.open, Open::Lines { .. })
    }

    /// The next puzzle, or what is wrong where it should be.
    pub(crate) fn next(&mut self) -> Option<Result<Sheet, Fault>> {
        loop {
            if let ControlFlow::Break(result) = self.reach_lines() {
                return result;
            }
            let Open::Lines { lines, format, empty } = &mut self.open else { unreachable!("lines were reached") };
            match lines.next_line() {
                Ok(Some((number, bytes))) => {
                    if let Some(result) = read_line(bytes, number, *format, &mut self.reading, &self.file).transpose() {
                        *empty = false;
                        return Some(result);
                    }
                }
                Ok(None) => {
                    if let Some(fault) = self.close() {
                        return Some(Err(fault));
                    }
                }
                Err(error) => return Some(Err(self.lose(&error))),
            }
        }
    }

    /// The next puzzles, or what is wrong where one should be: of lines as many, up to `most`, as are there without waiting.
    pub(crate) fn chunk(&mut self, most: usize) -> Option<Chunk> {
        let content = loop {
            if let ControlFlow::Break(result) = self.reach_lines() {
                break Content::One(Box::new(result?));
            }
            let Open::Lines { lines, format, empty } = &mut self.open else { unreachable!("lines were reached") };
            match lines.block(most) {
                Ok(Some(block)) => {
                    self.bytes += block.text.len() as u64;
                    if block.puzzles > 0 {
                        *empty = false;
                        break Content::Lines(block, *format);
                    }
                }
                Ok(None) => {
                    if let Some(fault) = self.close() {
                        break Content::One(Box::new(Err(fault)));
                    }
                }
                Err(error) => break Content::One(Box::new(Err(self.lose(&error)))),
            }
        };
        let index = self.index;
        self.index += if let Content::Lines(block, _) = &content { block.puzzles } else { 1 };
        Some(Chunk { file: self.file.clone(), index, bytes: std::mem::take(&mut self.bytes), content })
    }

    /// Opens files until there are lines to read. `Break` with what comes before: a puzzle or a fault; `None` at the end.
    fn reach_lines(&mut self) -> ControlFlow<Option<Result<Sheet, Fault>>> {
        loop {
            match &mut self.open {
                Open::Lines { .. } => return ControlFlow::Continue(()),
                Open::Sheets(sheets) => match sheets.next() {
                    Some(sheet) => return ControlFlow::Break(Some(Ok(sheet))),
                    None => self.open = Open::Nothing,
                },
                Open::Nothing => {
                    let Some(path) = self.files.next() else { return ControlFlow::Break(None) };
                    self.file = name(path).into();
                    if let Err(fault) = self.open(path) {
                        return ControlFlow::Break(Some(Err(fault)));
                    }
                }
            }
        }
    }

    /// Closes a file of lines after the last. There should have been a puzzle.
    fn close(&mut self) -> Option<Fault> {
        let empty = matches!(self.open, Open::Lines { empty: true, .. });
        self.open = Open::Nothing;
        let error = || ParseError::new(ErrorKind::EmptyInput, "no puzzle: the text holds nothing but blanks and comments");
        empty.then(|| fault(error(), &self.file, "", 1))
    }

    /// Closes a file of lines that cannot be read any further.
    fn lose(&mut self, error: &io::Error) -> Fault {
        self.open = Open::Nothing;
        fault(unreadable(error), &self.file, "", 1)
    }

    /// Opens a file and finds out its format. Where a line is a puzzle nothing more is read.
    fn open(&mut self, path: &Path) -> Result<(), Fault> {
        let io_fault = |error: io::Error| fault(unreadable(&error), &self.file, "", 1);
        let mut lines = Lines::new(reader(path).map_err(io_fault)?);
        let by_lines = |format: &dyn Format| format.extent() == Extent::Line;
        // A file never makes anybody wait, and whether it holds one puzzle or many is told by more than its first line.
        let waits = is_stdin(path) || !std::fs::metadata(path).is_ok_and(|file| file.is_file());
        let haste = waits && self.job.format.is_some_and(by_lines);
        let head = String::from_utf8_lossy(lines.head(haste).map_err(io_fault)?).into_owned();
        let format = match self.job.format {
            Some(format) => format,
            None => detect_among(&FORMATS, &head).map_err(|error| {
                // What is no text has no format: that is the fault to tell.
                let error = lines.head(haste).ok().and_then(|bytes| decode(bytes, 1).err()).unwrap_or(error);
                fault(error, &self.file, &head, 1)
            })?,
        };
        if by_lines(format) {
            self.many |= content_lines(&head, 1).nth(1).is_some() || !lines.at_end();
            if !lines.at_end() {
                lines.reach(AHEAD);
            }
            self.open = Open::Lines { lines, format, empty: true };
            return Ok(());
        }
        let bytes = lines.rest().map_err(io_fault)?;
        self.bytes += bytes.len() as u64;
        let text = decode(&bytes, 1).map_err(|error| fault(error, &self.file, &String::from_utf8_lossy(&bytes), 1))?;
        let sheets = format.parse(text, 1, &mut self.reading).map_err(|error| fault(error, &self.file, text, 1))?;
        self.many |= sheets.len() > 1;
        self.open = Open::Sheets(sheets.into_iter());
        Ok(())
    }
}

/// What a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

fn reader(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if is_stdin(path) { Ok(Box::new(io::stdin())) } else { File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>) }
}

/// A whole file as text.
pub(crate) fn read(path: &Path) -> Result<String, Fault> {
    let bytes = reader(path).and_then(|reader| Lines::new(reader).rest()).map_err(|error| fault(unreadable(&error), &name(path), "", 1))?;
    match decode(&bytes, 1) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(fault(error, &name(path), &String::from_utf8_lossy(&bytes), 1)),
    }
}

/// The puzzle of a line, if there is one.
pub(crate) fn read_line(
    bytes: &[u8],
    number: usize,
    format: &dyn Format,
    reading: &mut pencilmark_sudoku::Reading,
    file: &str,
) -> Result<Option<Sheet>, Fault> {
    let line = decode(bytes, number).map_err(|error| fault(error, file, &String::from_utf8_lossy(bytes), number))?;
    format.parse_line(line, number, reading).map_err(|error| fault(error, file, line, number))
}

/// The text of some bytes, the first line of which has this number.
fn decode(bytes: &[u8], first_line: usize) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = first_line + good.matches('\n').count();
        let found = format!("byte 0x{:02x}", bytes[error.valid_up_to()]);
        let error = ParseError::new(ErrorKind::NotUtf8, "bytes that are no UTF-8").on_line(line).found(found).expected("text in UTF-8");
        match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] if first_line == 1 => error.help("the file begins as UTF-16 does: save it as UTF-8"),
            _ => error,
        }
    })
}

fn unreadable(error: &io::Error) -> ParseError {
    ParseError::new(ErrorKind::Io, format!("cannot read: {error}"))
}

/// An error, and its report.
pub(crate) fn fault(error: ParseError, file: &str, text: &str, first_line: usize) -> Fault {
    let report = error.report_from(file, text, first_line);
    Fault { error: Box::new(error), report }
}
