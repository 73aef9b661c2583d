//! Where the levels of a dataset come from, part by part.

use soko_core::Level;

/// Where the levels of each part come from.
pub trait Parts: Sync {
    /// The names of the parts, in order.
    fn names(&self) -> Vec<String>;

    /// How large each part is beside the others, without reading it; how far a run is goes
    /// by that.
    fn weights(&self) -> Vec<u64>;

    /// A number that is another when the part's content is another. A part that was
    /// written from other content is not done.
    ///
    /// # Errors
    ///
    /// In words for people, if the part cannot be read.
    fn fingerprint(&self, part: usize) -> Result<u64, String>;

    /// The levels of a part with their numbers.
    ///
    /// # Errors
    ///
    /// In words for people, if they cannot be read.
    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String>;
}

/// The hash FNV-1a of 64 bits, the same on every machine.
pub(crate) fn hash<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
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

    fn fingerprint(&self, part: usize) -> Result<u64, String> {
        let mut text = String::new();
        for (number, level) in self.levels(part)? {
            text += &format!("{number}\n{}\n", level.setup());
        }
        Ok(hash(text.as_bytes()))
    }

    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String> {
        let mut parts = self.levels.chunks(LEVELS_A_PART);
        Ok(parts.nth(part).unwrap_or_default().to_vec())
    }
}
