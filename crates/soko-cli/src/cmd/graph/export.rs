//! The formats of `soko graph --export`.

use super::parquet;
use super::rows::{Written, write_edges_csv, write_json, write_nodes_csv};
use crate::exit_code::Failure;
use crate::files::{self, Replacement};
use soko_graph::export::{svg, svg_spacing, write_dot, write_graphml};
use soko_graph::{COSTLY_UP_TO, Convergence, Folding, Records, View, absorbing_chain, layout};
use soko_parquet::About;
use std::path::{Path, PathBuf};

/// A file format, told by the end of the file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Dot,
    GraphMl,
    Csv,
    Json,
    Parquet,
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
            Some("parquet") => Ok(Format::Parquet),
            _ => Err(Failure::usage(
                "--export: the file must end in .svg, .dot, .graphml, .csv, .json or .parquet",
            )),
        }
    }

    /// The files that are written: CSV has one for the edges and one for the nodes,
    /// Parquet a folder of tables.
    pub fn files(self, path: &Path) -> Vec<PathBuf> {
        match self {
            Format::Csv => vec![path.to_path_buf(), path.with_extension("nodes.csv")],
            Format::Parquet => parquet::files(path),
            _ => vec![path.to_path_buf()],
        }
    }
}

/// Writes the graph, or the graph of its components; there is no folding where a limit
/// came first. Formats with a place for it tell `about` the graph.
pub fn write<G: Written>(
    path: &Path,
    format: Format,
    view: View,
    folding: Option<&Folding<'_, G>>,
    about: &About,
) -> anyhow::Result<()> {
    let Some(folding) = folding else {
        let message = "nothing was exported: the graph is not whole; raise the limits";
        return Err(Failure::error(crate::exit_code::Exit::NoAnswer, message));
    };
    if format == Format::Svg {
        return write_svg(path, view, folding);
    }
    let mut records = Records::new(folding, view);
    if view == View::States && folding.graph().n_nodes() <= COSTLY_UP_TO {
        let chain = absorbing_chain(folding, Convergence::default());
        records = records.with_chain(chain);
    }
    if format == Format::Parquet {
        return parquet::write(path, &records, about);
    }
    // All files are whole before the first of them is put in its place.
    let mut outs = Vec::new();
    for path in format.files(path) {
        outs.push(Replacement::begin(&path)?);
    }
    match &mut outs[..] {
        [edges, nodes] => {
            write_edges_csv(&records, edges)?;
            write_nodes_csv(&records, nodes)?;
        }
        [out] => match format {
            Format::Dot => write_dot(&records, out)?,
            Format::GraphMl => write_graphml(&records, out)?,
            _ => write_json(&records, out)?,
        },
        _ => {}
    }
    for out in outs {
        out.finish()?;
    }
    Ok(())
}

fn write_svg<G: Written>(path: &Path, view: View, folding: &Folding<'_, G>) -> anyhow::Result<()> {
    let graph = folding.graph();
    let n_nodes = match view {
        View::States => graph.n_nodes(),
        View::Components => folding.n_components(),
    };
    let spacing = svg_spacing(graph, view, n_nodes);
    let Some(map) = layout::map(folding, view, spacing) else {
        let most = layout::MOST_NODES;
        let advice = match view {
            View::States => "; try --view components, or .dot, .graphml, .csv, .json, .parquet",
            View::Components => "; try .dot, .graphml, .csv, .json or .parquet",
        };
        return Err(Failure::usage(format!(
            "{n_nodes} nodes cannot be read in a picture (at most {most}){advice}"
        )));
    };
    files::replace(path, svg(folding, &map).as_bytes())
}
