//! One level, one engine, one answer: a line of JSON.
//!
//! The same record is written by every command that answers questions about
//! levels, kept in benchmark runs, compared and drawn. A solution enters a record
//! only through [`Record::set_solution`], which takes what the referee has passed,
//! so that no command can report one that does not solve the level.
//!
//! Fields that a reader does not know are ignored and those that came later have
//! defaults, so that old runs stay readable.

use crate::part::Part;
use crate::{StoredSet, words};
use serde::{Deserialize, Serialize};
use soko_core::{Bound, Measure, Verified};
use soko_search::{Counters, Limits, StopReason};
use soko_solve::Objective;
use std::collections::BTreeMap;
use std::time::Duration;

/// The version of the record's shape.
pub const SCHEMA: u32 = 1;

/// How a level ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A solution that the referee has replayed.
    Solved,
    /// Proved to have no solution.
    Unsolvable,
    /// The search ended, but had left states out that it could not prove dead.
    Incomplete,
    /// A limit or the user ended it; the reason says which.
    Stopped,
    /// The level breaks the rules; the reason is the diagnostic.
    Invalid,
}

impl Verdict {
    /// The word in the record.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Incomplete => "incomplete",
            Verdict::Stopped => "stopped",
            Verdict::Invalid => "invalid",
        }
    }
}

/// The limits under which a record was made, as plain numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordLimits {
    /// Seconds on the clock.
    pub seconds: Option<f64>,
    /// Bytes of memory.
    pub bytes: Option<u64>,
    /// States expanded.
    pub expansions: Option<u64>,
    /// Seconds of processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_seconds: Option<f64>,
}

impl From<Limits> for RecordLimits {
    fn from(limits: Limits) -> RecordLimits {
        RecordLimits {
            seconds: limits.time.map(|time| time.as_secs_f64()),
            bytes: limits.memory.map(|bytes| bytes as u64),
            expansions: limits.expansions,
            processor_seconds: limits.processor.map(|time| time.as_secs_f64()),
        }
    }
}

impl RecordLimits {
    /// The limit on time.
    pub fn time(&self) -> Option<Duration> {
        self.seconds.map(to_time)
    }
}

/// A record may come from anywhere: what is less than nothing is nothing, and what is
/// more than a clock can count is all that it can.
fn to_time(seconds: f64) -> Duration {
    let most = if seconds > 0.0 {
        Duration::MAX
    } else {
        Duration::ZERO
    };
    Duration::try_from_secs_f64(seconds).unwrap_or(most)
}

impl From<RecordLimits> for Limits {
    fn from(limits: RecordLimits) -> Limits {
        Limits {
            time: limits.time(),
            processor: limits.processor_seconds.map(to_time),
            memory: limits.bytes.map(|bytes| bytes as usize),
            expansions: limits.expansions,
        }
    }
}

/// What one engine said of one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of this shape: [`SCHEMA`].
    pub schema: u32,
    /// The collection's name.
    pub collection: String,
    /// The level's number in the collection, from 1.
    pub level: usize,
    /// The level's title, if it has one.
    pub title: Option<String>,
    /// How it ended.
    pub outcome: Verdict,
    /// Why it stopped, or what is wrong with the level.
    pub reason: Option<String>,
    /// The solution in letters, capitals for pushes.
    pub solution: Option<String>,
    /// Steps of the man.
    pub moves: Option<u64>,
    /// Pushes.
    pub pushes: Option<u64>,
    /// Runs of pushes of one box in one direction.
    pub box_lines: Option<u64>,
    /// Runs of pushes of one box.
    pub box_changes: Option<u64>,
    /// Runs of pushes without a plain step between them.
    pub pushing_sessions: Option<u64>,
    /// Runs of steps in one direction.
    pub player_lines: Option<u64>,
    /// In which measure the solution is proved the shortest, if in any.
    #[serde(with = "words::measure")]
    pub optimal: Option<Measure>,
    /// A proved lower bound: the fields `lower_bound` and `bound_measure`.
    #[serde(flatten, with = "words::bound")]
    pub lower_bound: Option<Bound>,
    /// The length of the solution in the measure of the bound, or of the goal.
    #[serde(default)]
    pub upper_bound: Option<u64>,
    /// The engine's name in the catalogue.
    pub engine: String,
    /// States expanded.
    pub expanded: u64,
    /// States generated, repeats included.
    pub generated: u64,
    /// Seconds on the clock.
    pub seconds: f64,
    /// The most bytes that tables and queues held at any time.
    pub peak_bytes: u64,
    /// Seconds of processor time, of all threads together; none where nobody tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_seconds: Option<f64>,
    /// What was asked for: `any`, `pushes` or `moves`.
    #[serde(default, with = "words::objective")]
    pub goal: Objective,
    /// States stored.
    #[serde(default)]
    pub stored: u64,
    /// Peak bytes for each state stored.
    #[serde(default)]
    pub bytes_per_state: Option<f64>,
    /// The limits.
    #[serde(default)]
    pub limits: RecordLimits,
    /// The version of the program that made the record.
    #[serde(default)]
    pub version: String,
    /// The commit of the program, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Further facts that an engine tells of its run, such as the strategy that
    /// found the solution or how often each deadlock rule spoke.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, serde_json::Value>,
    /// Where the record stands in a run that was dealt out to many machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// Dead sets for whoever has asked for them; they are handed over, and written
    /// nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_sets: Option<Vec<StoredSet>>,
}

