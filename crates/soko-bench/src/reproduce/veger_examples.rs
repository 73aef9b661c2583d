//! Veger's Figures 5 and 9: boxes that are stuck together, and states that are
//! equivalent.
//!
//! Figure 5 is torn in the text that is left of the print. Its pieces are two boxes at a
//! wall, a block of four, and a box behind two others in a passage; they are drawn anew.
//! Figure 9 is legible, but for the man, whom it leaves out.

use super::findings::{Check, FindingsTable};
use super::veger_drawing::{beside, board, figure, graph_panels};
use soko_core::facts::live_squares;
use soko_core::{Level, Square, SquareSet, Squares};
use soko_graph::{Folding, Solvable, StateGraph};
use soko_solve::deadlock::frozen_around;
use soko_solve::ground::{Ground, LoneBox};

/// The pieces of Figure 5 on one board.
pub(super) const FIGURE_5: &str = "
#############
#.          #
#.          #
#$     ######
#$  $$ $**.##
#   $$ ######
#.. @.     .#
#############";

/// Boxes that stand on harmless squares and can never move again.
pub(super) fn figure_5(level: &Level) -> FindingsTable {
    let mut figure = figure("Figure 5: positional deadlock, drawn anew from its pieces");
    figure.notes.push(beside(&[board(level, &level.start())]));
    let ground = Ground::<SquareSet>::new(level.board());
    let lone = LoneBox::new(&ground, ground.nothing());
    let off_goals: Vec<Square> = level
        .boxes()
        .difference(level.board().goals())
        .iter()
        .collect();
    let valid = live_squares(level.board());
    let harmless = off_goals.iter().filter(|&&square| valid.contains(square));
    figure.checks.push(Check::all(
        "boxes off the goals that stand on valid squares",
        harmless.count(),
        off_goals.len(),
    ));
    let is_stuck = |square: &&Square| {
        let frozen = frozen_around(&ground, &lone, level.boxes(), **square);
        frozen.contains(**square)
    };
    let stuck = off_goals.iter().filter(is_stuck).count();
    figure.checks.push(Check::all(
        "boxes off the goals that cannot be moved to any target square",
        stuck,
        off_goals.len(),
    ));
    figure.notes.push(
        "The print of this figure is torn: which squares lay between its groups of boxes is \
         not known."
            .to_owned(),
    );
    figure
}

/// Three states that lead to each other, and a fourth from which nothing leads back.
pub(super) fn figure_9(graph: &StateGraph) -> FindingsTable {
    let mut figure = figure("Figure 9: equivalent states");
    let folding = Folding::new(graph);
    figure.notes.push(graph_panels(&folding));
    let first = folding.states(0);
    let last = graph.n_states() as u32 - 1;
    let checks = [
        ("there are four states", graph.n_states() == 4),
        ("(a), (b) and (c) are equivalent", first == [0, 1, 2]),
        (
            "the push to (d) cannot be undone, and (d) is solved",
            folding.n_components() == 2 && graph.is_solved(last),
        ),
    ];
    let checks = checks.map(|(what, holds)| Check::that(what, holds));
    figure.checks.extend(checks);
    figure
}
