//! Heuristics and deadlock tests of one's own in the engines that take them: the same
//! answers as everybody's, no proof without a promise, and clear words where something
//! does not fit.

use crate::common::{asking, cost, levels};
use soko_core::Direction::{Down, Left, Right, Up};
use soko_core::{Board, Level, Measure, Square, SquareSet, Squares, State};
use soko_search::{Claims, Control};
use soko_solve::deadlock::{Query, Technique};
use soko_solve::own::{OwnDeadlock, OwnHeuristic};
use soko_solve::{Objective, Options, Outcome, Switch, engine_named, solve};

/// The steps to the nearest goal as the crow flies, for every box.
fn crow(board: &Board, boxes: &SquareSet) -> Option<u32> {
    let steps = |from: Square, to: Square| {
        let (from, to) = (board.coord(from), board.coord(to));
        from.row.abs_diff(to.row) + from.col.abs_diff(to.col)
    };
    let nearest = |from| board.goals().iter().map(move |to| steps(from, to)).min();
    boxes.iter().map(nearest).sum()
}

fn crows(claims: Claims) -> OwnHeuristic {
    OwnHeuristic::new("crows", claims, |level| {
        let board = level.board().clone();
        move |state: &State| crow(&board, &state.boxes)
    })
}

fn is_corner(board: &Board, square: Square) -> bool {
    let wall = |direction| board.is_wall(square, direction);
    !board.is_goal(square) && (wall(Up) || wall(Down)) && (wall(Left) || wall(Right))
}

/// Looks at all boxes when asked about a whole state, and at the pushed one alone after a
/// push.
fn corners() -> OwnDeadlock {
    OwnDeadlock::sound("corners", |level| {
        let board = level.board().clone();
        move |query: &Query<SquareSet>| match query.pushed {
            Some(to) => is_corner(&board, to),
            None => query.boxes.iter().any(|square| is_corner(&board, square)),
        }
    })
}

/// Calls everything dead, and does not promise to be right.
fn gloom() -> OwnDeadlock {
    OwnDeadlock::sound("gloom", |_| |_: &Query<SquareSet>| true).without_promise()
}

const PROVING: [(&str, Objective); 5] = [
    ("astar", Objective::PUSHES),
    ("astar", Objective::MOVES),
    ("ida", Objective::PUSHES),
    ("ida", Objective::MOVES),
    ("bfs", Objective::PUSHES),
];

#[test]
fn the_same_answers_as_everybodys() {
    for level in levels(21, 60) {
        for (engine, objective) in PROVING {
            let truth = cost("astar", &level, &asking(objective));
            let mut options = asking(objective).with_deadlock(corners());
            if engine != "bfs" {
                options = options.with_heuristic(crows(Claims::ALL));
            }
            let picture = level.setup();
            assert_eq!(cost(engine, &level, &options), truth, "{engine}\n{picture}");
        }
        let options = Options::default().with_heuristic(crows(Claims::NONE));
        let report = solve("greedy", &level, &options, &mut Control::default()).unwrap();
        let is_solvable = cost("astar", &level, &asking(Objective::PUSHES)).is_some();
        assert_eq!(report.solution().is_some(), is_solvable);
        assert_ne!(report.outcome, Outcome::Unsolvable);
    }
}

/// One's own deadlock test does the work of the one that is switched off.
#[test]
fn a_deadlock_test_saves_work() {
    let rows = "########\n#      #\n# $$ . #\n#   #  #\n#@   . #\n########";
    let level: Level = rows.parse().unwrap();
    let bare = [Technique::DeadSquares, Technique::Freeze, Technique::Corral];
    let bare = bare.map(Switch::Test).into_iter();
    let switches = Options::default().switches;
    let options = Options {
        switches: bare.fold(switches, |all, off| all.without(off)),
        ..asking(Objective::PUSHES)
    };
    let expanded = |options: &Options| {
        let report = solve("astar", &level, options, &mut Control::default()).unwrap();
        assert_eq!(report.solution().unwrap().optimal, Some(Measure::Pushes));
        (report.counters.stored, report.notes)
    };
    let (without, notes) = expanded(&options);
    assert_eq!(notes, [""; 0]);
    let (with, notes) = expanded(&options.clone().with_deadlock(corners()));
    assert_eq!(notes, ["what is proved rests on the promises of corners"]);
    assert!(with < without, "{with} of {without}");
    // A box that stands in a corner at the start is seen there, and never after a push.
    let rows = "########\n#$@    #\n#  $ . #\n#    . #\n########";
    let lost: Level = rows.parse().unwrap();
    let options = options.with_deadlock(corners());
    let options = options.with_heuristic(crows(Claims::ALL));
    let report = solve("astar", &lost, &options, &mut Control::default()).unwrap();
    assert_eq!(
        (report.outcome, report.counters.stored),
        (Outcome::Unsolvable, 1)
    );
}

