//! Free goal paths, from LISA's wishes: boxes that can be brought to an empty goal
//! without moving any other box, and the way.
//!
//! That the way is free is proved; whether it is wise to take it is not said. A
//! box may have to wait for another that must pass first.

use super::{Focus, Layer, LayerKind};
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_core::{Square, Squares};
use soko_search::{Control, Counters};

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "paths",
    title: "Free ways to goals",
    kind: LayerKind::Arrow,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Boxes that can be brought to a goal without moving any other, and how",
    marks: "arrows, pushes on the boxes",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let state = question.state;
    let board = assistant.level.board().clone();
    let mut counters = Counters::default();
    let mut n_boxes = 0;
    let off_goal: Vec<Square> = state.boxes.difference(board.goals()).iter().collect();
    for from in off_goal {
        // 1. With a box pointed at, only that one.
        if question
            .focus
            .is_some_and(|focus| focus != from && state.boxes.contains(focus))
        {
            continue;
        }
        if control.check(&mut counters).is_some() {
            overlay.is_complete = false;
            break;
        }
        // 2. Its nearest goal, and the pushes there.
        let transport = assistant.transport(state, from);
        let goals = board.goals().iter();
        let nearest = goals.filter_map(|goal| Some((transport.pushes_to(goal)?, goal)));
        let Some((pushes, goal)) = nearest.min() else {
            continue;
        };
        n_boxes += 1;
        for push in transport.plan(goal).into_iter().flatten() {
            overlay.arrows.push(Arrow {
                from: push.from,
                to: push.to(&board).expect("a plan stays on the floor"),
                kind: ArrowKind::FreePath,
                strength: FULL,
                reason: None,
            });
        }
        overlay.label(from, pushes);
    }
    overlay.say(match n_boxes {
        0 => "No box has a free way to a goal now.".to_string(),
        1 => "One box has a free way to a goal.".to_string(),
        n => format!("{n} boxes have free ways to goals."),
    });
    overlay
}
