//! What the kit has found, in words and drawings.

use soko_core::Setup;
use std::fmt;

/// Something that a heuristic or a deadlock test can promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Promise {
    /// A guess is never more than what is left to do.
    Admissible,
    /// Along a push a guess never falls by more than the push costs.
    Consistent,
    /// What is called dead has no solution.
    Sound,
}

impl Promise {
    /// All promises.
    pub const ALL: [Promise; 3] = [Promise::Admissible, Promise::Consistent, Promise::Sound];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Promise::Admissible => "admissible",
            Promise::Consistent => "consistent",
            Promise::Sound => "sound",
        }
    }
}

/// A position that breaks a promise: the smallest that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The promise.
    pub promise: Promise,
    /// What was said, and what is true.
    pub what: String,
    /// The position.
    pub position: Setup,
    /// The position after the push that matters, if one does.
    pub after: Option<Setup>,
    /// A shortest solution from the position, if it has one.
    pub solution: Option<String>,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "not {}: {}", self.promise.name(), self.what)?;
        write!(f, "{}", self.position)?;
        if let Some(after) = &self.after {
            write!(f, "after the push\n{after}")?;
        }
        match &self.solution {
            Some(moves) if !moves.is_empty() => writeln!(f, "a solution: {moves}"),
            _ => Ok(()),
        }
    }
}

/// What the kit has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The name of what was checked.
    pub name: String,
    /// How many levels it was asked about.
    pub levels: usize,
    /// How many states.
    pub states: usize,
    /// How many of these have no solution.
    pub dead: usize,
    /// How many of the dead ones it called dead.
    pub caught: usize,
    /// What it promises, and what it could have promised, each with whether it did.
    pub promises: Vec<(Promise, bool)>,
    /// A counterexample for each promise that does not hold, given or not.
    pub counterexamples: Vec<Counterexample>,
}

impl Checked {
    /// The counterexample to a promise, if there is one.
    pub fn counterexample(&self, promise: Promise) -> Option<&Counterexample> {
        let mut all = self.counterexamples.iter();
        all.find(|example| example.promise == promise)
    }

    /// Whether no promise that was given is broken.
    pub fn holds(&self) -> bool {
        let mut given = self.promises.iter().filter(|(_, is_given)| *is_given);
        given.all(|(promise, _)| self.counterexample(*promise).is_none())
    }

    /// For tests: goes on if every promise that was given is kept.
    ///
    /// # Panics
    ///
    /// If one is broken, with the counterexample drawn.
    pub fn assert_holds(&self) {
        assert!(self.holds(), "{self}");
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked {
            name,
            levels,
            states,
            dead,
            caught,
            ..
        } = self;
        writeln!(
            f,
            "{name}: {levels} levels, {states} states, {dead} of them dead, {caught} called dead"
        )?;
        for &(promise, is_given) in &self.promises {
            let example = self.counterexample(promise);
            let told = match (is_given, example.is_some()) {
                (true, true) => "promised, and broken",
                (true, false) => "promised, and kept",
                (false, true) => "not promised, and not kept",
                (false, false) => "not promised, and kept all the same",
            };
            writeln!(f, "{}: {told}", promise.name())?;
            if let Some(example) = example {
                write!(f, "{example}")?;
            }
        }
        Ok(())
    }
}
