//! Possible pushes, LISA's third layer: an arrow for every push that the man can
//! get to and do. Proved; a fact of the position.

use super::{Focus, Layer, LayerKind};
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_core::pushes;
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "pushes",
    title: "Possible pushes",
    kind: LayerKind::Arrow,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Every push that the man can get to and do now",
    marks: "arrows",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let board = assistant.level.board();
    let area = assistant.area(question.state);
    for push in pushes(board, &question.state.boxes, &area) {
        let to = push.to(board).expect("a possible push ends on the floor");
        overlay.arrows.push(Arrow {
            from: push.from,
            to,
            kind: ArrowKind::Push,
            strength: FULL,
            reason: None,
        });
    }
    overlay.say(match overlay.arrows.len() {
        0 => "There is no push left.".to_string(),
        1 => "There is one push.".to_string(),
        n => format!("There are {n} pushes."),
    });
    overlay
}
