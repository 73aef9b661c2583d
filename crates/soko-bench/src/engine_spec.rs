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
//! champion/values-9_0_…       with these nine values, in their order
//! movers/backward-70          with this share of the backward search, in percent
//! optimal/gap-500             until the ends are 5% apart, in hundredths of a percent
//! movers/table-1048576        with fixed tables of so many bytes, whose keys are trusted
//! ```
//!
//! The whole name stands in the records, so that variants of one engine can be
//! compared like engines.

use soko_solve::champion::{STRATEGY_NAMES, Weights};
use soko_solve::{Gap, Objective, Options, SolveError, Switch, Switches, engine_named};
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
    /// What features are worth to walks.
    pub values: Weights,
    /// The share of a backward search, in percent.
    pub backward: Option<u8>,
    /// Bytes of a fixed table of trusted keys.
    pub table: Option<usize>,
    /// How far apart the ends of a proof may stay.
    pub gap: Option<Gap>,
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
                    "{part:?} changes nothing; there are threads-N, seed-N, values-…, \
                     backward-PERCENT, table-BYTES, gap-HUNDREDTHS, only-STRATEGY, no-{}",
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
            values: Weights::default(),
            backward: None,
            table: None,
            gap: None,
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
        if let Some(text) = part.strip_prefix("values-") {
            let values = values_of(text);
            self.values = values.unwrap_or_default();
            return values.is_some();
        }
        if let Some(number) = part.strip_prefix("backward-") {
            self.backward = number.parse().ok().filter(|&percent| percent <= 100);
            return self.backward.is_some();
        }
        if let Some(number) = part.strip_prefix("table-") {
            self.table = number.parse().ok();
            return self.table.is_some();
        }
        if let Some(number) = part.strip_prefix("gap-") {
            self.gap = number.parse().ok().filter(|&n| n <= Gap::WHOLE.0).map(Gap);
            return self.gap.is_some();
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
            values: options.values,
            backward: options.backward,
            table: options.table,
            gap: options.gap,
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
            values: self.values,
            backward: self.backward,
            table: self.table,
            gap: self.gap,
            threads: self.threads,
            seed: self.seed,
            ..Options::default()
        }
    }
}

/// Nine values in their order.
fn values_of(text: &str) -> Option<Weights> {
    let values: Option<Vec<i32>> = text.split('_').map(|value| value.parse().ok()).collect();
    let values = values?;
    let is_small = |value: &i32| (-Weights::MOST..=Weights::MOST).contains(value);
    let values = values.iter().all(is_small).then_some(values)?;
    values.try_into().ok().map(Weights)
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
        if self.values != Weights::default() {
            let values = self.values.0.map(|value| value.to_string());
            write!(f, "/values-{}", values.join("_"))?;
        }
        if let Some(percent) = self.backward {
            write!(f, "/backward-{percent}")?;
        }
        if let Some(bytes) = self.table {
            write!(f, "/table-{bytes}")?;
        }
        if let Some(Gap(hundredths)) = self.gap {
            write!(f, "/gap-{hundredths}")?;
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
            "champion/values-1_-2_3_0_0_0_0_20000_-5",
            "bfs:near",
            "movers",
            "movers/backward-70/table-4096",
            "optimal/gap-250/threads-2",
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
            bad("optimal/gap-10001"),
            EngineSpecError::Switch("gap-10001".into())
        );
        for values in ["1_2", "1_2_3_4_5_6_7_8_9_10", "1_2_3_4_5_6_7_8_20001", "a"] {
            let part = format!("values-{values}");
            assert_eq!(
                bad(&format!("champion/{part}")),
                EngineSpecError::Switch(part)
            );
        }
        assert_eq!(
            bad("bfs/no-luck"),
            EngineSpecError::Switch("no-luck".into())
        );
    }
}
