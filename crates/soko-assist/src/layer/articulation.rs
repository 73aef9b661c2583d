//! Articulation squares: those whose loss would part the floor, so that a box there
//! keeps the man from the other side. A fact of the walls, and proved.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::{Squares, facts::Sides};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "articulation",
    title: "Articulation squares",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Squares on which a box parts the floor",
    marks: "a",
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let board = assistant.level.board();
    let squares = Sides::new(board).articulations();
    overlay.tint_all(squares.iter(), TintKind::Articulation);
    overlay.say(match squares.len() {
        0 => "No box alone parts the floor.".to_string(),
        1 => "A box on this square parts the floor.".to_string(),
        n => format!("A box on any of these {n} squares parts the floor."),
    });
    overlay
}
