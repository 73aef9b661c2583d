//! Ctrl-C, and the requests to end that a terminal or a service manager sends.
//!
//! Most of what the command does has nobody who watches for a signal: it waits
//! for input, reads a file, draws a level. There the first signal ends the process
//! at once, with the exit code of an interruption. A job that can stop by itself
//! and hand over what it has says so with a [`Job`]: while that is alive, the first
//! signal only raises the flag that the job watches. A job that does not end within
//! [`PATIENCE`] has its last words said for it, and the process ends. The second
//! signal always ends it.
//!
//! Nothing half written is left behind by any of these ends: see [`files`].

use crate::exit_code::Exit;
use crate::{files, signals};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a job may take to stop after the first signal.
const PATIENCE: Duration = Duration::from_millis(80);

/// How long a job that has stopped may take to hand over what it has, which waits
/// for nothing but whoever reads our output.
const HANDING_OVER: Duration = Duration::from_secs(2);

static STOP: AtomicBool = AtomicBool::new(false);

/// What is said for a job that does not stop.
type LastWords = Box<dyn FnOnce() + Send>;

struct Listener {
    is_hurried: bool,
    last_words: Option<LastWords>,
}

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

fn listener() -> MutexGuard<'static, Option<Listener>> {
    LISTENER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A job that watches [`flag`] and stops by itself; there is one at a time.
#[must_use]
pub struct Job(());

impl Job {
    /// A job that stops within [`PATIENCE`], or else is ended.
    pub fn listen() -> Job {
        Job::with(true)
    }

    /// A job that may take its time to stop.
    pub fn listen_at_leisure() -> Job {
        Job::with(false)
    }

    fn with(is_hurried: bool) -> Job {
        *listener() = Some(Listener {
            is_hurried,
            last_words: None,
        });
        Job(())
    }

    /// What to hand over if the job does not stop in time. Either these words are
    /// said or the job goes on after its end, never both.
    pub fn last_words(&self, words: impl FnOnce() + Send + 'static) {
        if let Some(listener) = listener().as_mut() {
            listener.last_words = Some(Box::new(words));
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        *listener() = None;
    }
}

/// Catches the signals; called once at the start.
pub fn install() {
    // Without a handler a signal still ends the process, so a failure is harmless.
    let _ = signals::on_each(|| {
        let is_first = !STOP.swap(true, Ordering::SeqCst);
        match listener().as_ref() {
            Some(job) if is_first && !job.is_hurried => {}
            Some(_) if is_first => {
                std::thread::spawn(end_unless_it_stops);
            }
            _ => end(),
        }
    });
}

/// Waits for the job to stop; a job that does not is ended after its last words.
fn end_unless_it_stops() {
    std::thread::sleep(PATIENCE);
    // Whoever holds this lock decides: a job that ends now waits here for ever.
    let mut listener = listener();
    if let Some(job) = listener.as_mut() {
        if let Some(words) = job.last_words.take() {
            words();
        }
        end();
    }
    drop(listener);
    std::thread::sleep(HANDING_OVER);
    end();
}

fn end() -> ! {
    files::discard_unfinished();
    std::process::exit(Exit::Interrupted as i32)
}

/// The flag that long jobs watch.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether a signal has come.
pub fn is_set() -> bool {
    STOP.load(Ordering::SeqCst)
}
