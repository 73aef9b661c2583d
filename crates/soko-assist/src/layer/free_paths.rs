//! Free goal paths, from LISA's wishes: boxes that can be brought to an empty goal
//! without moving any other box, and the way.
//!
//! That the way is free is proved; whether it is wise to take it is not said. A
//! box may have to wait for another that must pass first. With a box pointed at, the
//! layer speaks of that one alone.
//!
//! Cost: linear in the board for each box ([`MacroReach`]).

use super::{Focus, Layer, LayerKind};
use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, Assistant, Certainty, Overlay, Question};
use soko_core::facts::{Blocks, Bounds, MacroReach, Motion, first_side};
use soko_core::{Board, BySquare, FloorGraph, Square, SquareSet, Squares};
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
    let board = assistant.level.board();
    let mut ways = FreeWays::new(board, &state.boxes, assistant.area(state));
    let mut counters = Counters::default();
    // 1. With a box pointed at, only that one.
    let of_one = question.focus.filter(|&at| state.boxes.contains(at));
    let off_goal = state.boxes.difference(board.goals());
    let asked = off_goal
        .iter()
        .filter(|&at| of_one.is_none_or(|one| one == at));
    let mut n_boxes = 0;
    for from in asked {
        if control.check(&mut counters).is_some() {
            overlay.is_complete = false;
            break;
        }
        // 2. Its nearest goal, and the pushes there.
        let Some(way) = ways.way_to_nearest_goal(from) else {
            continue;
        };
        n_boxes += 1;
        for step in way.windows(2) {
            overlay.arrows.push(Arrow {
                from: step[0],
                to: step[1],
                kind: ArrowKind::FreePath,
                strength: FULL,
                reason: None,
            });
        }
        overlay.label(from, way.len() - 1);
    }
    // 3. What was asked, and no more than that.
    let is_home = of_one.is_some_and(|at| board.is_goal(at));
    overlay.say(match (n_boxes, of_one) {
        (0, _) if !overlay.is_complete => "No free way was found in this time.".to_string(),
        (0, Some(_)) if is_home => "This box stands on a goal.".to_string(),
        (0, Some(_)) => "This box has no free way to a goal now.".to_string(),
        (_, Some(_)) => "This box has a free way to a goal.".to_string(),
        (0, None) => "No box off the goals has a free way to one now.".to_string(),
        (1, None) => "One box has a free way to a goal.".to_string(),
        (n, None) => format!("{n} boxes have free ways to goals."),
    });
    overlay
}

/// Looks for ways of one box while all others stand.
struct FreeWays<'a> {
    board: &'a Board,
    floor: FloorGraph,
    /// Where the man can walk.
    area: SquareSet,
    free: BySquare<bool>,
    everywhere: BySquare<bool>,
    blocks: Blocks,
    reach: MacroReach,
}

impl<'a> FreeWays<'a> {
    fn new(board: &'a Board, boxes: &SquareSet, area: SquareSet) -> FreeWays<'a> {
        let n = board.n_squares();
        FreeWays {
            board,
            floor: FloorGraph::new(board),
            area,
            free: BySquare::from_fn(n, false, |square| !boxes.contains(square)),
            everywhere: BySquare::new(n, true),
            blocks: Blocks::new(n),
            reach: MacroReach::new(n),
        }
    }

    /// The squares from a box to its nearest empty goal, both ends among them.
    fn way_to_nearest_goal(&mut self, from: Square) -> Option<Vec<Square>> {
        let everywhere = &self.everywhere;
        let (floor, free) = (&self.floor, &self.free);
        let side = first_side(floor, free, Motion::Push, everywhere, &self.area, from)?;
        // The box itself is not in its way.
        self.free[from] = true;
        self.blocks.find(&self.floor, &self.free);
        self.free[from] = false;
        let bounds = Bounds {
            floor: &self.floor,
            blocks: &self.blocks,
            motion: Motion::Push,
            allowed: &self.everywhere,
        };
        self.reach.explore(&bounds, from, side);
        let stops = self.reach.stops();
        let nearest = (stops.iter()).position(|stop| self.board.goals().contains(stop.at))?;
        Some(self.reach.path(nearest))
    }
}
