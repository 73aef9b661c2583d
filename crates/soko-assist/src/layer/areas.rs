//! The man's areas: where he can walk, and what the boxes keep from him, numbered
//! as Veger numbers rooms. Proved; a fact of the position.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::Squares;
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "areas",
    title: "The man's areas",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Where the man can walk, and which areas the boxes cut off",
    marks: "the number of an area",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let areas = assistant.reach.areas(&question.state.boxes);
    for (number, area) in (1..).zip(&areas) {
        let is_here = area.contains(question.state.man);
        let kind = if is_here {
            TintKind::ManHere
        } else {
            TintKind::ManCutOff
        };
        overlay.tint_numbered(area.iter(), kind, number);
        let first = area.iter().find(|&square| square != question.state.man);
        overlay.label(first.unwrap_or(question.state.man), number);
    }
    overlay.say(match areas.len() {
        1 => "The man can walk everywhere.".to_string(),
        n => format!("The boxes part the floor in {n} areas."),
    });
    overlay
}
