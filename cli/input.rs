//! Puzzles that come in: files one after another, each told by its content; formats of lines a line at a time.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pencilmark_sudoku::{ErrorKind, Extent, Format, ParseError, Sheet, content_lines, detect_among};

use crate::job::{self, is_stdin};
use crate::lines::Lines;
use crate::registry::FORMATS;

/// So much of a file of lines is read at a time, if it is there.
const AHEAD: usize = 512 * 1024;

/// The puzzles of some files, in order.
#[derive(Debug)]
pub(crate) struct Input<'j> {
    job: &'j job::Reading,
    files: std::slice::Iter<'j, PathBuf>,
    /// The name of the file that the last puzzle was in.
    file: String,
    reading: pencilmark_sudoku::Reading,
    open: Open,
    many: bool,
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
        let mut reading = match job.boxes {
            Some((height, width)) => pencilmark_sudoku::Reading::with_box(height, width),
            None => pencilmark_sudoku::Reading::new(),
        };
        if job.lenient {
            reading = reading.lenient();
        }
        if job.cage_repeats {
            reading = reading.with_repeats();
        }
        Input { job, files: job.files.iter(), file: String::new(), reading, open: Open::Nothing, many: job.files.len() > 1 }
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
            match &mut self.open {
                Open::Nothing => {
                    let path = self.files.next()?;
                    self.file = name(path);
                    if let Err(fault) = self.open(path) {
                        return Some(Err(fault));
                    }
                }
                Open::Sheets(sheets) => match sheets.next() {
                    Some(sheet) => return Some(Ok(sheet)),
                    None => self.open = Open::Nothing,
                },
                Open::Lines { lines, format, empty } => match lines.next_line() {
                    Ok(Some((number, bytes))) => {
                        if let Some(result) = read_line(bytes, number, *format, &mut self.reading, &self.file).transpose() {
                            *empty = false;
                            return Some(result);
                        }
                    }
                    Ok(None) => {
                        let empty = *empty;
                        self.open = Open::Nothing;
                        if empty {
                            let error = ParseError::new(ErrorKind::EmptyInput, "no puzzle: the text holds nothing but blanks and comments");
                            return Some(Err(fault(error, &self.file, "", 1)));
                        }
                    }
                    Err(error) => {
                        self.open = Open::Nothing;
                        return Some(Err(fault(unreadable(&error), &self.file, "", 1)));
                    }
                },
            }
        }
    }

    /// The next puzzle of the same file, or what is wrong where it should be, if it is there without waiting.
    pub(crate) fn ready(&mut self) -> Option<Result<Sheet, Fault>> {
        let Open::Lines { lines, format, empty } = &mut self.open else { return None };
        while lines.ready() {
            // A line that is in the buffer cannot fail to be read.
            let (number, bytes) = lines.next_line().ok()??;
            if let Some(result) = read_line(bytes, number, *format, &mut self.reading, &self.file).transpose() {
                *empty = false;
                return Some(result);
            }
        }
        None
    }

    /// Opens a file and finds out its format. Where a line is a puzzle nothing more is read.
    fn open(&mut self, path: &Path) -> Result<(), Fault> {
        let io_fault = |error: io::Error| fault(unreadable(&error), &self.file, "", 1);
        let mut lines = Lines::new(reader(path).map_err(io_fault)?);
        let by_lines = |format: &dyn Format| format.extent() == Extent::Line;
        let haste = self.job.format.is_some_and(by_lines);
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
            lines.reach(AHEAD);
            self.open = Open::Lines { lines, format, empty: true };
            return Ok(());
        }
        let bytes = lines.rest().map_err(io_fault)?;
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

fn reader(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_stdin(path) { Ok(Box::new(io::stdin())) } else { File::open(path).map(|file| Box::new(file) as Box<dyn Read>) }
}

/// A whole file as text.
pub(crate) fn read(path: &Path) -> Result<String, Fault> {
    let bytes = reader(path).and_then(|reader| Lines::new(reader).rest()).map_err(|error| fault(unreadable(&error), &name(path), "", 1))?;
    match decode(&bytes, 1) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(fault(error, &name(path), &String::from_utf8_lossy(&bytes), 1)),
    }
}

fn read_line(
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
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => error.help("the file begins as UTF-16 does: save it as UTF-8"),
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
