//! Ctrl-C: the first lets the search end and print what is known, the second ends all at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::cmd::interrupt_code;
use crate::output::Output;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);
/// Closed at the first Ctrl-C, if somebody attends.
static ATTENDED: Mutex<Option<Sender<()>>> = Mutex::new(None);

/// Becomes true at the first Ctrl-C.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Was Ctrl-C pressed?
pub(crate) fn seen() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Does something that may wait for input for ever. Ctrl-C ends it, and all with it.
pub(crate) fn waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let result = read();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// From now on somebody attends to Ctrl-C even while others wait for input. The channel closes when it comes.
pub(crate) fn attend() -> Receiver<()> {
    let (sender, receiver) = bounded(0);
    *ATTENDED.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
    receiver
}

/// Listens. What `output` still holds is written before an end at once, if nobody is writing.
pub(crate) fn listen(output: &Output) {
    let output = output.flusher();
    // Where there are no signals to catch, Ctrl-C ends the program in the usual way.
    let _ = ctrlc::set_handler(move || {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        let attended = ATTENDED.lock().unwrap_or_else(PoisonError::into_inner).take().is_some();
        if again || (WAITING.load(Ordering::SeqCst) && !attended) {
            if !again {
                output.flush();
            }
            std::process::exit(interrupt_code().into());
        }
    });
}
