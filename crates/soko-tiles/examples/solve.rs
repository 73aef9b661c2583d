//! Solves the levels of all games that come with the program.
//!
//! ```text
//! cargo run --release -p soko-tiles --example solve
//! ```

use soko_search::{Control, Outcome};
use soko_tiles::{BUILT_IN, TileEngine, game_named, read_levels, solve_tiles};

fn main() {
    for game in BUILT_IN {
        for level in read_levels(game.levels, game_named).expect("our own levels are sound") {
            let report = solve_tiles(&level, TileEngine::AStar, &mut Control::default());
            let title = level.title().unwrap_or("untitled");
            let told = match report.outcome {
                Outcome::Solved(solution) => {
                    let n = solution.steps.steps().len();
                    format!("{n} steps, the fewest: {}", solution.steps.letters())
                }
                Outcome::Unsolvable => "no solution, proved".to_owned(),
                Outcome::Incomplete => "nothing found, and nothing proved".to_owned(),
                Outcome::Stopped(reason) => format!("stopped: {}", reason.name()),
            };
            println!(
                "{} {title}: {told} ({} states)",
                game.name, report.counters.expanded
            );
        }
    }
}
