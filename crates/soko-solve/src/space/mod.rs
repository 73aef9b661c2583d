//! The spaces in which Sokoban is searched, one file each, and the packed form
//! of their states.

mod packing;
mod push;

pub use packing::Packing;
pub use push::{PushSpace, PushState};
