//! Where one box can be brought without moving the others, with the pushes it
//! takes: LISA's wish for "reachable stone areas". Proved; a fact of the position.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::Squares;
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "box-reach",
    title: "Reach of a box",
    kind: LayerKind::Area,
    needs: Focus::Box,
    certainty: Certainty::Proved,
    summary: "Everywhere the box you point at can be brought while the others stand still",
    marks: "pushes, ? on the box",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let state = question.state;
    let Some(focus) = question
        .focus
        .filter(|&square| state.boxes.contains(square))
    else {
        overlay.say("Point at a box.");
        return overlay;
    };
    overlay.tint(focus, TintKind::Focus);
    let squares: Vec<_> = assistant.transport(state, focus).squares().collect();
    let board = assistant.level.board();
    let mut n_goals = 0;
    // Squares where the box would be lost look otherwise.
    for (square, pushes) in squares {
        let is_dead = assistant.dead.contains(square);
        let kind = if is_dead {
            TintKind::ReachableDead
        } else {
            TintKind::Reachable
        };
        overlay.tint(square, kind);
        overlay.label(square, pushes);
        n_goals += usize::from(board.is_goal(square));
    }
    overlay.say(match (overlay.tints.len() - 1, n_goals) {
        (0, _) => "This box cannot be pushed now.".to_string(),
        (n, 0) => format!("This box can be brought to {n} squares, none of them a goal."),
        (n, goals) => format!("This box can be brought to {n} squares, {goals} of them goals."),
    });
    overlay
}
