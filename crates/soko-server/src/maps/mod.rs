//! Maps of whole state graphs: built by a job, kept for a while, and asked where
//! a game is on them.
//!
//! A map is of the level, not of the position, so it stays while the player
//! moves. Graphs above [`MOST_STATES`] are not finished; the page then gets the
//! numbers of each depth found so far and nothing is called dead.

mod atlas;
mod picture;
mod requests;

pub(crate) use atlas::{MOST_BYTES, MOST_STATES, Shelf};
pub(crate) use picture::view_of;
pub(crate) use requests::{go, look, open, place};
