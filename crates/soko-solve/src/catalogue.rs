//! The engines by name, and the one door through which they are called.
//!
//! [`ENGINES`] is an explicit table. [`solve`] looks an engine up, runs it, turns
//! its plan into steps and hands them to the referee: nothing leaves this module
//! as a solution that the referee has not replayed.

use crate::champion::Values;
use crate::deadlock::{Technique, Techniques};
use crate::engine;
use soko_core::{
    BrokenPlan, Direction, Foul, Level, Metrics, Push, Verified, steps_of_pushes, verify,
};
use soko_search::{Control, Counters, StopReason};
use std::fmt;

/// What kind of solution is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Any solution will do.
    #[default]
    Any,
    /// A solution with the fewest pushes, proved.
    Pushes,
    /// A solution with the fewest moves, proved.
    Moves,
}

impl Goal {
    /// The word used on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Any => "any",
            Goal::Pushes => "pushes",
            Goal::Moves => "moves",
        }
    }

    /// The goal with this name.
    pub fn from_name(name: &str) -> Option<Goal> {
        [Goal::Any, Goal::Pushes, Goal::Moves]
            .into_iter()
            .find(|goal| goal.name() == name)
    }
}

/// Techniques that can be switched off, to see what they bring. All are on by
/// default; an engine ignores those that it does not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Squares from which no box can be brought to a goal.
    pub dead_squares: bool,
    /// Boxes that can never move again.
    pub freeze: bool,
    /// Areas that the man cannot enter and that cannot be opened.
    pub corral: bool,
    /// Pushes that must come next because a box stands in a tunnel.
    pub tunnels: bool,
    /// States told apart by the man's area instead of his square.
    pub areas: bool,
    /// The champion's deadlock tests, each with its own switch.
    pub tests: Techniques,
    /// The champion's packing plan.
    pub plan: bool,
    /// The champion's advisors.
    pub advisors: bool,
    /// The boxes in the way to the next target, as a feature of the champion.
    pub way: bool,
    /// Which boxes can still serve the plan; see the champion's `supply`.
    pub supply: bool,
    /// Boxes that cost others a goal, as a feature of the champion.
    pub hotspots: bool,
    /// The champion's other strategies.
    pub portfolio: bool,
    /// The champion's strategies other than the search along a plan.
    pub companions: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Switches {
            dead_squares: true,
            freeze: true,
            corral: true,
            tunnels: true,
            areas: true,
            tests: Techniques::ALL,
            plan: true,
            advisors: true,
            way: true,
            supply: true,
            hotspots: true,
            portfolio: true,
            companions: true,
        }
    }
}

impl Switches {
    /// The names that [`Switches::turn_off`] knows.
    pub const NAMES: [&'static str; 22] = [
        "dead-squares",
        "freeze",
        "corral",
        "tunnels",
        "areas",
        "plan",
        "advisors",
        "way",
        "supply",
        "hotspots",
        "portfolio",
        "companions",
        "pairs",
        "pattern",
        "learned",
        "diagonal",
        "matching",
        "peeling",
        "forced",
        "room",
        "wobbler",
        "pi-corral",
    ];

    /// Switches one technique off by name; says whether the name is known.
    pub fn turn_off(&mut self, name: &str) -> bool {
        let test = Technique::from_name(name);
        if let Some(test) = test {
            self.tests = self.tests.without(test);
        }
        let switch = match name {
            "plan" => &mut self.plan,
            "advisors" => &mut self.advisors,
            "way" => &mut self.way,
            "supply" => &mut self.supply,
            "hotspots" => &mut self.hotspots,
            "portfolio" => &mut self.portfolio,
            "companions" => &mut self.companions,
            "dead-squares" => &mut self.dead_squares,
            "freeze" => &mut self.freeze,
            "corral" => &mut self.corral,
            "tunnels" => &mut self.tunnels,
            "areas" => &mut self.areas,
            _ => return test.is_some(),
        };
        *switch = false;
        true
    }
}

