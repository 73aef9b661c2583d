//! Nodes and edges of a graph as CSV and JSON. Both write row by row, so that a
//! graph of millions of states needs no second copy in memory.

use super::drawing::Drawing;
use serde::Serialize;
use serde_json::{Value, json};
use soko_core::{Coord, Squares};
use soko_graph::{Deed, Edge, Node, Pictured, Records, StateGraph};
use soko_parquet::Whereabouts;
use soko_tiles::TileGraph;
use std::io::{self, Write};

/// A graph whose states can be written down: what JSON and Parquet say beyond the other
/// formats.
pub trait Written: Pictured {
    /// The rows of the level.
    fn rows(&self) -> Vec<String>;
    /// Where everything stands in a state, as an object.
    fn whereabouts(&self, state: u32) -> Value;
    /// The same for one state after the other, with the board as a text.
    fn places(&self) -> impl FnMut(u32, &mut Whereabouts) + '_;
}

impl Written for StateGraph {
    fn rows(&self) -> Vec<String> {
        lines(&self.level().setup().to_string())
    }

    /// The boxes, and the first square of the man's area.
    fn whereabouts(&self, state: u32) -> Value {
        let board = self.level().board();
        let state = self.state(state);
        let coord = |square| from_one(board.coord(square));
        let boxes: Vec<FromOne> = state.boxes.iter().map(coord).collect();
        json!({"boxes": boxes, "area": coord(state.area)})
    }

    fn places(&self) -> impl FnMut(u32, &mut Whereabouts) + '_ {
        let drawing = Drawing::new(self.level());
        let board = self.level().board();
        let coord = |square| from_one(board.coord(square)).into();
        move |id, place| {
            let state = self.state(id);
            let boxes = place.boxes.get_or_insert_default();
            boxes.clear();
            boxes.extend(state.boxes.iter().map(coord));
            place.area = Some(coord(state.area));
            drawing.draw(&self.shown(id), &mut place.board);
        }
    }
}

impl Written for TileGraph {
    fn rows(&self) -> Vec<String> {
        lines(self.level().text())
    }

    /// The board.
    fn whereabouts(&self, state: u32) -> Value {
        json!({"board": lines(&self.text(state))})
    }

    fn places(&self) -> impl FnMut(u32, &mut Whereabouts) + '_ {
        |id, place| {
            place.board = self.text(id);
            let length = place.board.trim_end_matches('\n').len();
            place.board.truncate(length);
        }
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(String::from).collect()
}

/// A cell as people count: row and column from 1.
type FromOne = [u32; 2];

fn from_one(at: Coord) -> FromOne {
    [at.row + 1, at.col + 1]
}

#[derive(Serialize)]
struct NodeRow {
    id: u32,
    state: u32,
    component: u32,
    depth: u32,
    size: usize,
    start: bool,
    solved: bool,
    sink: bool,
    dead: bool,
    solution_factor: f64,
    /// Between what the factor over states lies; nothing in rows of components.
    chain_factor: Option<f64>,
    chain_factor_at_most: Option<f64>,
}

impl NodeRow {
    fn new(node: &Node) -> NodeRow {
        NodeRow {
            id: node.id,
            state: node.state,
            component: node.component,
            depth: node.depth,
            size: node.size,
            start: node.is_start,
            solved: node.is_solved,
            sink: node.is_sink,
            dead: node.is_dead,
            solution_factor: node.solution_factor,
            chain_factor: node.chain.map(|chain| chain.lower),
            chain_factor_at_most: node.chain.map(|chain| chain.upper),
        }
    }
}

/// A push or a step as people write it, with the direction's letter.
#[derive(Serialize)]
struct DeedRow {
    row: u32,
    column: u32,
    direction: char,
}

impl From<Deed> for DeedRow {
    fn from(deed: Deed) -> DeedRow {
        let Deed {
            row,
            column,
            direction,
        } = deed;
        DeedRow {
            row,
            column,
            direction,
        }
    }
}

/// Writes the nodes as comma-separated values.
pub fn write_nodes_csv<G: Pictured>(
    records: &Records<'_, G>,
    out: impl Write,
) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for node in records.nodes() {
        csv.serialize(NodeRow::new(&node))?;
    }
    Ok(csv.flush()?)
}

/// Writes the edges as comma-separated values; row, column and direction of what is
/// done are empty between components.
pub fn write_edges_csv<G: Pictured>(
    records: &Records<'_, G>,
    out: impl Write,
) -> anyhow::Result<()> {
    // A graph without edges has a header all the same.
    let mut csv = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(out);
    csv.write_record(["from", "to", "row", "column", "direction"])?;
    for Edge { from, to, deed } in records.edges() {
        let row = deed.map(|deed| deed.row);
        let column = deed.map(|deed| deed.column);
        let direction = deed.map(|deed| deed.direction);
        csv.serialize((from, to, row, column, direction))?;
    }
    Ok(csv.flush()?)
}

/// A node of the JSON file: the row, and where everything stands.
#[derive(Serialize)]
struct JsonNode {
    #[serde(flatten)]
    row: NodeRow,
    #[serde(flatten)]
    whereabouts: Value,
}

impl JsonNode {
    fn new(graph: &impl Written, node: &Node) -> JsonNode {
        JsonNode {
            row: NodeRow::new(node),
            whereabouts: graph.whereabouts(node.state),
        }
    }
}

/// An edge of the JSON file.
#[derive(Serialize)]
struct JsonEdge {
    from: u32,
    to: u32,
    #[serde(flatten)]
    deed: Option<DeedRow>,
}

impl From<Edge> for JsonEdge {
    fn from(Edge { from, to, deed }: Edge) -> JsonEdge {
        let deed = deed.map(DeedRow::from);
        JsonEdge { from, to, deed }
    }
}

/// Writes one JSON object with the rows of the level, the nodes and the edges, a
/// line each.
pub fn write_json<G: Written>(records: &Records<'_, G>, mut out: impl Write) -> anyhow::Result<()> {
    let graph = records.graph();
    let view = serde_json::to_string(records.view().name())?;
    writeln!(out, "{{\"schema\":1,\"graph\":{view},")?;
    writeln!(out, "\"level\":{},", serde_json::to_string(&graph.rows())?)?;
    writeln!(out, "\"nodes\":[")?;
    let nodes = records.nodes().map(|node| JsonNode::new(graph, &node));
    write_lines(&mut out, nodes)?;
    writeln!(out, "],\n\"edges\":[")?;
    write_lines(&mut out, records.edges().map(JsonEdge::from))?;
    Ok(writeln!(out, "]}}")?)
}

/// The values of a list, a line each.
fn write_lines(
    out: &mut impl Write,
    mut values: impl Iterator<Item = impl Serialize>,
) -> io::Result<()> {
    if let Some(first) = values.next() {
        serde_json::to_writer(&mut *out, &first)?;
    }
    for value in values {
        out.write_all(b",\n")?;
        serde_json::to_writer(&mut *out, &value)?;
    }
    Ok(())
}
