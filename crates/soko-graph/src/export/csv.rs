//! Comma-separated values: one file of nodes, one of edges.

use super::Written;
use crate::Records;
use std::io::{self, Write};

/// Writes the nodes.
pub fn write_nodes_csv(records: &Records<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "id,state,component,depth,size,start,solved,sink,dead,solution_factor"
    )?;
    for n in records.nodes() {
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{:e}",
            n.id,
            n.state,
            n.component,
            n.depth,
            n.size,
            n.is_start,
            n.is_solved,
            n.is_sink,
            n.is_dead,
            n.solution_factor
        )?;
    }
    Ok(())
}

/// Writes the edges; row, column and direction of the push are empty between
/// components.
pub fn write_edges_csv(records: &Records<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "from,to,row,column,direction")?;
    for edge in records.edges() {
        match edge.push {
            Some(push) => {
                let Written {
                    row,
                    col,
                    direction,
                } = Written::new(records.graph().level(), push);
                writeln!(out, "{},{},{row},{col},{direction}", edge.from, edge.to)?;
            }
            None => writeln!(out, "{},{},,,", edge.from, edge.to)?,
        }
    }
    Ok(())
}
