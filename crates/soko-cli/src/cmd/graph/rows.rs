//! Nodes and edges of a graph as CSV and JSON. Both write row by row, so that a
//! graph of millions of states needs no second copy in memory.

use serde::Serialize;
use soko_core::{Coord, Push, Squares};
use soko_graph::{Edge, Node, Records};
use std::io::{self, Write};

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
        }
    }
}

/// A push as people write it, with the direction's letter.
#[derive(Serialize)]
struct PushRow {
    row: u32,
    column: u32,
    direction: char,
}

impl PushRow {
    fn new(records: &Records<'_>, push: Push) -> PushRow {
        let [row, column] = from_one(records.graph().level().board().coord(push.from));
        let direction = push.direction.letter().to_ascii_uppercase();
        PushRow {
            row,
            column,
            direction,
        }
    }
}

/// Writes the nodes as comma-separated values.
pub fn write_nodes_csv(records: &Records<'_>, out: impl Write) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for node in records.nodes() {
        csv.serialize(NodeRow::new(&node))?;
    }
    Ok(csv.flush()?)
}

/// Writes the edges as comma-separated values; row, column and direction of the
/// push are empty between components.
pub fn write_edges_csv(records: &Records<'_>, out: impl Write) -> anyhow::Result<()> {
    // A graph without edges has a header all the same.
    let mut csv = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(out);
    csv.write_record(["from", "to", "row", "column", "direction"])?;
    for Edge { from, to, push } in records.edges() {
        let push = push.map(|push| PushRow::new(records, push));
        let row = push.as_ref().map(|push| push.row);
        let column = push.as_ref().map(|push| push.column);
        let direction = push.map(|push| push.direction);
        csv.serialize((from, to, row, column, direction))?;
    }
    Ok(csv.flush()?)
}

/// A node of the JSON file: the row, and where boxes and man stand.
#[derive(Serialize)]
struct JsonNode {
    #[serde(flatten)]
    row: NodeRow,
    boxes: Vec<FromOne>,
    /// The first square of the man's area.
    area: FromOne,
}

impl JsonNode {
    fn new(records: &Records<'_>, node: &Node) -> JsonNode {
        let graph = records.graph();
        let board = graph.level().board();
        let state = graph.state(node.state);
        let coord = |square| from_one(board.coord(square));
        JsonNode {
            row: NodeRow::new(node),
            boxes: state.boxes.iter().map(coord).collect(),
            area: coord(state.area),
        }
    }
}

/// An edge of the JSON file.
#[derive(Serialize)]
struct JsonEdge {
    from: u32,
    to: u32,
    #[serde(flatten)]
    push: Option<PushRow>,
}

impl JsonEdge {
    fn new(records: &Records<'_>, Edge { from, to, push }: Edge) -> JsonEdge {
        let push = push.map(|push| PushRow::new(records, push));
        JsonEdge { from, to, push }
    }
}

/// Writes one JSON object with the rows of the level, the nodes and the edges, a
/// line each.
pub fn write_json(records: &Records<'_>, mut out: impl Write) -> anyhow::Result<()> {
    let picture = records.graph().level().setup().to_string();
    let rows: Vec<&str> = picture.lines().collect();
    let view = serde_json::to_string(records.view().name())?;
    writeln!(out, "{{\"schema\":1,\"graph\":{view},")?;
    writeln!(out, "\"level\":{},", serde_json::to_string(&rows)?)?;
    writeln!(out, "\"nodes\":[")?;
    let nodes = records.nodes().map(|node| JsonNode::new(records, &node));
    write_lines(&mut out, nodes)?;
    writeln!(out, "],\n\"edges\":[")?;
    let edges = records.edges().map(|edge| JsonEdge::new(records, edge));
    write_lines(&mut out, edges)?;
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
