//! The layers: one file a layer, one row a layer in [`LAYERS`].
//!
//! The table is all there is to know about layers: the command's `--layer` and its
//! help, the server's list and the page's panel are read from it. A new layer is a
//! file with its constant, a `mod` line and a row; if it marks something that no
//! [`TintKind`](crate::TintKind) names yet, that too. A layer that is not in the
//! table is code that nothing uses, which the compiler reports.

mod alert;
mod areas;
mod articulation;
mod box_reach;
mod dead_squares;
mod deadspots;
mod entry;
mod free_paths;
mod matching;
mod packing;
mod parking;
mod preset;
mod prevention;
mod push_distance;
mod pushes;
mod reach;
mod reachers;
mod rooms;
mod safe_squares;
mod walking_distance;
mod wall_lines;

pub use alert::LAYER as ALERT;
pub use dead_squares::LAYER as DEAD;
pub use entry::{Focus, Layer, LayerKind};
pub use free_paths::LAYER as PATHS;
pub use preset::{PRESETS, Preset};
pub use prevention::LAYER as PREVENTION;
pub use push_distance::LAYER as PUSH_DISTANCE;
pub use pushes::LAYER as PUSHES;
pub use rooms::LAYER as ROOMS;

/// All layers, in the order in which they are offered.
pub const LAYERS: &[Layer] = &[
    rooms::LAYER,
    dead_squares::LAYER,
    areas::LAYER,
    push_distance::LAYER,
    box_reach::LAYER,
    reachers::LAYER,
    parking::LAYER,
    packing::LAYER,
    reach::LAYER,
    walking_distance::LAYER,
    safe_squares::LAYER,
    deadspots::LAYER,
    wall_lines::LAYER,
    articulation::LAYER,
    pushes::LAYER,
    prevention::LAYER,
    free_paths::LAYER,
    matching::LAYER,
    alert::LAYER,
];

/// The layer with this name.
///
/// ```
/// use soko_assist::layer;
/// let layer = layer::named("dead").unwrap();
/// assert_eq!(layer.title, "Dead squares");
/// assert!(layer::named("undead").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (i, layer) in LAYERS.iter().enumerate() {
            let found = LAYERS.iter().position(|other| other.name == layer.name);
            assert_eq!(found, Some(i), "{}", layer.name);
        }
    }
}
