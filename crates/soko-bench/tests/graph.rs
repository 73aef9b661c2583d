//! State graphs of levels that no table covers, number by number against a
//! second, naive implementation; and the promise that threads change nothing.

use crate::naive::{Memory, Naive};
use soko_bench::suite;
use soko_core::{Level, Square, SquareSet, Squares};
use soko_graph::export::{write_dot, write_graphml};
use soko_graph::{
    DeadTest, Difficulty, Folding, Records, Rules, StateHash, Successors, View, explore,
    explore_hashed,
};
use soko_search::{Control, Limits, StopReason};
use soko_solve::deadlock::frozen_around;
use soko_solve::ground::{Ground, LoneBox};

/// Levels with more states are left to the faster implementation.
const MOST_STATES: usize = 2_500;

fn small_levels() -> Vec<(String, Level)> {
    let microban = suite::collection("Microban_155").unwrap();
    let second = suite::collection("Microban_II_135").unwrap();
    let name = |collection: &str, number: usize| format!("{collection} {number}");
    let first = microban
        .iter()
        .skip(25)
        .map(|e| (name("Microban", e.number), e));
    let second = second.iter().map(|e| (name("Microban II", e.number), e));
    let limits = Limits {
        expansions: Some(MOST_STATES as u64),
        ..Limits::default()
    };
    let is_small = |level: &Level| {
        let mut control = Control::new(limits);
        let graph = explore(level, &Rules::default(), 1, &mut control);
        graph.is_ok_and(|graph| graph.stopped().is_none())
    };
    first
        .chain(second)
        .filter_map(|(name, entry)| Some((name, entry.level().ok()?)))
        .filter(|(_, level)| is_small(level))
        .collect()
}

#[test]
fn all_numbers_agree_with_the_naive_implementation() {
    let levels = small_levels();
    assert!(
        levels.len() >= 100,
        "only {} levels are small",
        levels.len()
    );
    for (name, level) in &levels {
        let naive = Naive::new(&level.setup().to_string());
        let slow = naive.explore(Memory::Exact, MOST_STATES).unwrap().numbers();
        let graph = explore(level, &Rules::default(), 1, &mut Control::default()).unwrap();
        let fast = Difficulty::of(&Folding::new(&graph));
        assert_eq!(fast.valid_squares, naive.n_valid(), "{name}: size");
        let numbers = [
            ("states", fast.states, slow.states),
            ("edges", fast.edges, slow.edges),
            ("solved", fast.solved_states, slow.solved),
            ("components", fast.components, slow.components),
            ("sinks", fast.sinks, slow.sinks),
            ("dead", fast.dead_states, slow.dead_states),
        ];
        for (what, ours, theirs) in numbers {
            assert_eq!(ours, theirs, "{name}: {what}");
        }
        let pushes = fast.shortest.map(|s| s.pushes as usize);
        assert_eq!(pushes, slow.shortest, "{name}: shortest");
        let factor = fast.solution_factor;
        let is_close = |value: f64| (value - slow.factor).abs() <= 1e-9 * slow.factor;
        assert!(
            is_close(factor.value),
            "{name}: {factor:?} and {}",
            slow.factor
        );
        assert!(
            is_close(factor.log2.exp2()),
            "{name}: {factor:?} and {}",
            slow.factor
        );
    }
}

#[test]
fn all_hashes_agree_with_the_naive_implementation() {
    let hashes = [
        (StateHash::NoMan, Memory::NoMan),
        (StateHash::TwoDigit, Memory::TwoDigit),
        (StateHash::ThreeOddParity, Memory::ThreeOddParity),
        (StateHash::NoFirstBox, Memory::NoFirstBox),
        (StateHash::NoLastBox, Memory::NoLastBox),
    ];
    let levels = small_levels();
    for (name, level) in levels.iter().take(110) {
        let naive = Naive::new(&level.setup().to_string());
        for (hash, memory) in hashes {
            let slow = naive.explore(memory, MOST_STATES).unwrap().numbers();
            let mut control = Control::default();
            let graph = explore_hashed(level, &Rules::default(), hash, &mut control).unwrap();
            let folding = Folding::new(&graph);
            let fast = (graph.n_states(), graph.n_edges(), folding.n_components());
            let slow = (slow.states, slow.edges, slow.components);
            assert_eq!(fast, slow, "{name}: {}", hash.name());
        }
    }
}

