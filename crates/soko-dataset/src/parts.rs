//! Where the levels of a dataset come from, part by part.

use soko_core::Level;

/// Where the levels of each part come from.
pub trait Parts: Sync {
    /// The names of the parts, in order.
    fn names(&self) -> Vec<String>;

    /// How large each part is beside the others, without reading it; how far a run is goes
    /// by that.
    fn weights(&self) -> Vec<u64>;

    /// The levels of a part with their numbers.
    ///
    /// # Errors
    ///
    /// In words for people, if they cannot be read.
    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String>;
}

/// Levels of a part of a list.
const LEVELS_A_PART: usize = 100;

/// A list of levels, cut into stretches.
pub struct List {
    /// What the list is called.
    pub name: String,
    /// The levels with their numbers.
    pub levels: Vec<(usize, Level)>,
}

impl Parts for List {
    fn names(&self) -> Vec<String> {
        let name = |part: &[(usize, Level)]| {
            let (first, last) = (part[0].0, part[part.len() - 1].0);
            format!("{} {first}-{last}", self.name)
        };
        self.levels.chunks(LEVELS_A_PART).map(name).collect()
    }

    fn weights(&self) -> Vec<u64> {
        let parts = self.levels.chunks(LEVELS_A_PART);
        parts.map(|part| part.len() as u64).collect()
    }

    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String> {
        let mut parts = self.levels.chunks(LEVELS_A_PART);
        Ok(parts.nth(part).unwrap_or_default().to_vec())
    }
}
