//! What a level of several equal rooms around a hall has, from one of them.
//!
//! The levels of `testdata/rooms.xsb` are one to four copies of a room, each with one door
//! to a hall in which no box can be of use. So a state is a state of each room, and what
//! happens in one changes nothing in another:
//!
//! * While the man can get to the hall, every room is in any of its *open* states. While he
//!   is shut in, the room that holds him is in one of its *shut* states and all others are
//!   open.
//! * Pushes add up, both those from the start and those still to do. Counted by pushes, the
//!   states of two rooms are therefore the product of two polynomials.
//! * From a state in which the man is shut in nothing can be solved; that is so in this
//!   room, and [`Room::of`] makes sure of it.
//!
//! With `o` open and `s` shut states, `n` rooms have `o^n + n s o^(n-1)`. All that goes in
//! is the plain graph of one room, so this counts what is too large for any other plain way.

use super::characters::At;
use super::{Naive, NaiveGraph};
use std::collections::VecDeque;

/// Numbers by pushes.
type Layers = Vec<u64>;

/// What the naive implementation finds out about one room.
pub struct Room {
    open: Layers,
    shut: Layers,
    /// Of the open ones: solved by pushes from the start, all by pushes to go.
    solved: Layers,
    alive: Layers,
    edges: u64,
}

/// What a level has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub layers: Layers,
    pub solved_layers: Layers,
    pub alive_layers: Layers,
    pub edges: u64,
}

impl Expected {
    /// What a graph has.
    pub fn of(graph: &NaiveGraph) -> Expected {
        let all = |_: usize| true;
        let (depths, to_go) = (depths(graph), to_go(graph));
        Expected {
            layers: by_layer(&depths, all),
            solved_layers: cut(by_layer(&depths, |state| graph.solved[state]), &depths),
            alive_layers: by_layer(&to_go, all),
            edges: graph.edges.iter().map(|edges| edges.len() as u64).sum(),
        }
    }
}

impl Room {
    /// Splits the states of a level with one room; the man starts in the hall.
    pub fn of(naive: &Naive, graph: &NaiveGraph, hall: At) -> Room {
        let is_open = |state: usize| {
            let (boxes, man) = &graph.states[state];
            naive.joins(boxes, *man, hall)
        };
        let (depths, to_go) = (depths(graph), to_go(graph));
        let n_alive_shut: u64 = by_layer(&to_go, |state| !is_open(state)).iter().sum();
        assert_eq!(n_alive_shut, 0, "who is shut in cannot solve the level");
        Room {
            open: by_layer(&depths, is_open),
            shut: by_layer(&depths, |state| !is_open(state)),
            solved: by_layer(&depths, |state| graph.solved[state]),
            alive: by_layer(&to_go, is_open),
            edges: graph.edges.iter().map(|edges| edges.len() as u64).sum(),
        }
    }

    /// What a level with so many of these rooms has.
    pub fn times(&self, n: usize) -> Expected {
        let others = power(&self.open, n - 1);
        let one_shut = times(&self.shut, &others);
        let mut layers = times(&self.open, &others);
        layers.resize(layers.len().max(one_shut.len()), 0);
        let all = layers.iter_mut().zip(one_shut);
        all.for_each(|(layer, shut)| *layer += n as u64 * shut);
        let layers = trimmed(layers);
        let mut solved_layers = power(&self.solved, n);
        solved_layers.resize(layers.len(), 0);
        Expected {
            // Every push of one room, whatever the others are like.
            edges: n as u64 * self.edges * others.iter().sum::<u64>(),
            layers,
            solved_layers,
            alive_layers: trimmed(power(&self.alive, n)),
        }
    }
}

/// The pushes from the start.
fn depths(graph: &NaiveGraph) -> Vec<Option<usize>> {
    spread(&graph.edges, &[0])
}

/// The pushes to the nearest solved state.
fn to_go(graph: &NaiveGraph) -> Vec<Option<usize>> {
    let mut reversed = vec![Vec::new(); graph.edges.len()];
    for (from, edges) in graph.edges.iter().enumerate() {
        edges.iter().for_each(|&to| reversed[to].push(from));
    }
    let states = 0..graph.solved.len();
    let solved: Vec<usize> = states.filter(|&state| graph.solved[state]).collect();
    spread(&reversed, &solved)
}

/// The steps from any of some states to each.
fn spread(edges: &[Vec<usize>], from: &[usize]) -> Vec<Option<usize>> {
    let mut steps = vec![None; edges.len()];
    from.iter().for_each(|&state| steps[state] = Some(0));
    let mut queue: VecDeque<usize> = from.iter().copied().collect();
    while let Some(state) = queue.pop_front() {
        for &to in &edges[state] {
            if steps[to].is_none() {
                steps[to] = steps[state].map(|n| n + 1);
                queue.push_back(to);
            }
        }
    }
    steps
}

/// How many of some states are so many steps away.
fn by_layer(steps: &[Option<usize>], is_counted: impl Fn(usize) -> bool) -> Layers {
    let mut layers = Layers::new();
    for (state, n) in steps.iter().enumerate() {
        if let Some(n) = n.filter(|_| is_counted(state)) {
            layers.resize(layers.len().max(n + 1), 0);
            layers[n] += 1;
        }
    }
    layers
}

/// As long as there are layers of states.
fn cut(mut layers: Layers, steps: &[Option<usize>]) -> Layers {
    let n_layers = steps.iter().flatten().max().map_or(0, |most| most + 1);
    layers.resize(n_layers, 0);
    layers
}

fn trimmed(mut layers: Layers) -> Layers {
    while layers.last() == Some(&0) {
        layers.pop();
    }
    layers
}

fn times(one: &[u64], other: &[u64]) -> Layers {
    let mut product = vec![0; (one.len() + other.len()).saturating_sub(1)];
    for (i, n) in one.iter().enumerate() {
        for (j, m) in other.iter().enumerate() {
            product[i + j] += n * m;
        }
    }
    product
}

fn power(layers: &[u64], n: usize) -> Layers {
    (0..n).fold(vec![1], |product, _| times(&product, layers))
}
