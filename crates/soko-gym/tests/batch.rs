//! Batches against the rules as soko-core has them, and against whole graphs.

use soko_core::{Game, Level, SplitMix, SquareSet, Squares, State};
use soko_graph::{Folding, Rules, explore, pushes_to_go};
use soko_gym::{
    ACTIONS, Batch, Foreseen, LOST, NOT_KNOWN, Order, RandomLevels, Source, SourceError, StepError,
    Stepped, Symbol, Terms, View,
};
use soko_search::Control;
use std::collections::BTreeMap;

/// Levels of different sizes, each with a solution.
fn some_levels(n: usize, seed: u64) -> Vec<Level> {
    let mut random = SplitMix(seed);
    let wanted = |i: usize| RandomLevels {
        width: 6 + i as u32 % 3,
        height: 6,
        boxes: 2,
        min_pushes: 3,
    };
    let levels = (0..n).map(|i| wanted(i).generate(&mut random).unwrap());
    levels.collect()
}

fn batch_of(levels: Vec<Level>, n_seats: usize, view: View) -> Batch {
    let terms = Terms {
        view,
        max_steps: Some(50),
        ..Terms::default()
    };
    let source = Source::of_levels(levels).unwrap().in_order(Order::InTurn);
    Batch::new(source, n_seats, terms).unwrap()
}

/// What the cells of a batch should show of a game.
fn shown(game: &Game, height: usize, width: usize) -> Vec<u8> {
    let picture = game.level().picture(game.state());
    let mut cells = vec![Symbol::Wall as u8; height * width];
    for square in game.level().board().squares() {
        let at = game.level().board().coord(square);
        cells[at.row as usize * width + at.col as usize] = Symbol::of(picture.cell(at)) as u8;
    }
    cells
}

/// The reward of a step by the numbers of gym-sokoban, from the positions before and
/// after it.
fn reward(level: &Level, before: &SquareSet, after: &SquareSet) -> f64 {
    let on = |boxes: &SquareSet| boxes.intersection(level.board().goals()).len();
    let for_boxes = on(after) as f64 - on(before) as f64;
    let for_end = if level.is_solved(after) { 10.0 } else { 0.0 };
    -0.1 + for_boxes + for_end
}

#[test]
fn games_are_played_by_the_rules() {
    let levels = some_levels(12, 5);
    let (n, mut random) = (levels.len(), SplitMix(8));
    for view in [
        View::Symbols,
        View::OneHot,
        View::Rgb { cell: 1 },
        View::Rgb { cell: 5 },
    ] {
        let mut batch = batch_of(levels.clone(), n, view);
        let (mut frames, mut fresh) = (vec![0; batch.frame_len()], vec![1; batch.frame_len()]);
        batch.reset(&vec![None; n], &mut frames).unwrap();
        let mut games: Vec<Game> = levels.iter().cloned().map(Game::new).collect();
        let mut stepped = Stepped::new(n);
        let mut n_pushes = 0;
        for step in 1..=50 {
            let actions: Vec<i64> = (0..n).map(|_| random.below(4) as i64).collect();
            batch
                .step(&actions, &mut frames, &mut stepped.as_out())
                .unwrap();
            for (seat, game) in games.iter_mut().enumerate() {
                if game.is_solved() {
                    continue;
                }
                let before = game.state().boxes.clone();
                let done = game.step(ACTIONS[actions[seat] as usize]);
                n_pushes += usize::from(done.is_ok_and(|step| step.is_push));
                assert_eq!(
                    batch.symbols(seat),
                    shown(game, 6, 8),
                    "{}",
                    game.level().setup()
                );
                let expected = reward(game.level(), &before, &game.state().boxes);
                assert!((stepped.rewards[seat] - expected).abs() < 1e-9);
                assert_eq!(stepped.terminated[seat], game.is_solved());
                assert_eq!(stepped.truncated[seat], step == 50 && !game.is_solved());
            }
            batch.draw(&mut fresh).unwrap();
            assert_eq!(frames, fresh, "a frame is kept up to date");
        }
        assert!(n_pushes > 20, "{n_pushes}");
    }
}

#[test]
fn a_game_that_is_over_begins_anew_with_the_next_step() {
    let levels: Vec<Level> = ["#####\n#@$.#\n#####", "#####\n#.$@#\n#####"]
        .iter()
        .map(|rows| rows.parse().unwrap())
        .collect();
    let mut batch = batch_of(levels, 1, View::Symbols);
    let mut frames = vec![0; batch.frame_len()];
    batch.reset(&[None], &mut frames).unwrap();
    let mut stepped = Stepped::new(1);
    for (level, action) in [(0, 3), (1, 2), (0, 3)] {
        assert_eq!(batch.level(0).1, Some(level));
        batch
            .step(&[action], &mut frames, &mut stepped.as_out())
            .unwrap();
        assert_eq!((stepped.terminated[0], stepped.rewards[0]), (true, 10.9));
        assert_eq!(batch.boxes_on_goals(0), (1, 1));
        batch
            .step(&[action], &mut frames, &mut stepped.as_out())
            .unwrap();
        assert_eq!((stepped.terminated[0], stepped.rewards[0]), (false, 0.0));
        assert_eq!((batch.n_steps(0), batch.boxes_on_goals(0)), (0, (0, 1)));
        assert_eq!(frames, batch.symbols(0));
    }
}

