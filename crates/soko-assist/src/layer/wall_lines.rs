//! Corners and wall lines without goals: the dead squares that one sees by looking
//! at the walls, after LISA and Greco. Proved; the layer of dead squares has these
//! and more.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::{Squares, facts};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "wall-lines",
    title: "Corners and wall lines",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Corners and lines along walls that have no goal, after LISA and Greco",
    marks: "c in a corner, w along a wall",
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let board = assistant.level.board();
    let corners = facts::corner_squares(board);
    let lines = facts::wall_line_squares(board);
    overlay.tint_all(corners.iter(), TintKind::Corner);
    overlay.tint_all(lines.iter(), TintKind::WallLine);
    let (n_corners, n_lines) = (corners.len(), lines.len());
    overlay.say(format!(
        "Corners: {n_corners}. Squares along walls: {n_lines}."
    ));
    overlay
}
