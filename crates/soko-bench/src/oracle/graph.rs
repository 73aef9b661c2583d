//! The whole state graph of a small level, by the plainest search there is.

use soko_core::{Board, Level, Push, Reach, SquareSet, Squares, pushes};
use std::collections::HashMap;

/// The number of pushes of a state that reaches no solution.
const NEVER: u32 = u32::MAX;

/// Every state that can be reached, with every push.
pub struct StateGraph {
    /// Boxes and the man's area of each state; the start is the first.
    pub states: Vec<(SquareSet, SquareSet)>,
    /// The pushes of each state with the state that follows.
    pub pushes: Vec<Vec<(Push, u32)>>,
    to_solution: Vec<u32>,
}

impl StateGraph {
    /// Searches breadth first from the start of a level; none if there are more
    /// states than allowed.
    pub fn explore(level: &Level, most_states: usize) -> Option<StateGraph> {
        let board = level.board();
        let reach = Reach::<SquareSet>::new(board);
        let start = (
            level.boxes().clone(),
            reach.area(level.boxes(), level.man()),
        );
        // States are numbered as they are met, so the list is also the queue.
        let mut ids = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut edges = Vec::new();
        while edges.len() < states.len() {
            let (boxes, area) = states[edges.len()].clone();
            let mut from_here = Vec::new();
            for push in pushes(board, &boxes, &area) {
                let mut next = boxes.clone();
                push.apply(board, &mut next);
                let area = reach.area(&next, push.from);
                let n_states = states.len() as u32;
                let id = *ids.entry((next.clone(), area.clone())).or_insert(n_states);
                if id == n_states {
                    states.push((next, area));
                }
                from_here.push((push, id));
            }
            edges.push(from_here);
            if states.len() > most_states {
                return None;
            }
        }
        let everything = |_: usize, _: &Push| true;
        let to_solution = distances(board, &states, &edges, everything);
        Some(StateGraph {
            states,
            pushes: edges,
            to_solution,
        })
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are no states; there is always the start.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Whether no solution can be reached from a state.
    pub fn is_dead(&self, state: usize) -> bool {
        self.to_solution[state] == NEVER
    }

    /// The fewest pushes from each state to a solution, `u32::MAX` for none.
    pub fn to_solution(&self) -> &[u32] {
        &self.to_solution
    }

    /// The same when only some pushes may be done.
    pub fn to_solution_with(
        &self,
        board: &Board,
        allowed: impl Fn(usize, &Push) -> bool,
    ) -> Vec<u32> {
        distances(board, &self.states, &self.pushes, allowed)
    }
}

/// Breadth first from the solved states against the pushes.
fn distances(
    board: &Board,
    states: &[(SquareSet, SquareSet)],
    edges: &[Vec<(Push, u32)>],
    allowed: impl Fn(usize, &Push) -> bool,
) -> Vec<u32> {
    // 1. The edges turned round.
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); states.len()];
    for (from, edges) in edges.iter().enumerate() {
        for (push, to) in edges {
            if allowed(from, push) {
                before[*to as usize].push(from as u32);
            }
        }
    }
    // 2. Breadth first from all solved states at once.
    let mut to_solution = vec![NEVER; states.len()];
    let mut queue: Vec<u32> = Vec::new();
    for (id, (boxes, _)) in states.iter().enumerate() {
        if boxes.is_subset(board.goals()) {
            to_solution[id] = 0;
            queue.push(id as u32);
        }
    }
    let mut next = 0;
    while next < queue.len() {
        let id = queue[next] as usize;
        next += 1;
        for &parent in &before[id] {
            if to_solution[parent as usize] == NEVER {
                to_solution[parent as usize] = to_solution[id] + 1;
                queue.push(parent);
            }
        }
    }
    to_solution
}
