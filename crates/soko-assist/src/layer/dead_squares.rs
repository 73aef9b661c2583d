//! Dead squares, LISA's second layer: where a box can never again reach a goal.
//!
//! LISA looked at corners and walls; this is the full set, by pulling a lone box
//! back from every goal with the man walking around it. Proved: other boxes can
//! only make it worse.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::Squares;
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "dead",
    title: "Dead squares",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Squares from which a box can never again reach a goal",
    marks: "x",
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    overlay.tint_all(assistant.dead.iter(), TintKind::Dead);
    overlay.say(match assistant.dead.len() {
        0 => "There are no dead squares.".to_string(),
        1 => "A box pushed to this square is lost.".to_string(),
        n => format!("A box pushed to one of these {n} squares is lost."),
    });
    overlay
}
