//! Steps a second in the engine of tile games, beside soko-core's game.
//!
//! ```text
//! cargo bench -p soko-tiles --bench moves
//! ```
//!
//! Both walk the same random steps of the same level, in turns, so that the ratio
//! holds on a busy machine as well.

use soko_core::{Direction, Game, Level, SplitMix};
use soko_tiles::{Play, TileLevel, game_named};
use std::time::{Duration, Instant};

const LEVEL: &str = "
##########
#    #   #
# $  # $ #
#  @$  ..#
#    #  .#
##########";
const STEPS: usize = 200_000;
const ROUNDS: u64 = 10;

fn main() {
    let level: Level = LEVEL.parse().expect("a sound level");
    let rules = game_named("sokoban").expect("a game of ours");
    let tiles = TileLevel::from_rows(rules, LEVEL.trim_start_matches('\n')).expect("a level");
    let (mut by_core, mut by_tiles) = (Duration::ZERO, Duration::ZERO);
    for round in 0..ROUNDS {
        let mut random = SplitMix(round);
        let steps: Vec<Direction> = (0..STEPS)
            .map(|_| Direction::ALL[random.below(4)])
            .collect();
        let start = Instant::now();
        let mut game = Game::new(level.clone());
        let core_moves = steps.iter().filter(|&&way| game.step(way).is_ok()).count();
        by_core += start.elapsed();
        let start = Instant::now();
        let mut play = Play::new(&tiles);
        let tile_moves = steps
            .iter()
            .filter(|&&way| !play.step(way).is_empty())
            .count();
        by_tiles += start.elapsed();
        assert_eq!(core_moves, tile_moves);
    }
    let rate = |time: Duration| (STEPS as u64 * ROUNDS) as f64 / time.as_secs_f64() / 1e6;
    let ratio = by_tiles.as_secs_f64() / by_core.as_secs_f64();
    println!("soko-core   {:6.1} million steps a second", rate(by_core));
    println!(
        "soko-tiles  {:6.1} million steps a second, {ratio:.2} times the time",
        rate(by_tiles)
    );
}
