//! Whole state graphs of tile games: every state that steps lead to, numbered
//! breadth first, for the components, numbers and exports of `soko-graph`.
//!
//! A state is where everything stands that can move, as in [`TileSpace`]; an edge is a
//! step of the agent. Won states are expanded like all others, as in the graphs of
//! Sokoban. Exact: nothing is left out. Cost: one expansion and one look into the store
//! a state, in bytes four for each movable tile and some ten more, and five an edge.

use crate::picture::scene_of;
use crate::{TileLevel, TileSpace, TileState};
use soko_core::Direction;
use soko_format::picture::Scene;
use soko_graph::{Deed, Pictured, Solvable, Successors};
use soko_search::{Control, Counters, Space, StateId, StopReason, Store};

/// The states that can be reached from the start of a level, and the steps between
/// them.
#[derive(Clone, Debug)]
pub struct TileGraph {
    level: TileLevel,
    states: Store,
    won: Vec<bool>,
    /// Where the edges of each state end; they begin where those before it end.
    ends: Vec<usize>,
    targets: Vec<u32>,
    steps: Vec<Direction>,
    stopped: Option<StopReason>,
}

/// Explores the whole graph of a level, or as much of it as the limits allow.
///
/// ```
/// use soko_graph::{Folding, Successors};
/// use soko_search::Control;
/// use soko_tiles::{explore_tiles, game_named, read_levels};
///
/// let text = "game: sokoban\n\n######\n#@ $.#\n######\n";
/// let level = read_levels(text, game_named).unwrap().remove(0);
/// let graph = explore_tiles(&level, &mut Control::default());
/// assert_eq!((graph.n_nodes(), graph.n_edges()), (5, 7));
/// assert_eq!(Folding::new(&graph).n_components(), 2);
/// ```
pub fn explore_tiles(level: &TileLevel, control: &mut Control<'_>) -> TileGraph {
    // 1. The start has the number 0.
    let mut space = TileSpace::new(level);
    let mut key = vec![0; space.key_len()];
    let mut graph = TileGraph {
        level: level.clone(),
        states: Store::new(key.len()),
        won: Vec::new(),
        ends: Vec::new(),
        targets: Vec::new(),
        steps: Vec::new(),
        stopped: None,
    };
    for start in space.starts() {
        graph.enter(&space, &start, &mut key);
    }
    // 2. States are expanded in the order of their numbers, so these grow breadth first.
    let mut counters = Counters::default();
    let mut next: soko_search::Successors<TileSpace<'_>> = Vec::new();
    while graph.ends.len() < graph.states.len() {
        graph.stopped = control.check(&mut counters);
        if graph.stopped.is_some() {
            break;
        }
        let id = StateId(graph.ends.len() as u32);
        let state = space.unpack(graph.states.key(id));
        next.clear();
        space.expand(&state, &mut next);
        for successor in &next {
            let to = graph.enter(&space, &successor.state, &mut key);
            graph.targets.push(to.0);
            graph.steps.push(successor.action);
        }
        graph.ends.push(graph.targets.len());
        // 3. What was done, for limits and progress.
        counters.expanded += 1;
        counters.generated = graph.targets.len() as u64;
        counters.stored = graph.states.len() as u64;
        counters.bytes = graph.bytes();
    }
    graph
}

impl TileGraph {
    /// The number of a state, which is stored if it is new.
    fn enter(&mut self, space: &TileSpace<'_>, state: &TileState, key: &mut [u8]) -> StateId {
        space.pack(state, key);
        let (id, is_new) = self.states.insert(key);
        if is_new {
            self.won.push(space.is_goal(state));
        }
        id
    }

    /// The level.
    pub fn level(&self) -> &TileLevel {
        &self.level
    }

    /// Why the exploration ended early; none if the graph is whole.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.targets.len()
    }

    /// The number of won states.
    pub fn n_won(&self) -> usize {
        self.won.iter().filter(|won| **won).count()
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        let edges = self.targets.capacity() * 4 + self.steps.capacity();
        self.states.bytes() + self.won.capacity() + self.ends.capacity() * 8 + edges
    }

    /// A state as rows of characters.
    pub fn text(&self, state: u32) -> String {
        let mut space = TileSpace::new(&self.level);
        let state = space.unpack(self.states.key(StateId(state)));
        self.level.draw(space.field(&state))
    }

    fn row(&self, state: u32) -> std::ops::Range<usize> {
        let end_of = |state: usize| self.ends.get(state).copied();
        let begin = (state as usize).checked_sub(1).and_then(end_of);
        // States that were not expanded have no edges.
        match end_of(state as usize) {
            Some(end) => begin.unwrap_or(0)..end,
            None => 0..0,
        }
    }
}

impl Successors for TileGraph {
    fn n_nodes(&self) -> usize {
        self.states.len()
    }

    fn successors(&self, node: u32) -> &[u32] {
        &self.targets[self.row(node)]
    }
}

impl Solvable for TileGraph {
    fn is_solved(&self, node: u32) -> bool {
        self.won[node as usize]
    }
}

impl Pictured for TileGraph {
    const MEASURE: &'static str = "steps";

    fn size(&self) -> (u32, u32) {
        let field = self.level.field();
        (field.width() as u32, field.height() as u32)
    }

    fn scene(&self, state: u32) -> Scene {
        let mut space = TileSpace::new(&self.level);
        let state = space.unpack(self.states.key(StateId(state)));
        scene_of(&self.level, space.field(&state))
    }

    fn deed(&self, from: u32, place: usize) -> Option<Deed> {
        let mut space = TileSpace::new(&self.level);
        let state = space.unpack(self.states.key(StateId(from)));
        let rules = self.level.rules();
        let agent = space.field(&state).find(rules, rules.agent())?;
        let (row, column) = self.level.field().row_and_column(agent);
        Some(Deed {
            row: row as u32 + 1,
            column: column as u32 + 1,
            direction: self.steps[self.row(from).start + place].letter(),
        })
    }
}
