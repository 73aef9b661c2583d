//! The workbench: suites of levels, a runner with limits, records, comparison,
//! reports, and the papers' tables beside ours.

mod record;

pub use record::{Metric, Record, RecordLimits, SCHEMA, Verdict};
