//! Deadlock prevention, LISA's fourth layer: which pushes lose.
//!
//! Each possible push is tried and the position after it put to every sound test.
//! A barred arrow is proved to lose, with the reason. A plain arrow is no promise:
//! nothing is proved against it. If the position is lost already, every push is
//! barred.

use super::{LayerEntry, LayerId, LayerKind};
use crate::deadlock::Finding;
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_core::{Push, State, pushes};
use soko_search::Control;

pub(super) const ENTRY: LayerEntry = LayerEntry {
    id: LayerId::Prevention,
    name: "prevention",
    title: "Deadlock prevention",
    summary: "Every possible push, barred where it is proved to lose",
    kind: LayerKind::Arrow,
    needs_focus: false,
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, control: &mut Control<'_>) -> Overlay {
    let mut overlay = Overlay::new(LayerId::Prevention, Certainty::Proved);
    let state = question.state;
    let area = assistant.area(state);
    let possible: Vec<Push> = pushes(assistant.level.board(), &state.boxes, &area).collect();
    let lost_already = match assistant.find_deadlock(state, control) {
        Finding::Dead(deadlock) => Some(deadlock.sentence()),
        _ => None,
    };
    let mut n_dead = 0;
    for push in possible {
        let board = assistant.level.board();
        let to = push.to(board).expect("a possible push ends on the floor");
        let mut boxes = state.boxes.clone();
        push.apply(board, &mut boxes);
        let man = push.from;
        let reason = match &lost_already {
            Some(sentence) => Some(format!("The position is lost already. {sentence}")),
            None => match assistant.find_deadlock(&State { boxes, man }, control) {
                Finding::Dead(deadlock) => Some(deadlock.sentence()),
                Finding::NothingFound => None,
                Finding::Stopped => {
                    overlay.is_complete = false;
                    None
                }
            },
        };
        n_dead += usize::from(reason.is_some());
        overlay.arrows.push(Arrow {
            from: push.from,
            to,
            kind: if reason.is_some() {
                ArrowKind::DeadPush
            } else {
                ArrowKind::Push
            },
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
