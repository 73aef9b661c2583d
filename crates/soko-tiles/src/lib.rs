//! Games on a grid of stacked tiles, of which Sokoban is one.
//!
//! After the engine that LISA was built on (Stoeller and Kostelijk 2010, appendix A).
//! A game is data: [`read_rules`] reads its kinds of tiles, characters and goals from
//! a file, [`read_levels`] its levels. [`Play`] plays them with undo and events,
//! [`verify_tiles`] is their referee, [`solve_tiles`] finds and proves the fewest steps,
//! and [`explore_tiles`] finds every state.
//!
//! ```
//! use soko_search::Control;
//! use soko_tiles::{TileEngine, game_named, read_levels, solve_tiles};
//!
//! let text = "game: sokoban\n\n######\n#@ $.#\n######\n";
//! let level = read_levels(text, game_named).unwrap().remove(0);
//! let report = solve_tiles(&level, TileEngine::AStar, &mut Control::default());
//! let solution = report.outcome.solution().unwrap();
//! assert!(solution.is_fewest && solution.steps.letters() == "rr");
//! ```

mod bound;
mod direction_set;
mod field;
mod games;
mod goal_check;
mod graph;
mod level;
mod picture;
mod play;
mod referee;
mod rules;
mod rules_file;
mod solve;
mod space;

pub use bound::TileBound;
pub use direction_set::DirectionSet;
pub use field::{CellId, Field, Shift};
pub use games::{BUILT_IN, BuiltIn, game_named};
pub use graph::{TileGraph, explore_tiles};
pub use level::{TileLevel, read_levels};
pub use play::{Observer, Play};
pub use referee::{TileFoul, VerifiedSteps, verify_tiles};
pub use rules::{Goal, Kind, KindId, KindSet, Rules, Tile, TileId};
pub use rules_file::read_rules;
pub use solve::{TileEngine, TileReport, TileSolution, solve_tiles};
pub use space::{TileSpace, TileState};
