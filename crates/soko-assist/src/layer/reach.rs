//! Where the man can walk now. Proved; a fact of the position. The layer of his
//! areas shows beside it what the boxes keep from him.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::Squares;
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "reach",
    title: "Reach of the man",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Where the man can walk now",
    marks: "r",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let area = assistant.area(question.state);
    overlay.tint_all(area.iter(), TintKind::ManHere);
    let n_free = assistant.level.board().n_squares() - question.state.boxes.len();
    overlay.say(format!(
        "The man can walk to {} of {n_free} free squares.",
        area.len()
    ));
    overlay
}
