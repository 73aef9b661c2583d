//! Deadlock prevention, LISA's fourth layer: which pushes lose.
//!
//! Each possible push is tried and the position after it put to every sound test.
//! A barred arrow is proved to lose, with the reason. A plain arrow is no promise:
//! nothing is proved against it.
//!
//! If the position is lost already, every push is barred, and each has its own reason:
//! the boxes that are to blame are thought away, and a push that would lose among the
//! others says why. One of a box that is to blame says what is wrong with that box. A
//! push against which nothing else is known has the reason of the position.

use super::{Focus, Layer, LayerKind};
use crate::deadlock::{Deadlock, Finding, TOLD_TESTS};
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_core::{Push, Squares, State, pushes};
use soko_search::{Control, Counters};

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
        Finding::Dead(first) => reasons_when_lost(assistant, state, first, &possible, control),
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

/// Why each push loses in a position that is lost already, and whether every test was
/// made.
fn reasons_when_lost(
    assistant: &mut Assistant,
    state: &State,
    first: Deadlock,
    possible: &[Push],
    control: &mut Control<'_>,
) -> (Vec<Option<String>>, bool) {
    // 1. Who is to blame, one deadlock after the other, and who is left.
    let mut left = state.clone();
    let mut blamed = Vec::new();
    let mut finding = Finding::Dead(first);
    while let Finding::Dead(deadlock) = finding {
        let deadlock = assistant.thin_out(deadlock, &left, control);
        left.boxes.subtract(&deadlock.boxes);
        blamed.push(deadlock);
        finding = match left.boxes.is_empty() {
            true => Finding::NothingFound,
            false => assistant.find_deadlock(&left, control),
        };
    }
    // 2. What the pushes of those that are left come to among themselves.
    let is_left = |push: &&Push| left.boxes.contains(push.from);
    let free: Vec<Push> = possible.iter().filter(is_left).copied().collect();
    let (own, is_complete) = reasons(assistant, &left, &free, control);
    let mut own = own.into_iter();
    // 3. A reason for each.
    let told = possible.iter().map(|push| {
        let own = is_left(&push).then(|| own.next()).flatten().flatten();
        let of_box = blamed.iter().find(|lost| lost.boxes.contains(push.from));
        let why = of_box.unwrap_or(&blamed[0]).sentence();
        let told = match own {
            Some(own) => format!("{own} The position is lost already."),
            None => format!("The position is lost already. {why}"),
        };
        Some(told)
    });
    (
        told.collect(),
        is_complete && finding == Finding::NothingFound,
    )
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
    for techniques in [assistant.cheap_tests(), &TOLD_TESTS.costly] {
        for (push, reason) in possible.iter().zip(&mut reasons) {
            if reason.is_some() {
                continue;
            }
            // Of thousands of pushes even the man's area after each takes its time.
            if control.check(&mut Counters::default()).is_some() {
                return (reasons, false);
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
