//! The rules of Sokoban and nothing else: no files, no clock, no threads.
//!
//! A [`Setup`] is a level as written; [`Level::from_setup`] checks it and gives a
//! [`Level`], whose [`Board`] numbers the floor squares densely. Sets of squares
//! are bits ([`SquareSet`], [`FixedSet`]). [`Reach`] says where the man can walk,
//! [`pushes`] and [`pulls`] what he can do there. [`verify`] is the referee.
//!
//! ```
//! use soko_core::{Level, Reach, SquareSet, pushes};
//!
//! let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
//! let reach = Reach::<SquareSet>::new(level.board());
//! let area = reach.area(level.boxes(), level.man());
//! assert_eq!(pushes(level.board(), level.boxes(), &area).count(), 1);
//! ```

mod board;
mod by_square;
mod canonical;
mod canonical_ground;
mod detours;
mod direction;
mod direction_set;
pub mod facts;
mod flood;
mod floor_graph;
mod game;
mod game_tree;
mod level;
mod measure;
mod moves;
mod perft;
mod play;
mod push;
mod random_level;
pub mod reach;
mod referee;
mod ring;
mod setup;
mod square;
mod square_set;
mod state;
mod symmetry;
mod transport;
mod tree_event;
mod walks;
mod zobrist;

pub use board::{Board, MAX_SQUARES};
pub use by_square::BySquare;
pub use canonical::LevelId;
pub use canonical_ground::CanonicalGround;
pub use direction::{ByDirection, Direction};
pub use direction_set::DirectionSet;
pub use floor_graph::FloorGraph;
pub use game::Game;
pub use game_tree::{GameTree, NodeId};
pub use level::{Fault, Level, LevelError, NoLevel};
pub use measure::{Bound, Measure};
pub use moves::{
    BrokenPlan, LastStep, Metrics, Shift, Step, lurd, pushes_of_steps, steps_of_pushes,
};
pub use perft::{Perft, perft};
pub use play::{Blocked, Play, UnequalGoals};
pub use push::{Pull, Push, pulls, pushes};
pub use random_level::random_level;
pub use reach::Reach;
pub use referee::{Foul, Verified, verify};
pub use setup::{Cell, Setup, UnknownCell};
pub use square::{Coord, Square};
pub use square_set::{FixedSet, SquareSet, Squares};
pub use state::{CanonicalState, State};
pub use symmetry::Symmetry;
pub use transport::Transport;
pub use tree_event::{Deed, Event, Maker, Place, Row};
pub use walks::Walks;
pub use zobrist::{SplitMix, Zobrist};
