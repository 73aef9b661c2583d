//! Veger's figures redrawn: deadspots, rooms, valid squares, state graphs and
//! component graphs, with checks for what the text says about them.
//!
//! The PDF has lost most of the figures. What the text states is checked; the boards
//! that are left of the print are in the collection `papers`.

use super::desk::{ReproduceError, printed};
use super::findings::{Check, FindingsTable};
use super::veger_drawing::{
    beside, board, figure, graph, graph_panels, lists, marked, panel, titled,
};
use super::veger_examples::{FIGURE_5, figure_5, figure_9};
use super::veger_tables;
use soko_core::facts::{AreaNumbers, Deadspots, live_squares};
use soko_core::{Level, Square, SquareSet, Squares, State};
use soko_graph::{Folding, Records, Solvable, StateGraph, View, ed22, solution_factor};

/// The figures whose boards the paper prints.
pub(super) fn figures_of_print() -> Result<Vec<FindingsTable>, ReproduceError> {
    let [two, four, six] = ["Figure 2", "Figure 4", "Figure 6"].map(printed);
    let (six, seven) = (six?, printed("Figure 7")?);
    let mut tables = vec![
        figure_2(&two?),
        figure_4(&four?),
        figure_5(&parse(FIGURE_5)?),
        figure_6(&six),
        figure_7(&six),
    ];
    tables.extend(veger_tables::tables(&six, &seven));
    tables.push(figure_9(&graph(&printed("Figure 9")?)?));
    tables.push(figure_13(&graph(&printed("Figure 13")?)?));
    Ok(tables)
}

/// The figures that show Microban; the first two of its levels are enough.
pub(super) fn figures_of_microban(
    microban: &[Level],
) -> Result<Vec<FindingsTable>, ReproduceError> {
    Ok(vec![
        figure_11(&graph(&microban[1])?),
        figure_12(&graph(&microban[0])?),
        figure_14(&graph(&microban[0])?),
    ])
}

fn parse(text: &str) -> Result<Level, ReproduceError> {
    text.parse()
        .map_err(|error| ReproduceError::Levels(format!("a figure's board: {error}")))
}

fn figure_2(level: &Level) -> FindingsTable {
    let mut figure = figure("Figure 2: static and indirect deadspots");
    let spots = Deadspots::new(level.board());
    figure.notes.push(beside(&[
        board(level, &level.start()),
        marked(level, &spots.in_corners, "x", " "),
        marked(level, &spots.indirect, "x", " "),
    ]));
    let counts = (spots.in_corners.len(), spots.indirect.len());
    figure.checks.push(Check::that(
        "4 static and 10 indirect deadspots",
        counts == (4, 10),
    ));
    figure
}

/// The panels of the search for deadspots: `x` is still a deadspot, `?` will be
/// looked at next.
fn deadspot_rounds(level: &Level) -> Vec<Vec<String>> {
    let board = level.board();
    let mut valid = board.goals().clone();
    let mut frontier = valid.clone();
    let mut panels = Vec::new();
    // A round draws what is known, then looks where a box could have come from in
    // one push.
    loop {
        let mark = |square| {
            let dead = !valid.contains(square);
            let text = match (dead, frontier.contains(square)) {
                (true, _) => "x",
                (false, true) => "?",
                (false, false) => " ",
            };
            text.to_string()
        };
        panels.push(panel(level, mark, 1));
        if frontier.is_empty() {
            return panels;
        }
        let mut next = board.no_squares();
        for square in frontier.iter() {
            for (away, from) in board.neighbours(square) {
                if board.neighbour(from, away).is_some() && !valid.contains(from) {
                    next.insert(from);
                }
            }
        }
        valid.union_with(&next);
        frontier = next;
    }
}

