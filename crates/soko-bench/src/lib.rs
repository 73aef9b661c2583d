//! The workbench: suites of levels, a runner with limits, records, comparison,
//! reports, and the papers' tables beside ours.

mod answer;
mod compare;
mod dead_set_file;
mod deal;
mod engine_spec;
mod job;
mod knowledge;
pub mod learn;
mod merge;
pub mod oracle;
mod part;
mod pattern_file;
mod process;
mod published;
mod record;
pub mod report;
pub mod reproduce;
mod run_file;
mod runner;
mod seeds;
pub mod suite;
pub mod survey;
mod table;
mod values_file;
mod words;

pub use answer::answer;
pub use compare::{Comparison, Conflict, Contestant, Duel, LevelKey, Standing, Sums, contestants};
pub use dead_set_file::{DeadSetFile, StoredSet};
pub use deal::deal;
pub use engine_spec::{EngineSpec, EngineSpecError};
pub use job::{Job, JobKey};
pub use knowledge::{Knowledge, kept, stored};
pub use merge::{MergeError, merge};
pub use part::{MOST_SHARDS, Part, Shard};
pub use pattern_file::{DrawnPattern, MOST_PATTERNS, PatternFile, read_patterns, write_patterns};
pub use process::{ProcessExecutor, serve_one};
pub use published::{
    GrecoAverages, GrecoRow, MoversFigures, NashFigures, NashRow, Published, VegerRow,
};
pub use record::{Record, RecordLimits, SCHEMA, Verdict};
pub use run_file::{RunFile, RunFileError, parse_run, read_run};
pub use runner::{Executor, JobProgress, RunEvent, RunSummary, run};
pub use seeds::{OverSeeds, Share, seeds_table};
pub use table::{TextTable, grouped, ratio, seconds};
pub use values_file::{read_values, write_values};
