//! Packing order: in which order the goals are best filled.
//!
//! The game is played backwards with all goals full: whichever box can be pulled
//! away to where boxes come from, while the others stand still, is taken off; the
//! order of filling is the reverse. Boxes elsewhere are thought away and each box
//! goes in one stretch, so this is a good plan and not a proof: heuristic. Goals
//! that already hold a box keep their number.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question};
use soko_core::facts::{LoneBoxSearch, Motion};
use soko_core::{FloorGraph, Square, SquareSet, Squares};
use soko_search::{Control, Counters};

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "packing",
    title: "Packing order",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Heuristic,
    summary: "A number on each goal: an order in which to fill the goals that is likely to do",
    marks: "places in the order",
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let (order, is_complete) = match &assistant.packing {
        Some(order) => (order.clone(), true),
        None => peel(assistant, control),
    };
    overlay.is_complete = is_complete;
    for (i, &goal) in order.iter().enumerate() {
        overlay.label(goal, i + 1);
    }
    let n_goals = assistant.level.board().goals().len();
    overlay.say(match order.len() == n_goals {
        true => "This order of filling the goals is likely to do; it is no proof.".to_string(),
        false => format!(
            "Only {} of {n_goals} goals could be put in an order that is likely to do.",
            order.len()
        ),
    });
    if is_complete {
        assistant.packing = Some(order);
    }
    overlay
}

/// The goals in an order of filling, and whether the search got to its end.
fn peel(assistant: &Assistant, control: &mut Control<'_>) -> (Vec<Square>, bool) {
    let board = assistant.level.board();
    let mut boxes = board.goals().clone();
    let sources = assistant.level.boxes().difference(board.goals());
    let mut order = Vec::new();
    let floor = FloorGraph::new(board);
    let mut counters = Counters::default();
    while !boxes.is_empty() {
        let taken = boxes.iter().find(|&goal| {
            control.check_now(&mut counters).is_some() || can_leave(&floor, &boxes, goal, &sources)
        });
        if control.stopped().is_some() {
            return (Vec::new(), false);
        }
        let Some(taken) = taken else {
            break;
        };
        boxes.remove(taken);
        order.push(taken);
    }
    order.reverse();
    (order, true)
}

/// Whether the box on a goal can be pulled to a square that boxes come from, the
/// man starting in any area that the boxes leave.
fn can_leave(floor: &FloorGraph, boxes: &SquareSet, goal: Square, sources: &SquareSet) -> bool {
    if sources.is_empty() || sources.contains(goal) {
        return true;
    }
    let mut others = boxes.clone();
    others.remove(goal);
    let mut search = LoneBoxSearch::among(floor, &others);
    let stops = search.explore(Motion::Pull, [goal]);
    stops.iter().any(|stop| sources.contains(stop.at))
}