/// What a run of an engine is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The kind of solution.
    pub goal: Goal,
    /// The heuristic by name, for engines that take one.
    pub heuristic: Option<String>,
    /// Techniques that are on.
    pub switches: Switches,
    /// The strategies of the champion that may run, by name; all if none is
    /// named.
    pub strategies: Vec<String>,
    /// What features are worth to the champion's strategy `plan-trained`.
    pub values: Values,
    /// Threads that an engine may use.
    pub threads: usize,
    /// The seed of engines that draw lots.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            goal: Goal::Any,
            heuristic: None,
            switches: Switches::default(),
            strategies: Vec::new(),
            values: Values::default(),
            threads: 1,
            seed: 0,
        }
    }
}

/// An engine in the catalogue.
pub struct EngineEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Whether a run that ends without a solution proves that there is none.
    pub complete: bool,
    /// The goals that it can be asked for.
    pub goals: &'static [Goal],
    /// What it costs in time and memory, in words.
    pub cost: &'static str,
    /// Runs it.
    pub run: fn(&Level, &Options, &mut Control<'_>) -> Result<RawReport, SolveError>,
}

impl fmt::Debug for EngineEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineEntry")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The way to the goal as an engine gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Pushes, the walks between them left open.
    Pushes(Vec<Push>),
    /// Every step of the man.
    Moves(Vec<Direction>),
}

/// How an engine says its run ended, before the referee has looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawOutcome {
    /// There is a plan, and perhaps a proof that no better one exists.
    Solved {
        /// The plan.
        plan: Plan,
        /// The measure in which the plan is proved best.
        optimal: Option<Goal>,
    },
    /// Proved to have no solution.
    Unsolvable,
    /// Nothing found, and parts of the space were left out unsafely.
    Incomplete,
    /// Stopped before the end.
    Stopped(StopReason),
}

/// What an engine hands back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawReport {
    /// How the run ended.
    pub outcome: RawOutcome,
    /// No solution has fewer pushes (or moves, if moves were the goal).
    pub lower_bound: u64,
    /// What was done.
    pub counters: Counters,
    /// What the engine chose to do and why, a line each.
    pub notes: Vec<String>,
}

/// A solution, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the referee has replayed.
    pub verified: Verified,
    /// The measure in which no better solution exists, if that is proved.
    pub optimal: Option<Goal>,
}

impl Solution {
    /// The referee's count.
    pub fn metrics(&self) -> &Metrics {
        self.verified.metrics()
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Solved, and checked.
    Solved(Solution),
    /// Proved to have no solution.
    Unsolvable,
    /// Nothing found, and parts of the space were left out unsafely.
    Incomplete,
    /// Stopped before the end.
    Stopped(StopReason),
}

impl Outcome {
    /// The word used in records.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Solved(_) => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Incomplete => "incomplete",
            Outcome::Stopped(_) => "stopped",
        }
    }
}

/// What a run has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The engine's name.
    pub engine: &'static str,
    /// How the run ended.
    pub outcome: Outcome,
    /// No solution has fewer pushes (or moves, if moves were the goal).
    pub lower_bound: u64,
    /// What was done.
    pub counters: Counters,
    /// What the engine chose to do and why, a line each.
    pub notes: Vec<String>,
}

