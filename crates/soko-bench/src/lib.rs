//! The workbench: suites of levels, a runner with limits, records, comparison,
//! reports, and the papers' tables beside ours.

mod answer;
mod compare;
mod engine_spec;
mod job;
pub mod oracle;
mod process;
mod published;
mod record;
pub mod report;
pub mod reproduce;
mod run_file;
mod runner;
pub mod suite;
mod table;
mod words;

pub use answer::answer;
pub use compare::{Comparison, Conflict, Contestant, Duel, LevelKey, Standing, Sums, contestants};
pub use engine_spec::{EngineSpec, EngineSpecError};
pub use job::{Job, JobKey};
pub use process::{ProcessExecutor, serve_one};
pub use published::{GrecoRow, MoversFigures, NashFigures, Published, VegerRow};
pub use record::{Record, RecordLimits, SCHEMA, Verdict};
pub use run_file::{RunFile, RunFileError, parse_run, read_run};
pub use runner::{Executor, JobProgress, RunEvent, RunSummary, run};
pub use table::{TextTable, grouped, ratio, seconds};