fn figure_4(level: &Level) -> FindingsTable {
    let mut figure = figure("Figure 4: the search for deadspots, round by round");
    // As printed, rows 2 to 5 of the four panels behind the puzzle.
    let printed = [
        ["#xx##", "#xxx##", "#?xxx#", "#xxxx#"],
        ["#xx##", "#?xx##", "# ?xx#", "#xxxx#"],
        ["#xx##", "# ?x##", "#  ?x#", "#xxxx#"],
        ["#xx##", "#  x##", "#   x#", "#xxxx#"],
    ];
    let panels = deadspot_rounds(level);
    let agree = panels
        .iter()
        .zip(&printed)
        .filter(|(ours, theirs)| ours[1..5].iter().zip(theirs.iter()).all(|(a, b)| a == b));
    let agree = if panels.len() == printed.len() {
        agree.count()
    } else {
        0
    };
    let mut all = vec![board(level, &level.start())];
    all.extend(panels);
    figure.notes.push(beside(&all));
    figure
        .checks
        .push(Check::all("panels as printed", agree, printed.len()));
    figure
}

/// The numbers of the valid squares with boxes, counted from 1.
fn box_numbers(level: &Level, boxes: &SquareSet) -> Vec<usize> {
    let valid = live_squares(level.board());
    let numbered = valid.iter().enumerate();
    let with_box = numbered.filter(|(_, square)| boxes.contains(*square));
    with_box.map(|(i, _)| i + 1).collect()
}

fn encoded(level: &Level, state: &State) -> String {
    let places: Vec<usize> = box_numbers(level, &state.boxes)
        .iter()
        .map(|n| n - 1)
        .collect();
    let areas = AreaNumbers::new(level.board(), &state.boxes);
    let room = usize::from(areas.of(state.man).unwrap_or(0));
    ed22::encode(room, &places).to_string()
}

fn figure_6(level: &Level) -> FindingsTable {
    // 1. Three panels beside each other, and the numbers of the valid squares.
    let mut figure = figure("Figure 6: XSokoban 1, its rooms, deadspots and valid squares");
    let start = level.start();
    let valid = live_squares(level.board());
    let areas = AreaNumbers::new(level.board(), &start.boxes);
    let room = |square| areas.of(square).map_or("$".into(), |room| room.to_string());
    figure.notes.push(beside(&[
        board(level, &start),
        panel(level, room, 1),
        marked(level, &valid, ".", "X"),
    ]));
    let squares: Vec<Square> = valid.iter().collect();
    let number = |square: Square| {
        let index = squares.binary_search(&square);
        index.map_or(".".into(), |index| (index + 1).to_string())
    };
    figure.notes.push(beside(&[panel(level, number, 3)]));
    // 2. What the text says about them.
    let numbers = box_numbers(level, &start.boxes);
    let n_dead = level.board().n_squares() - valid.len();
    let checks = [
        ("41 valid squares", valid.len() == 41),
        ("15 deadspots", n_dead == 15),
        (
            "the man in room 3 of 4",
            areas.of(start.man) == Some(3) && areas.count() == 4,
        ),
        (
            "boxes on 1, 6, 8, 10, 21 and 24",
            numbers == [1, 6, 8, 10, 21, 24],
        ),
    ];
    let checks = checks.map(|(what, holds)| Check::that(what, holds));
    figure.checks.extend(checks);
    figure
}

fn figure_7(level: &Level) -> FindingsTable {
    let mut figure = figure("Figure 7: XSokoban 1, partly solved, and its ED2.2 string");
    let valid: Vec<Square> = live_squares(level.board()).iter().collect();
    let numbers = [1, 3, 9, 21, 30, 41];
    let boxes = numbers.map(|n: usize| valid.get(n - 1).copied().unwrap_or(Square(0)));
    let boxes = SquareSet::of(level.board().n_squares(), boxes);
    // The man is printed to the left of the box on square 30.
    let man = valid.get(28).copied().unwrap_or(level.man());
    let state = State { boxes, man };
    figure.notes.push(beside(&[board(level, &state)]));
    let printed = "00000001 10 0000 0001 0101 1011 1000 1010";
    let ours = encoded(level, &state);
    figure
        .notes
        .push(format!("  printed {printed}\n  ours    {ours}"));
    let numbers_agree = box_numbers(level, &state.boxes) == numbers;
    figure.checks.push(Check::that(
        "boxes on 1, 3, 9, 21, 30 and 41",
        numbers_agree,
    ));
    let holds = ours == printed.replace(' ', "");
    figure
        .checks
        .push(Check::that("the string of the text", holds));
    figure
}