#[test]
fn the_same_seed_plays_the_same_levels() {
    let levels = some_levels(40, 1);
    let source = Source::of_levels(levels).unwrap();
    let played = |seeds: [u64; 3]| -> Vec<Option<usize>> {
        let mut batch = Batch::new(source.clone(), 3, Terms::default()).unwrap();
        let mut frames = vec![0; batch.frame_len()];
        let mut played = Vec::new();
        for round in 0..5 {
            let seeds = seeds.map(|seed| (round == 0).then_some(seed));
            batch.reset(&seeds, &mut frames).unwrap();
            played.extend((0..3).map(|seat| batch.level(seat).1));
        }
        played
    };
    assert_eq!(played([1, 2, 3]), played([1, 2, 3]));
    assert_ne!(played([1, 2, 3]), played([4, 2, 3]));
    let of_seat = |seat: usize| -> Vec<_> {
        played([1, 2, 3])
            .into_iter()
            .skip(seat)
            .step_by(3)
            .collect()
    };
    assert_ne!(
        of_seat(0),
        of_seat(1),
        "neighbouring seeds play different levels"
    );
}

/// The fewest pushes from every position of a level, by the graph with its dead squares,
/// which shares neither its edges nor its keys with the tables.
fn by_whole_graph(level: &Level) -> BTreeMap<State, u32> {
    let rules = Rules {
        keep_dead_squares: true,
        ..Rules::default()
    };
    let graph = explore(level, &rules, 1, &mut Control::default()).unwrap();
    let to_go = pushes_to_go(&graph);
    let folding = Folding::new(&graph);
    let states = 0..graph.n_states() as u32;
    let entry = |state: u32| {
        let pushes = to_go[state as usize];
        assert_eq!(pushes != u32::MAX, folding.is_alive(state));
        let position = graph.state(state);
        let man = position.area;
        (
            State {
                boxes: position.boxes,
                man,
            },
            pushes,
        )
    };
    states.map(entry).collect()
}

/// The position at a seat with the man on the first square of his area.
fn position(level: &Level, symbols: &[u8], width: usize) -> State {
    let board = level.board();
    let cell = |s: &soko_core::Square| {
        let at = board.coord(*s);
        Symbol::ALL[symbols[at.row as usize * width + at.col as usize] as usize].cell()
    };
    let boxes = SquareSet::of(
        board.n_squares(),
        board.squares().filter(|s| cell(s).has_box()),
    );
    let man = board.squares().find(|s| cell(s).has_man()).unwrap();
    let canonical = State { boxes, man }.canonical(board);
    State {
        boxes: canonical.boxes,
        man: canonical.area,
    }
}

/// Plays at random and holds everything that is foreseen against whole graphs; says how
/// often a position was called lost, an open one met, and a push left out of the mask.
fn foresight_is_true(most_states: u64, seed: u64) -> [usize; 3] {
    let levels = some_levels(12, seed);
    let truth: Vec<BTreeMap<State, u32>> = levels.iter().map(by_whole_graph).collect();
    let n = levels.len();
    let mut batch = batch_of(levels.clone(), n, View::Symbols).with_graphs_up_to(most_states);
    let mut frames = vec![0; batch.frame_len()];
    let (mut random, mut stepped, mut counts) = (SplitMix(seed), Stepped::new(n), [0; 3]);
    let (mut dead, mut distance, mut mask) = (vec![false; n], vec![0; n], vec![0; 4 * n]);
    for round in 0..150 {
        if round % 30 == 0 {
            // Every seat begins its own level again.
            for seat in 0..n {
                batch
                    .reset_one(seat, None, Some(seat), &mut frames)
                    .unwrap();
            }
        }
        let mut asked = Foreseen {
            dead: &mut dead,
            distance: &mut distance,
            mask: &mut mask,
        };
        batch.foresee(&mut asked).unwrap();
        for seat in (0..n).filter(|&seat| batch.level(seat).1 == Some(seat)) {
            let to_go = truth[seat][&position(&levels[seat], batch.symbols(seat), 8)];
            let is_lost = to_go == u32::MAX;
            match distance[seat] {
                LOST => assert!(is_lost && dead[seat]),
                NOT_KNOWN => assert!(!dead[seat] && most_states == 0),
                pushes => assert!(!dead[seat] && pushes as u32 == to_go),
            }
            counts[0] += usize::from(dead[seat]);
            counts[1] += usize::from(!dead[seat]);
            let mask = &mask[4 * seat..][..4];
            assert!(mask.contains(&1));
            for (action, &allowed) in mask.iter().enumerate() {
                counts[2] += check_action(
                    &batch,
                    &levels[seat],
                    &truth[seat],
                    seat,
                    action,
                    allowed,
                    dead[seat],
                );
            }
        }
        let actions: Vec<i64> = (0..n).map(|_| random.below(4) as i64).collect();
        batch
            .step(&actions, &mut frames, &mut stepped.as_out())
            .unwrap();
    }
    counts
}

