//! The strategies by name: what each searches, when it joins, how it is run.

use crate::champion::features::hotspots::Hotspots;
use crate::champion::features::rooms::Rooms;
use crate::champion::features::style::Style;
use crate::champion::features::weights::Values;
use crate::champion::plan::packing_plan::Plan;
use crate::champion::search::backward::Backward;
use crate::champion::search::fess::Fess;
use crate::champion::two_ends::meet::Meeting;
use crate::champion::two_ends::meeting_table::Perimeter;
use crate::deadlock::Detectors;
use crate::ground::end::End;
use crate::ground::floor::Ground;
use crate::options::{Options, Switches};
use crate::solve_error::SolveError;
use soko_core::{Level, Push, Squares};
use soko_search::Counters;

/// How one step of a search ended.
pub(crate) enum Step {
    /// There is more to do.
    Going,
    /// These pushes solve the level.
    Solved(Vec<Push>),
    /// No move is left.
    Exhausted,
}

/// A way to search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// Feature-space search along a packing plan; the seed of the plan's order, 0
    /// for the plain one.
    Plan(Style, u64),
    /// Greedy search on distance from the end; whether squares out of reach count.
    Backward(bool),
    /// A search from this end for an open board, and one that follows it.
    Open(End),
    /// A*, for levels with few boxes.
    Exact,
}

/// A way to search, and when it takes its turns.
#[derive(Debug)]
pub(crate) struct Strategy {
    pub(crate) name: &'static str,
    pub(crate) way: Way,
    /// The round in which it takes its first turn.
    pub(crate) joins: u32,
    /// Positions in a turn that has not doubled yet. Chosen so that such turns take
    /// about the same time.
    slice: u64,
    /// Its turns double so often without progress, and never halve below that.
    pub(crate) patience: u32,
}

impl Strategy {
    /// Positions in a turn that has doubled so often, on a level with so many boxes.
    /// Where a position costs little more than a matching, it costs the square of
    /// the boxes.
    pub(crate) fn slice(&self, doublings: u32, n_boxes: usize) -> u64 {
        let first = match self.way {
            Way::Exact => return self.slice,
            Way::Backward(_) => self.slice * 100 / (n_boxes * n_boxes).max(100) as u64,
            _ => self.slice,
        };
        first.max(100) << doublings.min(32)
    }
}

/// Positions that A* may expand, unless nothing else is left to do.
const EXACT_SLICE: u64 = 100_000;

/// All strategies, in the order of their turns.
pub(crate) const STRATEGIES: &[Strategy] = &[
    plan("plan-way", Style::Way, 0, 0),
    plan("plan-walk", Style::Walk, 0, 0),
    backward("backward", false, 0),
    plan("plan-spread", Style::Spread, 0, 0),
    plan("plan-walk-2", Style::Walk, 1, 1),
    plan("plan-stroll", Style::Stroll, 1, 1),
    plan("plan-trained", Style::Trained, 0, 1),
    backward("backward-open", true, 1),
    meeting("open-reverse", End::Start, 1),
    Strategy {
        name: "exact",
        way: Way::Exact,
        joins: 1,
        slice: EXACT_SLICE,
        patience: 0,
    },
    meeting("open", End::Solved, 1),
    plan("plan-walk-3", Style::Walk, 2, 5),
    plan("plan-wander", Style::Wander, 0, 3),
];

/// The names of the champion's strategies.
pub const STRATEGY_NAMES: [&str; STRATEGIES.len()] = {
    let mut names = [""; STRATEGIES.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = STRATEGIES[index].name;
        index += 1;
    }
    names
};

const fn plan(name: &'static str, style: Style, seed: u64, joins: u32) -> Strategy {
    Strategy {
        name,
        way: Way::Plan(style, seed),
        joins,
        slice: 1500,
        patience: 0,
    }
}

const fn backward(name: &'static str, minds_hidden: bool, joins: u32) -> Strategy {
    Strategy {
        name,
        way: Way::Backward(minds_hidden),
        joins,
        slice: 40_000,
        patience: 0,
    }
}

const fn meeting(name: &'static str, end: End, joins: u32) -> Strategy {
    Strategy {
        name,
        way: Way::Open(end),
        joins,
        slice: 10_000,
        patience: 3,
    }
}

