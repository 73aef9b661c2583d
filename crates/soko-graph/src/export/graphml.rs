//! GraphML, which most graph programs read.

use crate::{Node, Pictured, Records, Sweep};
use std::io::{self, Write};

const KEYS: [(&str, &str, &str); 14] = [
    ("state", "node", "long"),
    ("component", "node", "long"),
    ("depth", "node", "int"),
    ("size", "node", "long"),
    ("start", "node", "boolean"),
    ("solved", "node", "boolean"),
    ("sink", "node", "boolean"),
    ("dead", "node", "boolean"),
    ("solution_factor", "node", "double"),
    ("chain_factor", "node", "double"),
    ("chain_factor_at_most", "node", "double"),
    ("row", "edge", "int"),
    ("column", "edge", "int"),
    ("direction", "edge", "string"),
];

/// Writes the graph as GraphML.
pub fn write_graphml<G: Pictured>(records: &Records<'_, G>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
    )?;
    // 1. Attributes are declared before they are used.
    for (name, of, kind) in KEYS {
        writeln!(
            out,
            "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
        )?;
    }
    let view = records.view().name();
    writeln!(out, "  <graph id=\"{view}\" edgedefault=\"directed\">")?;
    // 2. Nodes, then the edges between them.
    for node in records.nodes() {
        write!(out, "    <node id=\"n{}\">", node.id)?;
        write_data(out, 0, &values_of(&node))?;
        writeln!(out, "</node>")?;
    }
    for edge in records.edges() {
        let (from, to) = (edge.from, edge.to);
        write!(out, "    <edge source=\"n{from}\" target=\"n{to}\">")?;
        if let Some(deed) = edge.deed {
            let values = [
                deed.row.to_string(),
                deed.column.to_string(),
                deed.direction.to_string(),
            ];
            write_data(out, 11, &values)?;
        }
        writeln!(out, "</edge>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

/// What is said about a node, in the order of the keys, as far as it is known.
fn values_of(node: &Node) -> Vec<String> {
    let mut values = vec![
        node.state.to_string(),
        node.component.to_string(),
        node.depth.to_string(),
        node.size.to_string(),
        node.is_start.to_string(),
        node.is_solved.to_string(),
        node.is_sink.to_string(),
        node.is_dead.to_string(),
        format!("{:e}", node.solution_factor),
    ];
    if let Some(Sweep { lower, upper }) = node.chain {
        values.extend([lower, upper].map(|bound| format!("{bound:e}")));
    }
    values
}

fn write_data(out: &mut dyn Write, first: usize, values: &[String]) -> io::Result<()> {
    for ((name, ..), value) in KEYS[first..].iter().zip(values) {
        write!(out, "<data key=\"{name}\">{value}</data>")?;
    }
    Ok(())
}
