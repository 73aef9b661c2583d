//! What a level's floor says before any search: blocks, macro reach, distances,
//! useless squares.

pub(crate) mod cheapest_matching;
pub(crate) mod end;
pub(crate) mod floor;
pub(crate) mod largest_matching;
pub(crate) mod useless_squares;
