//! How Veger's figures are drawn as text: boards with marks, panels beside each other,
//! graphs as lists.

use super::desk::ReproduceError;
use super::findings::FindingsTable;
use soko_core::{Cell, Coord, Level, Square, SquareSet, Squares, State};
use soko_graph::{Folding, Records, Rules, StateGraph, View, explore};
use soko_search::Control;

pub(super) fn graph(level: &Level) -> Result<StateGraph, ReproduceError> {
    explore(level, &Rules::default(), 1, &mut Control::default())
        .map_err(|error| ReproduceError::Levels(error.to_string()))
}

pub(super) fn figure(title: &str) -> FindingsTable {
    FindingsTable::new(title, [""; 0])
}

/// The board with a mark on every floor square, walls as they are.
pub(super) fn panel(level: &Level, mark: impl Fn(Square) -> String, width: usize) -> Vec<String> {
    let setup = level.setup();
    let row = |row: u32| {
        let cells = setup.row(row).iter().enumerate().map(|(col, &cell)| {
            let text = match level.board().square(Coord::new(row, col as u32)) {
                Some(square) => mark(square),
                None if cell == Cell::Wall => "#".repeat(width),
                None => String::new(),
            };
            format!("{text:>width$}")
        });
        cells.collect::<String>().trim_end().to_string()
    };
    (0..setup.height()).map(row).collect()
}

/// Panels side by side.
pub(super) fn beside(panels: &[Vec<String>]) -> String {
    let widths: Vec<usize> = panels
        .iter()
        .map(|panel| {
            panel
                .iter()
                .map(|row| row.chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let height = panels.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        for (panel, &width) in panels.iter().zip(&widths) {
            let cell = panel.get(row).map_or("", String::as_str);
            text.push_str(&format!("  {cell:<width$}"));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

pub(super) fn board(level: &Level, state: &State) -> Vec<String> {
    let picture = level.picture(state).to_string();
    picture.lines().map(String::from).collect()
}

pub(super) fn marked(level: &Level, set: &SquareSet, inside: &str, outside: &str) -> Vec<String> {
    let mark = |square| {
        let text = if set.contains(square) {
            inside
        } else {
            outside
        };
        text.to_string()
    };
    panel(level, mark, 1)
}

/// A graph as lists of successors.
pub(super) fn lists(folding: &Folding<'_, StateGraph>, view: View) -> Vec<String> {
    let records = Records::new(folding, view);
    let line = |id: u32| {
        let node = records.node(id);
        let targets: Vec<String> = records.targets(id).iter().map(u32::to_string).collect();
        let mut words = vec![format!("{id:>3} → {}", targets.join(" "))];
        for (is, word) in [
            (node.is_start, "(start)"),
            (node.is_solved, "(solved)"),
            (node.is_sink, "(sink)"),
        ] {
            words.extend(is.then(|| word.to_string()));
        }
        words.join(" ").replace("→  (", "→ (")
    };
    (0..records.n_nodes() as u32).map(line).collect()
}

/// Which states each component holds.
pub(super) fn node_table(folding: &Folding<'_, StateGraph>) -> Vec<String> {
    let all = 0..folding.n_components() as u32;
    let line = |component| {
        let states = folding.states(component).iter().map(u32::to_string);
        format!("{component:>3}: {}", states.collect::<Vec<_>>().join(" "))
    };
    all.map(line).collect()
}

/// Level, state graph, component graph and node table.
pub(super) fn graph_panels(folding: &Folding<'_, StateGraph>) -> String {
    let level = folding.graph().level();
    beside(&[
        board(level, &level.start()),
        titled("states", lists(folding, View::States)),
        titled("components", lists(folding, View::Components)),
        titled("their states", node_table(folding)),
    ])
}

pub(super) fn titled(title: &str, lines: Vec<String>) -> Vec<String> {
    std::iter::once(title.to_string()).chain(lines).collect()
}
