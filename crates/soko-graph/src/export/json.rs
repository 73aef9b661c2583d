//! One JSON object with the nodes, the edges, and the rows of the level.

use super::Written;
use crate::Records;
use std::io::{self, Write};

/// Writes the graph as JSON. All text in it is made of the characters of a board,
/// none of which needs an escape.
pub fn write_json(records: &Records<'_>, out: &mut dyn Write) -> io::Result<()> {
    let graph = records.graph();
    let rows: Vec<String> = graph
        .level()
        .setup()
        .to_string()
        .lines()
        .map(|row| format!("\"{row}\""))
        .collect();
    let view = records.view().name();
    writeln!(out, "{{\"schema\":1,\"graph\":\"{view}\",")?;
    writeln!(out, "\"level\":[{}],", rows.join(","))?;
    writeln!(out, "\"nodes\":[")?;
    let mut separator = "";
    for n in records.nodes() {
        let boxes: Vec<String> = graph
            .packing()
            .slots(graph.key(n.state))
            .map(|slot| {
                let at = graph.level().board().coord(graph.packing().squares()[slot]);
                format!("[{},{}]", at.row + 1, at.col + 1)
            })
            .collect();
        let area = graph.level().board().coord(graph.state(n.state).area);
        write!(
            out,
            "{separator}{{\"id\":{},\"state\":{},\"component\":{},\"depth\":{},\"size\":{},\
             \"start\":{},\"solved\":{},\"sink\":{},\"dead\":{},\"solution_factor\":{:e},\
             \"boxes\":[{}],\"area\":[{},{}]}}",
            n.id,
            n.state,
            n.component,
            n.depth,
            n.size,
            n.is_start,
            n.is_solved,
            n.is_sink,
            n.is_dead,
            n.solution_factor,
            boxes.join(","),
            area.row + 1,
            area.col + 1
        )?;
        separator = ",\n";
    }
    writeln!(out, "],\n\"edges\":[")?;
    separator = "";
    for edge in records.edges() {
        let (from, to) = (edge.from, edge.to);
        write!(out, "{separator}{{\"from\":{from},\"to\":{to}")?;
        if let Some(push) = edge.push {
            let push = Written::new(graph.level(), push);
            let (row, col, direction) = (push.row, push.col, push.direction);
            write!(
                out,
                ",\"row\":{row},\"column\":{col},\"direction\":\"{direction}\""
            )?;
        }
        write!(out, "}}")?;
        separator = ",\n";
    }
    writeln!(out, "]}}")
}
