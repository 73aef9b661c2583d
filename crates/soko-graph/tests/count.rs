//! Counting says what whole graphs say.

use soko_core::{Level, SplitMix, Square, SquareSet, Squares, random_level};
use soko_graph::count::{Counts, Steps, count};
use soko_graph::{DeadTest, Rules, Solvable, StateGraph, Successors, explore, with_steps};
use soko_search::{Control, Limits, StopReason};

/// The same counts, read off a whole graph.
fn counted(graph: &StateGraph) -> Counts {
    let mut counts = Counts {
        edges: graph.n_edges() as u64,
        ..Counts::default()
    };
    for layer in graph.layers().windows(2) {
        let states = layer[0]..layer[1];
        counts.layers.push(u64::from(layer[1] - layer[0]));
        let solved = states.filter(|&state| graph.is_solved(state));
        counts.solved_layers.push(solved.count() as u64);
    }
    counts.alive_layers = pushes_to_go(graph);
    counts
}

/// States by the pushes to the nearest solved state, by relaxing every edge until nothing
/// changes: slow, and nothing like what is tested.
fn pushes_to_go(graph: &StateGraph) -> Vec<u64> {
    let n_states = graph.n_states() as u32;
    let mut to_go: Vec<usize> = (0..n_states)
        .map(|state| match graph.is_solved(state) {
            true => 0,
            false => usize::MAX,
        })
        .collect();
    loop {
        let before = to_go.clone();
        for state in 0..n_states {
            for &next in graph.successors(state) {
                let over = to_go[next as usize].saturating_add(1);
                to_go[state as usize] = to_go[state as usize].min(over);
            }
        }
        if before == to_go {
            break;
        }
    }
    let alive: Vec<usize> = to_go.into_iter().filter(|&n| n != usize::MAX).collect();
    let mut layers = vec![0; alive.iter().max().map_or(0, |most| most + 1)];
    alive.into_iter().for_each(|n| layers[n] += 1);
    layers
}

fn count_with(level: &Level, rules: &Rules<'_>, threads: usize) -> Counts {
    let run = |steps: &dyn Steps| count(steps, threads, &mut Control::default());
    let counted = with_steps!(level, rules, steps => run(&steps)).unwrap();
    assert_eq!(counted.stopped, None);
    counted.counts
}

#[test]
fn counts_are_those_of_the_whole_graph() {
    let mut random = SplitMix(18);
    let (mut n_states, mut n_dead, mut n_solvable) = (0, 0, 0);
    for i in 0..400 {
        let level = random_level(&mut random, 8, 7, 2 + i % 4);
        for (stop_at_solved, keep_dead_squares) in [(false, false), (true, false), (false, true)] {
            let rules = Rules {
                stop_at_solved,
                keep_dead_squares,
                dead: None,
            };
            let limits = Limits {
                expansions: Some(30_000),
                ..Limits::default()
            };
            let graph = explore(&level, &rules, 1, &mut Control::new(limits)).unwrap();
            if graph.stopped().is_some() {
                continue;
            }
            let expected = counted(&graph);
            for threads in [1, 2] {
                let counts = count_with(&level, &rules, threads);
                assert_eq!(counts, expected, "{rules:?}\n{}", level.setup());
            }
            n_states += expected.states();
            n_dead += expected.dead();
            n_solvable += u64::from(expected.shortest().is_some());
        }
    }
    assert!(
        n_states > 100_000 && n_dead > 50_000 && n_solvable > 40,
        "{n_states} {n_dead} {n_solvable}"
    );
}

/// A test that leaves pushes out for no reason, so that pushes and pulls must agree on
/// which.
struct Whim;

impl DeadTest for Whim {
    fn is_dead(&self, boxes: &SquareSet, pushed: Square) -> bool {
        let sum: usize = boxes.iter().map(Square::index).sum();
        (sum + 2 * pushed.index()).is_multiple_of(5)
    }
}

/// What a rule leaves out, pulls leave out as well.
#[test]
fn a_rule_holds_both_ways() {
    let mut random = SplitMix(19);
    let (mut n_left_out, mut n_alive) = (0, 0);
    for i in 0..200 {
        let level = random_level(&mut random, 8, 7, 2 + i % 3);
        let rules = Rules {
            dead: Some(&Whim),
            ..Rules::default()
        };
        let graph = explore(&level, &rules, 1, &mut Control::default()).unwrap();
        let expected = counted(&graph);
        assert_eq!(count_with(&level, &rules, 1), expected, "{}", level.setup());
        n_left_out += u64::from(count_with(&level, &Rules::default(), 1).edges > expected.edges);
        n_alive += expected.alive();
    }
    assert!(n_left_out > 50 && n_alive > 100, "{n_left_out} {n_alive}");
}

/// A box more on the goals' side: levels with more goals than boxes have many solved
/// states.
#[test]
fn fewer_boxes_than_goals_are_counted() {
    let level: Level = "#######\n#@ $..#\n# $ . #\n#     #\n#######"
        .parse()
        .unwrap();
    let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
    let counts = count_with(&level, &Rules::default(), 1);
    assert_eq!(counts, counted(&graph));
    assert!(counts.solved() > 1);
}

#[test]
fn limits_end_a_count() {
    let level: Level =
        "###########\n#.  .  .  #\n# $ $ $ $ #\n#   @    .#\n#         #\n###########"
            .parse()
            .unwrap();
    let limits = Limits {
        expansions: Some(1_000),
        ..Limits::default()
    };
    let run = |steps: &dyn Steps| count(steps, 1, &mut Control::new(limits));
    let counted = with_steps!(&level, &Rules::default(), steps => run(&steps)).unwrap();
    assert_eq!(counted.stopped, Some(StopReason::Expansions));
    let counts = counted.counts;
    assert!(counts.states() > 0 && counts.alive_layers.is_empty());
}

/// Levels whose states do not fit into numbers are refused.
#[test]
fn too_many_boxes_are_refused() {
    let row = |c: char| format!("#{}#", c.to_string().repeat(60));
    let wall = "#".repeat(62);
    let goals = row('.');
    let level: Level = format!(
        "{wall}\n{goals}\n{}\n#@{}#\n{wall}",
        row('$'),
        " ".repeat(59)
    )
    .parse()
    .unwrap();
    let rules = Rules::default();
    let counted = with_steps!(&level, &rules, steps => steps.space());
    assert!(counted.is_err());
}