fn exports(level: &Level, threads: usize) -> Vec<Vec<u8>> {
    let graph = explore(level, &Rules::default(), threads, &mut Control::default()).unwrap();
    let folding = Folding::new(&graph);
    let mut files = Vec::new();
    for view in [View::States, View::Components] {
        let records = Records::new(&folding, view);
        type Write = fn(&Records<'_>, &mut dyn std::io::Write) -> std::io::Result<()>;
        let writers: [Write; 2] = [write_dot, write_graphml];
        for write in writers {
            let mut file = Vec::new();
            write(&records, &mut file).unwrap();
            files.push(file);
        }
    }
    files
}

#[test]
fn threads_change_no_byte() {
    // Levels large enough for batches to be shared out.
    let levels = suite::collection("Microban_155").unwrap();
    for number in [20, 51, 100, 111, 155] {
        let level = levels[number - 1].level().unwrap();
        let limits = Limits {
            expansions: Some(60_000),
            ..Limits::default()
        };
        let explored = |threads| {
            let mut control = Control::new(limits);
            explore(&level, &Rules::default(), threads, &mut control).unwrap()
        };
        let (one, two, five) = (explored(1), explored(2), explored(5));
        for other in [&two, &five] {
            assert_eq!(one.n_states(), other.n_states(), "level {number}");
            for state in 0..one.n_states() as u32 {
                assert_eq!(one.key(state), other.key(state), "level {number}");
                assert_eq!(one.successors(state), other.successors(state));
            }
        }
    }
    let level = levels[50].level().unwrap();
    assert_eq!(exports(&level, 1), exports(&level, 2));
}

#[test]
fn pushes_on_edges_lead_where_the_edges_lead() {
    let levels = suite::collection("Microban_155").unwrap();
    for number in [1, 7, 16] {
        let level = levels[number - 1].level().unwrap();
        let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
        for state in 0..graph.n_states() as u32 {
            for &next in graph.successors(state) {
                let push = graph.push(state, next).expect("one box has moved");
                let mut after = graph.shown(state);
                after
                    .boxes
                    .shift(push.from, push.to(level.board()).unwrap());
                after.man = push.from;
                assert_eq!(after.canonical(level.board()), graph.state(next));
            }
        }
    }
}

/// The solver's freeze test, as the command line uses it.
struct Frozen(Ground<SquareSet>, LoneBox<SquareSet>);

impl DeadTest for Frozen {
    fn is_dead(&self, boxes: &SquareSet, pushed: Square) -> bool {
        !frozen_around(&self.0, &self.1, boxes, pushed).is_subset(self.0.goals())
    }
}

/// Pruning takes away exactly what the whole graph shows to be dead, and both
/// options leave the shortest solution alone.
#[test]
fn options_leave_the_solutions_alone() {
    let mut pruned_somewhere = false;
    for (name, level) in small_levels().iter().take(60) {
        let ground = Ground::new(level.board());
        let lone = LoneBox::new(&ground, ground.nothing());
        let frozen = Frozen(ground, lone);
        let measure = |rules: &Rules<'_>| {
            let graph = explore(level, rules, 1, &mut Control::default()).unwrap();
            let fold = Difficulty::of(&Folding::new(&graph));
            let alive = fold.states - fold.dead_states;
            (
                fold.states,
                alive,
                fold.shortest.map(|s| (s.pushes, s.count)),
            )
        };
        let whole = measure(&Rules::default());
        let dead = Some(&frozen as &dyn DeadTest);
        let stop_at_solved = false;
        let pruned = measure(&Rules {
            stop_at_solved,
            dead,
            ..Rules::default()
        });
        assert_eq!((pruned.1, pruned.2), (whole.1, whole.2), "{name}: frozen");
        assert!(pruned.0 <= whole.0, "{name}");
        pruned_somewhere |= pruned.0 < whole.0;
        let stop_at_solved = true;
        let stopping = measure(&Rules {
            stop_at_solved,
            ..Rules::default()
        });
        assert_eq!(stopping.2, whole.2, "{name}: stopping at solved states");
    }
    assert!(pruned_somewhere, "the freeze test has found something");
}

#[test]
fn limits_are_reported_and_never_abort() {
    let levels = suite::collection("Microban_155").unwrap();
    let level = levels[92].level().unwrap();
    let stopped = |limits: Limits| {
        let mut control = Control::new(limits).with_slow_steps();
        let graph = explore(&level, &Rules::default(), 2, &mut control).unwrap();
        assert!(graph.n_expanded() < graph.n_states());
        graph.stopped()
    };
    let none = Limits::default();
    let expansions = Some(777);
    assert_eq!(
        stopped(Limits { expansions, ..none }),
        Some(StopReason::Expansions)
    );
    let memory = Some(1 << 20);
    assert_eq!(stopped(Limits { memory, ..none }), Some(StopReason::Memory));
    let time = Some(std::time::Duration::from_millis(30));
    assert_eq!(stopped(Limits { time, ..none }), Some(StopReason::Time));
    let mut control = Control::default().with_forced_stop(3);
    let graph = explore(&level, &Rules::default(), 1, &mut control).unwrap();
    assert_eq!(graph.stopped(), Some(StopReason::Cancelled));
}
