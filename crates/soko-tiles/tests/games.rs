//! The games that come with the program: their levels can be won, both engines and
//! the referee agree, and what a step does is what the rules say.

use soko_core::{Direction, SplitMix};
use soko_search::{Control, Heuristic, Space};
use soko_tiles::{
    BUILT_IN, Field, Observer, Play, TileBound, TileEngine, TileFoul, TileLevel, TileSpace,
    game_named, read_levels, solve_tiles, verify_tiles,
};

use std::collections::HashMap;

fn level(game: &str, rows: &str) -> TileLevel {
    TileLevel::from_rows(game_named(game).unwrap(), rows).unwrap()
}

/// Plays letters and draws what comes of it.
fn played(game: &str, rows: &str, letters: &str) -> String {
    let level = level(game, rows);
    let mut play = Play::new(&level);
    for letter in letters.chars() {
        play.step(Direction::from_letter(letter).unwrap());
    }
    level.draw(play.field())
}

#[test]
fn every_level_is_solved_with_the_fewest_steps() {
    for game in BUILT_IN {
        let levels = read_levels(game.levels, game_named).unwrap();
        assert!(levels.len() >= 2, "{}", game.name);
        for level in &levels {
            let fewest = TileEngine::ALL.map(|engine| {
                let report = solve_tiles(level, engine, &mut Control::default());
                let Some(solution) = report.outcome.solution() else {
                    panic!(
                        "{} of {} has no solution",
                        level.title().unwrap(),
                        game.name
                    );
                };
                assert!(solution.is_fewest);
                assert!(
                    solution.steps.steps().len() >= 5,
                    "{}: too easy",
                    level.title().unwrap()
                );
                solution.steps.steps().len()
            });
            assert_eq!(fewest[0], fewest[1], "{}", level.title().unwrap());
        }
    }
}

#[test]
fn sliders_keep_to_their_axis() {
    let rows = "#######\n#@=   #\n#     #\n#######";
    assert_eq!(
        played("sliders", rows, "r"),
        "#######\n# @=  #\n#     #\n#######\n"
    );
    let rows = "#######\n#@|   #\n#     #\n#######";
    assert_eq!(played("sliders", rows, "r"), format!("{rows}\n"));
}

#[test]
fn passages_go_one_way() {
    let rows = "######\n#@>  #\n######";
    assert_eq!(played("one-way", rows, "rr"), "######\n# >@ #\n######\n");
    assert_eq!(played("one-way", rows, "rrl"), "######\n# >@ #\n######\n");
}

#[test]
fn blocks_push_each_other_in_a_row() {
    let rows = "#########\n#@oo=  X#\n#########";
    assert_eq!(
        played("cyberbox", rows, "r"),
        "#########\n# @oo= X#\n#########\n"
    );
    // A block that goes up and down only stops the row.
    let rows = "#########\n#@oo|  X#\n#########";
    assert_eq!(played("cyberbox", rows, "r"), format!("{rows}\n"));
}

#[test]
fn on_ice_things_slide_and_push_nobody() {
    // The box slides to the wall; the man stays on the floor where he pushed from.
    let rows = "########\n#@$~~~~#\n########";
    assert_eq!(played("ice", rows, "r"), "########\n# @~~~s#\n########\n");
    // The man slides up to a box on the floor and does not push it.
    let rows = "########\n#@~~~$.#\n########";
    assert_eq!(played("ice", rows, "r"), "########\n# ~~a$.#\n########\n");
}

#[test]
fn rocks_and_men_fall_off_the_edge() {
    assert_eq!(played("ledge", "F @o", "r"), "F  @\n");
    // A rock does not go onto the flag.
    assert_eq!(played("ledge", "@oF ", "r"), "@oF\n");
    let level = level("ledge", "@  oF");
    let mut play = Play::new(&level);
    assert_eq!(play.step(Direction::Left).len(), 1);
    assert_eq!(play.agent(), None);
    assert!(
        play.step(Direction::Left).is_empty(),
        "nobody is left to move"
    );
    assert!(play.undo() && play.agent().is_some());
}

