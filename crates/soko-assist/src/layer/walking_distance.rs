//! Steps from every square to the nearest goal, boxes thought away, as Movers and
//! Packers print them on their board. Proved as a lower bound of the pushes that a
//! box needs from there: a push takes it one square. The layer of push distances
//! is sharper.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question};
use soko_core::{Squares, facts::walking_distances_to_goals};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "walking-distance",
    title: "Steps to the goals",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Steps from each square to the nearest goal, boxes thought away",
    marks: "steps",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let board = assistant.level.board();
    let steps = walking_distances_to_goals(board);
    overlay.tint_by_distance(board, &steps);
    let boxes = question.state.boxes.iter();
    let sum: u32 = boxes.map(|square| u32::from(steps[square.index()])).sum();
    overlay.say(format!(
        "The boxes stand {sum} steps from their nearest goals."
    ));
    overlay
}
