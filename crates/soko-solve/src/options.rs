//! What a run of an engine is asked to do, and what an engine reads of it.

use crate::champion::Weights;
use crate::deadlock::{KeptSet, Patterns};
use crate::gap::Gap;
use crate::objective::Objective;
use crate::switches::{Switch, Switches};

/// What a run of an engine is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The kind of solution.
    pub objective: Objective,
    /// The heuristic by name, for engines that take one.
    pub heuristic: Option<String>,
    /// Techniques that are on.
    pub switches: Switches,
    /// The strategies of the champion that may run, by name; all if none is
    /// named.
    pub strategies: Vec<String>,
    /// What features are worth to the champion's strategy `plan-trained`.
    pub values: Weights,
    /// The deadlock patterns to look for.
    pub patterns: Patterns,
    /// Dead sets of earlier runs, if what is learned is to be kept; they are proved
    /// again before they are used.
    pub dead_sets: Option<Vec<KeptSet>>,
    /// The share of a backward search that goes first, in percent; none for the
    /// engine's own.
    pub backward: Option<u8>,
    /// Bytes of a fixed table of trusted 64-bit keys for each direction; none for
    /// tables that grow and compare keys in full.
    pub table: Option<usize>,
    /// How far apart the ends of a proof may stay; none for a proof to the end.
    pub gap: Option<Gap>,
    /// Threads that an engine may use.
    pub threads: usize,
    /// The seed of engines that draw lots.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            objective: Objective::Any,
            heuristic: None,
            switches: Switches::default(),
            strategies: Vec::new(),
            values: Weights::default(),
            patterns: Patterns::default(),
            dead_sets: None,
            backward: None,
            table: None,
            gap: None,
            threads: 1,
            seed: 0,
        }
    }
}

/// A choice in [`Options`] that only some engines read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// [`Options::heuristic`].
    Heuristic,
    /// [`Options::strategies`].
    Strategies,
    /// [`Options::values`].
    Values,
    /// [`Options::patterns`].
    Patterns,
    /// [`Options::dead_sets`].
    DeadSets,
    /// [`Options::backward`].
    Backward,
    /// [`Options::table`].
    Table,
    /// [`Options::gap`].
    Gap,
    /// [`Options::threads`].
    Threads,
    /// [`Options::seed`].
    Seed,
}

impl Choice {
    /// All choices.
    pub const ALL: [Choice; 10] = [
        Choice::Heuristic,
        Choice::Strategies,
        Choice::Values,
        Choice::Patterns,
        Choice::DeadSets,
        Choice::Backward,
        Choice::Table,
        Choice::Gap,
        Choice::Threads,
        Choice::Seed,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Heuristic => "heuristic",
            Choice::Strategies => "strategies",
            Choice::Values => "values",
            Choice::Patterns => "patterns",
            Choice::DeadSets => "dead-sets",
            Choice::Backward => "backward",
            Choice::Table => "table",
            Choice::Gap => "gap",
            Choice::Threads => "threads",
            Choice::Seed => "seed",
        }
    }

    /// Whether the choice was made, that is, differs from what is taken without it.
    fn is_made(self, options: &Options) -> bool {
        let plain = Options::default();
        match self {
            Choice::Heuristic => options.heuristic != plain.heuristic,
            Choice::Strategies => options.strategies != plain.strategies,
            Choice::Values => options.values != plain.values,
            Choice::Patterns => options.patterns != plain.patterns,
            Choice::DeadSets => options.dead_sets != plain.dead_sets,
            Choice::Backward => options.backward != plain.backward,
            Choice::Table => options.table != plain.table,
            Choice::Gap => options.gap != plain.gap,
            Choice::Threads => options.threads != plain.threads,
            Choice::Seed => options.seed != plain.seed,
        }
    }
}

/// What an engine reads of its options. What it does not read must be left alone, so
/// that nobody takes "no effect" for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reads {
    /// The switches.
    pub switches: Switches,
    /// The choices.
    pub choices: &'static [Choice],
}

impl Reads {
    /// Nothing can be changed.
    pub const NOTHING: Reads = Reads {
        switches: Switches::NONE,
        choices: &[],
    };

    /// The first thing that was changed although nobody reads it, in words.
    pub(crate) fn unread(&self, options: &Options) -> Option<String> {
        let mut choices = Choice::ALL.into_iter();
        let choice = choices.find(|c| c.is_made(options) && !self.choices.contains(c));
        let mut switches = Switch::all();
        let switch = switches.find(|&s| !options.switches.is_on(s) && !self.switches.is_on(s));
        let choice = choice.map(|choice| choice.name().to_string());
        choice.or_else(|| switch.map(|switch| format!("switch {}", switch.name())))
    }

    /// What can be changed, in words.
    pub fn told(&self) -> String {
        let choices = self.choices.iter().map(|choice| choice.name());
        let switches: Vec<&str> = self.switches.iter().map(|switch| switch.name()).collect();
        let mut told: Vec<String> = choices.map(String::from).collect();
        if !switches.is_empty() {
            told.push(format!("the switches {}", switches.join(", ")));
        }
        match told.is_empty() {
            true => "nothing".into(),
            false => told.join(", "),
        }
    }
}
