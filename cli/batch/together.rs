//! Several at work: one reads, some answer, one writes.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};

use super::draft::Draft;
use super::lanes;
use super::outbox::{Inbox, Outbox, outbox};
use super::worker::{Desk, Manner, Worker};
use super::writer::Writer;
use super::{Ending, Next};
use crate::cmd::Failure;
use crate::input::{Chunk, Input};
use crate::interrupt;
use crate::notes::Notes;

/// So many chunks for each worker are on their way: enough that none has to wait for the next.
const AHEAD: usize = 4;

/// A chunk should take about so long: much longer than to hand it over, and too short for others to wait for it.
const CHUNK: u64 = 10_000_000;

/// What a puzzle of the last chunk took, in nanoseconds: it tells how many make the next.
#[derive(Clone, Debug)]
struct Pace(Arc<AtomicU64>);

impl Pace {
    fn new() -> Pace {
        Pace(Arc::new(AtomicU64::new(CHUNK)))
    }

    /// How many puzzles the next chunk may hold.
    fn most(&self) -> usize {
        let count = CHUNK / self.0.load(Ordering::Relaxed).max(1);
        usize::try_from(count).map_or(lanes::MOST, |count| count.clamp(1, lanes::MOST))
    }

    fn note(&self, time: Duration) {
        self.0.store(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// A chunk, and where its draft is to go.
type Work = (Chunk, Outbox);

/// Answers all there is with as many workers as were asked for.
pub(super) fn work(manner: Manner<'_>, first: Chunk, input: Input<'static>, writer: &mut Writer) -> Result<(), Failure> {
    let threads = manner.job.search.threads.max(1);
    let (order, inboxes) = bounded(AHEAD * threads);
    let (chunks, to_do) = unbounded();
    // Nothing is ever sent: workers go home when it closes.
    let (open, closing) = bounded::<()>(0);
    let interrupted = interrupt::attend();
    let notes = manner.notes;
    let pace = Pace::new();
    // Of no pool: he may wait for input that never comes.
    let reader = std::thread::spawn({
        let pace = pace.clone();
        move || read(first, input, notes, &pace, &order, &chunks)
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Failure::Threads)?;
    let end = pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let mut desk = Seat { to_do: to_do.clone(), closing: closing.clone(), outbox: None, pace: pace.clone() };
            scope.spawn(move |_| Worker::new(manner, &mut desk).work());
        }
        let end = write(&inboxes, &interrupted, Draft::new(notes), writer);
        drop((inboxes, open));
        end
    })?;
    if end == End::OfInput {
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
    Ok(())
}

/// Why no more is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// All was read and written.
    OfInput,
    /// There may be more to read.
    Early,
}

/// Reads chunks until nobody wants more.
fn read(first: Chunk, mut input: Input<'static>, notes: Notes, pace: &Pace, order: &Sender<Inbox>, chunks: &Sender<Work>) {
    let mut next = Some(first);
    while let Some(chunk) = next {
        let (outbox, inbox) = outbox(notes);
        if order.send(inbox).is_err() || chunks.send((chunk, outbox)).is_err() || interrupt::seen() {
            return;
        }
        next = input.chunk(pace.most());
    }
}

/// Writes what comes, chunk by chunk.
fn write(inboxes: &Receiver<Inbox>, interrupted: &Receiver<()>, mut draft: Draft, writer: &mut Writer) -> Result<End, Failure> {
    loop {
        let inbox = select! {
            recv(inboxes) -> inbox => match inbox {
                Ok(inbox) => inbox,
                Err(_) => return Ok(End::OfInput),
            },
            // What was begun is still written. No more may ever come.
            recv(interrupted) -> _ => match inboxes.try_recv() {
                Ok(inbox) => inbox,
                Err(_) => return Ok(End::Early),
            },
        };
        let ending = loop {
            match inbox.take(&mut draft) {
                ControlFlow::Continue(()) => writer.write(&draft)?,
                ControlFlow::Break(ending) => break ending,
            }
        };
        // A worker that was lost has panicked: the scope tells.
        let Some(ending) = ending else { return Ok(End::Early) };
        if writer.conclude(ending)?.is_break() {
            return Ok(End::Early);
        }
    }
}

/// The desk of one worker among others.
struct Seat {
    to_do: Receiver<Work>,
    closing: Receiver<()>,
    /// For the chunk at hand.
    outbox: Option<Outbox>,
    pace: Pace,
}

impl Desk for Seat {
    fn next(&mut self) -> Option<Chunk> {
        let (chunk, outbox) = select! {
            recv(self.to_do) -> work => work.ok()?,
            recv(self.closing) -> _ => return None,
        };
        self.outbox = Some(outbox);
        Some(chunk)
    }

    fn post(&mut self, draft: &mut Draft) -> ControlFlow<()> {
        self.outbox.as_ref().expect("a chunk is at hand").post(draft)
    }

    fn close(&mut self, ending: Ending) -> ControlFlow<()> {
        if let Some(time) = ending.total.mean() {
            self.pace.note(time);
        }
        let more = matches!(ending.next, Next::Chunk);
        self.outbox.take().expect("a chunk is at hand").close(ending);
        if more { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
