//! Choices of layers that go well together.

use super::{ALERT, DEAD, Layer, PREVENTION, PUSH_DISTANCE};

/// A choice of layers that goes well together.
///
/// ```
/// use soko_assist::PRESETS;
/// let coach = PRESETS.iter().find(|preset| preset.name == "coach").unwrap();
/// let names: Vec<&str> = coach.layers.iter().map(|layer| layer.name).collect();
/// assert_eq!(names, ["dead", "prevention", "alert"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Who it is for, in one sentence.
    pub summary: &'static str,
    /// Its layers, at most one of each kind.
    pub layers: &'static [&'static Layer],
    /// Arrows of so many boxes nearest to the man are drawn at full strength.
    pub n_boxes: usize,
}

/// The presets: from least to most help.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "alone",
        summary: "Nothing but the board",
        layers: &[],
        n_boxes: 0,
    },
    Preset {
        name: "coach",
        summary: "Dead squares, pushes near the man, and a word when it went wrong",
        layers: &[&DEAD, &PREVENTION, &ALERT],
        n_boxes: 3,
    },
    Preset {
        name: "analyst",
        summary: "Everything that is proved, for every box",
        layers: &[&PUSH_DISTANCE, &PREVENTION, &ALERT],
        n_boxes: usize::MAX,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LayerKind;

    #[test]
    fn presets_show_one_layer_of_a_kind() {
        for preset in PRESETS {
            let kinds = preset.layers.iter().map(|layer| layer.kind);
            let kinds: Vec<LayerKind> = kinds.collect();
            for (i, kind) in kinds.iter().enumerate() {
                assert!(!kinds[..i].contains(kind), "{}", preset.name);
            }
        }
    }
}
