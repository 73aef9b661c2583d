//! What a level's floor says before any search.
//!
//! [`Ground`] is the bare board, [`LoneBox`] what a box can do alone on it, among
//! walls and boxes that will not move; `LevelGround` adds what follows from
//! the boxes' first squares. The matchings say whether and how cheaply boxes and
//! goals go together, `TwoBoxes` what two boxes can do alone,
//! `FewBoxes` what a few. Blocks of the floor and macro reach are facts of soko-core.

pub(crate) mod board;
pub(crate) mod cheapest_matching;
pub(crate) mod dual_simplex;
pub(crate) mod end;
pub(crate) mod few_boxes;
pub(crate) mod heaviest_groups;
pub(crate) mod heaviest_pairs;
pub(crate) mod largest_matching;
pub(crate) mod level;
pub(crate) mod lone_box;
pub(crate) mod symmetries;
pub(crate) mod two_boxes;
pub(crate) mod useless_squares;
pub(crate) mod walk_network;

pub use board::Ground;
pub use lone_box::LoneBox;
