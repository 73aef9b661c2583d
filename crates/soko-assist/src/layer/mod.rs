//! The layers by name. One file a layer.

mod alert;
mod areas;
mod dead_squares;
mod distance;
mod free_paths;
mod matching;
mod packing;
mod parking;
mod prevention;
mod pushes;
mod reach_of_box;
mod reachers;
mod rooms;

use crate::{Assistant, Overlay, Question};
use soko_search::Control;

/// The names of the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LayerId {
    /// Rooms and tunnels.
    Rooms,
    /// Dead squares.
    DeadSquares,
    /// The man's areas.
    Areas,
    /// Distance of every square to the nearest goal.
    Distance,
    /// Where one box can be brought.
    ReachOfBox,
    /// Which boxes can be brought to one square.
    Reachers,
    /// Where a box can wait.
    Parking,
    /// An order in which the goals can be filled.
    Packing,
    /// Possible pushes.
    Pushes,
    /// Possible pushes, barred where they lose.
    Prevention,
    /// Free ways to goals.
    FreePaths,
    /// Which goal suits which box.
    Matching,
    /// The position is lost, and why.
    Alert,
}

/// Where a layer belongs: one of each kind is shown at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// Tints squares.
    Area,
    /// Draws arrows.
    Arrow,
    /// Speaks up by itself.
    Alert,
}

impl LayerKind {
    /// The word used in data: `area`, `arrow` or `alert`.
    pub const fn name(self) -> &'static str {
        match self {
            LayerKind::Area => "area",
            LayerKind::Arrow => "arrow",
            LayerKind::Alert => "alert",
        }
    }
}

/// A layer in the table.
pub struct LayerEntry {
    /// Its name in the program.
    pub id: LayerId,
    /// Its name in data and on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it shows, in one sentence.
    pub summary: &'static str,
    /// Where it belongs.
    pub kind: LayerKind,
    /// Whether it needs a square to be pointed at.
    pub needs_focus: bool,
    /// Works it out.
    pub show: fn(&mut Assistant, &Question<'_>, &mut Control<'_>) -> Overlay,
}

impl std::fmt::Debug for LayerEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LayerEntry").field(&self.name).finish()
    }
}

/// All layers, in the order in which they are offered.
pub const LAYERS: &[LayerEntry] = &[
    rooms::ENTRY,
    dead_squares::ENTRY,
    areas::ENTRY,
    distance::ENTRY,
    reach_of_box::ENTRY,
    reachers::ENTRY,
    parking::ENTRY,
    packing::ENTRY,
    pushes::ENTRY,
    prevention::ENTRY,
    free_paths::ENTRY,
    matching::ENTRY,
    alert::ENTRY,
];

impl LayerId {
    /// The layer's place in the table.
    pub fn entry(self) -> &'static LayerEntry {
        let entry = LAYERS.iter().find(|entry| entry.id == self);
        entry.expect("every layer is in the table")
    }

    /// The layer with this name.
    pub fn from_name(name: &str) -> Option<LayerId> {
        let entry = LAYERS.iter().find(|entry| entry.name == name)?;
        Some(entry.id)
    }
}

/// A choice of layers that goes well together.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Who it is for, in one sentence.
    pub summary: &'static str,
    /// Its layers, at most one of each kind.
    pub layers: &'static [LayerId],
    /// Arrows of so many boxes nearest to the man are drawn at full strength.
    pub n_boxes: usize,
}

/// The presets: from least to most help.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "play",
        summary: "Nothing but the board",
        layers: &[],
        n_boxes: 0,
    },
    Preset {
        name: "coach",
        summary: "Dead squares, pushes near the man, and a word when it went wrong",
        layers: &[LayerId::DeadSquares, LayerId::Prevention, LayerId::Alert],
        n_boxes: 3,
    },
    Preset {
        name: "analyst",
        summary: "Everything that is proved, for every box",
        layers: &[LayerId::Distance, LayerId::Prevention, LayerId::Alert],
        n_boxes: usize::MAX,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        for entry in LAYERS {
            assert_eq!(LayerId::from_name(entry.name), Some(entry.id));
            assert_eq!(entry.id.entry().name, entry.name);
        }
    }

    #[test]
    fn presets_show_one_layer_of_a_kind() {
        for preset in PRESETS {
            let kinds = preset.layers.iter().map(|layer| layer.entry().kind);
            let kinds: Vec<LayerKind> = kinds.collect();
            for (i, kind) in kinds.iter().enumerate() {
                assert!(!kinds[..i].contains(kind), "{}", preset.name);
            }
        }
    }
}