impl Record {
    /// A record about a level that has not been answered yet: stopped, with no
    /// reason and no counts.
    pub fn new(collection: &str, level: usize, title: Option<&str>, engine: &str) -> Record {
        // In the order in which the fields are written.
        Record {
            schema: SCHEMA,
            collection: collection.to_owned(),
            level,
            title: title.map(str::to_owned),
            outcome: Verdict::Stopped,
            reason: None,
            solution: None,
            moves: None,
            pushes: None,
            box_lines: None,
            box_changes: None,
            pushing_sessions: None,
            player_lines: None,
            optimal: None,
            lower_bound: None,
            upper_bound: None,
            engine: engine.to_owned(),
            expanded: 0,
            generated: 0,
            seconds: 0.0,
            peak_bytes: 0,
            processor_seconds: None,
            goal: Objective::Any,
            stored: 0,
            bytes_per_state: None,
            limits: RecordLimits::default(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("SOKO_COMMIT")
                .filter(|commit| !commit.is_empty())
                .map(str::to_owned),
            details: BTreeMap::new(),
            part: None,
            dead_sets: None,
        }
    }

    /// Says that the level is solved, and how.
    pub fn set_solution(&mut self, solution: &Verified) {
        let metrics = solution.metrics();
        let measure = self.lower_bound.map(|bound| bound.measure);
        let measure = measure.or(self.goal.measure());
        self.upper_bound = measure.map(|measure| measure.of(metrics));
        self.outcome = Verdict::Solved;
        self.reason = None;
        self.solution = Some(solution.lurd());
        self.moves = Some(metrics.moves);
        self.pushes = Some(metrics.pushes);
        self.box_lines = Some(metrics.box_lines);
        self.box_changes = Some(metrics.box_changes);
        self.pushing_sessions = Some(metrics.pushing_sessions);
        self.player_lines = Some(metrics.player_lines);
    }

    /// Says that the solution is proved the shortest if the bound is as long as it.
    pub fn note_proof(&mut self) {
        if let (Some(bound), Some(upper)) = (self.lower_bound, self.upper_bound)
            && bound.at_least == upper
        {
            self.optimal = Some(bound.measure);
        }
    }

    /// Says that the engine was stopped, and why.
    pub fn set_stopped(&mut self, reason: StopReason) {
        self.outcome = Verdict::Stopped;
        self.reason = Some(reason.name().to_owned());
    }

    /// Whether the engine came to grief: a fault of ours.
    pub fn is_crash(&self) -> bool {
        let reason = self.reason.as_deref().unwrap_or_default();
        self.outcome == Verdict::Stopped && reason.starts_with("crashed")
    }

    /// Takes over what was counted.
    pub fn set_counters(&mut self, counters: &Counters, seconds: f64) {
        self.expanded = counters.expanded;
        self.generated = counters.generated;
        self.stored = counters.stored;
        self.peak_bytes = counters.peak_bytes as u64;
        self.bytes_per_state = counters.bytes_per_state();
        self.seconds = seconds;
    }

    /// The seconds that it took: of the processor where they are known, so that records
    /// of a busy machine can be compared, else on the clock.
    pub fn seconds_of_work(&self) -> f64 {
        self.processor_seconds.unwrap_or(self.seconds)
    }

    /// Whether there is a solution.
    pub fn is_solved(&self) -> bool {
        self.outcome == Verdict::Solved
    }

    /// The record as one line of JSON, without the line's end.
    ///
    /// # Panics
    ///
    /// Never: all fields can be written, as no map has keys other than text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record can be written as JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Direction::Right, Setup, verify};

    fn corridor() -> Verified {
        let setup: Setup = "#######\n#@ $ .#\n#######".parse().unwrap();
        verify(&setup, [Right; 3]).unwrap()
    }

    #[test]
    fn odd_limits_are_no_fault() {
        let time = |seconds| {
            let limits = Limits::from(RecordLimits {
                seconds: Some(seconds),
                processor_seconds: Some(seconds),
                ..RecordLimits::default()
            });
            assert_eq!(limits.time, limits.processor);
            limits.time
        };
        assert_eq!(time(1.5), Some(Duration::from_millis(1500)));
        assert_eq!(time(-1.0), Some(Duration::ZERO));
        assert_eq!(time(1e300), Some(Duration::MAX));
    }

    #[test]
    fn a_solution_brings_its_numbers() {
        let mut record = Record::new("test", 1, None, "none");
        assert_eq!(record.outcome, Verdict::Stopped);
        assert_eq!(record.solution, None);
        record.set_solution(&corridor());
        assert_eq!(record.solution.as_deref(), Some("rRR"));
        assert_eq!((record.moves, record.pushes), (Some(3), Some(2)));
    }

    #[test]
    fn the_line_has_the_fields_of_the_contract_in_order() {
        let mut record = Record::new("starter", 3, Some("Corridor"), "bfs");
        record.lower_bound = Some(Bound {
            at_least: 2,
            measure: Measure::Pushes,
        });
        record.set_solution(&corridor());
        record.note_proof();
        let line = record.to_json();
        let keys = [
            "schema",
            "collection",
            "level",
            "title",
            "outcome",
            "reason",
            "solution",
            "moves",
            "pushes",
            "box_lines",
            "box_changes",
            "pushing_sessions",
            "player_lines",
            "optimal",
            "lower_bound",
            "bound_measure",
            "upper_bound",
            "engine",
            "expanded",
            "generated",
            "seconds",
            "peak_bytes",
        ];
        let places: Vec<usize> = keys
            .iter()
            .map(|key| line.find(&format!("\"{key}\":")).expect(key))
            .collect();
        assert!(places.is_sorted(), "{line}");
        assert!(line.contains(r#""outcome":"solved","reason":null,"solution":"rRR""#));
        assert!(
            line.contains(
                r#""optimal":"pushes","lower_bound":2,"bound_measure":"pushes","upper_bound":2,"engine""#
            )
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
    }

    #[test]
    fn a_line_with_only_the_contract_fields_can_be_read() {
        let line = r#"{"schema":1,"collection":"c","level":3,"title":"t","outcome":"stopped",
            "reason":"time","solution":null,"moves":null,"pushes":null,"box_lines":null,
            "box_changes":null,"pushing_sessions":null,"player_lines":null,"optimal":null,
            "lower_bound":29,"engine":"e","expanded":1041,"generated":5213,"seconds":0.021,
            "peak_bytes":1843200}"#;
        let record: Record = serde_json::from_str(line).unwrap();
        assert_eq!(record.goal, Objective::Any);
        assert_eq!(record.lower_bound, None, "29 of what?");
        let line = line.replace("29,", r#"29,"bound_measure":"moves","#);
        let record: Record = serde_json::from_str(&line).unwrap();
        assert_eq!(record.lower_bound.unwrap().to_string(), "29 moves");
        let none: Record = serde_json::from_str(&line.replace("29", "null")).unwrap();
        assert_eq!(none.lower_bound, None);
    }

    #[test]
    fn words_that_nobody_knows_are_errors() {
        let line = Record::new("test", 1, None, "none").to_json();
        assert!(line.contains(r#""lower_bound":null,"bound_measure":null"#));
        let faults = [
            (r#""goal":"any""#, r#""goal":"steps""#),
            (r#""optimal":null"#, r#""optimal":"steps""#),
            (r#""bound_measure":null"#, r#""bound_measure":"any""#),
        ];
        for (right, wrong) in faults {
            let line = line.replace(right, wrong);
            assert!(line.contains(wrong));
            assert!(serde_json::from_str::<Record>(&line).is_err(), "{wrong}");
        }
    }
}
