//! Parking spots, from LISA's wishes: where a box can wait out of the way.
//!
//! A spot is a square without a goal on which a box
//!
//! * can still be brought to a goal, other boxes thought away;
//! * does not stand in a tunnel and does not cut the floor in parts;
//! * does not stand on a shortest way of any box to its nearest goal.
//!
//! These are rules of thumb: heuristic. With a box pointed at, only the spots that
//! it can be brought to are shown.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::facts::{Rooms, Sides, UNREACHABLE};
use soko_core::{Direction, Square, SquareSet, Squares, State};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "parking",
    title: "Parking spots",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Heuristic,
    summary: "Squares where a box can wait without blocking a passage or a way to a goal",
    marks: "p",
    show,
};

fn show(assistant: &mut Assistant, question: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let mut overlay = LAYER.overlay();
    let state = question.state;
    let board = assistant.level.board();
    let mut spots = SquareSet::full(board.n_squares());
    spots.subtract(&assistant.dead);
    spots.subtract(board.goals());
    spots.subtract(&Rooms::new(board).tunnel_squares);
    spots.subtract(&Sides::new(board).articulations());
    spots.subtract(&ways_to_goals(assistant, state));
    let focus = question
        .focus
        .filter(|&square| state.boxes.contains(square));
    if let Some(from) = focus {
        overlay.tint(from, TintKind::Focus);
        let transport = assistant.transport(state, from);
        let reachable: Vec<Square> = transport.squares().map(|(square, _)| square).collect();
        let n_squares = assistant.level.board().n_squares();
        spots.intersect_with(&SquareSet::of(n_squares, reachable));
    }
    overlay.tint_all(spots.iter(), TintKind::Parking);
    overlay.say(match (spots.len(), focus) {
        (0, _) => "There is no good parking spot.".to_string(),
        (n, None) => format!("A box could wait on any of {n} squares."),
        (n, Some(_)) => format!("This box could wait on any of {n} squares."),
    });
    overlay
}

/// All squares on shortest ways of the boxes to their nearest goals, those of the
/// boxes among them.
fn ways_to_goals(assistant: &Assistant, state: &State) -> SquareSet {
    let board = assistant.level.board();
    let nearest = &assistant.to_nearest_goal;
    let off_goal = state.boxes.difference(board.goals());
    let mut ways = off_goal.clone();
    let mut stack: Vec<Square> = off_goal.iter().collect();
    while let Some(square) = stack.pop() {
        let distance = nearest.best(square);
        if distance == UNREACHABLE || distance == 0 {
            continue;
        }
        for direction in Direction::ALL {
            let can_push = !board.is_wall(square, direction.opposite());
            if let Some(next) = board.neighbour(square, direction)
                && can_push
                && nearest.best(next) < distance
                && !ways.contains(next)
            {
                ways.insert(next);
                stack.push(next);
            }
        }
    }
    ways
}
