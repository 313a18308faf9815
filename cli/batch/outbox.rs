//! From a worker to who writes: drafts of one chunk. They may be taken as soon as they are posted, and are kept until their turn has come.

use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Ending;
use super::draft::Draft;
use crate::notes::Notes;

/// More text than this does not wait: whoever has written it does.
const ROOM: usize = 4 << 20;

/// Where one side posts, and the other takes from.
#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    draft: Draft,
    ending: Option<Ending>,
    /// Has nobody anything to post any more?
    over: bool,
    /// Does nobody want it any more?
    dropped: bool,
    /// Does one side wait?
    waiting: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, mut state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        state.waiting = true;
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other side. To call where nobody waits would cost more than all the rest.
    fn tell(&self, mut state: MutexGuard<'_, State>) {
        if std::mem::take(&mut state.waiting) {
            drop(state);
            self.changed.notify_one();
        }
    }
}

/// The worker's side.
#[derive(Debug)]
pub(super) struct Outbox(Arc<Shared>);

/// The writer's side.
#[derive(Debug)]
pub(super) struct Inbox(Arc<Shared>);

/// Both sides for one chunk.
pub(super) fn outbox(notes: Notes) -> (Outbox, Inbox) {
    let state = State { draft: Draft::new(notes), ending: None, over: false, dropped: false, waiting: false };
    let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
    (Outbox(shared.clone()), Inbox(shared))
}

impl Outbox {
    /// Posts a draft, which is empty then. Waits while too much is there. `Break` if nobody wants it.
    pub(super) fn post(&self, draft: &mut Draft) -> ControlFlow<()> {
        let mut state = self.0.lock();
        while !state.dropped && state.draft.len() > ROOM {
            state = self.0.wait(state);
        }
        if state.dropped {
            return ControlFlow::Break(());
        }
        state.draft.append(draft);
        self.0.tell(state);
        ControlFlow::Continue(())
    }

    /// Says how the chunk ended.
    pub(super) fn close(self, ending: Ending) {
        self.0.lock().ending = Some(ending);
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.over = true;
        self.0.tell(state);
    }
}

impl Inbox {
    /// Waits for something to be posted, and puts it into `draft`. At the end, how the chunk ended; nothing if the worker was lost.
    pub(super) fn take(&self, draft: &mut Draft) -> ControlFlow<Option<Ending>> {
        draft.clear();
        let mut state = self.0.lock();
        while state.draft.is_empty() && !state.over {
            state = self.0.wait(state);
        }
        if state.draft.is_empty() {
            return ControlFlow::Break(state.ending.take());
        }
        std::mem::swap(&mut state.draft, draft);
        self.0.tell(state);
        ControlFlow::Continue(())
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.dropped = true;
        self.0.tell(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ColorChoice;

    fn draft(text: &[u8]) -> Draft {
        let mut draft = Draft::new(Notes::new(ColorChoice::Never, false));
        draft.results().extend_from_slice(text);
        draft
    }

    #[test]
    fn all_that_is_posted_is_taken_however_much_it_is() {
        let (outbox, inbox) = outbox(Notes::new(ColorChoice::Never, false));
        let text = vec![7; 100_000];
        let posted = text.clone();
        let worker = std::thread::spawn(move || {
            // Far more than there is room for.
            (0..3 * ROOM / posted.len()).for_each(|_| assert!(outbox.post(&mut draft(&posted)).is_continue()));
            outbox.close(Ending::default());
        });
        let (mut taken, mut all) = (draft(b"old"), 0);
        let ending = loop {
            match inbox.take(&mut taken) {
                ControlFlow::Continue(()) => {
                    assert!(taken.len() <= ROOM + text.len() && taken.parts().all(|(_, part)| part.iter().all(|&byte| byte == 7)));
                    all += taken.len();
                }
                ControlFlow::Break(ending) => break ending,
            }
        };
        assert_eq!((all, ending.is_some()), (3 * ROOM / text.len() * text.len(), true));
        worker.join().unwrap();
    }

    #[test]
    fn nobody_waits_for_who_is_gone() {
        let notes = Notes::new(ColorChoice::Never, false);
        let (lost, inbox) = outbox(notes);
        drop(lost);
        assert!(matches!(inbox.take(&mut draft(b"")), ControlFlow::Break(None)));
        let (outbox, lost) = outbox(notes);
        assert!(outbox.post(&mut draft(&vec![0; ROOM + 1])).is_continue());
        let worker = std::thread::spawn(move || outbox.post(&mut draft(b"one more")));
        drop(lost);
        assert!(worker.join().unwrap().is_break());
    }
}