/// Whatever is played, the referee's own replay comes to the same verdict, and undo
/// leads back to the start.
#[test]
fn the_referee_agrees_with_the_field() {
    let mut random = SplitMix(77);
    let mut n_won = 0;
    for game in BUILT_IN {
        for level in &read_levels(game.levels, game_named).unwrap() {
            for _ in 0..300 {
                let mut play = Play::new(level);
                for _ in 0..40 {
                    let before = play.field().clone();
                    let direction = Direction::ALL[random.below(4)];
                    let moved = !play.step(direction).is_empty();
                    assert_eq!(moved, *play.field() != before);
                    let steps: Vec<Direction> = play.steps().collect();
                    let verdict = verify_tiles(level, &steps);
                    assert_eq!(
                        verdict.is_ok(),
                        play.is_won(),
                        "{}",
                        level.draw(play.field())
                    );
                    n_won += usize::from(play.is_won());
                }
                while play.undo() {}
                assert_eq!(play.field(), level.field());
            }
        }
    }
    assert!(n_won > 50, "{n_won}");
}

#[test]
fn fouls_name_the_step() {
    let level = level("sokoban", "######\n#@ $.#\n######");
    let verdict = |letters: &str| {
        let steps: Vec<_> = letters.chars().filter_map(Direction::from_letter).collect();
        verify_tiles(&level, &steps).unwrap_err().to_string()
    };
    assert_eq!(verdict("ru"), "step 2 (up) changes nothing");
    assert_eq!(verdict("r"), "after 1 steps the goal is not reached");
    let cliff = TileLevel::from_rows(game_named("ledge").unwrap(), "@ oF").unwrap();
    let fallen = verify_tiles(&cliff, &[Direction::Left, Direction::Left]);
    assert_eq!(fallen, Err(TileFoul::NoAgent { number: 2 }));
}

#[derive(Default)]
struct Diary(Vec<String>);

impl Observer for Diary {
    fn started(&mut self) {
        self.0.push("start".into());
    }
    fn stopped(&mut self) {
        self.0.push("stop".into());
    }
    fn restarted(&mut self) {
        self.0.push("restart".into());
    }
    fn reached_goal(&mut self) {
        self.0.push("goal".into());
    }
    fn lost_agent(&mut self) {
        self.0.push("no agent".into());
    }
    fn moved(&mut self, _: Direction, n: usize) {
        self.0.push(format!("move {n}"));
    }
    fn pushed(&mut self, _: Direction, n: usize) {
        self.0.push(format!("push {n}"));
    }
    fn did_not_move(&mut self, _: Direction) {
        self.0.push("no move".into());
    }
    fn undid_move(&mut self, n: usize) {
        self.0.push(format!("undo {n}"));
    }
    fn undid_push(&mut self, n: usize) {
        self.0.push(format!("undo push {n}"));
    }
    fn did_not_undo(&mut self) {
        self.0.push("no undo".into());
    }
    fn quit(&mut self) {
        self.0.push("quit".into());
    }
}

#[test]
fn events_tell_the_story() {
    let level = level("cyberbox", "########\n#@oo X #\n########");
    let mut play = Play::watched(&level, Diary::default());
    play.step(Direction::Up);
    play.step(Direction::Right);
    play.undo();
    play.undo();
    play.restart();
    let told = play.stop().0.join(", ");
    assert_eq!(
        told,
        "start, no move, move 3, push 2, undo 3, undo push 2, no undo, restart, stop"
    );
    // A box that slides far still counts once.
    let ice =
        TileLevel::from_rows(game_named("ice").unwrap(), "########\n#@$~~~.#\n########").unwrap();
    let mut play = Play::watched(&ice, Diary::default());
    play.step(Direction::Right);
    assert_eq!(
        play.quit().0.join(", "),
        "start, move 2, push 1, goal, quit"
    );
    let cliff = TileLevel::from_rows(game_named("ledge").unwrap(), "@oF").unwrap();
    let mut play = Play::watched(&cliff, Diary::default());
    play.step(Direction::Left);
    assert_eq!(play.quit().0.join(", "), "start, move 1, no agent, quit");
}

