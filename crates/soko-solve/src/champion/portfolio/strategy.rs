//! The strategies by name, one row each: what each searches, when it joins, and how
//! long its turns are.

use crate::champion::course::Course;
use crate::champion::features::style::{Style, Tours, Worth};
use crate::champion::features::weights::Weights;
use crate::champion::plan::packing_plan::PackingPlan;
use crate::champion::search::along_plan::AlongPlan;
use crate::champion::search::backward::Backward;
use crate::champion::search::fess::Fess;
use crate::champion::search::plan_tree::PlanTree;
use crate::champion::search::stepwise::Search;
use crate::champion::search::walk::Walk;
use crate::champion::setting::Setting;
use crate::champion::two_ends::meet::MeetingSearch;
use crate::deadlock::Detectors;
use crate::ground::end::End;
use crate::options::Options;
use crate::solve_error::SolveError;
use crate::switches::Switch;
use soko_core::Squares;

/// A search under way, of whatever kind.
pub(crate) type BoxedSearch<'a, S> = Box<dyn Search<S> + Send + 'a>;

/// How a strategy works.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Method {
    /// A search that goes on a step at a time.
    Stepwise(Kind),
    /// A*, asked in one go, for levels with few boxes.
    Exact,
}

/// A kind of search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Along a packing plan, in a style; the seed of the plan's order, 0 for the
    /// plain one.
    Plan(Style, u64),
    /// Greedy search on distance from the end; whether squares out of reach count.
    Backward { minds_hidden: bool },
    /// A search from this end for an open board, and one that follows it.
    Open(End),
}

/// The length of turns, in positions. Chosen so that first turns take about the same
/// time.
#[derive(Clone, Copy, Debug)]
enum Slice {
    /// The only turn.
    Once(u64),
    /// The first turn; later ones double.
    Doubling(u64),
    /// The same on a level of ten boxes. A position that costs little more than a
    /// matching costs the square of the boxes.
    BySquareOfBoxes(u64),
}

/// A way to search, and when it takes its turns.
#[derive(Debug)]
pub(crate) struct Strategy {
    pub(crate) name: &'static str,
    pub(crate) method: Method,
    /// The round in which it takes its first turn.
    pub(crate) joins: u32,
    slice: Slice,
    /// Its turns double so often without progress, and never halve below that.
    pub(crate) patience: u32,
}

impl Strategy {
    /// Positions in a turn that has doubled so often, on a level with so many boxes.
    pub(crate) fn slice(&self, doublings: u32, n_boxes: usize) -> u64 {
        let first = match self.slice {
            Slice::Once(slice) => return slice,
            Slice::Doubling(first) => first,
            Slice::BySquareOfBoxes(first) => first * 100 / (n_boxes * n_boxes).max(100) as u64,
        };
        first.max(100) << doublings.min(32)
    }
}

/// All strategies, in the order of their turns.
pub(crate) const STRATEGIES: &[Strategy] = &[
    plan("plan-way", Style::WAY, 0, 0),
    plan("plan-walk", Style::WALK, 0, 0),
    backward("backward", false, 0),
    open("open-reverse", End::Start, 0, 4_000),
    plan("plan-spread", Style::SPREAD, 0, 0),
    plan("plan-walk-2", Style::WALK, 1, 1),
    plan("plan-stroll", Style::STROLL, 1, 1),
    plan("plan-trained", Style::TRAINED, 0, 1),
    backward("backward-open", true, 1),
    exact("exact", 1),
    open("open", End::Solved, 1, 10_000),
    plan("plan-walk-3", Style::WALK, 2, 5),
    plan("plan-wander", Style::WANDER, 0, 3),
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
        method: Method::Stepwise(Kind::Plan(style, seed)),
        joins,
        slice: Slice::Doubling(1500),
        patience: 0,
    }
}

const fn backward(name: &'static str, minds_hidden: bool, joins: u32) -> Strategy {
    Strategy {
        name,
        method: Method::Stepwise(Kind::Backward { minds_hidden }),
        joins,
        slice: Slice::BySquareOfBoxes(40_000),
        patience: 0,
    }
}