/// The first goals to be filled are those that the heuristic prefers: it is asked.
#[test]
fn a_heuristic_guides_the_search() {
    let rows = "##########\n#        #\n#.  @$  .#\n#        #\n##########";
    let level: Level = rows.parse().unwrap();
    let toward = |col: u32| {
        let side = OwnHeuristic::new("side", Claims::NONE, move |level| {
            let board = level.board().clone();
            move |state: &State| {
                let far = |square| board.coord(square).col.abs_diff(col);
                Some(state.boxes.iter().map(far).sum())
            }
        });
        let options = Options::default().with_heuristic(side);
        let report = solve("greedy", &level, &options, &mut Control::default()).unwrap();
        report.solution().unwrap().verified.lurd()
    };
    assert!(toward(8).ends_with("RRR"), "{}", toward(8));
    assert!(toward(1).ends_with("LLLL"), "{}", toward(1));
}

#[test]
fn nothing_is_proved_without_a_promise() {
    let solvable: Level = "######\n#@ $.#\n######".parse().unwrap();
    let hopeless: Level = "######\n#$@ .#\n######".parse().unwrap();
    let run = |engine: &str, level: &Level, options: &Options| {
        solve(engine, level, options, &mut Control::default()).unwrap()
    };
    for engine in ["astar", "ida", "greedy", "bfs"] {
        let options = Options::default().with_deadlock(gloom());
        for level in [&solvable, &hopeless] {
            let report = run(engine, level, &options);
            assert_eq!(report.outcome, Outcome::Incomplete, "{engine}");
            assert_eq!(report.notes, ["gloom promises nothing"]);
        }
        let options = Options::default().with_deadlock(corners());
        let report = run(engine, &hopeless, &options);
        assert_eq!(report.outcome, Outcome::Unsolvable, "{engine}");
    }
    for engine in ["astar", "ida", "greedy"] {
        let options = Options::default().with_heuristic(crows(Claims::NONE));
        let report = run(engine, &solvable, &options);
        assert_eq!(report.solution().unwrap().optimal, None, "{engine}");
        assert_eq!(report.lower_bound, None, "{engine}");
        // What it calls dead is not believed.
        let despair = OwnHeuristic::new("despair", Claims::NONE, |_| |_: &State| None);
        let options = Options::default().with_heuristic(despair);
        let report = run(engine, &solvable, &options);
        assert_eq!(report.outcome, Outcome::Incomplete, "{engine}");
    }
}

/// A guess of billions overflows nothing, and one on a solved state hides no solution.
#[test]
fn odd_guesses_are_no_trouble() {
    let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
    for claims in [Claims::NONE, Claims::ALL] {
        let huge = OwnHeuristic::new("huge", claims, |_| |_: &State| Some(u32::MAX));
        let options = Options::default().with_heuristic(huge);
        for engine in ["astar", "ida", "greedy"] {
            let report = solve(engine, &level, &options, &mut Control::default()).unwrap();
            assert_eq!(report.solution().unwrap().metrics().pushes, 3, "{engine}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_in_words() {
    let told = |engine: &str, options: &Options| {
        let entry = engine_named(engine).unwrap();
        entry.check(options).unwrap_err().to_string()
    };
    assert_eq!(
        told("bfs", &asking(Objective::PUSHES).with_deadlock(gloom())),
        "the engine bfs cannot use the deadlock test gloom: it is not sound, so nothing \
         would be proved; ask for any solution"
    );
    let daring = asking(Objective::PUSHES).with_heuristic(crows(Claims::NONE));
    assert_eq!(
        told("ida", &daring),
        "the engine ida cannot use the heuristic crows: it is not admissible, so nothing \
         would be proved; ask for any solution"
    );
    let plain = Options::default();
    assert_eq!(
        told("nash", &plain.clone().with_heuristic(crows(Claims::ALL))),
        "the engine nash does not use the heuristic of one's own; it takes heuristic, \
         the switches dead-squares, visited"
    );
    assert!(told("champion", &plain.clone().with_deadlock(corners())).contains("one's own"));
    let twin = OwnHeuristic::new("min-matching", Claims::ALL, |_| |_: &State| Some(0));
    assert_eq!(
        told("astar", &plain.clone().with_heuristic(twin)),
        "there are two of the name \"min-matching\", each a heuristic"
    );
    let twins = plain.clone().with_deadlock(corners());
    let twins = twins.with_deadlock(corners());
    assert!(told("astar", &twins).contains("each a deadlock test"));
    // A heuristic of moves says nothing about pushes.
    let steps = plain.with_heuristic(crows(Claims::ALL).of_moves());
    let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    let error = solve("astar", &level, &steps, &mut Control::default()).unwrap_err();
    assert!(error.to_string().contains("walking is free"), "{error}");
}

#[test]
fn options_are_equal_if_what_is_ones_own_is_the_same() {
    let (guess, test) = (crows(Claims::ALL), corners());
    let one = Options::default().with_heuristic(guess.clone());
    assert_eq!(one, Options::default().with_heuristic(guess));
    assert_ne!(one, Options::default().with_heuristic(crows(Claims::ALL)));
    let one = Options::default().with_deadlock(test.clone());
    assert_eq!(one, Options::default().with_deadlock(test));
    assert_ne!(one, Options::default().with_deadlock(corners()));
    assert!(format!("{one:?}").contains("corners"));
}
