//! The language of Graphviz.

use super::Written;
use crate::{Node, Records, View};
use std::io::{self, Write};

/// Writes the graph as DOT. The start has a double border, solved nodes are
/// boxes, sinks octagons, dead nodes dashed.
pub fn write_dot(records: &Records<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph {} {{", records.view().name())?;
    for node in records.nodes() {
        writeln!(
            out,
            "  {} [{}];",
            node.id,
            attributes(&node, records.view())
        )?;
    }
    for edge in records.edges() {
        let label = edge.push.map_or(String::new(), |push| {
            let push = Written::new(records.graph().level(), push);
            format!(" [label=\"{},{} {}\"]", push.row, push.col, push.direction)
        });
        writeln!(out, "  {} -> {}{label};", edge.from, edge.to)?;
    }
    writeln!(out, "}}")
}

fn attributes(node: &Node, view: View) -> String {
    let shape = match (node.is_solved, node.is_sink) {
        (true, _) => "box",
        (_, true) => "octagon",
        _ => "ellipse",
    };
    let label = match view {
        View::States => node.id.to_string(),
        View::Components => format!(
            "{}\\n{} states\\n{:.4}",
            node.id, node.size, node.solution_factor
        ),
    };
    let borders = if node.is_start { ",peripheries=2" } else { "" };
    let style = if node.is_dead { ",style=dashed" } else { "" };
    format!("label=\"{label}\",shape={shape}{borders}{style}")
}
