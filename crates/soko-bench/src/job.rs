//! What is asked of an engine: one level, one engine, one goal, its limits.

use crate::part::Part;
use crate::{Knowledge, Record, RecordLimits, words};
use serde::{Deserialize, Serialize};
use soko_solve::Objective;

/// One question for one engine. It holds the board itself, so that whoever
/// answers it needs no file.
///
/// ```
/// use soko_bench::{Job, Knowledge, RecordLimits, answer};
/// use soko_solve::Objective;
/// use std::sync::atomic::AtomicBool;
/// let job = Job {
///     collection: "mine".into(),
///     level: 1,
///     title: None,
///     board: "######\n#@ $.#\n######\n".into(),
///     engine: "bfs".into(),
///     goal: Objective::PUSHES,
///     limits: RecordLimits::default(),
///     knowledge: Knowledge::default(),
///     part: None,
/// };
/// let record = answer(&job, &AtomicBool::new(false), &mut |_| {});
/// assert_eq!((record.solution.as_deref(), record.pushes), (Some("rR"), Some(1)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The collection's name.
    pub collection: String,
    /// The level's number in the collection, from 1.
    pub level: usize,
    /// The level's title, if it has one.
    pub title: Option<String>,
    /// The level in standard characters, rows separated by line ends.
    pub board: String,
    /// The engine's name.
    pub engine: String,
    /// What is asked for: `any`, `pushes` or `moves`.
    #[serde(with = "words::objective")]
    pub goal: Objective,
    /// How much the engine may use.
    pub limits: RecordLimits,
    /// What the engine is told beyond the level.
    #[serde(default)]
    pub knowledge: Knowledge,
    /// Where it stands in a run that is dealt out to many machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

/// What tells one record of a run from another: collection, level, engine, goal.
pub type JobKey = (String, usize, String, Objective);

impl Job {
    /// What tells this job from others.
    pub fn key(&self) -> JobKey {
        (
            self.collection.clone(),
            self.level,
            self.engine.clone(),
            self.goal,
        )
    }

    /// The record of this job before anything is known.
    pub fn blank_record(&self) -> Record {
        let title = self.title.as_deref();
        let mut record = Record::new(&self.collection, self.level, title, &self.engine);
        record.goal = self.goal;
        record.limits = self.limits;
        record.part = self.part.clone();
        record
    }
}

impl Record {
    /// What tells this record from others of its run.
    pub fn key(&self) -> JobKey {
        (
            self.collection.clone(),
            self.level,
            self.engine.clone(),
            self.goal,
        )
    }
}