const fn open(name: &'static str, end: End, joins: u32, first: u64) -> Strategy {
    Strategy {
        name,
        method: Method::Stepwise(Kind::Open(end)),
        joins,
        slice: Slice::Doubling(first),
        // Four doublings in all, those of a later beginning among them.
        patience: 4 - joins,
    }
}

const fn exact(name: &'static str, joins: u32) -> Strategy {
    Strategy {
        name,
        method: Method::Exact,
        joins,
        slice: Slice::Once(100_000),
        patience: 0,
    }
}

/// Whether there is a strategy with this name.
///
/// # Errors
///
/// If not; the error says which there are.
pub fn check_strategy(name: &str) -> Result<(), SolveError> {
    if STRATEGY_NAMES.contains(&name) {
        return Ok(());
    }
    Err(SolveError::Unknown {
        kind: "strategy",
        name: name.into(),
        known: STRATEGY_NAMES.to_vec(),
    })
}

/// The strategies that may run.
pub(crate) fn chosen(options: &Options) -> Result<Vec<&'static Strategy>, SolveError> {
    for name in &options.strategies {
        check_strategy(name)?;
    }
    let portfolio = options.switches.is_on(Switch::Portfolio);
    let companions = options.switches.is_on(Switch::Companions);
    let may_run = |strategy: &&'static Strategy| {
        if !options.strategies.is_empty() {
            return options.strategies.iter().any(|name| name == strategy.name);
        }
        match strategy.method {
            Method::Stepwise(Kind::Plan(..)) => portfolio || strategy.name == STRATEGIES[0].name,
            Method::Stepwise(Kind::Backward { .. } | Kind::Open(_)) => companions,
            Method::Exact => true,
        }
    };
    Ok(STRATEGIES.iter().filter(may_run).collect())
}

impl Kind {
    /// Begins a search of this kind. A plan is looked for only as long as the search
    /// may go on.
    pub(crate) fn begin<'a, S: Squares + Send + Sync>(
        self,
        setting: &'a Setting<S>,
        options: &Options,
        detectors: &mut Detectors<S>,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> BoxedSearch<'a, S> {
        match self {
            Kind::Open(end) => Box::new(MeetingSearch::new(setting, end)),
            Kind::Backward { minds_hidden } => Box::new(Backward::new(setting, minds_hidden)),
            Kind::Plan(style, seed) => {
                let course = course(setting, options, style, seed, may_go_on);
                let mut tree = PlanTree::new(setting, course, detectors);
                match style.tours {
                    Tours::Cells(placing) => {
                        let tour = Fess::new(&tree, style, placing);
                        Box::new(AlongPlan { tree, tour })
                    }
                    Tours::Walk(worth) => {
                        let weights = match worth {
                            Worth::Round => Weights::ROUND,
                            Worth::Trained => setting.trained,
                        };
                        let tour = Walk::new(&mut tree, weights);
                        Box::new(AlongPlan { tree, tour })
                    }
                }
            }
        }
    }
}

/// What a search along a plan of this seed goes by.
pub(crate) fn course<S: Squares>(
    setting: &Setting<S>,
    options: &Options,
    style: Style,
    seed: u64,
    may_go_on: &mut dyn FnMut() -> bool,
) -> Course<S> {
    let (ground, switches) = (&setting.ground, options.switches);
    let mut plan = if switches.is_on(Switch::Plan) {
        PackingPlan::find(ground, seed ^ (options.seed << 8), may_go_on)
    } else {
        PackingPlan::none(ground)
    };
    if switches.is_on(Switch::PlanAssignment) && style.heeds_assignment {
        plan.heed_assignment(ground);
    }
    Course {
        plan,
        style,
        switches,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever has a turn in the first round is soon through with it: a position of an open
    /// search costs a third of one along a plan.
    #[test]
    fn first_turns_are_short() {
        for strategy in STRATEGIES.iter().filter(|strategy| strategy.joins == 0) {
            let most = match strategy.method {
                Method::Stepwise(Kind::Plan(..)) => 1_500,
                Method::Stepwise(Kind::Open(_)) => 3 * 1_500,
                Method::Stepwise(Kind::Backward { .. }) => 40_000,
                Method::Exact => 0,
            };
            assert!(strategy.slice(0, 10) <= most, "{}", strategy.name);
        }
    }
}
