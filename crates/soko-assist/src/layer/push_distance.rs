//! Goal distance: how many pushes a lone box needs from each square to the nearest
//! goal. Proved as a lower bound: other boxes can only be in the way. What all boxes
//! need together is more than the sum where several are nearest to one goal; this
//! layer is the one that says it (`bound.rs`).

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question};
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

fn show(assistant: &mut Assistant, question: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let nearest = &assistant.to_nearest_goal;
    overlay.tint_by_distance(assistant.level.board(), nearest.best_by_square());
    if !assistant.has_time_for_bound(control) {
        overlay.is_complete = false;
        return overlay;
    }
    overlay.say(match assistant.lower_bound(question.state) {
        Some(sum) => format!("No solution from here has fewer than {sum} pushes."),
        None => "There are no goals left that suit all the boxes.".to_string(),
    });
    overlay
}