impl Report {
    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&Solution> {
        match &self.outcome {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// Bytes a stored state at the peak, all tables included.
    pub fn bytes_per_state(&self) -> Option<f64> {
        let stored = self.counters.stored;
        (stored > 0).then(|| self.counters.peak_bytes as f64 / stored as f64)
    }
}

/// Why a run could not be made, or its result not be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// No engine has this name.
    UnknownEngine(String),
    /// No heuristic has this name.
    UnknownHeuristic(String),
    /// No strategy of the champion has this name.
    UnknownStrategy(String),
    /// The engine cannot be asked for this goal.
    Goal {
        /// The engine.
        engine: &'static str,
        /// The goal.
        goal: Goal,
    },
    /// The engine cannot keep its promises with this heuristic.
    Heuristic {
        /// The engine.
        engine: &'static str,
        /// The heuristic.
        heuristic: &'static str,
        /// What is wrong.
        why: &'static str,
    },
    /// The engine gave a plan that cannot be done: a fault of ours.
    BrokenPlan(BrokenPlan),
    /// The referee refused the solution: a fault of ours.
    Refused(Foul),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::UnknownEngine(name) => {
                let names: Vec<_> = ENGINES.iter().map(|entry| entry.name).collect();
                write!(
                    f,
                    "no engine is called {name:?}; there are {}",
                    names.join(", ")
                )
            }
            SolveError::UnknownHeuristic(name) => write!(f, "no heuristic is called {name:?}"),
            SolveError::UnknownStrategy(name) => {
                let names = crate::champion::STRATEGY_NAMES.join(", ");
                write!(f, "no strategy is called {name:?}; there are {names}")
            }
            SolveError::Goal { engine, goal } => {
                write!(f, "the engine {engine} cannot be asked for {}", goal.name())
            }
            SolveError::Heuristic {
                engine,
                heuristic,
                why,
            } => {
                write!(
                    f,
                    "the engine {engine} cannot use the heuristic {heuristic}: {why}"
                )
            }
            SolveError::BrokenPlan(broken) => write!(f, "the engine gave a false plan: {broken}"),
            SolveError::Refused(foul) => write!(f, "the referee refused the solution: {foul}"),
        }
    }
}

impl std::error::Error for SolveError {}

/// All engines.
pub const ENGINES: &[EngineEntry] = &[
    crate::champion::ENTRY,
    engine::astar::ASTAR,
    engine::astar::IDA,
    engine::astar::GREEDY,
    engine::bfs::ENTRY,
    engine::greco::MOVES,
    engine::greco::MOVES_DEADLOCK,
    engine::greco::PUSHES,
    engine::greco::PUSHES_DEADLOCK,
    engine::movers::ENTRY,
    engine::nash::ENTRY,
];

/// The engine that `soko solve` takes when none is named.
pub const DEFAULT_ENGINE: &str = "champion";

/// The engine with this name.
pub fn engine(name: &str) -> Option<&'static EngineEntry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

/// Runs an engine by name and checks what it says.
///
/// ```
/// use soko_core::Level;
/// use soko_search::Control;
/// use soko_solve::{Options, solve};
///
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let report = solve("bfs", &level, &Options::default(), &mut Control::default()).unwrap();
/// assert_eq!(report.solution().unwrap().metrics().moves, 2);
/// ```
pub fn solve(
    name: &str,
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Report, SolveError> {
    let entry = engine(name).ok_or_else(|| SolveError::UnknownEngine(name.into()))?;
    if !entry.goals.contains(&options.goal) {
        let (engine, goal) = (entry.name, options.goal);
        return Err(SolveError::Goal { engine, goal });
    }
    let raw = (entry.run)(level, options, control)?;
    referee(entry.name, level, raw)
}

/// Turns what an engine says into what may be reported: the plan becomes steps,
/// and the referee replays them.
pub fn referee(engine: &'static str, level: &Level, raw: RawReport) -> Result<Report, SolveError> {
    let outcome = match raw.outcome {
        RawOutcome::Solved { plan, optimal } => {
            Outcome::Solved(checked_solution(level, plan, optimal)?)
        }
        RawOutcome::Unsolvable => Outcome::Unsolvable,
        RawOutcome::Incomplete => Outcome::Incomplete,
        RawOutcome::Stopped(reason) => Outcome::Stopped(reason),
    };
    Ok(Report {
        engine,
        outcome,
        lower_bound: raw.lower_bound,
        counters: raw.counters,
        notes: raw.notes,
    })
}

fn checked_solution(
    level: &Level,
    plan: Plan,
    optimal: Option<Goal>,
) -> Result<Solution, SolveError> {
    let moves = match plan {
        Plan::Pushes(pushes) => {
            let steps = steps_of_pushes(level, &pushes).map_err(SolveError::BrokenPlan)?;
            steps.into_iter().map(|step| step.direction).collect()
        }
        Plan::Moves(moves) => moves,
    };
    let verified = verify(level.setup(), moves).map_err(SolveError::Refused)?;
    Ok(Solution { verified, optimal })
}
