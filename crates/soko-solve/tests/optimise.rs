//! The optimiser against plain shortest-path search on small levels.

use soko_core::{
    Direction, Level, Measure, SplitMix, Squares, State, Verified, random_level, verify,
};
use soko_search::Control;
use soko_solve::optimise::{MetricOrder, optimise};
use std::collections::{BTreeMap, HashMap};

/// What the man can do: the direction, whether it pushes, and the state after.
fn steps(level: &Level, state: &State) -> Vec<(Direction, bool, State)> {
    let board = level.board();
    let mut all = Vec::new();
    for (direction, next) in board.neighbours(state.man) {
        let mut after = State {
            man: next,
            ..state.clone()
        };
        let is_push = state.boxes.contains(next);
        if is_push {
            match board.neighbour(next, direction) {
                Some(to) if !state.boxes.contains(to) => after.boxes.shift(next, to),
                _ => continue,
            }
        }
        all.push((direction, is_push, after));
    }
    all
}

/// The least (pushes, moves) or (moves, pushes) by Dijkstra over single steps.
fn least(level: &Level, first: Measure) -> Option<(u64, u64)> {
    let mut open = BTreeMap::from([((0, 0, 0u64), level.start())]);
    let mut done = HashMap::new();
    let mut ticket = 0;
    while let Some(((a, b, _), state)) = open.pop_first() {
        if level.is_solved(&state.boxes) {
            return Some((a, b));
        }
        if done.insert(state.clone(), ()).is_some() {
            continue;
        }
        for (_, is_push, after) in steps(level, &state) {
            ticket += 1;
            let (a, b) = match first {
                Measure::Pushes => (a + u64::from(is_push), b + 1),
                Measure::Moves => (a + 1, b + u64::from(is_push)),
            };
            open.insert((a, b, ticket), after);
        }
    }
    None
}

/// Some solution, found by going deep and so a long one.
fn a_long_solution(level: &Level, random: &mut SplitMix) -> Option<Verified> {
    let mut seen = HashMap::from([(level.start(), ())]);
    let mut path = vec![(level.start(), None)];
    loop {
        let (state, _) = path.last()?.clone();
        if level.is_solved(&state.boxes) {
            return verify(level.setup(), path.iter().filter_map(|(_, d)| *d)).ok();
        }
        let mut next = steps(level, &state);
        next.retain(|(_, _, after)| !seen.contains_key(after));
        if next.is_empty() {
            path.pop();
            continue;
        }
        let (direction, _, after) = next.swap_remove(random.below(next.len()));
        seen.insert(after.clone(), ());
        path.push((after, Some(direction)));
    }
}

#[test]
fn two_box_levels_are_brought_to_the_optimum() {
    let mut random = SplitMix(2026);
    let mut improved = 0;
    for _ in 0..200 {
        let level = random_level(&mut random, 7, 6, 2);
        let Some(solution) = a_long_solution(&level, &mut random) else {
            continue;
        };
        for first in Measure::ALL {
            let order = MetricOrder::by(first);
            let better = optimise(&level, &solution, order, &mut Control::default());
            let metrics = better.best.metrics();
            let found = match first {
                Measure::Pushes => (metrics.pushes, metrics.moves),
                Measure::Moves => (metrics.moves, metrics.pushes),
            };
            assert_eq!(Some(found), least(&level, first), "{}", level.setup());
            improved += usize::from(*metrics != better.before);
        }
    }
    assert!(improved > 20, "too few of the given solutions were long");
}

#[test]
fn a_stopped_run_keeps_a_solution() {
    let mut random = SplitMix(7);
    let (level, solution) = std::iter::repeat_with(|| random_level(&mut random, 8, 7, 3))
        .find_map(|level| {
            let solution = a_long_solution(&level, &mut SplitMix(1))?;
            Some((level, solution))
        })
        .expect("some random level can be solved");
    for checks in 0..20 {
        let mut control = Control::default().with_forced_stop(checks);
        let result = optimise(&level, &solution, MetricOrder::PUSHES, &mut control);
        let again = verify(level.setup(), result.best.directions());
        assert_eq!(again.as_ref(), Ok(&result.best));
    }
}
