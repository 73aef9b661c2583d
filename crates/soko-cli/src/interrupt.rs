//! Ctrl-C: the first asks the running job to stop and hand over what it has, the
//! second ends the process at once.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Catches the signal; called once at the start.
pub fn install() {
    // Without a handler Ctrl-C still ends the process, so a failure is harmless.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// The flag that long jobs watch.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether somebody pressed Ctrl-C.
pub fn is_set() -> bool {
    STOP.load(Ordering::SeqCst)
}