fn figure_11(graph: &StateGraph) -> FindingsTable {
    let mut figure = figure("Figure 11: Microban 2, its state graph and its components");
    let folding = Folding::new(graph);
    figure.notes.push(graph_panels(&folding));
    // Which state is the solution depends on an order that the text does not give, so
    // its depth is compared instead.
    let first = folding.states(0);
    let is_solved = first.iter().any(|&state| graph.is_solved(state));
    let has_two = folding.n_components() == 2;
    let checks = [
        (
            "states 0 to 7 are one component",
            has_two && first == [0, 1, 2, 3, 4, 5, 6, 7],
        ),
        ("it holds the start and a solution", is_solved),
        (
            "state 8 has no pushes",
            has_two && folding.kind(1).is_sink(),
        ),
    ];
    let checks = checks.map(|(what, holds)| Check::that(what, holds));
    figure.checks.extend(checks);
    figure.checks.push(Check::not_reproducible(
        "state 4 is the solution",
        usize::from(graph.is_solved(4)),
        1,
        "numbers within a depth follow the order of directions, which the text does not give; \
         ours is state 6, as deep as state 4",
    ));
    let depth = |state: u32| graph.layers().partition_point(|&first| first <= state);
    let as_deep = graph.is_solved(6) && depth(6) == depth(4);
    figure
        .checks
        .push(Check::that("the solution is as deep as state 4", as_deep));
    figure
}

fn figure_12(graph: &StateGraph) -> FindingsTable {
    let mut figure = figure("Figure 12: Microban 1, its state graph and its components");
    let folding = Folding::new(graph);
    figure.notes.push(graph_panels(&folding));
    let counts = (graph.n_states(), folding.n_components());
    figure.checks.push(Check::that(
        "22 states in 11 components",
        counts == (22, 11),
    ));
    figure
}

fn figure_13(graph: &StateGraph) -> FindingsTable {
    let mut figure = figure("Figure 13: a level with two solutions, rebuilt from the print");
    let folding = Folding::new(graph);
    let solved: Vec<u32> = (0..graph.n_states() as u32)
        .filter(|&state| graph.is_solved(state))
        .collect();
    // The start and both solutions beside each other, and the components below.
    let level = graph.level();
    let mut panels = vec![board(level, &level.start())];
    panels.extend(
        solved
            .iter()
            .map(|&state| board(level, &graph.shown(state))),
    );
    figure.notes.push(beside(&panels));
    let sizes = (graph.n_states(), folding.n_components());
    figure.notes.push(format!(
        "  {} states, {} components; the boxes' places within the rooms are lost in print",
        sizes.0, sizes.1
    ));
    figure.notes.push(beside(&[titled(
        "components",
        lists(&folding, View::Components),
    )]));
    let components: Vec<u32> = solved.iter().map(|&s| folding.component(s)).collect();
    let are_two = components.len() == 2 && components[0] != components[1];
    figure.checks.push(Check::that(
        "two solved states, in different components",
        are_two,
    ));
    figure
}

fn figure_14(graph: &StateGraph) -> FindingsTable {
    let mut figure = figure("Figure 14: the components of Microban 1 with solution factors");
    let folding = Folding::new(graph);
    let records = Records::new(&folding, View::Components);
    let factors = records.nodes().map(|node| {
        let factor = if node.is_sink {
            "/".to_string()
        } else {
            node.solution_factor.to_string()
        };
        format!("{:>3}: {factor}", node.id)
    });
    figure.notes.push(beside(&[
        titled("components", lists(&folding, View::Components)),
        titled("solution factors", factors.collect()),
    ]));
    figure
        .notes
        .push("The caption says Microban 2; the factors are those of Microban 1.".into());
    let factor = solution_factor(&folding);
    let holds = factor.exact.is_some_and(|r| r.to_string() == "1/16");
    figure
        .checks
        .push(Check::that("the start has 0.25/4 = 0.0625", holds));
    figure
}
