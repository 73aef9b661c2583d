//! Shortest ways to a solution: in pushes, in moves, in changes of the box.
//!
//! Pushes come from the order of the states, which is breadth first. Moves need
//! the man's very square, so the search runs over pairs of state and man; box
//! changes need to know which box was pushed last. Both are Dijkstra's search
//! over the edges that the graph already has, and both are exact.

use crate::{Solvable, StateGraph, Successors};
use rustc_hash::FxHashMap;
use soko_core::{Push, Square, SquareSet, Walks};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The shortest solutions in pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortestPushes {
    /// The number of pushes.
    pub pushes: u32,
    /// How many sequences of pushes are that short; `u128::MAX` stands for at
    /// least so many.
    pub count: u128,
}

/// The shortest solutions in pushes; none if no solved state was found.
pub fn shortest_pushes(graph: &StateGraph) -> Option<ShortestPushes> {
    let layers = graph.layers();
    let mut counts: Vec<u128> = vec![1];
    for (depth, ends) in layers.windows(2).enumerate() {
        let (first, end) = (ends[0], ends[1]);
        let solved = (first..end).filter(|&s| graph.is_solved(s));
        let ways = solved.map(|s| counts[(s - first) as usize]);
        if let Some(count) = ways.reduce(u128::saturating_add) {
            let pushes = depth as u32;
            return Some(ShortestPushes { pushes, count });
        }
        let next_end = *layers.get(depth + 2)?;
        let mut next = vec![0u128; (next_end - end) as usize];
        for state in first..end {
            let count = counts[(state - first) as usize];
            for &to in graph.successors(state).iter().filter(|&&to| to >= end) {
                let there = &mut next[(to - end) as usize];
                *there = there.saturating_add(count);
            }
        }
        counts = next;
    }
    None
}

/// A place in a search over states with something more to remember: the man's
/// square, or that of the box pushed last.
type Place = (u32, Option<Square>);

/// The least number of moves of any solution; none if there is none.
pub fn shortest_moves(graph: &StateGraph) -> Option<u64> {
    let board = graph.level().board();
    let start = (0, Some(graph.level().man()));
    let mut walks = Walks::<SquareSet>::new(board);
    dijkstra(graph, start, |(state, man), reach| {
        let boxes = graph.state(state).boxes;
        let Some(man) = man else { return };
        walks.measure(&boxes, man);
        each_push(graph, state, |push, to| {
            let walk = push.man(board).and_then(|behind| walks.to(behind));
            if let Some(walk) = walk {
                reach((to, Some(push.from)), u64::from(walk) + 1);
            }
        });
    })
}

/// The least number of box changes of any solution: runs of pushes of one box.
pub fn fewest_box_changes(graph: &StateGraph) -> Option<u64> {
    let board = graph.level().board();
    dijkstra(graph, (0, None), |(state, last), reach| {
        each_push(graph, state, |push, to| {
            let changes = u64::from(last != Some(push.from));
            reach((to, push.to(board)), changes);
        });
    })
}

fn each_push(graph: &StateGraph, state: u32, mut visit: impl FnMut(Push, u32)) {
    for &to in graph.successors(state) {
        if let Some(push) = graph.push(state, to) {
            visit(push, to);
        }
    }
}

fn dijkstra(
    graph: &StateGraph,
    start: Place,
    mut expand: impl FnMut(Place, &mut dyn FnMut(Place, u64)),
) -> Option<u64> {
    let mut best = FxHashMap::from_iter([(start, 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, place))) = queue.pop() {
        if graph.is_solved(place.0) {
            return Some(cost);
        }
        if best[&place] < cost {
            continue;
        }
        expand(place, &mut |next, step| {
            let total = cost + step;
            let known = best.entry(next).or_insert(u64::MAX);
            if total < *known {
                *known = total;
                queue.push(Reverse((total, next)));
            }
        });
    }
    None
}
