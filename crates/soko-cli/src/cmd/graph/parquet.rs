//! `soko graph --export NAME.parquet`: a folder of tables.
//!
//! Each table has a folder of its own with parts in it, as Spark writes tables and as
//! DuckDB and Polars read them by one pattern: `NAME.parquet/states/part-0.parquet`, and
//! `edges` and `components` likewise. There is one part each; whoever shares out the
//! work can add others beside it. Where components are the nodes, the edges are those
//! between them, and there is no table of states.
//!
//! All parts are whole before the first of them gets its name. A folder that is there
//! already is written into, part over part; anything else in it would be read as rows
//! of this graph, so that is refused and nothing of it removed.

use super::rows::Written;
use crate::exit_code::Failure;
use crate::files::{self, Folders, Replacement};
use crate::progress;
use indicatif::ProgressBar;
use soko_bench::grouped;
use soko_graph::{Records, View};
use soko_parquet::{
    About, Columns, ComponentColumns, EdgeColumns, Layout, StateColumns, StateRow, Table,
    Whereabouts, part_name,
};
use soko_search::{Control, Counters, Progress};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// All files that an export may write.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let file = |table: &&str| part(folder, table);
    tables(View::States).iter().map(file).collect()
}

/// The tables of a view.
fn tables(view: View) -> &'static [&'static str] {
    const ALL: [&str; 3] = [
        StateColumns::NAME,
        EdgeColumns::NAME,
        ComponentColumns::NAME,
    ];
    match view {
        View::States => &ALL,
        View::Components => &ALL[1..],
    }
}

fn part(folder: &Path, table: &str) -> PathBuf {
    folder.join(table).join(part_name(0))
}

/// Writes the tables of a graph.
pub fn write<G: Written>(
    folder: &Path,
    records: &Records<'_, G>,
    about: &About,
) -> anyhow::Result<()> {
    let tables = tables(records.view());
    refuse_others(folder, tables)?;
    // The folders go last: those that are still empty then are not kept.
    let paths = tables.iter().map(|table| folder.join(table));
    let paths: Vec<PathBuf> = std::iter::once(folder.to_path_buf()).chain(paths).collect();
    let _folders = Folders::make(&paths)?;
    let about = about
        .clone()
        .with("view", records.view().name())
        .with("measure", G::MEASURE)
        .with("level_text", records.graph().rows().join("\n"));
    let mut writing = Writing::default();
    let mut outs = Vec::new();
    if records.view() == View::States {
        outs.push(write_states(folder, records, &about, &mut writing)?);
    }
    let n_edges = (0..records.n_nodes() as u32).map(|id| records.targets(id).len());
    let (n_edges, edges) = (n_edges.sum(), records.edges());
    outs.push(
        writing.table::<EdgeColumns, _>(folder, &about, n_edges, edges, |table, edge| {
            table.push(&edge)
        })?,
    );
    let (n_components, components) = (records.n_components(), records.components());
    outs.push(writing.table::<ComponentColumns, _>(
        folder,
        &about,
        n_components,
        components,
        |table, node| table.push(&node),
    )?);
    writing.end();
    for out in outs {
        out.finish()?;
    }
    Ok(())
}

fn write_states<G: Written>(
    folder: &Path,
    records: &Records<'_, G>,
    about: &About,
    writing: &mut Writing,
) -> anyhow::Result<Replacement> {
    let mut tell = records.graph().places();
    let mut place = Whereabouts::default();
    let (n_nodes, nodes) = (records.n_nodes(), records.nodes());
    writing.table::<StateColumns, _>(folder, about, n_nodes, nodes, |table, node| {
        tell(node.state, &mut place);
        let row = StateRow {
            node: &node,
            place: &place,
        };
        table.push(row)
    })
}

/// How far the writing is; a line appears after a second.
#[derive(Default)]
struct Writing {
    line: Option<ProgressBar>,
}

impl Writing {
    /// Writes a table from its rows to a file that has no name yet.
    fn table<C: Columns, R>(
        &mut self,
        folder: &Path,
        about: &About,
        n_rows: usize,
        rows: impl Iterator<Item = R>,
        mut push: impl FnMut(&mut Table<C, Replacement>, R) -> io::Result<()>,
    ) -> anyhow::Result<Replacement> {
        let path = part(folder, C::NAME);
        let out = Replacement::begin(&path)?;
        let mut control = Control::default().with_observer(|now| show(&mut self.line, now));
        control.set_phase(format!("writing {} {}", grouped(n_rows as u64), C::NAME));
        let mut counters = Counters::default();
        let write = || {
            let mut table = Table::new(out, about)?;
            for row in rows {
                push(&mut table, row)?;
                counters.stored += 1;
                // Nothing is limited here, and a signal ends the process by itself.
                control.check(&mut counters);
            }
            table.finish()
        };
        write().map_err(|error| files::cannot_write(&path, &error))
    }

    fn end(self) {
        if let Some(line) = self.line {
            line.finish_and_clear();
        }
    }
}

fn show(line: &mut Option<ProgressBar>, now: &Progress<'_>) {
    if line.is_some() || now.elapsed >= Duration::from_secs(1) {
        let message = format!("{}: {} so far", now.phase, grouped(now.counters.stored));
        line.get_or_insert_with(progress::line).set_message(message);
    }
}

/// Refuses a folder with something in it that readers would take for rows of this
/// graph. Hidden files are nobody's rows.
fn refuse_others(folder: &Path, tables: &[&str]) -> anyhow::Result<()> {
    if folder.is_file() {
        return Err(Failure::invalid(format!(
            "{} is a file, and Parquet tables make a folder; choose another name",
            folder.display()
        )));
    }
    refuse_unless(folder, |name| tables.contains(&name))?;
    for table in tables {
        refuse_unless(&folder.join(table), |name| name == part_name(0))?;
    }
    Ok(())
}

fn refuse_unless(folder: &Path, is_ours: impl Fn(&str) -> bool) -> anyhow::Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        // It is not there yet, or will be told when it is written to.
        return Ok(());
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with('.') && !is_ours(&name) {
            return Err(Failure::invalid(format!(
                "{} is no part of this export and would be read along with it; \
                 remove it or choose another name",
                entry.path().display()
            )));
        }
    }
    Ok(())
}
