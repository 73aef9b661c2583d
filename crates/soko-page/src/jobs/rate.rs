//! How hard people are likely to find a level, and why.
//!
//! A grade says most with the whole state graph of the level, as `soko rate` has it. That
//! gets half of the time; a level whose graph is too large, or takes longer here, gets the
//! grade that needs none, after a moment. A number that the clock cut short is in neither.

use super::desk::Desk;
use crate::fault::Fault;
use crate::levels::read_board;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_core::Level;
use soko_rate::{MOST_STATES, NotMeasured, Rating, Reason};
use soko_search::{Control, Counters, Limits, StopReason};
use std::time::Duration;

/// The grade of a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    level: String,
}

/// A search that is asked for by name meanwhile waits no longer than this; hints do not wait.
pub(super) const SECONDS: u64 = 10;

impl Rate {
    /// The grade with its reasons, or why there is none.
    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        let level = read_board(&self.level)?;
        let mut control = desk.control_for(time);
        Ok(match rated(&level, time, &mut control) {
            Ok(rating) => json!({
                "outcome": "rated",
                "grade": rating.grade,
                "model": rating.kind.name(),
                "reasons": rating.reasons.iter().map(reason_view).collect::<Vec<_>>(),
            }),
            Err(NotMeasured::Stopped) => {
                let why = control.stopped().unwrap_or(StopReason::Time);
                json!({"outcome": "stopped", "reason": why.name()})
            }
            Err(why) => json!({"outcome": "unrated", "reason": why.to_string()}),
        })
    }
}

fn rated(level: &Level, time: Duration, control: &mut Control<'_>) -> Result<Rating, NotMeasured> {
    let half = Limits {
        time: Some(time / 2),
        ..Limits::default()
    };
    let whole = control.part(half, Counters::default(), |part| {
        Rating::new(level, MOST_STATES, part)
    });
    match whole {
        Err(NotMeasured::Stopped) if control.stopped().is_none() => Rating::new(level, 0, control),
        whole => whole,
    }
}

fn reason_view(reason: &Reason) -> Value {
    json!({
        "about": reason.feature.about,
        "value": reason.told_value(),
        "points": reason.points,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_solve::deadlock::Patterns;
    use std::sync::atomic::AtomicBool;

    const TRAP: &str = "#######\n## .  #\n##$$  #\n##.#@ #\n#######";

    /// Twenty boxes in a hall: no graph fits.
    fn hall() -> String {
        let rows = "# $ $ $ $   ....   #\n#                  #\n".repeat(5);
        let wall = "#".repeat(20);
        format!("{wall}\n#@                 #\n{rows}{wall}\n")
    }

    fn rate(level: &str, time: Duration, is_stopped: bool) -> Value {
        let desk = Desk {
            stop: &AtomicBool::new(is_stopped),
            memory: 1 << 30,
            patterns: Patterns::default(),
            report: &mut |_| (),
        };
        let level = level.to_string();
        Rate { level }.work(time, desk).expect("the level is valid")
    }

    #[test]
    fn the_page_and_the_command_give_the_same_grade() {
        let minutes = Duration::from_secs(600);
        let told = rate(TRAP, minutes, false);
        let level: Level = TRAP.parse().unwrap();
        let own = Rating::new(&level, MOST_STATES, &mut Control::default()).unwrap();
        assert_eq!(
            (&told["outcome"], &told["model"]),
            (&json!("rated"), &json!("whole"))
        );
        assert_eq!(told["grade"], json!(own.grade));
        assert_eq!(told["reasons"].as_array().unwrap().len(), own.reasons.len());
        assert_eq!(told["reasons"][0]["about"], own.reasons[0].feature.about);
        let none = rate("######\n#$ @.#\n######", minutes, false);
        assert_eq!(none["outcome"], "unrated");
        assert_eq!(none["reason"], "the level has no solution");
    }

    #[test]
    fn where_no_graph_fits_the_grade_is_the_quick_one() {
        let told = rate(&hall(), Duration::from_secs(600), false);
        assert_eq!(told["model"], "quick", "{told}");
        let level: Level = hall().parse().unwrap();
        let quick = Rating::new(&level, 0, &mut Control::default()).unwrap();
        assert_eq!(told["grade"], json!(quick.grade));
    }

    /// An engine that the clock ended has not failed on the level: there is no grade.
    #[test]
    fn a_clock_or_a_stop_makes_no_grade() {
        let told = rate(&hall(), Duration::from_millis(1), false);
        assert_eq!(told, json!({"outcome": "stopped", "reason": "time"}));
        let told = rate(TRAP, Duration::from_secs(600), true);
        assert_eq!(told, json!({"outcome": "stopped", "reason": "cancelled"}));
    }
}
