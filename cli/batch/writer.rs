//! Writes drafts, and keeps what the chunks came to.

use std::ops::ControlFlow;
use std::time::Instant;

use super::draft::{Draft, Target};
use super::total::Total;
use super::worker::Manner;
use super::{Ending, Next};
use crate::cmd::{Exit, Failure};
use crate::interrupt;
use crate::notes::{Notes, write_notes};
use crate::output::Output;
use crate::progress;

/// Where all results end.
#[derive(Debug)]
pub(super) struct Writer {
    out: Output,
    /// Where `--show` draws when the results go elsewhere.
    screen: Option<Output>,
    exit: Exit,
    total: Total,
    start: Instant,
    remark: Vec<u8>,
}

impl Writer {
    pub(super) fn new(out: Output, screen: Option<Output>) -> Writer {
        Writer { out, screen, exit: Exit::Yes, total: Total::default(), start: Instant::now(), remark: Vec::new() }
    }

    /// What comes before all results.
    pub(super) fn header(&mut self, manner: &Manner<'_>) -> Result<(), Failure> {
        match manner.form.and_then(|form| manner.words.header(form)) {
            Some(header) => self.out.write(header.as_bytes()),
            None => Ok(()),
        }
    }

    /// Writes a draft.
    pub(super) fn write(&mut self, draft: &Draft) -> Result<(), Failure> {
        if draft.begun {
            self.out.begin()?;
        }
        for (target, text) in draft.parts() {
            match target {
                Target::Results => self.out.write(text)?,
                Target::Screen => self.screen.as_mut().unwrap_or(&mut self.out).write(text)?,
                Target::Notes => write_notes(text),
                Target::Remark if self.remark != text => {
                    write_notes(text);
                    self.remark = text.to_vec();
                }
                Target::Remark => {}
            }
        }
        progress::puzzles(draft.puzzles);
        Ok(())
    }

    /// Takes over how a chunk ended. `Break` if nothing is to come after it.
    pub(super) fn conclude(&mut self, ending: Ending) -> Result<ControlFlow<()>, Failure> {
        self.exit = self.exit.max(ending.exit);
        self.total.append(&ending.total);
        progress::advance(ending.bytes);
        match ending.next {
            Next::Chunk => Ok(ControlFlow::Continue(())),
            Next::Nothing => Ok(ControlFlow::Break(())),
            Next::Failure(failure) => Err(failure),
        }
    }

    /// Writes what is buffered.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.out.finish()?;
        self.screen.as_mut().map_or(Ok(()), Output::finish)
    }

    /// Says what it all cost.
    pub(super) fn say_total(&self, notes: &Notes) {
        self.total.say(notes, self.start.elapsed());
    }

    /// How it ended.
    pub(super) fn exit(&self) -> Exit {
        if interrupt::seen() { self.exit.max(Exit::Interrupted) } else { self.exit }
    }
}
