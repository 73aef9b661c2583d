//! Whole graphs against the plainest search there is, on random levels: the same
//! states under the same numbers, the same edges in the same order, with any number
//! of threads; and maps in which everything has its place.

use soko_core::facts::live_squares;
use soko_core::{CanonicalState, Level, Reach, SplitMix, SquareSet, Squares, pushes, random_level};
use soko_graph::layout::{Map, map};
use soko_graph::{
    Folding, Predecessors, PushesToGo, Rules, Solvable, Spacing, StateGraph, StateHash, Successors,
    View, explore, explore_hashed, shortest_moves, shortest_pushes,
};
use soko_search::{Control, Limits, StopReason};
use std::collections::{BTreeMap, BTreeSet};

/// One queue, a map, and successors by box and then by direction.
fn plain(level: &Level) -> (Vec<CanonicalState>, Vec<Vec<u32>>) {
    let board = level.board();
    let (live, reach) = (live_squares(board), Reach::<SquareSet>::new(board));
    let mut states = vec![level.start().canonical(board)];
    let mut numbers = BTreeMap::from([(states[0].clone(), 0)]);
    let mut edges = Vec::new();
    while edges.len() < states.len() {
        let state = states[edges.len()].clone();
        let area = reach.area(&state.boxes, state.area);
        let mut row = Vec::new();
        for push in pushes(board, &state.boxes, &area) {
            let to = push.to(board).unwrap();
            if !live.contains(to) {
                continue;
            }
            let mut boxes = state.boxes.clone();
            boxes.shift(push.from, to);
            let area = reach.area(&boxes, push.from).lowest().unwrap();
            let next = CanonicalState { boxes, area };
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                states.push(next);
                states.len() as u32 - 1
            });
            row.push(number);
        }
        edges.push(row);
    }
    (states, edges)
}

fn whole(level: &Level, threads: usize) -> StateGraph {
    explore(level, &Rules::default(), threads, &mut Control::default()).unwrap()
}

fn check_same(graph: &StateGraph, states: &[CanonicalState], edges: &[Vec<u32>]) {
    assert_eq!(graph.n_states(), states.len(), "{}", graph.level().setup());
    assert_eq!(graph.n_edges(), edges.iter().map(Vec::len).sum::<usize>());
    assert!(graph.stopped().is_none() && graph.n_expanded() == states.len());
    for (number, (state, row)) in states.iter().zip(edges).enumerate() {
        let number = number as u32;
        assert_eq!(&graph.state(number), state);
        assert_eq!(graph.successors(number), row);
        let is_solved = state.boxes.is_subset(graph.level().board().goals());
        assert_eq!(graph.is_solved(number), is_solved);
    }
}

#[test]
fn the_same_numbers_and_edges_on_random_levels() {
    let mut random = SplitMix(71);
    let mut largest = 0;
    for round in 0..60 {
        let (width, height, n_boxes) = [(7, 6, 2), (8, 7, 3), (13, 9, 2)][round % 3];
        let level = random_level(&mut random, width, height, n_boxes);
        let (states, edges) = plain(&level);
        check_same(&whole(&level, 1), &states, &edges);
        largest = largest.max(states.len());
        let exact = explore_hashed(
            &level,
            &Rules::default(),
            StateHash::Exact,
            &mut Control::default(),
        );
        check_same(&exact.unwrap(), &states, &edges);
    }
    assert!(largest > 500, "something to number: {largest}");
}

#[test]
fn threads_change_nothing() {
    // Large enough for batches to be shared out.
    let rows = [
        "##############",
        "#   .        #",
        "# $ # $.   # #",
        "#   #        #",
        "# $  .  .    #",
        "#@    .      #",
        "##############",
    ];
    let level: Level = rows.join("\n").parse().unwrap();
    let (states, edges) = plain(&level);
    assert!(states.len() > 5000, "{}", states.len());
    for threads in [1, 2, 5] {
        check_same(&whole(&level, threads), &states, &edges);
    }
    let limits = Limits {
        expansions: Some(3000),
        ..Limits::default()
    };
    let part = explore(&level, &Rules::default(), 3, &mut Control::new(limits)).unwrap();
    assert_eq!(part.n_expanded(), 3000);
    for number in 0..part.n_expanded() as u32 {
        assert_eq!(part.state(number), states[number as usize]);
        assert_eq!(part.successors(number), edges[number as usize]);
    }
}

/// Depths, shortest solutions and their number by a search of their own.
#[test]
fn shortest_ways_agree_with_a_count_by_hand() {
    let mut random = SplitMix(73);
    let mut n_solved = 0;
    for _ in 0..200 {
        let level = random_level(&mut random, 8, 6, 2);
        let graph = whole(&level, 1);
        let (states, edges) = plain(&level);
        let mut ways = BTreeMap::from([(0u32, 1u128)]);
        let mut seen = BTreeSet::from([0u32]);
        let is_solved = |n: &u32| states[*n as usize].boxes.is_subset(level.board().goals());
        let mut pushes = 0;
        while !ways.is_empty() && !ways.keys().any(is_solved) {
            let mut next: BTreeMap<u32, u128> = BTreeMap::new();
            for (from, count) in &ways {
                for to in edges[*from as usize].iter().filter(|to| !seen.contains(to)) {
                    *next.entry(*to).or_default() += count;
                }
            }
            seen.extend(next.keys());
            ways = next;
            pushes += 1;
        }
        let solved = ways.iter().filter(|(state, _)| is_solved(state));
        let count: u128 = solved.map(|(_, count)| count).sum();
        let found = shortest_pushes(&graph).map(|s| (s.pushes, s.count));
        assert_eq!(found, (count > 0).then_some((pushes, count)));
        n_solved += u32::from(count > 0);
        // A push is a move, and a push of a box needs the man beside it.
        let moves = shortest_moves(&graph);
        assert!(moves.is_none_or(|moves| moves >= u64::from(pushes)));
    }
    assert!(n_solved > 10);
}

