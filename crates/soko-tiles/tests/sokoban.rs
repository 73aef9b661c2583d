//! Sokoban by tiles is Sokoban: the same steps are possible, with the same boards,
//! and the same states can be reached.

use soko_core::{
    CanonicalState, Direction, Game, Level, Reach, SplitMix, SquareSet, Squares, random_level,
};
use soko_graph::{Rules as GraphRules, Successors as _, explore};
use soko_search::{Control, Space};
use soko_tiles::{Field, Play, TileLevel, TileSpace, game_named};
use std::collections::BTreeSet;

fn by_tiles(level: &Level) -> TileLevel {
    let rules = game_named("sokoban").unwrap();
    TileLevel::from_rows(rules, &level.setup().to_string()).unwrap()
}

/// A million random steps over random levels, each with the board compared.
#[test]
fn a_million_steps_are_the_same() {
    let mut random = SplitMix(2);
    let mut n_steps = 0;
    let (mut n_pushes, mut n_refused) = (0, 0);
    while n_steps < 1_000_000 {
        let (width, height, boxes) = (
            5 + random.below(9),
            5 + random.below(8),
            1 + random.below(6),
        );
        let level = random_level(&mut random, width as u32, height as u32, boxes);
        let tiles = by_tiles(&level);
        let mut game = Game::new(level.clone());
        let mut play = Play::new(&tiles);
        for _ in 0..100 {
            n_steps += 1;
            let direction = Direction::ALL[random.below(4)];
            let shifts = play.step(direction).len();
            let pushed = game.step(direction).map(|step| step.is_push);
            match pushed {
                Ok(is_push) => {
                    assert_eq!(shifts, 1 + usize::from(is_push));
                    n_pushes += usize::from(is_push);
                }
                Err(_) => {
                    assert_eq!(shifts, 0);
                    n_refused += 1;
                }
            }
            assert_eq!(play.is_won(), game.is_solved());
            if n_steps % 64 == 0 {
                let drawn = level.picture(game.state()).to_string();
                let plain = |text: &str| {
                    text.lines()
                        .map(|l| l.trim_end().to_owned())
                        .collect::<Vec<_>>()
                };
                assert_eq!(plain(&tiles.draw(play.field())), plain(&drawn));
            }
        }
    }
    assert!(
        n_pushes > 10_000 && n_refused > 100_000,
        "{n_pushes} {n_refused}"
    );
}

/// The boxes of a field as squares of a board, and the man.
fn state_of(level: &Level, field: &Field) -> (SquareSet, soko_core::Square) {
    let rules = game_named("sokoban").unwrap();
    let (boxes, man) = (rules.kind_named("box").unwrap(), rules.agent());
    let square = |cell| {
        let (row, column) = field.row_and_column(cell);
        let coord = soko_core::Coord::new(row as u32, column as u32);
        level.board().square(coord).expect("a floor square")
    };
    let cells = field
        .cells()
        .filter(|&cell| field.holds(&rules, cell, boxes));
    let set = SquareSet::of(level.board().n_squares(), cells.map(square));
    (set, square(field.find(&rules, man).unwrap()))
}

/// Everything that steps lead to, folded by the man's area, is the graph of pushes.
#[test]
fn graphs_are_the_same() {
    let mut random = SplitMix(9);
    let mut n_states = 0;
    for round in 0..100 {
        let level = random_level(&mut random, 9, 8, 2 + round % 2);
        let graph = explore(&level, &GraphRules::default(), 1, &mut Control::default()).unwrap();
        let valid: BTreeSet<_> = graph.key_layout().squares().iter().copied().collect();
        let reach = Reach::<SquareSet>::new(level.board());
        let canonical = |boxes: &SquareSet, man| CanonicalState {
            boxes: boxes.clone(),
            area: reach.area(boxes, man).lowest().unwrap(),
        };
        let tiles = by_tiles(&level);
        let mut space = TileSpace::new(&tiles);
        let mut key = vec![0; space.key_len()];
        let mut seen = BTreeSet::new();
        let mut open = space.starts();
        let (mut states, mut edges) = (BTreeSet::new(), BTreeSet::new());
        let shown = |state: &CanonicalState| format!("{state:?}");
        while let Some(state) = open.pop() {
            space.pack(&state, &mut key);
            if !seen.insert(key.clone()) {
                continue;
            }
            assert_eq!(space.unpack(&key), state);
            let (boxes, man) = state_of(&level, space.field(&state));
            let here = canonical(&boxes, man);
            states.insert(shown(&here));
            let mut next = Vec::new();
            space.expand(&state, &mut next);
            for successor in next {
                let (after, man) = state_of(&level, space.field(&successor.state));
                if !after.iter().all(|square| valid.contains(&square)) {
                    continue;
                }
                if after != boxes {
                    edges.insert((shown(&here), shown(&canonical(&after, man))));
                }
                open.push(successor.state);
            }
        }
        let theirs: BTreeSet<String> = (0..graph.n_states() as u32)
            .map(|s| shown(&graph.state(s)))
            .collect();
        assert_eq!(states, theirs, "{}", level.setup());
        let mut n_edges = 0;
        for from in 0..graph.n_states() as u32 {
            let to: BTreeSet<u32> = graph.successors(from).iter().copied().collect();
            n_edges += to.len();
        }
        assert_eq!(edges.len(), n_edges);
        n_states += states.len();
    }
    assert!(n_states > 2_000, "{n_states}");
}
