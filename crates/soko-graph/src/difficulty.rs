//! The numbers that may say how hard a level is, side by side.
//!
//! All are exact statements about the whole state graph. Those that need a
//! search of their own or several sweeps are left out beyond a size.

use crate::{
    Chain, ComponentWays, Convergence, Folding, ShortestPushes, SolutionFactor, Solvable,
    StateGraph, absorbing_chain, fewest_box_changes, shortest_moves, shortest_pushes,
    solution_factor,
};
use soko_core::Squares;

/// Up to so many states the costly numbers are computed as well.
pub const COSTLY_UP_TO: usize = 300_000;

/// The difficulty numbers of a level.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Difficulty, Folding, Rules, explore};
/// use soko_search::Control;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let folding = Folding::new(&graph);
/// let difficulty = Difficulty::of(&folding);
/// assert_eq!(difficulty.shortest.unwrap().pushes, 4);
/// assert_eq!(difficulty.shortest_moves, Some(16));
/// ```
#[derive(Clone, Debug)]
pub struct Difficulty {
    /// Squares that can hold a box on the way to a goal.
    pub valid_squares: usize,
    /// Boxes.
    pub boxes: usize,
    /// States.
    pub states: usize,
    /// Pushes between states.
    pub edges: usize,
    /// Components.
    pub components: usize,
    /// States of the largest component.
    pub largest_component: usize,
    /// Solved states; they differ by the man's area, or in levels with spare
    /// goals.
    pub solved_states: usize,
    /// Components that lead nowhere and hold no solution.
    pub sinks: usize,
    /// States from which no solution can be reached.
    pub dead_states: usize,
    /// Veger's solution factor, on the components.
    pub solution_factor: SolutionFactor,
    /// The same on the states; none beyond [`COSTLY_UP_TO`].
    pub chain: Option<Chain>,
    /// The shortest solutions in pushes; none if the level has no solution.
    pub shortest: Option<ShortestPushes>,
    /// The least moves of a solution; none beyond [`COSTLY_UP_TO`].
    pub shortest_moves: Option<u64>,
    /// The fewest box changes of a solution; none beyond [`COSTLY_UP_TO`].
    pub fewest_box_changes: Option<u64>,
    /// The pushes that it takes to get to the farthest state.
    pub farthest_pushes: usize,
    /// The most steps from component to component.
    pub longest_way: u32,
    /// The ways through the components to a solution; none if there is none, or beyond
    /// [`COSTLY_UP_TO`].
    pub ways: Option<ComponentWays>,
}

impl Difficulty {
    /// Measures a whole graph.
    pub fn of(folding: &Folding<'_, StateGraph>) -> Difficulty {
        let graph = folding.graph();
        let is_small = graph.n_states() <= COSTLY_UP_TO;
        let chain = is_small.then(|| absorbing_chain(folding, Convergence::default()));
        let solved = (0..graph.n_states() as u32).filter(|&s| graph.is_solved(s));
        Difficulty {
            valid_squares: graph.key_layout().valid().len(),
            boxes: graph.level().n_boxes(),
            states: graph.n_states(),
            edges: graph.n_edges(),
            components: folding.n_components(),
            largest_component: folding.largest(),
            solved_states: solved.count(),
            sinks: folding.n_sinks(),
            dead_states: folding.n_dead_states(),
            solution_factor: solution_factor(folding),
            chain,
            shortest: shortest_pushes(graph),
            shortest_moves: is_small.then(|| shortest_moves(graph)).flatten(),
            fewest_box_changes: is_small.then(|| fewest_box_changes(graph)).flatten(),
            farthest_pushes: graph.layers().len() - 2,
            longest_way: folding.longest_way(),
            ways: is_small.then(|| folding.ways_to_solutions()).flatten(),
        }
    }

    /// The share of dead states.
    pub fn dead_share(&self) -> f64 {
        self.dead_states as f64 / self.states as f64
    }

    /// The mean number of pushes of a state.
    pub fn branching(&self) -> f64 {
        self.edges as f64 / self.states as f64
    }

    /// Boxes for each valid square.
    pub fn box_ratio(&self) -> f64 {
        self.boxes as f64 / self.valid_squares as f64
    }

    /// The names of the numbers that [`Difficulty::values`] gives.
    pub const NAMES: [&str; 23] = [
        "valid_squares",
        "boxes",
        "box_ratio",
        "states",
        "edges",
        "components",
        "largest_component",
        "solved_states",
        "sinks",
        "dead_states",
        "dead_share",
        "branching",
        "solution_factor",
        "log2_solution_factor",
        "chain_factor",
        "shortest_pushes",
        "shortest_moves",
        "box_changes",
        "shortest_solutions",
        "farthest_pushes",
        "longest_way",
        "shortest_component_ways",
        "log2_component_ways",
    ];

    /// The numbers as a row; none where one is not known.
    pub fn values(&self) -> [Option<f64>; 23] {
        let count = |n: usize| Some(n as f64);
        let log2 = self.solution_factor.log2;
        [
            count(self.valid_squares),
            count(self.boxes),
            Some(self.box_ratio()),
            count(self.states),
            count(self.edges),
            count(self.components),
            count(self.largest_component),
            count(self.solved_states),
            count(self.sinks),
            count(self.dead_states),
            Some(self.dead_share()),
            Some(self.branching()),
            Some(self.solution_factor.value),
            Some(log2).filter(|log| log.is_finite()),
            self.chain.as_ref().map(|chain| chain.last().lower),
            self.shortest.map(|s| f64::from(s.pushes)),
            self.shortest_moves.map(|n| n as f64),
            self.fewest_box_changes.map(|n| n as f64),
            self.shortest.map(|s| s.count as f64),
            count(self.farthest_pushes),
            Some(f64::from(self.longest_way)),
            self.ways.map(|ways| ways.shortest as f64),
            self.ways.map(|ways| ways.log2_all),
        ]
    }
}
