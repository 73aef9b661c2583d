//! Counting says what whole graphs say.

use soko_core::{
    Direction, Level, SplitMix, Square, SquareSet, Squares, random_level, verify, with_width,
};
use soko_graph::count::{
    BothEnds, CountOptions, Counted, Counts, Layered, Meeting, Spread, Steps, Waves, count, layout,
};
use soko_graph::{
    DeadTest, KeyLayout, Rules, Solvable, StateGraph, Successors, components, explore, with_steps,
};
use soko_search::{Control, Limits, StopReason};
use std::collections::{BTreeSet, VecDeque};

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

/// Counts a level, components and all.
fn count_with(level: &Level, rules: &Rules<'_>, threads: usize, limits: Limits) -> Counted {
    let options = CountOptions {
        threads,
        components: true,
        // Other shards and another shuffle for each number of threads.
        spread: Spread {
            shard_bits: 9 - 3 * threads as u32,
            seed: threads as u64 - 1,
        },
    };
    let run = |steps: &dyn Steps| count(steps, &options, &mut Control::new(limits));
    with_steps!(level, rules, steps => run(&steps)).unwrap()
}

/// Counts are those of a whole graph; hands them out.
fn check(level: &Level, rules: &Rules<'_>, threads: usize, graph: &StateGraph) -> Counts {
    let found = count_with(level, rules, threads, Limits::default());
    assert_eq!(found.stopped, None);
    assert_eq!(found.counts, counted(graph), "{rules:?}\n{}", level.setup());
    let n_components = components(graph).count as u64;
    assert_eq!(
        found.components,
        Some(Ok(n_components)),
        "{}",
        level.setup()
    );
    found.counts
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
            check(&level, &rules, 2, &graph);
            let expected = check(&level, &rules, 1, &graph);
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
        let expected = check(&level, &rules, 1, &graph);
        let all = count_with(&level, &Rules::default(), 1, Limits::default());
        n_left_out += u64::from(all.counts.edges > expected.edges);
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
    let counts = check(&level, &Rules::default(), 1, &graph);
    assert!(counts.solved() > 1);
}

#[test]
fn limits_end_a_count() {
    let level: Level =
        "###########\n#.  .  .  #\n# $ $ $ $ #\n#   @    .#\n#         #\n###########"
            .parse()
            .unwrap();
    let with = |limits| count_with(&level, &Rules::default(), 1, limits);
    let limits = Limits {
        expansions: Some(1_000),
        ..Limits::default()
    };
    let counted = with(limits);
    assert_eq!(counted.stopped, Some(StopReason::Expansions));
    assert_eq!(counted.components, None);
    let counts = counted.counts;
    assert!(counts.states() > 0 && counts.alive_layers.is_empty());
    // Room for the sweeps and not for the components: the counts are whole.
    let whole = with(Limits::default());
    let limits = Limits {
        expansions: Some(2 * whole.counts.states()),
        ..Limits::default()
    };
    let counted = with(limits);
    assert_eq!(counted.components, Some(Err(StopReason::Expansions)));
    assert_eq!((counted.stopped, counted.counts), (None, whole.counts));
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

/// A solution by layers from both ends, or none if there is none; what they exclude on the
/// way is never more than the fewest steps.
fn met(mut ends: impl BothEnds, fewest: Option<u64>) -> Option<Vec<Direction>> {
    loop {
        match ends.next_layer(&mut Control::default()).unwrap() {
            Layered::Unsolvable => return None,
            Layered::Met(moves) => return Some(moves),
            Layered::Apart => assert!(fewest.is_none_or(|fewest| ends.at_least() <= fewest)),
        }
    }
}

/// The fewest moves by a plain queue over boxes and the man's square.
fn fewest_moves(level: &Level) -> Option<u64> {
    let first = (level.boxes().clone(), level.man());
    let mut known = BTreeSet::from([first.clone()]);
    let mut queue = VecDeque::from([(first, 0)]);
    while let Some(((boxes, man), n_moves)) = queue.pop_front() {
        if boxes.is_subset(level.board().goals()) {
            return Some(n_moves);
        }
        for direction in Direction::ALL {
            let next = |square| level.board().neighbour(square, direction);
            let Some(to) = next(man) else { continue };
            let mut after = boxes.clone();
            if boxes.contains(to) {
                match next(to).filter(|&beyond| !boxes.contains(beyond)) {
                    Some(beyond) => after.shift(to, beyond),
                    None => continue,
                }
            }
            if known.insert((after.clone(), to)) {
                queue.push_back(((after, to), n_moves + 1));
            }
        }
    }
    None
}

/// Ends that meet have found the fewest pushes or moves, and ends that never do exclude a
/// solution.
#[test]
fn ends_meet_at_the_fewest() {
    let mut random = SplitMix(77);
    let (mut n_solved, mut n_unsolvable, mut longest) = (0, 0, 0);
    for round in 0..450 {
        let level = random_level(&mut random, 9, 8, 1 + round % 3);
        let (rules, options) = (Rules::default(), CountOptions::default());
        let layout = layout(&level, &rules);
        let waves = |fewest| with_waves(&level, &layout, fewest);
        if level.board().goals().len() > level.n_boxes() {
            let ends =
                with_steps!(&level, &rules, steps => Meeting::new(&steps, &options).is_some());
            assert_eq!(
                (ends, waves(None)),
                (Ok(false), None),
                "who knows where it ends?"
            );
            continue;
        }
        let referee = |moves: Vec<Direction>| *verify(level.setup(), moves).unwrap().metrics();
        // 1. Pushes.
        let graph = explore(&level, &rules, 1, &mut Control::default()).unwrap();
        let fewest = counted(&graph).shortest().map(|n| n as u64);
        let by_pushes = with_steps!(&level, &rules, steps => {
            met(Meeting::new(&steps, &options).unwrap(), fewest)
        });
        let pushes = by_pushes.unwrap().map(|moves| referee(moves).pushes);
        assert_eq!(pushes, fewest, "{}", level.setup());
        // 2. Moves.
        let fewest = fewest_moves(&level);
        let moves = waves(fewest).unwrap().map(|moves| referee(moves).moves);
        assert_eq!(moves, fewest, "{}", level.setup());
        n_solved += usize::from(fewest.is_some());
        n_unsolvable += usize::from(fewest.is_none());
        longest = longest.max(fewest.unwrap_or(0));
    }
    let counts = (n_solved, n_unsolvable, longest);
    assert!(
        n_solved > 50 && n_unsolvable > 50 && longest > 25,
        "{counts:?}"
    );
}

/// What waves find, if there are any.
#[expect(
    clippy::option_option,
    reason = "no solution is not the same as no waves"
)]
fn with_waves(
    level: &Level,
    layout: &KeyLayout,
    fewest: Option<u64>,
) -> Option<Option<Vec<Direction>>> {
    with_width!(level.board().n_squares(), S => {
        let waves = Waves::<S>::new(level, layout).unwrap()?;
        Some(met(waves, fewest))
    })
}
