//! Random play: the game, its line of steps and the referee agree.

use soko_core::{Direction, Foul, Game, Play, SplitMix, Square, State, random_level, verify};

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
    check_line(&mut game, &start);
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
        going => {
            game.go_to(match going {
                10 => game.point().saturating_sub(1),
                11 => game.run_start(),
                12 => game.point() + 1,
                13 => game.run_end(),
                14 => game.last_point(),
                _ => 0,
            });
            false
        }
    };
    if is_refused {
        assert!(before == (game.state().clone(), game.point()));
    }
}

/// Going back run by run leads to the start, going on run by run to the end, and
/// the present point is the same from both sides.
fn check_line(game: &mut Game, start: &State) {
    let (here, point) = (game.state().clone(), game.point());
    game.go_to(game.last_point());
    let (end, metrics) = (game.state().clone(), game.metrics());
    while game.point() > 0 {
        let point = game.run_start();
        assert!(point < game.point(), "a run leads back");
        game.go_to(point);
    }
    // The man of a reverse game may have jumped.
    assert!(game.state().boxes == start.boxes);
    assert!(game.play() == Play::Reverse || game.state() == start);
    while game.point() < game.last_point() {
        let point = game.run_end();
        assert!(point > game.point(), "a run leads on");
        game.go_to(point);
    }
    assert!(game.state() == &end && game.metrics() == metrics);
    game.go_to(point);
    assert!(game.state() == &here);
}

/// The referee replays the steps and finds the same.
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
