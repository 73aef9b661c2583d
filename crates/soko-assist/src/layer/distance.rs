//! Goal distance: how many pushes a lone box needs from each square to the nearest
//! goal. Proved as a lower bound: other boxes can only be in the way.

use super::{LayerEntry, LayerId, LayerKind};
use crate::overlay::FULL;
use crate::{Assistant, Certainty, Overlay, Question, Tint, TintKind};
use soko_core::{Squares, facts::UNREACHABLE};
use soko_search::Control;

pub(super) const ENTRY: LayerEntry = LayerEntry {
    id: LayerId::Distance,
    name: "distance",
    title: "Distance to the goals",
    summary: "The fewest pushes from each square to the nearest goal, other boxes thought away",
    kind: LayerKind::Area,
    needs_focus: false,
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = Overlay::new(LayerId::Distance, Certainty::Proved);
    let nearest = assistant.distances.nearest();
    let board = assistant.level.board();
    let distances = || board.squares().map(|square| (square, nearest.best(square)));
    let known = distances().filter(|&(_, distance)| distance != UNREACHABLE);
    let farthest = known
        .map(|(_, distance)| distance)
        .max()
        .unwrap_or(0)
        .max(1);
    for (square, distance) in distances() {
        if distance == UNREACHABLE {
            overlay.tint(square, TintKind::Dead);
            continue;
        }
        let fade = u32::from(distance) * 200 / u32::from(farthest);
        overlay.tints.push(Tint {
            square,
            kind: TintKind::Near,
            strength: FULL - fade as u8,
        });
        overlay.label(square, distance);
    }
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
