//! The ways to make a level, one a file, and their table.

mod entry;
mod farthest;
mod improve;
mod mirrored;
mod rooms;

pub use entry::Way;

/// All ways.
pub const WAYS: &[Way] = &[farthest::WAY, mirrored::WAY, improve::WAY, rooms::WAY];

/// The way with this name.
pub fn way_named(name: &str) -> Option<&'static Way> {
    WAYS.iter().find(|way| way.name == name)
}
