//! Random play: the game, its history and the referee agree.

use soko_core::{Direction, Foul, Game, SplitMix, Square, random_level, verify};

/// The first bytes choose a small level and the kind of game, the others play.
pub fn game(bytes: &[u8]) {
    let (head, commands) = bytes.split_at(bytes.len().min(4));
    let seed = head.iter().fold(0, |seed, &b| seed << 8 | u64::from(b));
    let level = random_level(&mut SplitMix(seed), 8, 7, 3);
    let is_reverse = seed % 4 == 0;
    let mut game = match (is_reverse, Game::reverse(level.clone())) {
        (true, Ok(game)) => game,
        _ => Game::new(level.clone()),
    };
    let start = game.state().clone();
    for &command in commands {
        play(&mut game, command);
        let state = game.state();
        assert!(!soko_core::Squares::contains(&state.boxes, state.man));
    }
    check_history(&mut game, &start);
    if !is_reverse {
        check_with_referee(&game);
    }
}

fn play(game: &mut Game, command: u8) {
    let direction = Direction::ALL[usize::from(command % 4)];
    let n_squares = game.level().board().n_squares();
    let square = Square::from_index(usize::from(command / 16) * 7 % n_squares);
    // What is impossible is refused and changes nothing.
    let before = (game.state().clone(), game.point());
    let is_refused = match command / 4 % 16 {
        0..=5 => game.step(direction).is_err(),
        6 | 7 => game.pull(direction).is_err(),
        8 => game.walk_to(square).is_err(),
        9 => game.jump(square).is_err(),
        10 => !game.undo(),
        11 => !game.undo_push(),
        12 => !game.undo_box(),
        13 => !game.redo(),
        14 => !game.redo_push(),
        _ => {
            game.restart();
            false
        }
    };
    if is_refused {
        assert!(before == (game.state().clone(), game.point()));
    }
}

/// Undoing everything leads to the start, redoing everything to the end, and
/// every point in between is the same from both sides.
fn check_history(game: &mut Game, start: &soko_core::State) {
    let (here, point) = (game.state().clone(), game.point());
    game.go_to(game.last_point());
    let (end, metrics) = (game.state().clone(), game.metrics());
    while game.undo() {}
    assert!(
        game.state() == start,
        "undoing everything leads to the start"
    );
    while game.redo() {}
    assert!(game.state() == &end && game.metrics() == metrics);
    game.go_to(point);
    assert!(game.state() == &here);
}

/// The referee replays the steps since the last restart and finds the same.
fn check_with_referee(game: &Game) {
    let steps = game.steps();
    let directions = steps.iter().map(|step| step.direction);
    match verify(game.level().setup(), directions) {
        Ok(solution) => {
            assert!(game.is_solved());
            assert_eq!(solution.steps(), steps);
            assert_eq!(*solution.metrics(), game.metrics());
        }
        Err(Foul::Unsolved { moves, .. }) => {
            assert!(!game.is_solved());
            assert_eq!(moves, steps.len());
        }
        Err(foul) => panic!("the game allowed what the referee does not: {foul}"),
    }
}