const SPACING: Spacing = Spacing {
    node_width: 30.0,
    node_height: 20.0,
    gap: 8.0,
    layer_gap: 24.0,
};

/// Nodes lie apart and inside, lines run from border to border, and there is one
/// for every pair of nodes that an edge joins.
fn check_map(map: &Map, edges: impl Fn(u32) -> Vec<u32>) {
    let (width, height) = (SPACING.node_width, SPACING.node_height);
    for (i, a) in map.nodes.iter().enumerate() {
        assert!(a.x >= width / 2.0 && a.x <= map.width - width / 2.0);
        assert!(a.y >= height / 2.0 && a.y <= map.height - height / 2.0);
        for b in &map.nodes[..i] {
            let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
            assert!(dx >= width + SPACING.gap - 0.01 || dy >= height + SPACING.layer_gap - 0.01);
            assert_eq!(a.layer == b.layer, dy < 0.01);
        }
    }
    let mut joined: BTreeMap<(u32, u32), bool> = BTreeMap::new();
    for a in 0..map.nodes.len() as u32 {
        for b in edges(a).into_iter().filter(|&b| b != a) {
            let is_two_way = edges(b).contains(&a);
            joined.insert((a.min(b), a.max(b)), is_two_way);
        }
    }
    let lines = map.edges.iter().map(|edge| {
        assert!(edges(edge.from).contains(&edge.to));
        let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
        (pair, edge.is_two_way)
    });
    assert_eq!(lines.clone().count(), joined.len(), "one line each");
    assert_eq!(lines.collect::<BTreeMap<_, _>>(), joined);
    for edge in &map.edges {
        let ends = [(edge.from, 0), (edge.to, edge.points.len() - 1)];
        for (node, point) in ends {
            let (at, (x, y)) = (map.nodes[node as usize], edge.points[point]);
            let (dx, dy) = ((x - at.x).abs(), (y - at.y).abs());
            let is_on_side = (dx - width / 2.0).abs() < 0.01 && dy < 0.01;
            let is_on_edge = (dy - height / 2.0).abs() < 0.01 && dx <= width / 2.0;
            assert!(is_on_side || is_on_edge, "{node}: {dx} {dy}");
        }
    }
}

#[test]
fn maps_of_random_levels_are_sound() {
    let mut random = SplitMix(79);
    let mut n_drawn = 0;
    for _ in 0..40 {
        let level = random_level(&mut random, 7, 6, 2);
        let graph = whole(&level, 1);
        if graph.n_states() > 250 {
            continue;
        }
        n_drawn += 1;
        let folding = Folding::new(&graph);
        let states = map(&folding, View::States, SPACING).unwrap();
        check_map(&states, |node| graph.successors(node).to_vec());
        let children = folding.children();
        let components = map(&folding, View::Components, SPACING).unwrap();
        check_map(&components, |node| children[node as usize].clone());
        // Lines between components run down.
        for edge in &components.edges {
            let layer = |node: u32| components.nodes[node as usize].layer;
            assert!(layer(edge.from) < layer(edge.to) && edge.from < edge.to);
        }
    }
    assert!(n_drawn > 15);
}

/// The clock is looked at after every round, however few looks others get by with.
#[test]
fn no_round_begins_after_the_time_is_up() {
    let text = "##########\n#@       #\n# $ $ $  #\n#        #\n#  ...   #\n#        #\n##########";
    let level: Level = text.parse().unwrap();
    let limits = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::default()
    };
    let graph = explore(&level, &Rules::default(), 1, &mut Control::new(limits)).unwrap();
    assert_eq!(graph.stopped(), Some(StopReason::Time));
    assert!(graph.n_expanded() <= 64, "{}", graph.n_expanded());
}

/// What is left from every state, read off one graph backwards, is what a search forwards
/// from that state finds; and the way there is one of pushes.
#[test]
fn pushes_to_go_agree_with_searches_forwards() {
    let mut random = SplitMix(79);
    let (mut n_alive, mut n_dead) = (0, 0);
    for _ in 0..400 {
        let level = random_level(&mut random, 7, 6, 2);
        let graph = whole(&level, 1);
        if shortest_pushes(&graph).is_none() {
            continue;
        }
        let before = Predecessors::new(&graph);
        let to_go = PushesToGo::new(&graph, &before);
        let mut edges = 0;
        for state in 0..graph.n_states() as u32 {
            for &from in before.of(state) {
                assert!(graph.successors(from).contains(&state));
            }
            edges += before.of(state).len();
            let from_here = whole(&level.with_start(&graph.shown(state)), 1);
            let truth = shortest_pushes(&from_here).map(|found| found.pushes);
            assert_eq!(to_go.of(state), truth, "{}", level.setup());
            let Some(way) = to_go.way(&graph, state) else {
                n_dead += 1;
                continue;
            };
            n_alive += 1;
            assert_eq!(Some(way.len() as u32 - 1), truth);
            assert!(way[0] == state && graph.is_solved(way[way.len() - 1]));
            assert!(
                way.windows(2)
                    .all(|two| graph.push(two[0], two[1]).is_some())
            );
        }
        assert_eq!(edges, graph.n_edges());
    }
    assert!(
        n_alive > 300 && n_dead > 100,
        "{n_alive} alive, {n_dead} dead"
    );
}
