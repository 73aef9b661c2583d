//! The formats of `soko graph --export`.

use super::explored::Explored;
use super::rows::{write_edges_csv, write_json, write_nodes_csv};
use crate::exit_code::Failure;
use anyhow::Context;
use soko_graph::export::{svg, svg_spacing, write_dot, write_graphml};
use soko_graph::{Folding, Records, StateGraph, View, layout};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// A file format, told by the end of the file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Dot,
    GraphMl,
    Csv,
    Json,
}

impl Format {
    /// The format of a file.
    pub fn of(path: &Path) -> anyhow::Result<Format> {
        match path.extension().and_then(|end| end.to_str()) {
            Some("svg") => Ok(Format::Svg),
            Some("dot" | "gv") => Ok(Format::Dot),
            Some("graphml") => Ok(Format::GraphMl),
            Some("csv") => Ok(Format::Csv),
            Some("json") => Ok(Format::Json),
            _ => Err(Failure::usage(
                "--export: the file must end in .svg, .dot, .graphml, .csv or .json",
            )),
        }
    }
}

/// Writes the graph, or the graph of its components.
pub fn write(
    path: &Path,
    format: Format,
    view: View,
    explored: &Explored<'_>,
) -> anyhow::Result<()> {
    let Some(folding) = &explored.folding else {
        let message = "nothing was exported: the graph is not whole; raise the limits";
        return Err(Failure::error(crate::exit_code::Exit::NoAnswer, message));
    };
    if format == Format::Svg {
        return write_svg(path, view, folding);
    }
    let records = Records::new(folding, view);
    let mut out = create(path)?;
    match format {
        Format::Dot => write_dot(&records, &mut out)?,
        Format::GraphMl => write_graphml(&records, &mut out)?,
        Format::Json => write_json(&records, &mut out)?,
        Format::Csv | Format::Svg => {
            write_edges_csv(&records, &mut out)?;
            let mut nodes = create(&path.with_extension("nodes.csv"))?;
            write_nodes_csv(&records, &mut nodes)?;
            nodes.flush()?;
        }
    }
    Ok(out.flush()?)
}

fn write_svg(path: &Path, view: View, folding: &Folding<'_, StateGraph>) -> anyhow::Result<()> {
    let graph = folding.graph();
    let n_nodes = match view {
        View::States => graph.n_states(),
        View::Components => folding.n_components(),
    };
    let spacing = svg_spacing(graph.level().board(), view, n_nodes);
    let Some(map) = layout::map(folding, view, spacing) else {
        let most = layout::MOST_NODES;
        let advice = match view {
            View::States => "; try --view components, or .dot, .graphml, .csv, .json",
            View::Components => "; try .dot, .graphml, .csv or .json",
        };
        return Err(Failure::usage(format!(
            "{n_nodes} nodes cannot be read in a picture (at most {most}){advice}"
        )));
    };
    let mut out = create(path)?;
    out.write_all(svg(graph, &map).as_bytes())?;
    Ok(out.flush()?)
}

fn create(path: &Path) -> anyhow::Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(BufWriter::new(file))
}
