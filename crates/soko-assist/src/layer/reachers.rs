//! Which boxes can be brought to a square, each while the others stand still, and
//! with how many pushes. Proved; a fact of the position.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::Squares;
use soko_search::{Control, Counters};

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "reachers",
    title: "Which boxes reach this square",
    kind: LayerKind::Area,
    needs: Focus::Square,
    certainty: Certainty::Proved,
    summary: "The boxes that can be brought to the square you point at, and their pushes",
    marks: "pushes of each box, ? on the square",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let state = question.state;
    let Some(focus) = question
        .focus
        .filter(|&square| !state.boxes.contains(square))
    else {
        overlay.say("Point at a square without a box.");
        return overlay;
    };
    overlay.tint(focus, TintKind::Focus);
    let mut counters = Counters::default();
    for from in state.boxes.iter() {
        if control.check(&mut counters).is_some() {
            overlay.is_complete = false;
            break;
        }
        if let Some(pushes) = assistant.transport(state, from).pushes_to(focus) {
            overlay.tint(from, TintKind::Reacher);
            overlay.label(from, pushes);
        }
    }
    overlay.say(match overlay.tints.len() - 1 {
        0 => "No box can be brought here while the others stand still.".to_string(),
        1 => "One box can be brought here.".to_string(),
        n => format!("{n} boxes can be brought here."),
    });
    overlay
}
