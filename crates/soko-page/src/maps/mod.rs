//! Maps of whole state graphs: built by a job, kept for a while, and asked where
//! a game is on them.
//!
//! A map is of the level, not of the position, so it stays while the player
//! moves. Graphs above [`MOST_STATES`] are not finished; the page then gets the
//! numbers of each depth found so far, and the neighbourhood of where the player is
//! (`near.rs`).

mod atlas;
mod near;
mod picture;
mod requests;

pub use atlas::Shelf;
pub(crate) use atlas::{MOST_BYTES, MOST_STATES};
pub(crate) use near::near;
pub(crate) use picture::view_of;
pub(crate) use requests::{go, look, open, place};
