//! Where results go: standard output or a file, buffered, yet never kept back for long.

use std::fmt::Arguments;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use pencilmark_sudoku::{Symbol, Symbols};

use crate::cmd::Failure;

/// Results wait this long at most to be seen, however long the next one takes.
const PATIENCE: Duration = Duration::from_millis(100);

/// So much is written at a time when results come fast.
const BUFFER: usize = 64 * 1024;

/// The forms of results that are no JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Text,
    Line,
    Csv,
}

/// A buffered output.
#[derive(Debug)]
pub(crate) struct Output {
    name: String,
    writer: Shared,
    is_terminal: bool,
    started: bool,
    /// The file as long as it holds what it held before.
    stale: Option<File>,
}

type Writer = BufWriter<Box<dyn Write + Send>>;

/// The writer, which a thread of its own flushes now and then.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Mutex<Writer>>);

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared")
    }
}

impl Shared {
    /// Writes what is buffered, unless somebody is writing. Errors are left to the next one who writes: he sees them, too.
    pub(crate) fn flush(&self) {
        let writer = match self.0.try_lock() {
            Ok(writer) => Some(writer),
            Err(TryLockError::Poisoned(writer)) => Some(writer.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        if let Some(mut writer) = writer {
            let _ = writer.flush();
        }
    }
}

impl Output {
    pub(crate) fn stdout() -> Output {
        let is_terminal = io::stdout().is_terminal();
        Output::new("standard output".to_owned(), is_terminal, Box::new(io::stdout()))
    }

    pub(crate) fn file(path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        let open = || {
            let file = File::options().write(true).create(true).truncate(false).open(path)?;
            let stale = if file.metadata()?.is_file() { Some(file.try_clone()?) } else { None };
            io::Result::Ok((file, stale))
        };
        match open() {
            Ok((file, stale)) => Ok(Output { stale, ..Output::new(name, false, Box::new(file)) }),
            Err(error) => Err(Failure::Output(name, error)),
        }
    }

    /// There is something to say: what a file held before goes. A mistyped input has cost nobody his old results.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        match self.stale.take() {
            Some(file) => file.set_len(0).map_err(|error| Failure::Output(self.name.clone(), error)),
            None => Ok(()),
        }
    }

    fn new(name: String, is_terminal: bool, writer: Box<dyn Write + Send>) -> Output {
        let writer = Shared(Arc::new(Mutex::new(BufWriter::with_capacity(BUFFER, writer))));
        let flusher = writer.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(PATIENCE);
                flusher.flush();
            }
        });
        Output { name, writer, is_terminal, started: false, stale: None }
    }

    /// For who has to flush from elsewhere.
    pub(crate) fn flusher(&self) -> Shared {
        self.writer.clone()
    }

    /// Writes a whole result. The first is seen at once.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(());
        }
        self.begin()?;
        let mut writer = self.writer.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut written = writer.write_all(text);
        if !self.started {
            self.started = true;
            written = written.and_then(|()| writer.flush());
        }
        written.map_err(|error| Failure::Output(self.name.clone(), error))
    }

    /// Does somebody look?
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes what is buffered.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let mut writer = self.writer.0.lock().unwrap_or_else(PoisonError::into_inner);
        writer.flush().map_err(|error| Failure::Output(self.name.clone(), error))
    }
}

/// Adds a grid as one line: symbols in a row, with blanks between where one has more than one character.
pub(crate) fn push_line(symbols: &Symbols, values: &[Symbol], text: &mut Vec<u8>) {
    match bytes(symbols) {
        Some(bytes) => {
            text.extend(values.iter().map(|value| bytes[value.index()]));
            text.push(b'\n');
        }
        None => push_row(symbols, values, if symbols.single_characters() { "" } else { " " }, text),
    }
}

/// The symbols as bytes, where each is one: in streams that is most of the writing.
fn bytes(symbols: &Symbols) -> Option<[u8; 36]> {
    let mut bytes = [0; 36];
    for symbol in symbols.iter() {
        let &[byte] = symbols.name(symbol).as_bytes() else { return None };
        *bytes.get_mut(symbol.index())? = byte;
    }
    Some(bytes)
}

/// Adds a grid as comma-separated rows.
pub(crate) fn push_csv(symbols: &Symbols, size: usize, values: &[Symbol], text: &mut Vec<u8>) {
    values.chunks(size).for_each(|row| push_row(symbols, row, ",", text));
}

fn push_row(symbols: &Symbols, values: &[Symbol], between: &str, text: &mut Vec<u8>) {
    for (i, &value) in values.iter().enumerate() {
        if i > 0 {
            text.extend_from_slice(between.as_bytes());
        }
        text.extend_from_slice(symbols.name(value).as_bytes());
    }
    text.push(b'\n');
}

/// Adds what `format_args!` makes.
pub(crate) fn push_fmt(text: &mut Vec<u8>, arguments: Arguments<'_>) {
    text.write_fmt(arguments).expect("a vector takes all");
}
