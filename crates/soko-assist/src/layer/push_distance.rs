//! Goal distance: how many pushes a lone box needs from each square to the nearest
//! goal. Proved as a lower bound: other boxes can only be in the way.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question};
use soko_core::{Squares, facts::UNREACHABLE};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "push-distance",
    title: "Pushes to the goals",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "The fewest pushes from each square to the nearest goal, other boxes thought away",
    marks: "pushes, x where no push helps",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let nearest = assistant.distances.nearest();
    let board = assistant.level.board();
    overlay.tint_by_distance(board, nearest.best_by_square());
    let boxes = question.state.boxes.iter();
    let sum = boxes
        .map(|square| nearest.best(square))
        .try_fold(0u32, |sum, distance| {
            (distance != UNREACHABLE).then(|| sum + u32::from(distance))
        });
    overlay.say(match sum {
        Some(sum) => format!("No solution from here has fewer than {sum} pushes."),
        None => "A box stands where it can never reach a goal.".to_string(),
    });
    overlay
}
