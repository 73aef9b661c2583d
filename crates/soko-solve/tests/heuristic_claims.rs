//! What the catalogue says of each heuristic, held against complete state graphs:
//! every promise is kept in every state, and where no promise is given some state
//! shows why.

use soko_core::{Level, Measure, SplitMix, SquareSet, random_level};
use soko_search::{Claims, Heuristic, Space};
use soko_solve::ForcedPushes;
use soko_solve::heuristic::{HEURISTICS, HeuristicEntry, Named};
use soko_solve::space::{Placement, PushSpace, StepSpace, WalkAndPushSpace};
use soko_solve::testing::{NOTHING_LEFT_OUT, WholeGraph, broken_promises};

fn check<P: Space<State = Placement<SquareSet>>>(
    space_of: impl Fn(&Level) -> P,
    measure: Measure,
    seed: u64,
) -> Vec<Claims> {
    let mut random = SplitMix(seed);
    let mut ever = vec![
        Claims {
            admissible: false,
            consistent: false,
            safe: false
        };
        HEURISTICS.len()
    ];
    let mut n_graphs = 0;
    while n_graphs < 150 {
        let level = random_level(&mut random, 7, 6, 3);
        let Some(graph) = WholeGraph::explore(space_of(&level)) else {
            continue;
        };
        n_graphs += usize::from(graph.left[0].is_some());
        for (entry, ever) in HEURISTICS.iter().zip(&mut ever) {
            let Ok(mut guess) = Named::new(entry.name, level.board(), measure, "test") else {
                assert!(measure == Measure::Pushes && entry.pushes.is_none());
                continue;
            };
            let promised = Heuristic::<P>::claims(&guess);
            let broken = broken_promises::<P>(&graph, &mut guess);
            let name = entry.name;
            let picture = level.setup();
            assert!(
                !(promised.admissible && broken.admissible),
                "{name}\n{picture}"
            );
            assert!(
                !(promised.consistent && broken.consistent),
                "{name}\n{picture}"
            );
            assert!(!(promised.safe && broken.safe), "{name}\n{picture}");
            ever.admissible |= broken.admissible;
            ever.consistent |= broken.consistent;
        }
    }
    ever
}

/// Where a promise is not given, some state must have shown why.
fn check_refusals(ever: &[Claims], claims_of: impl Fn(&HeuristicEntry) -> Option<Claims>) {
    for (entry, ever) in HEURISTICS.iter().zip(ever) {
        let Some(claims) = claims_of(entry) else {
            continue;
        };
        let name = entry.name;
        assert_eq!(claims.admissible, !ever.admissible, "{name} admissible");
        assert_eq!(claims.consistent, !ever.consistent, "{name} consistent");
    }
}

#[test]
fn promises_hold_where_pushes_are_counted() {
    let broken = check(
        |level| PushSpace::new(level, &NOTHING_LEFT_OUT),
        Measure::Pushes,
        31,
    );
    check_refusals(&broken, |entry| entry.pushes);
}

#[test]
fn promises_hold_where_steps_are_counted() {
    let broken = check(
        |level| StepSpace::new(level, &NOTHING_LEFT_OUT),
        Measure::Moves,
        32,
    );
    check_refusals(&broken, |entry| Some(entry.moves));
}

#[test]
fn promises_hold_where_walks_and_pushes_are_counted() {
    check(
        |level| WalkAndPushSpace::new(level, &NOTHING_LEFT_OUT),
        Measure::Moves,
        33,
    );
}

/// A forced push is on a shortest way out of every state that has one.
#[test]
fn forced_pushes_keep_the_fewest_pushes() {
    let mut random = SplitMix(34);
    let mut n_forced = 0;
    for _ in 0..1500 {
        let level = random_level(&mut random, 8, 7, 2);
        let Some(graph) = WholeGraph::explore(PushSpace::new(&level, &NOTHING_LEFT_OUT)) else {
            continue;
        };
        let forced = ForcedPushes::new(level.board());
        let reach = soko_core::Reach::<SquareSet>::new(level.board());
        for (i, state) in graph.states.iter().enumerate() {
            let area = reach.area(&state.boxes, state.man);
            let Some(left) = graph.left[i].filter(|&left| left > 0) else {
                continue;
            };
            let Some((push, to)) = forced.find(level.board(), &state.boxes, &area) else {
                continue;
            };
            let mut after = state.boxes.clone();
            soko_core::Squares::shift(&mut after, push.from, to);
            let mut edges = graph.edges.iter().filter(|edge| edge.0 == i);
            let edge = edges.find(|edge| graph.states[edge.2].boxes == after);
            assert_eq!(
                graph.left[edge.unwrap().2],
                Some(left - 1),
                "{}",
                level.setup()
            );
            n_forced += 1;
        }
    }
    assert!(n_forced > 20, "{n_forced}");
}

/// Each heuristic by hand on one position: two boxes, one of them on a goal, and the
/// other four squares from the free one as the crow flies, behind a wall.
#[test]
fn every_heuristic_guesses_what_it_says() {
    let level: Level = "#########\n#@      #\n# $ # . #\n#       #\n#     * #\n#########"
        .parse()
        .unwrap();
    let space = WalkAndPushSpace::<SquareSet>::new(&level, &NOTHING_LEFT_OUT);
    let start = &space.starts()[0];
    let told: Vec<(&str, Option<u32>)> = HEURISTICS
        .iter()
        .map(|entry| {
            let guess = Named::new(entry.name, level.board(), Measure::Moves, "test");
            let mut guess = guess.unwrap();
            let guess = Heuristic::<WalkAndPushSpace<_>>::estimate(&mut guess, start);
            (entry.name, guess)
        })
        .collect();
    let expected = [
        // One box is off its goal.
        ("on-switches", Some(1)),
        // The man needs a step to stand beside it.
        ("on-switches-near", Some(2)),
        // As printed, the push that ends his way counts twice.
        ("on-switches-near-printed", Some(3)),
        ("gale-shapley", Some(4)),
        ("closest-switch", Some(4)),
        // Round the wall.
        ("nearest-goal", Some(6)),
        // Down, past the wall, and up again.
        ("min-matching", Some(6)),
        // The other box stands where the man must push from: it makes way and comes back.
        ("pair-matching", Some(8)),
        ("group-matching", Some(8)),
        // Six pushes, twice two steps around the box to turn it, and one to the first.
        ("walk-flow", Some(11)),
    ];
    assert_eq!(told, expected);
}
