//! What a run of an engine is asked to do, and what an engine reads of it.

use crate::champion::Weights;
use crate::deadlock::{KeptSet, Patterns};
use crate::gap::Gap;
use crate::objective::Objective;
use crate::own::{OwnDeadlock, OwnHeuristic, Registry};
use crate::switches::{Switch, Switches};

/// What a run of an engine is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The kind of solution.
    pub objective: Objective,
    /// The heuristic by name, for engines that take one: one of the table, or one's own.
    pub heuristic: Option<String>,
    /// Heuristics and deadlock tests of one's own. A heuristic is asked if
    /// [`Options::heuristic`] names it, deadlock tests are all asked.
    pub own: Registry,
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
            own: Registry::default(),
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

impl Options {
    /// The options of a run that is asked for this, and for nothing else.
    pub fn asking(objective: Objective) -> Options {
        Options {
            objective,
            ..Options::default()
        }
    }

    /// The same, to be searched with this heuristic of one's own.
    ///
    /// ```
    /// use soko_core::{Level, State};
    /// use soko_search::{Claims, Control};
    /// use soko_solve::{Options, own::OwnHeuristic, solve};
    ///
    /// let blind = OwnHeuristic::new("blind", Claims::ALL, |_| |_: &State| Some(0));
    /// let options = Options::default().with_heuristic(blind);
    /// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    /// let report = solve("astar", &level, &options, &mut Control::default()).unwrap();
    /// assert_eq!(report.solution().unwrap().verified.lurd(), "rR");
    /// ```
    #[must_use]
    pub fn with_heuristic(mut self, heuristic: OwnHeuristic) -> Options {
        self.heuristic = Some(heuristic.name().into());
        self.own = self.own.with_heuristic(heuristic);
        self
    }

    /// The same, to be searched with this deadlock test of one's own.
    #[must_use]
    pub fn with_deadlock(mut self, deadlock: OwnDeadlock) -> Options {
        self.own = self.own.with_deadlock(deadlock);
        self
    }

    /// The heuristic that is named, if it is one's own.
    pub(crate) fn own_heuristic(&self) -> Option<&OwnHeuristic> {
        self.own.heuristic(self.heuristic.as_ref()?)
    }

    /// Whether a search with these has to ask something of one's own.
    pub(crate) fn ask_own(&self) -> bool {
        self.own_heuristic().is_some() || !self.own.deadlocks().is_empty()
    }
}

/// A choice in [`Options`] that only some engines read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// [`Options::heuristic`].
    Heuristic,
    /// [`Options::heuristic`], where it names one of [`Options::own`].
    OwnHeuristic,
    /// The deadlock tests of [`Options::own`].
    OwnDeadlock,
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
    pub const ALL: [Choice; 12] = [
        Choice::Heuristic,
        Choice::OwnHeuristic,
        Choice::OwnDeadlock,
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
            Choice::OwnHeuristic => "heuristic of one's own",
            Choice::OwnDeadlock => "deadlock test of one's own",
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
            Choice::OwnHeuristic => options.own_heuristic().is_some(),
            Choice::OwnDeadlock => !options.own.deadlocks().is_empty(),
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

    /// What can be changed by name or number, in words. What is one's own comes from a
    /// program and not from a command line, where these words are read.
    pub fn told(&self) -> String {
        let is_own = |c: &&Choice| matches!(c, Choice::OwnHeuristic | Choice::OwnDeadlock);
        let choices = self.choices.iter().filter(|choice| !is_own(choice));
        let choices = choices.map(|choice| choice.name());
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
