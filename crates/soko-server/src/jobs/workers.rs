//! Where jobs are done.

use soko_worker::Program;

/// Where jobs are done.
#[derive(Clone, Debug)]
pub enum Workers {
    /// In the server's own process, for tests of the rest: nothing but their own
    /// care bounds them.
    Here,
    /// In a process for each, which must lead to [`serve_job`](crate::serve_job).
    Processes(Program),
}
