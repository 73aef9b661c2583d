//! Dead squares, LISA's second layer: where a box can never again reach a goal.
//!
//! LISA looked at corners and walls; this is the full set, by pulling a lone box
//! back from every goal with the man walking around it. Proved: other boxes can
//! only make it worse.

use super::{LayerEntry, LayerId, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::Squares;
use soko_search::Control;

pub(super) const ENTRY: LayerEntry = LayerEntry {
    id: LayerId::DeadSquares,
    name: "dead",
    title: "Dead squares",
    summary: "Squares from which a box can never again reach a goal",
    kind: LayerKind::Area,
    needs_focus: false,
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = Overlay::new(LayerId::DeadSquares, Certainty::Proved);
    for square in assistant.dead.iter() {
        overlay.tint(square, TintKind::Dead);
    }
    let n_dead = assistant.dead.len();
    overlay.say(format!(
        "A box pushed to one of these {n_dead} squares is lost."
    ));
    overlay
}
