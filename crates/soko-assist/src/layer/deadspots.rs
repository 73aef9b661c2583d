//! Deadspots as Veger sorts them: corners, where a box never moves again, and the
//! others, from which it can only get to deadspots. Proved. Veger's man may stand on
//! whatever side of the box he likes; the layer of dead squares makes him walk and
//! has these and more.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::{Squares, facts::Deadspots};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "deadspots",
    title: "Deadspots",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Dead squares of a man who could stand anywhere, corners apart from the others, after Veger",
    marks: "c in a corner, i elsewhere",
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let spots = Deadspots::new(assistant.level.board());
    overlay.tint_all(spots.in_corners.iter(), TintKind::Corner);
    overlay.tint_all(spots.indirect.iter(), TintKind::Indirect);
    let (corners, others) = (spots.in_corners.len(), spots.indirect.len());
    overlay.say(format!("Corners: {corners}. Other deadspots: {others}."));
    overlay
}
