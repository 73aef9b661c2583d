//! Progress on stderr, where stderr is a terminal; nothing elsewhere.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many pieces of work.
pub fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {pos}/{len} {wide_msg}") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// A line that says what is being done.
pub fn line() -> ProgressBar {
    let line = ProgressBar::new_spinner();
    line.enable_steady_tick(std::time::Duration::from_millis(100));
    line
}
