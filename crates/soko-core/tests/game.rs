//! Play, undo, redo, restart and reverse play, by example and at random.

use soko_core::{
    Blocked, Coord, Direction, Direction::*, Game, Level, Play, SplitMix, Square, SquareSet,
    Squares, State, Zobrist, pulls, pushes, random_level, verify,
};

fn level(rows: &str) -> Level {
    rows.parse().unwrap()
}

fn square(game: &Game, row: u32, col: u32) -> Square {
    let at = Coord::new(row, col);
    game.level().board().square(at).unwrap()
}

const TWO_BOXES: &str = "########\n#      #\n# @$ $ #\n#    ..#\n########";

#[test]
fn blocked_steps_say_why_and_change_nothing() {
    let mut game = Game::new(level("######\n#@$$.#\n#$  .#\n#   .#\n######"));
    assert_eq!(game.step(Right), Err(Blocked::TwoBoxes));
    assert_eq!(game.step(Left), Err(Blocked::Wall));
    assert_eq!(game.step(Down).map(|s| s.is_push), Ok(true));
    assert_eq!(game.step(Down), Err(Blocked::BoxIntoWall));
    assert_eq!(game.pull(Right), Err(Blocked::WrongPlay));
    assert_eq!(game.jump(game.state().man), Err(Blocked::WrongPlay));
    assert_eq!(game.point(), 1);
}

#[test]
fn undo_and_redo_by_step_push_and_box() {
    let mut game = Game::new(level(TWO_BOXES));
    let left = square(&game, 2, 3);
    let right = square(&game, 2, 5);
    assert_eq!(game.bring(left, square(&game, 3, 3)), Ok(1));
    assert_eq!(game.bring(right, square(&game, 3, 5)), Ok(1));
    let after_both = game.state().clone();
    let lurd = game.lurd();
    assert_eq!(lurd, "urDurrD");

    assert!(game.undo_box());
    assert_eq!(game.lurd(), "urDurr", "the walk to the box stays");
    assert!(game.undo_box());
    assert_eq!(game.lurd(), "ur");
    assert!(game.undo_box());
    assert_eq!(game.point(), 0);
    assert!(!game.undo_box() && !game.undo_push() && !game.undo());

    assert!(game.redo_box());
    assert_eq!(game.lurd(), "urD");
    assert!(game.redo());
    assert_eq!(game.lurd(), "urDu");
    assert!(game.redo_push());
    assert_eq!((game.lurd(), game.state()), (lurd, &after_both));
    assert!(!game.redo() && !game.redo_push() && !game.redo_box());
}

#[test]
fn runs_of_one_box_are_taken_back_together() {
    let mut game = Game::new(level(TWO_BOXES));
    let left = square(&game, 2, 3);
    game.bring(left, square(&game, 3, 4)).unwrap();
    assert_eq!(game.metrics().pushes, 2);
    assert_eq!(game.metrics().box_changes, 1);
    assert!(game.undo_box());
    assert_eq!(game.metrics().pushes, 0);
    assert!(game.redo_box());
    assert_eq!(game.metrics().pushes, 2);
}

#[test]
fn restart_can_be_taken_back_and_a_new_step_cuts_off_the_future() {
    let mut game = Game::new(level(TWO_BOXES));
    game.restart();
    assert_eq!(game.point(), 0, "nothing to restart");
    game.step(Up).unwrap();
    game.step(Right).unwrap();
    let before = game.state().clone();
    game.restart();
    assert_eq!(*game.state(), game.level().start());
    assert_eq!((game.metrics().moves, game.lurd().as_str()), (0, ""));
    assert!(game.undo());
    assert_eq!((game.state(), game.metrics().moves), (&before, 2));
    assert!(game.redo());
    game.step(Left).unwrap();
    assert_eq!(game.lurd(), "l");
    game.go_to(1);
    assert_eq!(game.lurd(), "u");
    game.step(Left).unwrap();
    assert_eq!((game.lurd().as_str(), game.last_point()), ("ul", 2));
    game.go_to(99);
    assert_eq!(game.point(), 2);
}

#[test]
fn a_reverse_game_is_won_where_the_forward_game_starts() {
    let mut game = Game::reverse(level("#######\n#@ $ .#\n#######")).unwrap();
    assert_eq!(game.play(), Play::Reverse);
    assert_eq!(game.step(Right).map(|s| s.is_push), Ok(false));
    assert_eq!(game.pull(Left), Err(Blocked::NothingToPull));
    game.jump(square(&game, 1, 4)).unwrap();
    assert_eq!(game.step(Right), Err(Blocked::Box));
    game.pull(Left).unwrap();
    assert_eq!(game.jump(square(&game, 1, 1)), Err(Blocked::WrongPlay));
    assert!(!game.is_solved());
    game.pull(Left).unwrap();
    assert!(game.is_solved());
    assert_eq!(game.metrics().pushes, 2);
    game.go_to(0);
    assert_eq!(game.state().boxes, *game.level().board().goals());
}

