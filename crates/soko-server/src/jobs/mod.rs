//! Long jobs over a WebSocket: started, watched and stopped by a tab, and gone
//! when the tab is gone.
//!
//! The page sends
//!
//! ```json
//! {"start": 7, "job": {"type": "solve", "game": {…}, "seconds": 30}}
//! {"stop": 7}
//! ```
//!
//! and gets events that carry the number of the job: `waiting`, `progress`
//! (about ten a second at most), and at last one of `done` and `failed`.
//!
//! A program that wants neither progress nor a socket asks once and waits (`once.rs`).
//!
//! The search itself runs in a process of its own (`process.rs`), with a time and a
//! memory that it cannot overrun: an engine that breaks down is one failed job.
//!
//! Fair to several tabs: there is a lane for short questions and one for long
//! searches. In each, a tab runs one job at a time, a bounded number runs in all,
//! and those that wait are served in the order in which they came.

mod once;
mod pool;
mod process;
mod tab;
mod workers;

pub(crate) use once::once;
pub(crate) use pool::Pool;
pub use process::serve_job;
pub(crate) use tab::socket;
pub use workers::Workers;
