//! The language of Graphviz.

use crate::{Deed, Node, Pictured, Records, Sweep, View};
use std::io::{self, Write};

/// Writes the graph as DOT. Solved nodes have a double border, as the accepting states
/// of an automaton; the start has a thick one, sinks are octagons, dead nodes dashed.
pub fn write_dot<G: Pictured>(records: &Records<'_, G>, out: &mut dyn Write) -> io::Result<()> {
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
        let label = edge.deed.map_or(String::new(), |deed| {
            let Deed {
                row,
                column,
                direction,
            } = deed;
            format!(" [label=\"{row},{column} {direction}\"]")
        });
        writeln!(out, "  {} -> {}{label};", edge.from, edge.to)?;
    }
    writeln!(out, "}}")
}

fn attributes(node: &Node, view: View) -> String {
    let shape = if node.is_sink { "octagon" } else { "ellipse" };
    let label = match view {
        View::States => node.id.to_string(),
        View::Components => format!(
            "{}\\n{} states\\n{:.4}",
            node.id, node.size, node.solution_factor
        ),
    };
    let mut text = format!("label=\"{label}\",shape={shape}");
    let signs = [
        (node.is_solved, ",peripheries=2"),
        (node.is_start, ",penwidth=3"),
        (node.is_dead, ",style=dashed"),
    ];
    text.extend(signs.iter().filter(|(is, _)| *is).map(|(_, sign)| *sign));
    if let Some(Sweep { lower, upper }) = node.chain {
        text += &format!(",chain_factor=\"{lower:e}\",chain_factor_at_most=\"{upper:e}\"");
    }
    text
}
