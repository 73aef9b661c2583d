//! Engines as they are named in a benchmark: with a heuristic, with techniques
//! switched off, with threads or strategies of their own.
//!
//! ```text
//! nash                        the engine as it is
//! nash:closest-switch         with this heuristic
//! movers/no-freeze/no-corral  without these techniques
//! champion/threads-2          with so many threads a level
//! champion/only-backward      with this strategy alone; several may be named
//! ```
//!
//! The whole name stands in the records, so that variants of one engine can be
//! compared like engines.

use soko_solve::champion::STRATEGY_NAMES;
use soko_solve::{Objective, Options, SolveError, Switch, Switches, engine_named};
use std::fmt;

/// An engine and how it is to be run.
///
/// ```
/// use soko_bench::EngineSpec;
/// let spec: EngineSpec = "champion/threads-2".parse().unwrap();
/// assert_eq!((spec.engine.as_str(), spec.threads), ("champion", 2));
/// assert!("champion/no-such-thing".parse::<EngineSpec>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The engine's name in the catalogue.
    pub engine: String,
    /// The heuristic, if one is named.
    pub heuristic: Option<String>,
    /// The techniques that are on.
    pub switches: Switches,
    /// The strategies that may run; all if none is named.
    pub strategies: Vec<String>,
    /// Threads a level.
    pub threads: usize,
}

/// Why a name is no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpecError {
    /// The catalogue does not know it.
    Unknown(SolveError),
    /// There is no such technique to switch off, and no other such change.
    Switch(String),
}

impl fmt::Display for EngineSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpecError::Unknown(error) => write!(f, "{error}"),
            EngineSpecError::Switch(part) => {
                let names: Vec<&str> = Switch::all().map(Switch::name).collect();
                write!(
                    f,
                    "{part:?} changes nothing; there are threads-N, only-STRATEGY, no-{}",
                    names.join(", no-")
                )
            }
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
        engine_named(name).map_err(EngineSpecError::Unknown)?;
        let mut spec = EngineSpec {
            engine: name.to_owned(),
            heuristic,
            switches: Switches::default(),
            strategies: Vec::new(),
            threads: 1,
        };
        for part in parts {
            if !spec.change(part) {
                return Err(EngineSpecError::Switch(part.to_owned()));
            }
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// Makes one change by name; says whether there is such a change.
    fn change(&mut self, part: &str) -> bool {
        if let Some(name) = part.strip_prefix("no-") {
            let switch = Switch::from_name(name);
            if let Some(switch) = switch {
                self.switches = self.switches.without(switch);
            }
            return switch.is_some();
        }
        if let Some(name) = part.strip_prefix("only-") {
            self.strategies.push(name.to_owned());
            return STRATEGY_NAMES.contains(&name);
        }
        match part.strip_prefix("threads-").map(str::parse) {
            Some(Ok(threads)) => self.threads = threads,
            _ => return false,
        }
        self.threads > 0
    }

    /// Whether the engine can be asked for this, and uses all that is named.
    ///
    /// # Errors
    ///
    /// If not; the error says what it takes.
    pub fn check(&self, objective: Objective) -> Result<(), SolveError> {
        engine_named(&self.engine)?.check(&self.options(objective))
    }

    /// The options of a run with this objective.
    pub fn options(&self, objective: Objective) -> Options {
        Options {
            objective,
            heuristic: self.heuristic.clone(),
            switches: self.switches,
            strategies: self.strategies.clone(),
            threads: self.threads,
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
        let off = Switch::all().filter(|&switch| !spec.switches.is_on(switch));
        assert_eq!(
            off.map(Switch::name).collect::<Vec<_>>(),
            ["freeze", "areas"]
        );
        let spec: EngineSpec = "champion/threads-2/only-backward".parse().unwrap();
        let options = spec.options(Objective::Any);
        assert_eq!(options.threads, 2);
        assert_eq!(options.strategies, ["backward"]);
        let bad = |text: &str| text.parse::<EngineSpec>().unwrap_err();
        assert!(matches!(bad("nonesuch"), EngineSpecError::Unknown(_)));
        assert_eq!(bad("bfs/freeze"), EngineSpecError::Switch("freeze".into()));
        assert_eq!(
            bad("champion/threads-0"),
            EngineSpecError::Switch("threads-0".into())
        );
        assert_eq!(
            bad("bfs/no-luck"),
            EngineSpecError::Switch("no-luck".into())
        );
    }
}
