//! The workbench: suites of levels, a runner with limits, records, comparison,
//! reports, and the papers' tables beside ours.

mod job;
mod process;
mod record;
mod run_file;
mod runner;

pub use job::{Job, JobKey};
pub use process::{ProcessExecutor, serve_one};
pub use record::{Metric, Record, RecordLimits, SCHEMA, Verdict};
pub use run_file::{RunFile, RunFileError, read_run};
pub use runner::{Executor, JobProgress, RunEvent, RunSummary, run};
