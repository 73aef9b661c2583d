//! What users have registered, beside the tables that are built in.

use super::{OwnDeadlock, OwnHeuristic};
use crate::deadlock::Technique;
use crate::heuristic::HEURISTICS;
use crate::solve_error::SolveError;
use soko_core::Measure;

/// Heuristics and deadlock tests of one's own, by name. A heuristic is asked when it is
/// named; deadlock tests are all asked, in their order.
///
/// ```
/// use soko_search::Claims;
/// use soko_core::State;
/// use soko_solve::own::{OwnHeuristic, Registry};
///
/// let blind = OwnHeuristic::new("blind", Claims::ALL, |_| |_: &State| Some(0));
/// let registry = Registry::default().with_heuristic(blind);
/// assert!(registry.heuristic("blind").is_some());
/// assert!(registry.heuristic_names().any(|name| name == "min-matching"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    heuristics: Vec<OwnHeuristic>,
    deadlocks: Vec<OwnDeadlock>,
}

impl Registry {
    /// The same with this heuristic.
    #[must_use]
    pub fn with_heuristic(mut self, heuristic: OwnHeuristic) -> Registry {
        self.heuristics.push(heuristic);
        self
    }

    /// The same with this deadlock test.
    #[must_use]
    pub fn with_deadlock(mut self, deadlock: OwnDeadlock) -> Registry {
        self.deadlocks.push(deadlock);
        self
    }

    /// The registered heuristic of this name; none for those of the table.
    pub fn heuristic(&self, name: &str) -> Option<&OwnHeuristic> {
        self.heuristics.iter().find(|own| own.name() == name)
    }

    /// The registered deadlock tests, in the order in which they are asked.
    pub fn deadlocks(&self) -> &[OwnDeadlock] {
        &self.deadlocks
    }

    /// The names of all heuristics, those of the table first.
    pub fn heuristic_names(&self) -> impl Iterator<Item = &str> {
        let table = HEURISTICS.iter().map(|entry| entry.name);
        table.chain(self.heuristics.iter().map(OwnHeuristic::name))
    }

    /// The names of all deadlock tests, those of the table first.
    pub fn deadlock_names(&self) -> impl Iterator<Item = &str> {
        let table = Technique::ALL.into_iter().map(|technique| technique.name());
        table.chain(self.deadlocks.iter().map(OwnDeadlock::name))
    }

    /// Whether every name stands for one thing.
    ///
    /// # Errors
    ///
    /// If not; the error has the first name that is there twice.
    pub(crate) fn check_names(&self) -> Result<(), SolveError> {
        let taken = |kind, name: &str| SolveError::Taken {
            kind,
            name: name.into(),
        };
        if let Some(name) = twice(self.heuristic_names()) {
            return Err(taken("heuristic", name));
        }
        match twice(self.deadlock_names()) {
            Some(name) => Err(taken("deadlock test", name)),
            None => Ok(()),
        }
    }

    /// Whether proofs in this measure can rest on all that is asked.
    ///
    /// # Errors
    ///
    /// If some deadlock test does not promise to be right.
    pub(crate) fn check_proof(
        &self,
        engine: &'static str,
        asked: Option<Measure>,
    ) -> Result<(), SolveError> {
        let unsound = self.deadlocks.iter().find(|test| !test.is_sound());
        match (unsound, asked) {
            (Some(test), Some(_)) => Err(SolveError::Unfit {
                engine,
                kind: "deadlock test",
                name: test.name().into(),
                why: "it is not sound, so nothing would be proved; ask for any solution",
            }),
            _ => Ok(()),
        }
    }
}

/// The first name that comes for the second time.
fn twice<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Some(name);
        }
        seen.push(name);
    }
    None
}
