//! Matching: which goal suits which box, so that all boxes together need the
//! fewest pushes if none were in another's way.
//!
//! The pairs are a guess: a solution may well match otherwise. The sum of their
//! pushes is proved, and told by the layer of push distances alone. Where no goals
//! can be given to all the boxes, that is proved, too.

use super::{Focus, Layer, LayerKind};
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_search::Control;

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

fn show(assistant: &mut Assistant, question: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    if !assistant.has_time_for_bound(control) {
        overlay.is_complete = false;
        return overlay;
    }
    let Some(pairs) = assistant.pairs(question.state) else {
        overlay.certainty = Certainty::Proved;
        overlay.say("There are no goals left that suit all the boxes.");
        return overlay;
    };
    for (from, to) in pairs.into_iter().filter(|(from, to)| from != to) {
        overlay.arrows.push(Arrow {
            from,
            to,
            kind: ArrowKind::Match,
            strength: FULL,
            reason: None,
        });
    }
    overlay.say("A box may well have to take another goal than its letter's.");
    overlay
}
