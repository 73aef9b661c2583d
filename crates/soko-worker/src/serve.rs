//! The worker's side.

use crate::memory::{cap_data, go_first};
use crate::wire::{Order, STOP};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Reads one job from standard input and answers it on standard output. The answer
/// is given the job, the flag that is raised when the parent wants it to stop, and
/// a way to write lines before its last one. Ends the process if standard input
/// closes first.
pub fn serve_one<J: DeserializeOwned, L: Serialize>(
    answer: impl FnOnce(J, &AtomicBool, &mut (dyn FnMut(L) + Send)) -> L,
) -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let order: Order<J> = serde_json::from_str(&line).map_err(io::Error::other)?;
    go_first();
    if let Some(bytes) = order.most_data {
        cap_data(bytes);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let heard = stop.clone();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if line == STOP {
                heard.store(true, Ordering::Relaxed);
            }
        }
        std::process::exit(130);
    });
    let mut tell = |line: L| {
        // If the parent is gone, so are we in a moment.
        let _ = write_line(&line);
    };
    let last = answer(order.job, &stop, &mut tell);
    write_line(&last)
}

fn write_line(line: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(line).map_err(io::Error::other)? + "\n";
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}
