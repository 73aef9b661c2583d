//! The levels that promises are held against, and how a counterexample is made small.

use super::checked::{Checked, Counterexample, Promise};
use super::smaller::{cropped, smaller};
use super::subject::{Breach, Subject};
use super::whole_graph::{NOTHING_LEFT_OUT, WholeGraph};
use crate::catalogue::solve;
use crate::objective::Objective;
use crate::options::Options;
use crate::own::{OwnDeadlock, OwnHeuristic};
use crate::space::{PushSpace, WalkAndPushSpace};
use soko_core::{Level, Measure, Setup, SplitMix, State, random_level};
use soko_search::Control;

/// The widths, heights and boxes of the levels, the small ones first.
const SIZES: [(u32, u32, usize); 6] = [
    (5, 4, 1),
    (6, 5, 2),
    (7, 5, 2),
    (7, 5, 3),
    (7, 6, 3),
    (8, 6, 2),
];

/// What promises are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kit {
    /// How many levels.
    pub levels: usize,
    /// Where they come from: the same seed gives the same levels.
    pub seed: u64,
}

impl Default for Kit {
    fn default() -> Kit {
        Kit {
            levels: 300,
            seed: 1,
        }
    }
}

impl Kit {
    /// Holds a heuristic against the truth.
    pub fn heuristic(&self, heuristic: &OwnHeuristic) -> Checked {
        self.check(heuristic)
    }

    /// Holds a deadlock test against the truth.
    pub fn deadlock(&self, deadlock: &OwnDeadlock) -> Checked {
        self.check(deadlock)
    }

    fn check(&self, subject: &dyn Subject) -> Checked {
        let mut checked = Checked {
            name: subject.name().into(),
            levels: 0,
            states: 0,
            dead: 0,
            caught: 0,
            promises: subject.promises(),
            counterexamples: Vec::new(),
        };
        for (level, graph) in self.levels(subject.measure()) {
            let answers = subject.ask(&level, &graph);
            checked.levels += 1;
            checked.states += graph.states.len();
            checked.dead += graph.left.iter().filter(|left| left.is_none()).count();
            checked.caught += answers.caught;
            for breach in answers.breaches {
                if checked.counterexample(breach.promise).is_none() {
                    let example = smallest(subject, &level, &graph, breach);
                    checked.counterexamples.push(example);
                }
            }
        }
        checked
    }

    /// The levels and their graphs, the small ones first. Levels with large graphs, and
    /// those that are solved or cannot be, are passed over, and others take their place.
    fn levels(&self, measure: Measure) -> impl Iterator<Item = (Level, WholeGraph)> {
        let (mut random, n_levels) = (SplitMix(self.seed), self.levels);
        (0..n_levels).map(move |i| {
            let (width, height, n_boxes) = SIZES[i * SIZES.len() / n_levels];
            loop {
                let level = random_level(&mut random, width, height, n_boxes);
                match whole(&level, measure) {
                    Some(graph) if graph.left[0].is_some_and(|left| left > 0) => {
                        return (level, graph);
                    }
                    _ => {}
                }
            }
        })
    }
}

/// The whole graph of a level, nothing left out.
fn whole(level: &Level, measure: Measure) -> Option<WholeGraph> {
    match measure {
        Measure::Pushes => WholeGraph::explore(PushSpace::new(level, &NOTHING_LEFT_OUT)),
        Measure::Moves => WholeGraph::explore(WalkAndPushSpace::new(level, &NOTHING_LEFT_OUT)),
    }
}

/// The same breach on the smallest level that changes one by one lead to.
fn smallest(
    subject: &dyn Subject,
    level: &Level,
    graph: &WholeGraph,
    breach: Breach,
) -> Counterexample {
    let mut found = drawn(subject, level, graph, &breach);
    // The position itself becomes the start of a level, if it breaks the promise there.
    let mut level = match again(
        subject,
        &started(level, graph, breach.state),
        breach.promise,
    ) {
        Some((level, example)) => {
            found = example;
            level
        }
        None => level.clone(),
    };
    loop {
        let next = smaller(&level).find_map(|less| again(subject, &less, breach.promise));
        let Some((less, example)) = next else {
            return found;
        };
        (level, found) = (less, example);
    }
}

/// The level with this state as its start.
fn started(level: &Level, graph: &WholeGraph, state: usize) -> Level {
    level.with_start(&state_of(graph, state))
}

fn state_of(graph: &WholeGraph, state: usize) -> State {
    let placement = &graph.states[state];
    State {
        boxes: placement.boxes.clone(),
        man: placement.man,
    }
}

/// Whether the promise is broken on this level too: the level, and how.
fn again(
    subject: &dyn Subject,
    level: &Level,
    promise: Promise,
) -> Option<(Level, Counterexample)> {
    let graph = whole(level, subject.measure())?;
    let breaches = subject.ask(level, &graph).breaches;
    let breach = breaches
        .into_iter()
        .find(|breach| breach.promise == promise)?;
    let example = drawn(subject, level, &graph, &breach);
    Some((started(level, &graph, breach.state), example))
}

fn drawn(
    subject: &dyn Subject,
    level: &Level,
    graph: &WholeGraph,
    breach: &Breach,
) -> Counterexample {
    let picture = |state| cropped(&level.picture(&state_of(graph, state))) as Setup;
    let last = breach.after.unwrap_or(breach.state);
    Counterexample {
        promise: breach.promise,
        what: breach.what.clone(),
        position: picture(breach.state),
        after: breach.after.map(picture),
        solution: solution(&started(level, graph, last), subject.measure()),
    }
}

/// A shortest solution, by the engines that everybody uses.
fn solution(level: &Level, measure: Measure) -> Option<String> {
    let options = Options::asking(Objective::Fewest(measure));
    let report = solve("astar", level, &options, &mut Control::default()).ok()?;
    Some(report.solution()?.verified.lurd())
}
