//! Deadlock alert, LISA's fifth layer: the position is lost, and this is why.
//!
//! It marks the fewest boxes that the proof needs, and the walls at their sides,
//! and explains in a sentence. It speaks only where the loss is proved; silence
//! does not mean that the position can be solved.

use super::{Focus, Layer, LayerKind};
use crate::deadlock::Finding;
use crate::{Assistant, Certainty, GuiltyWall, Overlay, Question, TintKind};
use soko_core::{Direction, Squares};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "alert",
    title: "Deadlock alert",
    kind: LayerKind::Alert,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Says when the position is proved to be lost, and which boxes prove it",
    marks: "!",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    match assistant.find_deadlock(question.state, control) {
        Finding::NothingFound => {}
        Finding::Stopped => overlay.is_complete = false,
        Finding::Dead(deadlock) => {
            let deadlock = assistant.thin_out(deadlock, question.state, control);
            overlay.say(deadlock.sentence());
            let board = assistant.level.board();
            for square in deadlock.boxes.iter() {
                overlay.tint(square, TintKind::GuiltyBox);
                let walls = Direction::ALL.into_iter();
                let walls = walls.filter(|&side| board.is_wall(square, side));
                overlay
                    .walls
                    .extend(walls.map(|side| GuiltyWall { square, side }));
            }
        }
    }
    overlay
}
