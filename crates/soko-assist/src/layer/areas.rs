//! The man's areas: where he can walk, and what the boxes keep from him, numbered
//! as Veger numbers rooms. Proved; a fact of the position.

use super::{LayerEntry, LayerId, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::Squares;
use soko_search::Control;

pub(super) const ENTRY: LayerEntry = LayerEntry {
    id: LayerId::Areas,
    name: "areas",
    title: "The man's areas",
    summary: "Where the man can walk, and which areas the boxes cut off",
    kind: LayerKind::Area,
    needs_focus: false,
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = Overlay::new(LayerId::Areas, Certainty::Proved);
    let areas = assistant.reach.areas(&question.state.boxes);
    for (i, area) in areas.iter().enumerate() {
        let is_here = area.contains(question.state.man);
        let kind = if is_here {
            TintKind::ManHere
        } else {
            TintKind::ManCutOff
        };
        for square in area.iter() {
            overlay.tint(square, kind);
        }
        let first = area.iter().find(|&square| square != question.state.man);
        overlay.label(first.unwrap_or(question.state.man), i + 1);
    }
    overlay.say(match areas.len() {
        1 => "The man can walk everywhere.".to_string(),
        n => format!("The boxes part the floor in {n} areas."),
    });
    overlay
}
