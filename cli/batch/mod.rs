//! Many puzzles, or one: read, asked by workers, and written in the order in which they came.
//!
//! ```text
//!  reader             workers, --threads of them                        writer
//!  Input -- chunks -> read lines to puzzles, ask, write a draft -- outboxes, in the order of the chunks -> Output
//! ```
//!
//! A chunk is as many puzzles as take about ten milliseconds. Reader and writer have threads of their own, so that reading, solving and
//! writing overlap; a bounded number of chunks is on its way. One puzzle alone has no need of threads.

mod draft;
mod lanes;
mod outbox;
mod puzzle;
mod together;
mod total;
mod worker;
mod writer;

use std::ops::ControlFlow;

use clap::ColorChoice;

pub(crate) use draft::Draft;
pub(crate) use puzzle::{Puzzle, Words, as_asked};
use total::Total;
use worker::{Desk, Manner, Worker};
use writer::Writer;

use crate::cmd::{Exit, Failure};
use crate::input::{Chunk, Input};
use crate::job::{Job, Reading};
use crate::notes::Notes;
use crate::output::Output;
use crate::{interrupt, progress};

/// How a chunk ended, and what it came to.
#[derive(Debug, Default)]
struct Ending {
    exit: Exit,
    total: Total,
    /// How much of the input that was.
    bytes: u64,
    next: Next,
}

/// What is to come after a chunk.
#[derive(Debug, Default)]
enum Next {
    /// The next one.
    #[default]
    Chunk,
    /// Nothing: somebody wants it to stop here.
    Nothing,
    /// Nothing, because it cannot go on.
    Failure(Failure),
}

/// Does a job, and says how it ended.
pub(crate) fn run(job: &Job, words: &'static dyn Words, color: ColorChoice) -> Result<Exit, Failure> {
    let (out, screen) = match &job.output.file {
        Some(file) => (Output::file(file)?, job.output.show.then(Output::stdout)),
        None => (Output::stdout(), None),
    };
    interrupt::listen(&out);
    let notes = Notes::new(color, job.output.quiet);
    // The reader may wait in a read that never ends; so what it reads by has to be there for ever.
    let reading: &'static Reading = Box::leak(Box::new(job.input.clone()));
    let mut input = Input::new(reading);
    let first = input.chunk(1);
    let manner = Manner::new(job, words, notes, input.is_many(), out.is_terminal());
    // Results that scroll by on the same screen are progress enough.
    if !out.is_terminal() && !job.output.quiet {
        progress::show(manner.many.then(|| reading.bytes()).flatten());
    }
    let mut writer = Writer::new(out, screen);
    let result = writer.header(&manner).and_then(|()| match first {
        Some(first) if manner.many => together::work(manner, first, input, &mut writer),
        Some(first) => alone(manner, first, input, &mut writer),
        None => Ok(()),
    });
    progress::clear();
    writer.finish()?;
    result?;
    if job.output.stats {
        writer.say_total(&Notes::new(color, false));
    }
    Ok(writer.exit())
}

/// Answers what there is, one after the other.
fn alone(manner: Manner<'_>, first: Chunk, input: Input<'static>, writer: &mut Writer) -> Result<(), Failure> {
    let mut desk = Alone { first: Some(first), input, writer, failed: None };
    Worker::new(manner, &mut desk).work();
    desk.failed.map_or(Ok(()), Err)
}

/// The desk of a worker who has nobody beside him.
struct Alone<'w> {
    first: Option<Chunk>,
    input: Input<'static>,
    writer: &'w mut Writer,
    failed: Option<Failure>,
}

impl Desk for Alone<'_> {
    fn next(&mut self) -> Option<Chunk> {
        self.first.take().or_else(|| self.input.chunk(1))
    }

    fn post(&mut self, draft: &mut Draft) -> ControlFlow<()> {
        let written = self.writer.write(draft);
        draft.clear();
        self.keep(written)
    }

    fn close(&mut self, ending: Ending) -> ControlFlow<()> {
        match self.writer.conclude(ending) {
            Ok(more) => more,
            Err(failure) => self.keep(Err(failure)),
        }
    }
}

impl Alone<'_> {
    fn keep(&mut self, result: Result<(), Failure>) -> ControlFlow<()> {
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