/// The strategies that may run.
pub(crate) fn chosen(options: &Options) -> Result<Vec<&'static Strategy>, SolveError> {
    for name in &options.strategies {
        if !STRATEGY_NAMES.contains(&name.as_str()) {
            return Err(SolveError::Unknown {
                kind: "strategy",
                name: name.clone(),
                known: STRATEGY_NAMES.to_vec(),
            });
        }
    }
    let Switches {
        portfolio,
        companions,
        ..
    } = options.switches;
    let may_run = |strategy: &&'static Strategy| {
        if !options.strategies.is_empty() {
            return options.strategies.iter().any(|name| name == strategy.name);
        }
        match strategy.way {
            Way::Plan(..) => portfolio || strategy.name == STRATEGIES[0].name,
            Way::Backward(_) | Way::Open(_) => companions,
            Way::Exact => true,
        }
    };
    Ok(STRATEGIES.iter().filter(may_run).collect())
}

/// What all searches of a level read.
pub(crate) struct Setting<S> {
    pub(crate) values: Values,
    pub(crate) ground: Ground<S>,
    pub(crate) rooms: Rooms,
    pub(crate) hotspots: Hotspots<S>,
    pub(crate) perimeter: Perimeter,
}

impl<S: Squares> Setting<S> {
    pub(crate) fn new(level: &Level, values: Values) -> Setting<S> {
        let ground = Ground::new(level);
        Setting {
            values,
            rooms: Rooms::new(level.board(), &ground),
            hotspots: Hotspots::new(&ground),
            perimeter: Perimeter::of_ends(&ground),
            ground,
        }
    }
}

/// A search under way.
pub(crate) enum Search<'a, S> {
    Plan(Box<Fess<'a, S>>),
    Backward(Box<Backward<'a, S>>),
    Meeting(Box<Meeting<'a, S>>),
}

impl<'a, S: Squares> Search<'a, S> {
    /// Begins a search; none for A*, which is asked in one go. A plan is looked
    /// for only as long as the search may go on.
    pub(crate) fn begin(
        way: Way,
        setting: &'a Setting<S>,
        options: &Options,
        detectors: &mut Detectors<S>,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Search<'a, S>> {
        let Setting {
            ground,
            rooms,
            perimeter,
            ..
        } = setting;
        let switches = options.switches;
        match way {
            Way::Exact => None,
            Way::Open(end) => {
                let meeting = Meeting::new(ground, rooms, perimeter, end);
                Some(Search::Meeting(Box::new(meeting)))
            }
            Way::Backward(minds_hidden) => {
                let backward = Backward::new(ground, perimeter, minds_hidden);
                Some(Search::Backward(Box::new(backward)))
            }
            Way::Plan(style, seed) => {
                let mut plan = if switches.plan {
                    Plan::find(ground, seed ^ (options.seed << 8), may_go_on)
                } else {
                    Plan::none(ground)
                };
                if switches.supply && style.heeds_supply() {
                    plan.heed_supply(ground);
                }
                Some(Search::Plan(Box::new(Fess::new(
                    setting, plan, style, switches, detectors,
                ))))
            }
        }
    }

    /// Expands a position.
    pub(crate) fn step(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        match self {
            Search::Plan(fess) => fess.step(detectors, counters),
            Search::Backward(backward) => backward.step(counters),
            Search::Meeting(meeting) => meeting.step(detectors, counters),
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Search::Plan(fess) => fess.bytes(),
            Search::Backward(backward) => backward.bytes(),
            Search::Meeting(meeting) => meeting.bytes(),
        }
    }

    /// Whether most of what it finds goes into the perimeter.
    pub(crate) fn fills_perimeter(&self) -> bool {
        matches!(self, Search::Backward(_))
    }

    /// Positions expanded.
    pub(crate) fn expanded(&self) -> u64 {
        match self {
            Search::Plan(fess) => fess.expanded(),
            Search::Backward(backward) => backward.expanded(),
            Search::Meeting(meeting) => meeting.expanded(),
        }
    }

    /// How far the search still is from what it aims at, by one or two measures: a
    /// lower mark is progress.
    pub(crate) fn marks(&self) -> [u64; 2] {
        match self {
            Search::Plan(fess) => [fess.mark(), u64::MAX],
            Search::Backward(backward) => [backward.mark(), u64::MAX],
            Search::Meeting(meeting) => meeting.marks(),
        }
    }

    /// What the search goes by, in a few words.
    pub(crate) fn remark(&self) -> String {
        match self {
            Search::Plan(fess) => {
                let (steps, left) = (fess.plan().n_steps(), fess.plan().left);
                format!("; a plan of {steps} steps, {left} boxes unplanned")
            }
            Search::Backward(_) | Search::Meeting(_) => String::new(),
        }
    }
}