#[test]
fn neighbourhoods_are_told_in_every_turn() {
    use soko_tiles::DirectionSet;
    let level = level("sokoban", "#####\n#@$.#\n#   #\n#####");
    let (rules, field): (_, &Field) = (level.rules(), level.field());
    let named = |name| rules.kind_named(name).unwrap();
    let at = |row, column| field.cell(row, column).unwrap();
    let all = DirectionSet::ALL;
    assert!(field.is_next_to(rules, at(1, 2), named("man"), all));
    assert!(!field.is_next_to(
        rules,
        at(1, 2),
        named("man"),
        DirectionSet::only(Direction::Up)
    ));
    // A wall, two to the right of it anything, floor below: clockwise from above.
    let mut pattern = [None; 8];
    (pattern[0], pattern[4]) = (Some(named("wall")), Some(named("floor")));
    let box_at = at(1, 2);
    let fits = |ways| field.has_neighbourhood(rules, box_at, named("box"), &pattern, ways);
    assert!(fits(all) && fits(DirectionSet::only(Direction::Up)));
    assert!(!fits(DirectionSet::only(Direction::Left)));
    assert!(!field.has_neighbourhood(rules, box_at, named("man"), &pattern, all));
    let corner = [
        Some(named("wall")),
        None,
        None,
        None,
        None,
        None,
        Some(named("wall")),
        None,
    ];
    assert!(field.has_neighbourhood(rules, at(1, 1), named("man"), &corner, all));
}

/// Every state that steps lead to, with the states after it.
fn all_states(space: &mut TileSpace<'_>) -> (Vec<soko_tiles::TileState>, Vec<Vec<usize>>) {
    let mut states = space.starts();
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let key = |space: &TileSpace<'_>, state: &_| {
        let mut key = vec![0; space.key_len()];
        space.pack(state, &mut key);
        key
    };
    numbers.insert(key(space, &states[0]), 0);
    let mut next = Vec::new();
    while next.len() < states.len() && states.len() < 60_000 {
        let mut out = Vec::new();
        space.expand(&states[next.len()].clone(), &mut out);
        let after = out.into_iter().map(|successor| {
            let key = key(space, &successor.state);
            *numbers.entry(key).or_insert_with(|| {
                states.push(successor.state);
                states.len() - 1
            })
        });
        next.push(after.collect());
    }
    (states, next)
}

/// On whole graphs the bound is never above the true distance, and dead ends are
/// dead.
#[test]
fn the_bound_is_admissible_in_every_game() {
    let built_in = BUILT_IN.iter();
    let mut levels: Vec<TileLevel> = built_in
        .flat_map(|game| read_levels(game.levels, game_named).unwrap())
        .collect();
    // Three rocks fall in three steps, and the flag is two steps away.
    levels.push(level("ledge", " oo\nF@o"));
    let mut n_close = 0;
    for level in &levels {
        let mut space = TileSpace::new(level);
        let mut bound = TileBound::new(&space);
        let (states, next) = all_states(&mut space);
        if next.len() < states.len() {
            continue;
        }
        // Distances to the goal, by rounds of relaxation.
        let goal = |state| if space.is_goal(state) { 0 } else { u32::MAX };
        let mut distance: Vec<u32> = states.iter().map(goal).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..states.len()).rev() {
                let best = next[at].iter().map(|&to| distance[to]).min();
                let through = best.unwrap_or(u32::MAX).saturating_add(1);
                changed |= through < distance[at];
                distance[at] = distance[at].min(through);
            }
        }
        for (state, &truth) in states.iter().zip(&distance) {
            let told = bound.estimate(state).unwrap_or(u32::MAX);
            assert!(
                told <= truth,
                "{}: {told} > {truth}",
                level.title().unwrap_or("three rocks")
            );
            n_close += usize::from(told > 0 && truth != u32::MAX && 2 * told >= truth);
        }
    }
    assert!(n_close > 1_000, "{n_close}");
}

/// A row with nothing on it is a row; before, what lay under it moved up.
#[test]
fn an_empty_row_stays() {
    let text = "game: sokoban\n\n#####\n\n#@$.#\n#####\n";
    let levels = read_levels(text, game_named).unwrap();
    assert_eq!(levels[0].field().height(), 4);
}