#[test]
fn a_reverse_game_needs_equal_numbers() {
    assert!(Game::reverse(level("########\n#@ $ ..#\n########")).is_err());
}

#[test]
fn walking_goes_the_shortest_way_or_not_at_all() {
    let mut game = Game::new(level("#######\n#@ #. #\n#  $  #\n#  #  #\n#######"));
    assert_eq!(game.walk_to(square(&game, 3, 2)), Ok(3));
    assert_eq!(game.walk_to(square(&game, 3, 4)), Err(Blocked::NoWay));
    assert_eq!(game.walk_to(game.state().man), Ok(0));
}

/// Random play: undo all gives the start, redo all the end, every point can be
/// reached, and the referee counts the same numbers.
#[test]
fn random_play_comes_back_to_the_start() {
    let mut random = SplitMix(41);
    for round in 0..60 {
        let level = random_level(&mut random, 9, 8, 4);
        let mut game = Game::new(level.clone());
        let mut states = vec![game.state().clone()];
        for _ in 0..200 {
            if random.below(50) == 0 {
                game.restart();
            } else {
                let _ = game.step(Direction::ALL[random.below(4)]);
            }
            if game.last_point() == states.len() {
                states.push(game.state().clone());
            }
        }
        let foul = verify(level.setup(), game.steps().iter().map(|s| s.direction));
        match foul {
            Ok(solution) => {
                assert_eq!(*solution.metrics(), game.metrics());
                assert_eq!(solution.steps(), game.steps());
            }
            Err(foul) => {
                let text = format!("{foul:?}");
                assert!(text.starts_with("Unsolved"), "round {round}: {text}");
                assert!(!game.is_solved());
            }
        }
        for _ in 0..30 {
            let point = random.below(states.len());
            game.go_to(point);
            assert_eq!(*game.state(), states[point]);
        }
        while game.undo() {}
        assert_eq!(*game.state(), level.start());
        while game.redo() {}
        assert_eq!(game.state(), states.last().unwrap());
    }
}

/// Every push is undone by the pull that names it, and every pull by its push; the
/// incremental hash is the full one on the way.
#[test]
fn pulls_invert_pushes_and_hashes_follow() {
    let mut random = SplitMix(43);
    let mut n_pushes = 0;
    for _ in 0..100 {
        let level = random_level(&mut random, 9, 8, 4);
        let board = level.board();
        let reach = soko_core::Reach::<SquareSet>::new(board);
        let zobrist = Zobrist::new(board.n_squares());
        let mut state = level.start();
        let mut hash = zobrist.of_boxes(&state.boxes);
        for _ in 0..30 {
            let area = reach.area(&state.boxes, state.man);
            let possible: Vec<_> = pushes(board, &state.boxes, &area).collect();
            for &push in &possible {
                let mut boxes = state.boxes.clone();
                push.apply(board, &mut boxes);
                let back = reach.area(&boxes, push.from);
                let undoing = pulls(board, &boxes, &back)
                    .find(|pull| pull.undone_push(board) == Some(push))
                    .expect("the pull that undoes the push is possible");
                boxes.shift(undoing.from, undoing.to(board).unwrap());
                assert_eq!(boxes, state.boxes);
                let man = undoing.man_after(board).unwrap();
                assert_eq!(Some(man), push.man(board));
                assert!(area.contains(man));
                n_pushes += 1;
            }
            let Some(&push) = possible.get(random.below(possible.len().max(1))) else {
                break;
            };
            hash ^= zobrist.of_shift(push.from, push.to(board).unwrap());
            push.apply(board, &mut state.boxes);
            state.man = push.from;
            assert_eq!(hash, zobrist.of_boxes(&state.boxes));
        }
    }
    assert!(n_pushes > 1000);
}

/// Two states are one canonical state exactly when a walk joins them.
#[test]
fn canonical_states_fold_walks_and_nothing_else() {
    let mut random = SplitMix(47);
    for _ in 0..40 {
        let level = random_level(&mut random, 8, 7, 5);
        let board = level.board();
        let boxes = level.boxes().clone();
        let free = || board.squares().filter(|&s| !level.boxes().contains(s));
        for a in free() {
            let here = State {
                boxes: boxes.clone(),
                man: a,
            };
            for b in free() {
                let there = State {
                    boxes: boxes.clone(),
                    man: b,
                };
                let joined = soko_core::reach::walk(board, &boxes, a, b).is_some();
                assert_eq!(here.canonical(board) == there.canonical(board), joined);
            }
        }
    }
}
