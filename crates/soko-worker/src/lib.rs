//! A process for each job, so that limits hold whatever the engine does.
//!
//! The parent ([`Program`]) starts the worker, writes the job as one line of JSON
//! to its input, and reads lines of JSON from its output until one of them is the
//! answer. Meanwhile it watches the clock and, where the system tells it (Linux),
//! the memory of the process. A worker that overruns its bounds is killed a little
//! later; one that crashes takes nobody with it, and its last words are handed on.
//!
//! The worker ([`serve_one`]) puts a hard cap on its own memory where the system
//! has one (Unix), for what is allocated between two looks of the parent. It hears
//! a wish to stop through its input, and ends itself when that closes, so none is
//! left behind when the parent is killed.
//!
//! `soko bench` and the web application's server both run their jobs this way.
//! What a job and its lines are is theirs to say.

mod bounds;
mod lateness;
mod memory;
mod program;
mod serve;
mod wire;

pub use bounds::{Bounds, Ending};
pub use program::Program;
pub use serve::serve_one;
