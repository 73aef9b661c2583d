//! The assistant's layers on a board of characters: overlays become marks.
//!
//! | mark | means |
//! | --- | --- |
//! | `←` `→` `↑` `↓` | a push to this square, or a step of a free way |
//! | `x` | a push to this square is proved to lose, or a dead square |
//! | `!` | a box that takes part in a deadlock |
//! | `p` | a parking spot |
//! | a letter twice | a box and the goal that suits it |
//! | a number | pushes, or the place in an order |

use crate::layer::Mark;
use soko_assist::{Arrow, ArrowKind, Assistant, LayerId, Overlay, Question, TintKind};
use soko_core::{Board, Direction, Level, Square, Squares, State};
use soko_search::Control;
use std::collections::BTreeMap;

/// Asks a layer about the start of a level; with nothing pointed at, layers that
/// need it get the first box or, where a square is asked for, the first goal.
pub fn overlay(layer: LayerId, level: &Level, focus: Option<Square>) -> Overlay {
    let state = level.start();
    overlay_of(&mut Assistant::new(level.clone()), layer, &state, focus)
}

/// The same for any position.
pub fn overlay_of(
    assistant: &mut Assistant,
    layer: LayerId,
    state: &State,
    focus: Option<Square>,
) -> Overlay {
    let board = assistant.level().board();
    let default = match layer {
        LayerId::ReachOfBox => state.boxes.lowest(),
        LayerId::Reachers => board.goals().difference(&state.boxes).lowest(),
        _ => None,
    };
    let focus = focus.or(default);
    assistant.ask(layer, &Question { state, focus }, &mut Control::default())
}

/// An overlay as marks, at most one a square: labels over arrows over tints.
pub fn marks(board: &Board, overlay: &Overlay) -> Vec<Mark> {
    let mut marks: BTreeMap<Square, String> = BTreeMap::new();
    for tint in &overlay.tints {
        marks.insert(tint.square, tint_letter(tint.kind).to_string());
    }
    for (i, arrow) in overlay.arrows.iter().enumerate() {
        if arrow.kind == ArrowKind::Match {
            let letter = char::from(b'a' + (i % 26) as u8).to_string();
            marks.insert(arrow.from, letter.clone());
            marks.insert(arrow.to, letter);
        } else {
            marks.insert(arrow.to, arrow_letter(board, arrow).to_string());
        }
    }
    for label in &overlay.labels {
        marks.insert(label.square, label.text.clone());
    }
    marks
        .into_iter()
        .map(|(square, text)| Mark { square, text })
        .collect()
}

fn tint_letter(kind: TintKind) -> char {
    match kind {
        TintKind::Room => '.',
        TintKind::Tunnel => 't',
        TintKind::Dead | TintKind::ReachableDead => 'x',
        TintKind::Reachable | TintKind::ManHere => 'r',
        TintKind::Focus => '?',
        TintKind::Reacher => 'b',
        TintKind::ManCutOff => 'c',
        TintKind::Near => 'n',
        TintKind::Parking => 'p',
        TintKind::FreePath => 'f',
        TintKind::GuiltyBox => '!',
    }
}

fn arrow_letter(board: &Board, arrow: &Arrow) -> char {
    if arrow.kind == ArrowKind::DeadPush {
        return 'x';
    }
    let way = board.neighbours(arrow.from).find(|&(_, to)| to == arrow.to);
    match way.map(|(direction, _)| direction) {
        Some(Direction::Left) => '←',
        Some(Direction::Right) => '→',
        Some(Direction::Up) => '↑',
        Some(Direction::Down) => '↓',
        None => '*',
    }
}
