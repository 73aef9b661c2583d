//! Engines as they are named in a benchmark: with a heuristic, and with
//! techniques switched off.
//!
//! ```text
//! nash                        the engine as it is
//! nash:closest-switch         with this heuristic
//! movers/no-freeze/no-corral  without these techniques
//! ```
//!
//! The whole name stands in the records, so that variants of one engine can be
//! compared like engines.

use soko_solve::{Goal, Options, SolveError, Switches, engine_named};
use std::fmt;

/// An engine and how it is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The engine's name in the catalogue.
    pub engine: String,
    /// The heuristic, if one is named.
    pub heuristic: Option<String>,
    /// The techniques that are on.
    pub switches: Switches,
}

/// Why a name is no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpecError {
    /// The catalogue does not know it.
    Unknown(SolveError),
    /// There is no such technique to switch off.
    Switch(String),
}

impl fmt::Display for EngineSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpecError::Unknown(error) => write!(f, "{error}"),
            EngineSpecError::Switch(part) => write!(
                f,
                "{part:?} switches nothing off; there are no-{}",
                Switches::NAMES.join(", no-")
            ),
        }
    }
}

impl std::error::Error for EngineSpecError {}

impl std::str::FromStr for EngineSpec {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let mut parts = text.split('/');
        let name = parts.next().unwrap_or_default();
        let (name, heuristic) = match name.split_once(':') {
            Some((name, heuristic)) => (name, Some(heuristic.to_owned())),
            None => (name, None),
        };
        if engine_named(name).is_none() {
            let unknown = SolveError::UnknownEngine(name.to_owned());
            return Err(EngineSpecError::Unknown(unknown));
        }
        let mut switches = Switches::default();
        for part in parts {
            let known = part
                .strip_prefix("no-")
                .is_some_and(|n| switches.turn_off(n));
            if !known {
                return Err(EngineSpecError::Switch(part.to_owned()));
            }
        }
        Ok(EngineSpec {
            engine: name.to_owned(),
            heuristic,
            switches,
        })
    }
}

impl EngineSpec {
    /// The options of a run with this goal.
    pub fn options(&self, goal: Goal) -> Options {
        Options {
            goal,
            heuristic: self.heuristic.clone(),
            switches: self.switches,
            ..Options::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_heuristics_and_switches_are_read() {
        let spec: EngineSpec = "bfs:near/no-freeze/no-areas".parse().unwrap();
        assert_eq!(spec.engine, "bfs");
        assert_eq!(spec.heuristic.as_deref(), Some("near"));
        assert!(!spec.switches.freeze && !spec.switches.areas && spec.switches.corral);
        let bad = |text: &str| text.parse::<EngineSpec>().unwrap_err();
        assert!(matches!(bad("nonesuch"), EngineSpecError::Unknown(_)));
        assert_eq!(bad("bfs/freeze"), EngineSpecError::Switch("freeze".into()));
        assert_eq!(
            bad("bfs/no-luck"),
            EngineSpecError::Switch("no-luck".into())
        );
    }
}
