//! Engines as they are named in a benchmark: with a heuristic, with techniques
//! switched off, with threads or strategies of their own.
//!
//! ```text
//! nash                        the engine as it is
//! nash:closest-switch         with this heuristic
//! movers/no-freeze/no-corral  without these techniques
//! champion/threads-2          with so many threads a level
//! champion/only-backward      with this strategy alone; several may be named
//! champion/seed-7             with other lots
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
    /// The seed of engines that draw lots.
    pub seed: u64,
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
                    "{part:?} changes nothing; there are threads-N, seed-N, only-STRATEGY, no-{}",
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
            seed: 0,
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
        if let Some(number) = part.strip_prefix("seed-") {
            let seed = number.parse();
            self.seed = seed.clone().unwrap_or_default();
            return seed.is_ok();
        }
        match part.strip_prefix("threads-").map(str::parse) {
            Some(Ok(threads)) => self.threads = threads,
            _ => return false,
        }
        self.threads > 0
    }

    /// An engine with all that is set of these options but the objective.
    pub fn of(engine: &str, options: &Options) -> EngineSpec {
        EngineSpec {
            engine: engine.to_owned(),
            heuristic: options.heuristic.clone(),
            switches: options.switches,
            strategies: options.strategies.clone(),
            threads: options.threads,
            seed: options.seed,
        }
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
            seed: self.seed,
            ..Options::default()
        }
    }
}

/// The name that is read as this spec.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.engine)?;
        if let Some(heuristic) = &self.heuristic {
            write!(f, ":{heuristic}")?;
        }
        for switch in Switch::all().filter(|&switch| !self.switches.is_on(switch)) {
            write!(f, "/no-{}", switch.name())?;
        }
        for strategy in &self.strategies {
            write!(f, "/only-{strategy}")?;
        }
        if self.threads != 1 {
            write!(f, "/threads-{}", self.threads)?;
        }
        if self.seed != 0 {
            write!(f, "/seed-{}", self.seed)?;
        }
        Ok(())
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
        assert_eq!(EngineSpec::of("champion", &options), spec);
        for text in [
            "champion/no-freeze/no-areas/only-backward/threads-2/seed-7",
            "bfs:near",
            "movers",
        ] {
            let spec: EngineSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
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
