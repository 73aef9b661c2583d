//! Play, going back and on, and reverse play, by example and at random.

use soko_core::{
    Blocked, Coord, Direction, Direction::*, Game, Level, Play, Pull, SplitMix, Square, SquareSet,
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
fn going_back_and_on_by_runs() {
    let mut game = Game::new(level(TWO_BOXES));
    let left = square(&game, 2, 3);
    let right = square(&game, 2, 5);
    assert_eq!(game.bring(left, square(&game, 3, 3)), Ok(1));
    assert_eq!(game.bring(right, square(&game, 3, 5)), Ok(1));
    assert_eq!(game.lurd(), "urDurrD");
    let mut back = Vec::new();
    while game.point() > 0 {
        game.go_to(game.run_start());
        back.push(game.lurd());
    }
    assert_eq!(back, ["urDurr", "ur", ""], "the walk to a box stays");
    let mut on = Vec::new();
    while game.point() < game.last_point() {
        game.go_to(game.run_end());
        on.push(game.lurd());
    }
    assert_eq!(on, ["urD", "urDurrD"]);
    game.step(Left).unwrap();
    game.go_to(7);
    assert_eq!(game.run_end(), 8, "without a push, to the end");
}

#[test]
fn pushes_of_one_box_and_the_walks_between_are_a_run() {
    let mut game = Game::new(level(TWO_BOXES));
    let left = square(&game, 2, 3);
    game.bring(left, square(&game, 3, 4)).unwrap();
    assert_eq!(game.lurd(), "RurD");
    assert_eq!(game.metrics().box_changes, 1);
    game.go_to(2);
    assert_eq!((game.run_start(), game.run_end()), (0, 4));
}

#[test]
fn starting_over_can_be_taken_back_and_a_new_step_cuts_off_what_lay_ahead() {
    let mut game = Game::new(level(TWO_BOXES));
    game.step(Up).unwrap();
    game.step(Right).unwrap();
    let before = game.state().clone();
    game.go_to(0);
    assert_eq!(*game.state(), game.level().start());
    assert_eq!((game.metrics().moves, game.lurd().as_str()), (0, ""));
    game.go_to(game.last_point());
    assert_eq!((game.state(), game.metrics().moves), (&before, 2));
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
    assert_eq!(game.lurd(), "L", "the walk before the jump is forgotten");
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
            let _ = game.step(Direction::ALL[random.below(4)]);
            if game.last_point() == states.len() {
                states.push(game.state().clone());
            }
        }
        // The referee counts the same, or says that boxes are left.
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
        game.go_to(0);
        assert_eq!(*game.state(), level.start());
        game.go_to(states.len());
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
            // 1. Every possible push is undone by a possible pull.
            for &push in &possible {
                let mut boxes = state.boxes.clone();
                push.apply(board, &mut boxes);
                let back = reach.area(&boxes, push.from);
                let undoes = |pull: &Pull| {
                    let is_there = pull.to(board) == Some(push.from);
                    is_there && pull.direction == push.direction.opposite()
                };
                let undoing = pulls(board, &boxes, &back)
                    .find(undoes)
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
            // 2. One of them is made, and the hash follows.
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
