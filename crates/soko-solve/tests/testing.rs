//! The test kit itself: it finds nothing wrong with what is right, and the right thing
//! wrong with what is wrong, on the smallest board.

use soko_core::{Board, Level, Square, SquareSet, Squares, State, Walks};
use soko_search::Claims;
use soko_solve::deadlock::{Detectors, Query, Technique, Techniques};
use soko_solve::own::{OwnDeadlock, OwnHeuristic};
use soko_solve::testing::{Kit, Promise};

const KIT: Kit = Kit {
    levels: 90,
    seed: 7,
};

#[test]
fn the_heuristics_of_the_table_keep_their_promises() {
    for name in [
        "nearest-goal",
        "closest-switch",
        "on-switches",
        "min-matching",
    ] {
        let checked = KIT.heuristic(&OwnHeuristic::built_in(name).unwrap());
        checked.assert_holds();
        assert_eq!((checked.levels, checked.counterexamples.len()), (90, 0));
        assert!(checked.states > 5_000 && checked.dead > 1_000, "{checked}");
        assert_eq!(checked.caught > 0, name == "min-matching", "{checked}");
    }
    // One that promises less than others, and rightly so.
    let pairing = KIT.heuristic(&OwnHeuristic::built_in("gale-shapley").unwrap());
    pairing.assert_holds();
    assert!(pairing.counterexample(Promise::Admissible).is_some());
    assert!(OwnHeuristic::built_in("on-switches-near").is_err());
}

#[test]
fn the_deadlock_tests_of_the_table_keep_their_promises() {
    for technique in [Technique::DeadSquares, Technique::Freeze, Technique::Corral] {
        let own = OwnDeadlock::sound(technique.name(), move |level| {
            let mut detectors = Detectors::new(level.board(), Techniques::ALL);
            move |query: &Query<SquareSet>| detectors.ask(technique, query).is_dead()
        });
        let checked = KIT.deadlock(&own);
        checked.assert_holds();
        assert!(
            checked.caught > 0 && checked.caught <= checked.dead,
            "{checked}"
        );
    }
}

fn off_goals(board: &Board, boxes: &SquareSet) -> u32 {
    boxes.difference(board.goals()).len() as u32
}

/// Every box off its goal takes two pushes: wrong for those beside it.
#[test]
fn a_guess_that_is_too_high_is_shown_where_it_is() {
    let twice = OwnHeuristic::new("twice", Claims::ALL, |level| {
        let board = level.board().clone();
        move |state: &State| Some(2 * off_goals(&board, &state.boxes))
    });
    let checked = KIT.heuristic(&twice);
    assert!(!checked.holds());
    let example = checked.counterexample(Promise::Admissible).unwrap();
    assert_eq!(example.what, "it says 2, and the fewest pushes are 1");
    // A man, a box and its goal in a row, and nothing else.
    let drawn = example.position.to_string();
    let sides = ["#####\n#@$.#\n#####\n", "#####\n#.$@#\n#####\n"];
    let on_end = ["###\n#@#\n#$#\n#.#\n###\n", "###\n#.#\n#$#\n#@#\n###\n"];
    assert!(
        sides.contains(&&*drawn) || on_end.contains(&&*drawn),
        "{drawn}"
    );
    assert_eq!(example.solution.as_ref().unwrap().len(), 1);
    // Two pushes less after one push: the same fault once more.
    let example = checked.counterexample(Promise::Consistent).unwrap();
    assert_eq!(example.what, "it says 2, and 0 after a push that costs 1");
    assert!(example.after.as_ref().unwrap().to_string().contains('*'));
    assert!(checked.counterexample(Promise::Sound).is_none());
    let told = checked.to_string();
    assert!(told.contains("admissible: promised, and broken\nnot admissible: it says 2"));
    assert!(told.contains("sound: promised, and kept"), "{told}");
}

/// Admissible, but it forgets on every other square what it knew.
#[test]
fn a_guess_that_falls_too_fast_is_shown_with_the_push() {
    let base = OwnHeuristic::built_in("min-matching").unwrap();
    let forgetful = OwnHeuristic::new("forgetful", Claims::ALL, move |level| {
        let (mut base, board) = (base.for_level(level), level.board().clone());
        move |state: &State| {
            let at = state.boxes.iter().map(|square| board.coord(square));
            let colour: u32 = at.map(|at| at.row + at.col).sum();
            base(state).map(|guess| if colour.is_multiple_of(2) { guess } else { 0 })
        }
    });
    let checked = KIT.heuristic(&forgetful);
    assert!(!checked.holds(), "{checked}");
    assert!(checked.counterexample(Promise::Admissible).is_none());
    let example = checked.counterexample(Promise::Consistent).unwrap();
    assert!(example.after.is_some() && example.after.as_ref() != Some(&example.position));
}

/// Calls a box beside a wall dead, goals or not.
#[test]
fn a_test_that_is_too_strict_is_shown_the_solution() {
    let strict = |pushed_alone: bool| {
        move |level: &Level| {
            let board = level.board().clone();
            move |query: &Query<SquareSet>| {
                let is_by_wall = |square: Square| board.neighbours(square).count() < 4;
                let is_off = |square: &Square| !board.is_goal(*square);
                let all = query.boxes.iter().filter(is_off);
                match query.pushed {
                    Some(to) => is_off(&to) && is_by_wall(to),
                    None => !pushed_alone && all.into_iter().any(is_by_wall),
                }
            }
        }
    };
    let checked = KIT.deadlock(&OwnDeadlock::sound("strict", strict(false)));
    let example = checked.counterexample(Promise::Sound).unwrap();
    assert_eq!(
        example.what,
        "it calls this dead, and the fewest pushes are 1"
    );
    assert_eq!(example.position.cells().count(), 15, "{example}");
    assert_eq!(example.solution.as_ref().unwrap().len(), 1);
    // Wrong only about pushes.
    let checked = KIT.deadlock(&OwnDeadlock::sound("after", strict(true)));
    let example = checked.counterexample(Promise::Sound).unwrap();
    assert!(example.what.contains("asked after the push"), "{example}");
    assert!(example.after.is_some() && !checked.holds());
    // Who promises nothing breaks nothing, but is shown.
    let checked = KIT.deadlock(&OwnDeadlock::sound("unsure", strict(false)).without_promise());
    assert!(checked.holds() && checked.counterexample(Promise::Sound).is_some());
}

/// Moves are counted with the walks: the walk to the nearest box is needed as well.
#[test]
fn guesses_of_moves_are_held_against_moves() {
    let walk = |extra: u32| {
        OwnHeuristic::new("walk", Claims::ALL, move |level| {
            let (board, mut walks) = (level.board().clone(), Walks::new(level.board()));
            move |state: &State| {
                walks.measure(&state.boxes, state.man);
                let beside = |square| board.neighbours(square).filter_map(|(_, to)| walks.to(to));
                let off = state.boxes.difference(board.goals());
                let nearest = off.iter().flat_map(beside).min();
                Some(nearest.map_or(0, |steps| steps + 1 + extra))
            }
        })
        .of_moves()
    };
    let checked = KIT.heuristic(&walk(0));
    assert!(
        checked.counterexample(Promise::Admissible).is_none(),
        "{checked}"
    );
    let checked = KIT.heuristic(&walk(1));
    let example = checked.counterexample(Promise::Admissible).unwrap();
    assert_eq!(example.what, "it says 2, and the fewest moves are 1");
}
