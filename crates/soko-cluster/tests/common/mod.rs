//! Levels, what their whole graphs have, and folders for tests.
use soko_cluster::{Folded, FromStart};
use soko_core::{Level, SplitMix, random_level};
use soko_graph::count::Counts;
use soko_graph::{Folding, Rules, Solvable, StateGraph, Successors, explore, solution_factor};
use soko_search::{Control, Limits};
use std::path::PathBuf;

/// Random levels whose graphs are small, but not all tiny; every other can be solved.
pub fn levels(n: usize) -> Vec<Level> {
    let mut random = SplitMix(77);
    let mut levels = Vec::new();
    while levels.len() < n {
        let level = random_level(&mut random, 8, 7, 2 + levels.len() % 3);
        let Some(graph) = graph(&level, &Rules::default()) else {
            continue;
        };
        let wants_solution = levels.len().is_multiple_of(2);
        let is_solvable = (0..graph.n_states() as u32).any(|state| graph.is_solved(state));
        if graph.n_states() > 20 && is_solvable == wants_solution {
            levels.push(level);
        }
    }
    levels
}

fn graph(level: &Level, rules: &Rules<'_>) -> Option<StateGraph> {
    let limits = Limits {
        expansions: Some(60_000),
        ..Limits::default()
    };
    let graph = explore(level, rules, 1, &mut Control::new(limits)).ok()?;
    graph.stopped().is_none().then_some(graph)
}

/// The counts of a level, read off its whole graph.
pub fn counted_whole(level: &Level, rules: &Rules<'_>) -> Counts {
    let graph = graph(level, rules).unwrap();
    let mut counts = Counts {
        edges: graph.n_edges() as u64,
        ..Counts::default()
    };
    for layer in graph.layers().windows(2) {
        counts.layers.push(u64::from(layer[1] - layer[0]));
        let solved = (layer[0]..layer[1]).filter(|&state| graph.is_solved(state));
        counts.solved_layers.push(solved.count() as u64);
    }
    counts.alive_layers = pushes_to_go(&graph);
    let folding = Folding::new(&graph);
    let dead = folding.n_dead_states() as u64;
    assert_eq!(counts.dead(), dead);
    counts
}

/// What the components of a level say, read off its whole graph.
pub fn folded_whole(level: &Level, rules: &Rules<'_>) -> Folded {
    let graph = graph(level, rules).unwrap();
    let folding = Folding::new(&graph);
    let factor = solution_factor(&folding);
    Folded {
        components: folding.n_components() as u64,
        largest: folding.largest() as u64,
        sinks: folding.n_sinks() as u64,
        start: Some(FromStart {
            longest_way: u64::from(folding.longest_way()),
            factor: factor.value,
            factor_log2: factor.log2,
        }),
    }
}

/// States by the pushes to the nearest solved state, by relaxing every edge until nothing
/// changes.
fn pushes_to_go(graph: &StateGraph) -> Vec<u64> {
    let states = 0..graph.n_states() as u32;
    let mut to_go: Vec<usize> = states
        .clone()
        .map(|state| {
            if graph.is_solved(state) {
                0
            } else {
                usize::MAX
            }
        })
        .collect();
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for state in states.clone().rev() {
            for &next in graph.successors(state) {
                let over = to_go[next as usize].saturating_add(1);
                if over < to_go[state as usize] {
                    to_go[state as usize] = over;
                    has_changed = true;
                }
            }
        }
    }
    let mut layers = Vec::new();
    for n in to_go.into_iter().filter(|&n| n != usize::MAX) {
        if layers.len() <= n {
            layers.resize(n + 1, 0);
        }
        layers[n] += 1;
    }
    layers
}

/// An empty folder of this name.
pub fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// A level of 14,952 states in 19 layers.
pub fn big_level() -> Level {
    "###########\n#.  .  .  #\n# $ $ $ $ #\n#   @    .#\n#         #\n###########"
        .parse()
        .unwrap()
}