/// Holds one place of a mask against the truth; says whether it leaves out a push.
fn check_action(
    batch: &Batch,
    level: &Level,
    truth: &BTreeMap<State, u32>,
    seat: usize,
    action: usize,
    allowed: i8,
    is_dead: bool,
) -> usize {
    let state = position(level, batch.symbols(seat), 8);
    let man = batch
        .symbols(seat)
        .iter()
        .position(|&s| s >= Symbol::Man as u8)
        .unwrap();
    let at = soko_core::Coord::new((man / 8) as u32, (man % 8) as u32);
    let exact = State {
        boxes: state.boxes.clone(),
        man: level.board().square(at).unwrap(),
    };
    let mut game = Game::new(level.with_start(&exact));
    let step = game.step(ACTIONS[action]);
    match (step, allowed) {
        (Ok(step), 0) => {
            assert!(step.is_push && !is_dead, "a walk is never left out");
            let after = game.state().canonical(level.board());
            let after = State {
                boxes: after.boxes,
                man: after.area,
            };
            assert_eq!(truth[&after], u32::MAX, "only what loses is left out");
            1
        }
        (Ok(_), _) | (Err(_), 0) => 0,
        (Err(_), _) => {
            // Only where nothing at all can be done.
            let stuck = ACTIONS
                .iter()
                .all(|&way| Game::new(level.with_start(&exact)).step(way).is_err());
            assert!(stuck);
            0
        }
    }
}

#[test]
fn what_graphs_foresee_is_exact() {
    let [dead, open, left_out] = foresight_is_true(1_000_000, 21);
    assert!(
        dead > 100 && open > 30 && left_out > 5,
        "{dead} {open} {left_out}"
    );
}

#[test]
fn what_tests_foresee_is_true() {
    let [dead, open, left_out] = foresight_is_true(0, 22);
    assert!(
        dead > 100 && open > 30 && left_out > 5,
        "{dead} {open} {left_out}"
    );
}

#[test]
fn generated_levels_are_as_asked_and_can_be_solved() {
    let wanted = RandomLevels {
        width: 7,
        height: 6,
        boxes: 2,
        min_pushes: 4,
    };
    let mut batch = Batch::new(Source::random(wanted).unwrap(), 4, Terms::default()).unwrap();
    let mut frames = vec![0; batch.frame_len()];
    batch
        .reset(&[Some(1), Some(2), Some(3), Some(4)], &mut frames)
        .unwrap();
    for seat in 0..4 {
        let (level, number) = batch.level(seat);
        assert_eq!((level.n_boxes(), number), (2, None));
        let graph = explore(level, &Rules::default(), 1, &mut Control::default()).unwrap();
        let pushes = pushes_to_go(&graph)[0];
        assert!((4..u32::MAX).contains(&pushes), "{pushes}");
    }
    let impossible = RandomLevels { width: 3, ..wanted };
    assert_eq!(
        Source::random(impossible).unwrap_err(),
        SourceError::Room(impossible)
    );
}

#[test]
fn nothing_is_done_with_arrays_that_do_not_fit() {
    let mut batch = batch_of(some_levels(2, 3), 2, View::Symbols);
    let mut frames = vec![0; batch.frame_len()];
    batch.reset(&[None, None], &mut frames).unwrap();
    let mut stepped = Stepped::new(2);
    let before = batch.symbols(0).to_vec();
    let error = batch
        .step(&[0, 4], &mut frames, &mut stepped.as_out())
        .unwrap_err();
    assert_eq!(error, StepError::NoSuchAction { seat: 1, action: 4 });
    assert!(
        batch
            .step(&[0], &mut frames, &mut stepped.as_out())
            .is_err()
    );
    assert!(
        batch
            .step(&[0, 0], &mut frames[1..], &mut stepped.as_out())
            .is_err()
    );
    assert_eq!((batch.symbols(0), batch.n_steps(0)), (&before[..], 0));
    assert_eq!(
        Source::of_levels(Vec::new()).unwrap_err(),
        SourceError::NoLevels
    );
}
