//! When two levels are the same.
//!
//! In three degrees, the closest first: *as written*, cell by cell; *other
//! decoration*, where only what lies outside the walls or deep inside them differs
//! (one exact id); *plays alike*, where one is the other turned or mirrored, the man
//! starts elsewhere in his area, or boxes that can never move are drawn as walls (one
//! canonical id; `soko-core/src/canonical.rs` has the argument). Each degree includes
//! those before it.

use super::shelf::Shelved;
use soko_core::LevelId;
use std::collections::HashMap;
use std::fmt;

/// How much two levels are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sameness {
    /// Cell by cell.
    Written,
    /// The same board within its walls.
    Decorated,
    /// They play alike.
    PlaysAlike,
}

impl Sameness {
    /// All degrees, the closest first.
    pub const ALL: [Sameness; 3] = [Sameness::Written, Sameness::Decorated, Sameness::PlaysAlike];

    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Sameness::Written => "written",
            Sameness::Decorated => "decorated",
            Sameness::PlaysAlike => "plays-alike",
        }
    }

    /// How much two levels are the same that play alike.
    fn between(a: &Shelved, b: &Shelved) -> Sameness {
        if a.level.setup() == b.level.setup() {
            Sameness::Written
        } else if a.exact == b.exact {
            Sameness::Decorated
        } else {
            Sameness::PlaysAlike
        }
    }
}

impl fmt::Display for Sameness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sameness::Written => "as written",
            Sameness::Decorated => "with other decoration",
            Sameness::PlaysAlike => "turned, mirrored, or the man elsewhere",
        })
    }
}

/// A level that is there before, and how much it is the same.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    /// The index of the earlier one.
    pub of: usize,
    /// In which degree.
    pub sameness: Sameness,
}

/// For each level the one before it that is most the same, the first among equals;
/// none for those that are new.
pub fn twins(levels: &[Shelved]) -> Vec<Option<Twin>> {
    let mut alike: HashMap<LevelId, Vec<usize>> = HashMap::new();
    let mut twins = Vec::with_capacity(levels.len());
    for (index, level) in levels.iter().enumerate() {
        let before = alike.entry(level.canonical).or_default();
        let of_degree = before.iter().map(|&of| Twin {
            of,
            sameness: Sameness::between(&levels[of], level),
        });
        twins.push(of_degree.min_by_key(|twin| twin.sameness));
        before.push(index);
    }
    twins
}

/// How many levels have a twin of each degree, in words; none if no level has one.
pub fn told(twins: &[Option<Twin>]) -> Option<String> {
    let count = |sameness| {
        let of_degree = twins.iter().flatten();
        of_degree.filter(|twin| twin.sameness == sameness).count()
    };
    let counts = Sameness::ALL.map(|sameness| (sameness, count(sameness)));
    let parts = counts.iter().filter(|(_, n)| *n > 0);
    let parts: Vec<String> = parts
        .map(|(sameness, n)| format!("{n} {sameness}"))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
