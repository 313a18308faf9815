//! How far long work has come: a line on a terminal's standard error, and only there.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Work that ends sooner is not spoken of.
const LONG: Duration = Duration::from_secs(1);

/// The line is drawn anew so often.
const PACE: Duration = Duration::from_millis(250);

static PUZZLES: AtomicU64 = AtomicU64::new(0);
static SOLUTIONS: AtomicU64 = AtomicU64::new(0);
static DRAWN: AtomicBool = AtomicBool::new(false);

/// A puzzle was answered.
pub(crate) fn puzzle() {
    PUZZLES.fetch_add(1, Ordering::Relaxed);
}

/// A solution was found that one of many is.
pub(crate) fn solution() {
    SOLUTIONS.fetch_add(1, Ordering::Relaxed);
}

/// Shows the line from now on, if standard error is a terminal.
pub(crate) fn show() {
    if !io::stderr().is_terminal() {
        return;
    }
    let start = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(LONG);
        loop {
            let mut text = format!("{:.0} s", start.elapsed().as_secs_f64());
            for (count, what) in [(&PUZZLES, "puzzles"), (&SOLUTIONS, "solutions")] {
                match count.load(Ordering::Relaxed) {
                    0 => {}
                    count => text += &format!(", {count} {what}"),
                }
            }
            let mut stderr = io::stderr().lock();
            DRAWN.store(true, Ordering::Relaxed);
            let _ = write!(stderr, "\r\u{1b}[K{text}").and_then(|()| stderr.flush());
            drop(stderr);
            std::thread::sleep(PACE);
        }
    });
}

/// Takes the line away, before something else is written to standard error.
pub(crate) fn clear(stderr: &mut io::StderrLock<'_>) {
    if DRAWN.swap(false, Ordering::Relaxed) {
        let _ = write!(stderr, "\r\u{1b}[K");
    }
}
