//! What an engine is told beyond the level, in a form that can be handed to another
//! process.

use crate::StoredSet;
use serde::{Deserialize, Serialize};
use soko_core::Level;
use soko_solve::Options;
use soko_solve::deadlock::{KeptSet, Patterns};

/// What an engine is told beyond the level. Whoever takes it up proves it again, so
/// nothing here need be believed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Knowledge {
    /// A user's own deadlock patterns, as text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub patterns: String,
    /// Dead sets of earlier runs, if what is learned is to be handed back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_sets: Option<Vec<StoredSet>>,
}

impl Knowledge {
    /// What these options know that holds for every level.
    pub fn of(options: &Options) -> Knowledge {
        Knowledge {
            patterns: options.patterns.own_text(),
            dead_sets: None,
        }
    }

    /// Options that know it too, for a level.
    pub fn into_options(self, options: Options, level: &Level) -> Options {
        Options {
            patterns: Patterns::of_text(&self.patterns),
            dead_sets: self.dead_sets.map(|sets| kept(&sets, level)),
            ..options
        }
    }
}

/// Stored sets by the places of a level.
pub fn kept(sets: &[StoredSet], level: &Level) -> Vec<KeptSet> {
    let ground = level.canonical_ground();
    let on_level = sets.iter().filter_map(|set| set.on(level, &ground));
    on_level.collect()
}

/// Kept sets of a level by canonical numbers.
pub fn stored(sets: &[KeptSet], level: &Level) -> Vec<StoredSet> {
    let ground = level.canonical_ground();
    let numbered = sets
        .iter()
        .filter_map(|set| StoredSet::of(set, level, &ground));
    numbered.collect()
}
