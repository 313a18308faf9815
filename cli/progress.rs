//! How far long work has come: a bar on a terminal's standard error, and only there.

use std::fmt::Write;
use std::io::{self, IsTerminal as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that ends sooner is not spoken of.
const LONG: Duration = Duration::from_secs(1);

/// The bar is drawn anew so often.
const PACE: Duration = Duration::from_millis(250);

static PUZZLES: AtomicU64 = AtomicU64::new(0);
static SOLUTIONS: AtomicU64 = AtomicU64::new(0);
static OVER: AtomicBool = AtomicBool::new(false);
/// There is none if nobody would see it.
static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// Puzzles were answered.
pub(crate) fn puzzles(count: u64) {
    PUZZLES.fetch_add(count, Ordering::Relaxed);
}

/// A solution was found that one of many is.
pub(crate) fn solution() {
    SOLUTIONS.fetch_add(1, Ordering::Relaxed);
}

/// So much of the input is done with.
pub(crate) fn advance(bytes: u64) {
    if let Some(bar) = BAR.get() {
        bar.inc(bytes);
    }
}

/// Shows from now on how long it takes and what was found, if standard error is a terminal; and how much of `all` bytes is done with.
pub(crate) fn show(all: Option<u64>) {
    if !io::stderr().is_terminal() {
        return;
    }
    let bar = BAR.get_or_init(|| {
        let template = if all.is_some() { "{elapsed} [{bar:30}] {percent}%{counts}" } else { "{spinner} {elapsed}{counts}" };
        let style = ProgressStyle::with_template(template).expect("these are templates").progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(all, ProgressDrawTarget::hidden());
        bar.set_style(style.with_key("counts", counts));
        bar
    });
    std::thread::spawn(|| {
        std::thread::sleep(LONG);
        if !OVER.load(Ordering::Relaxed) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(PACE);
        }
    });
}

/// What was found; the bar asks for it whenever it is drawn.
fn counts(_: &ProgressState, to: &mut dyn Write) {
    for (count, what) in [(&PUZZLES, "puzzles"), (&SOLUTIONS, "solutions")] {
        match count.load(Ordering::Relaxed) {
            0 => {}
            count => drop(write!(to, ", {count} {what}")),
        }
    }
}

/// Takes the bar away for good.
pub(crate) fn clear() {
    OVER.store(true, Ordering::Relaxed);
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
}

/// Takes the bar away while something else is written to standard error.
pub(crate) fn suspend(write: impl FnOnce()) {
    match BAR.get() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}
