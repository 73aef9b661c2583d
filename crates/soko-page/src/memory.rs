//! What is kept of levels and maps between two questions.

use crate::levels::LevelCache;
use crate::maps::Shelf;
use soko_solve::deadlock::Patterns;

/// The levels and maps asked for most recently; bounded in number and bytes.
pub struct Memory {
    /// Levels with their assistants.
    pub levels: LevelCache,
    /// Maps of whole state graphs.
    pub maps: Shelf,
}

impl Memory {
    /// Nothing yet; assistants will look for these deadlock patterns.
    pub fn new(patterns: &Patterns) -> Memory {
        Memory {
            levels: LevelCache::new(patterns),
            maps: Shelf::default(),
        }
    }
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(&Patterns::default())
    }
}
