//! Deadlock prevention, LISA's fourth layer: which pushes lose.
//!
//! Each possible push is tried and the position after it put to every sound test.
//! A barred arrow is proved to lose, with the reason. A plain arrow is no promise:
//! nothing is proved against it. If the position is lost already, every push is
//! barred.

use super::{Focus, Layer, LayerKind};
use crate::deadlock::{Finding, TOLD_TESTS};
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_core::{Push, State, pushes};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "prevention",
    title: "Deadlock prevention",
    kind: LayerKind::Arrow,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Every possible push, barred where it is proved to lose",
    marks: "arrows, x where a push loses",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let state = question.state;
    let area = assistant.area(state);
    let board = assistant.level.board();
    let possible: Vec<Push> = pushes(board, &state.boxes, &area).collect();
    // 1. In a position that is lost already every push loses.
    let (reasons, is_complete) = match assistant.find_deadlock(state, control) {
        Finding::Dead(deadlock) => {
            let reason = format!("The position is lost already. {}", deadlock.sentence());
            (vec![Some(reason); possible.len()], true)
        }
        _ => reasons(assistant, state, &possible, control),
    };
    overlay.is_complete = is_complete;
    // 2. An arrow a push, barred where there is a reason.
    let n_dead = reasons.iter().flatten().count();
    let board = assistant.level.board();
    for (push, reason) in possible.iter().zip(reasons) {
        let kind = match reason {
            Some(_) => ArrowKind::DeadPush,
            None => ArrowKind::Push,
        };
        overlay.arrows.push(Arrow {
            from: push.from,
            to: push.to(board).expect("a possible push ends on the floor"),
            kind,
            strength: FULL,
            reason,
        });
    }
    let n = overlay.arrows.len();
    overlay.say(format!(
        "{n_dead} of {n} possible pushes are proved to lose."
    ));
    overlay
}

/// Why each push loses, where that is proved, and whether every test was made:
/// first the cheap tests for all pushes, then the costly ones for those left.
fn reasons(
    assistant: &mut Assistant,
    state: &State,
    possible: &[Push],
    control: &mut Control<'_>,
) -> (Vec<Option<String>>, bool) {
    let mut reasons = vec![None; possible.len()];
    let mut is_complete = true;
    for techniques in [&TOLD_TESTS.cheap, &TOLD_TESTS.costly] {
        for (push, reason) in possible.iter().zip(&mut reasons) {
            if reason.is_some() {
                continue;
            }
            let mut boxes = state.boxes.clone();
            push.apply(assistant.level.board(), &mut boxes);
            let man = push.from;
            let after = State { boxes, man };
            match assistant.find_deadlock_by(techniques, &after, control) {
                Finding::Dead(deadlock) => *reason = Some(deadlock.sentence()),
                Finding::NothingFound => {}
                Finding::Stopped => is_complete = false,
            }
        }
    }
    (reasons, is_complete)
}
