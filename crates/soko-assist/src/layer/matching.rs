//! Matching: which goal suits which box, so that all boxes together need the
//! fewest pushes if none were in another's way.
//!
//! The sum is a proved lower bound. The pairs themselves are a guess: a solution
//! may well match otherwise.

use super::{Focus, Layer, LayerKind};
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_core::SquareSet;
use soko_search::Control;
use soko_solve::Placement;
use soko_solve::heuristic::MinMatching;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "matching",
    title: "Boxes and their goals",
    kind: LayerKind::Arrow,
    needs: Focus::Nothing,
    certainty: Certainty::Heuristic,
    summary: "The goal that each box would take if all were in nobody's way",
    marks: "a letter for each pair",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let board = assistant.level.board();
    // The tables of the matching are dear, so they are made when first asked for.
    let matching = assistant
        .matching
        .get_or_insert_with(|| MinMatching::<SquareSet>::new(board));
    let placement = Placement {
        boxes: question.state.boxes.clone(),
        man: question.state.man,
    };
    let Some(sum) = matching.full(&placement) else {
        overlay.say("There are no goals left that suit all the boxes.");
        return overlay;
    };
    let goals = assistant.distances.goals();
    for (from, number) in matching.matched() {
        let to = goals[number];
        if to != from {
            overlay.arrows.push(Arrow {
                from,
                to,
                kind: ArrowKind::Match,
                strength: FULL,
                reason: None,
            });
        }
    }
    overlay.say(format!(
        "No solution from here has fewer than {sum} pushes."
    ));
    overlay
}
