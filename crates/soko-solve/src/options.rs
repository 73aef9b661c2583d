//! What a run of an engine is asked to do.

use crate::champion::Weights;
use crate::deadlock::{Technique, Techniques};
use crate::objective::Objective;

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
    /// Which boxes can still serve the plan; see the champion's `plan/assignment.rs`.
    pub plan_assignment: bool,
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
            plan_assignment: true,
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
        "plan-assignment",
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
            "plan-assignment" => &mut self.plan_assignment,
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
            threads: 1,
            seed: 0,
        }
    }
}
