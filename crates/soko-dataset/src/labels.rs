//! The labels of all positions of a level.
//!
//! Sound because the graph is whole: a position is lost if none of the solved ones can be
//! reached, pushes to go are counted backwards from these, and a push is best if it leads
//! to a position with one push less to go. A level whose graph exceeds the limit has no
//! labels at all, rather than doubtful ones.

use crate::Options;
use soko_core::{Level, Push, SplitMix, State};
use soko_graph::{NEVER, Rules, StateGraph, Successors, explore, pushes_to_go};
use soko_search::{Control, Limits};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// A position and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The number of the position; 0 is the start.
    pub state: u32,
    /// Pushes from the start.
    pub depth: u32,
    /// The position, with the man on the first square of his area.
    pub position: State,
    /// The fewest pushes to a solution; none if the position is lost.
    pub to_go: Option<u32>,
    /// The first pushes of all shortest solutions.
    pub best: Vec<Push>,
}

/// The whole graph of a level with pushes to go.
///
/// ```
/// use soko_core::Level;
/// use soko_dataset::{LabelledGraph, Options};
/// use std::sync::atomic::AtomicBool;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let stop = AtomicBool::new(false);
/// let graph = LabelledGraph::of(&level, &Options::default(), &stop).unwrap();
/// let labels: Vec<_> = graph.labels().map(|label| label.to_go).collect();
/// assert_eq!(labels, [Some(4), Some(3), None, Some(2), Some(1), Some(0)]);
/// ```
pub struct LabelledGraph {
    graph: StateGraph,
    layers: Vec<u32>,
    to_go: Vec<u32>,
    /// The positions that are wanted; all if none is said.
    wanted: Option<BTreeSet<u32>>,
}

impl LabelledGraph {
    /// Explores a level; none if its graph exceeds the limit, or if it was stopped.
    pub fn of(level: &Level, options: &Options, stop: &AtomicBool) -> Option<LabelledGraph> {
        let limits = Limits {
            expansions: Some(options.max_states),
            ..Limits::default()
        };
        let rules = Rules {
            keep_dead_squares: options.keep_dead_squares,
            ..Rules::default()
        };
        let mut control = Control::new(limits).with_stop(stop);
        let graph = explore(level, &rules, 1, &mut control).ok()?;
        if graph.stopped().is_some() {
            return None;
        }
        // The same level draws the same positions, wherever it stands.
        let seed = options.seed ^ level.exact_id().0 as u64;
        let n_states = graph.n_states();
        let sample = options.sample.filter(|&n| n < n_states);
        Some(LabelledGraph {
            layers: graph.layers(),
            to_go: pushes_to_go(&graph),
            wanted: sample.map(|n| draw(n, n_states, &mut SplitMix(seed))),
            graph,
        })
    }

    /// The labels of the positions that are wanted, in the order of their numbers.
    pub fn labels(&self) -> impl Iterator<Item = Label> + '_ {
        let states = 0..self.graph.n_states() as u32;
        let is_wanted = |state: &u32| self.wanted.as_ref().is_none_or(|all| all.contains(state));
        states.filter(is_wanted).map(|state| self.label(state))
    }

    fn label(&self, state: u32) -> Label {
        let to_go = |state: u32| match self.to_go[state as usize] {
            NEVER => None,
            pushes => Some(pushes),
        };
        let own = to_go(state);
        let next = own.and_then(|pushes| pushes.checked_sub(1));
        let successors = self.graph.successors(state).iter();
        let nearer = successors.filter(|&&there| next.is_some() && to_go(there) == next);
        let position = self.graph.state(state);
        Label {
            state,
            depth: self.layers.partition_point(|&first| first <= state) as u32 - 1,
            position: State {
                boxes: position.boxes,
                man: position.area,
            },
            to_go: own,
            best: nearer
                .filter_map(|&there| self.graph.push(state, there))
                .collect(),
        }
    }
}

/// So many different numbers below a larger one (Floyd).
fn draw(n: usize, below: usize, random: &mut SplitMix) -> BTreeSet<u32> {
    let mut drawn = BTreeSet::new();
    for last in below - n..below {
        let number = random.below(last + 1) as u32;
        if !drawn.insert(number) {
            drawn.insert(last as u32);
        }
    }
    drawn
}
