//! What the page asks, answered: levels, play, layers, hints, maps and searches.
//!
//! Everything here is a plain function from a question to an answer, both of which
//! are JSON on the way. It knows neither who carries them (the server over HTTP, a
//! worker in the browser by messages) nor where the player's things are kept
//! ([`keep::Keep`]), and needs no files, no threads and no clock of its own; so the
//! same code answers in the server and, compiled for WebAssembly, in the browser.
//!
//! A *cell* is `row * width + column` of the level as written. A *game* is
//!
//! ```json
//! {"level": "#####\n#@$.#\n#####", "mode": "forward", "moves": "R", "cursor": 1}
//! ```
//!
//! where the moves behind the cursor are those that redo would play. Every question
//! carries the level as text and the game as a string of moves. Replaying a game
//! costs microseconds; what is dear to compute about a level is kept in a
//! [`Memory`], which is bounded.

mod ask;
mod check;
mod elsewhere;
mod engines;
pub mod example;
mod export;
mod fault;
mod game_text;
mod games;
mod import;
pub mod jobs;
pub mod keep;
mod layers;
mod levels;
mod library;
mod line;
mod lines;
mod maps;
mod memory;
mod own_collections;
mod page;
mod places;
mod play;
mod reading;
mod recent;
mod solutions;
mod statistics;
mod tiles;
mod trees;

pub use ask::{Asked, Method, QUESTIONS, Question, WORKERS, ask};
pub use export::add_solutions;
pub use fault::{Fault, FaultKind};
pub use levels::{LevelCache, MAX_CELLS, MAX_SIDE};
pub use library::own_collection;
pub use maps::Shelf;
pub use memory::Memory;
pub use page::Page;
pub use places::Elsewhere;
pub use soko_solve::deadlock::Patterns;
