//! Safe squares, after Movers and Packers: where a box may stand on the way from
//! the start to the goals, because a lone box can be pushed there from a start and
//! from there to a goal. A fact of the level, not of the position; the man is
//! thought to stand on whatever side he likes, so a square that is not safe is
//! proved to be useless, and a safe one may still be.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::{Squares, facts::SafeSquares};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "safe",
    title: "Safe squares",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Squares that lie on some box's way from its start to a goal, after Movers and Packers",
    marks: "s",
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let safe = SafeSquares::new(&assistant.level).safe();
    overlay.tint_all(safe.iter(), TintKind::Safe);
    overlay.say(format!(
        "No box of a solution ever leaves these {} squares.",
        safe.len()
    ));
    overlay
}
