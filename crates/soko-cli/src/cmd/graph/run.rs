//! Explores levels, tells what their graphs say, and exports them.

use super::about::about;
use super::args::Args;
use super::explored::{Explored, explore};
use super::{cluster, counts, estimate, export, report, summary};
use crate::exit_code::{Exit, Failure};
use crate::level_lines::{each_level, whole_line};
use crate::source::Loaded;
use crate::{files, output};
use soko_core::Level;
use soko_format::Entry;
use soko_graph::{Components, StateGraph, StateHash};
use soko_search::StopReason;
use std::time::Instant;

/// Explores the chosen levels one by one.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let hashes = hashes(&args.hash)?;
    let loaded = args.levels.load()?;
    if args.export.is_some() && (loaded.entries().len() != 1 || hashes.len() != 1) {
        let message = "--export needs one level and one hash; choose the level with --level N";
        return Err(Failure::usage(message));
    }
    if hashes.len() != 1 && (args.correlations || args.encodings) {
        let message = "--hash all goes with neither --correlations nor --encodings";
        return Err(Failure::usage(message));
    }
    if (args.cluster.is_wanted() || args.checkpoint.is_some()) && loaded.entries().len() != 1 {
        let message =
            "--cluster, --workers and --checkpoint need one level; choose it with --level N";
        return Err(Failure::usage(message));
    }
    let format = args.export.as_deref().map(export::Format::of).transpose()?;
    if let (Some(path), Some(format)) = (&args.export, format) {
        for path in format.files(path) {
            files::refuse_input(&args.levels.levels, &path, "choose another file")?;
        }
    }
    if args.estimate {
        return estimate::run(&loaded, &args.limits, args.json);
    }
    if args.summary || args.correlations {
        return summary::run(args, &loaded, &hashes);
    }
    each_level(
        &loaded,
        args.json.then_some(report::KEYS),
        |entry, level| one_level(args, &loaded, entry, level, &hashes, format),
    )
}

/// Whether the memory was too small for a graph and its components.
fn does_not_fit(graph: &StateGraph, components: &Result<Components, StopReason>) -> bool {
    let reason = graph.stopped().or(components.as_ref().err().copied());
    reason == Some(StopReason::Memory)
}

fn hashes(name: &str) -> anyhow::Result<Vec<StateHash>> {
    if name == "all" {
        return Ok(StateHash::ALL.to_vec());
    }
    match StateHash::from_name(name) {
        Some(hash) => Ok(vec![hash]),
        None => {
            let names: Vec<&str> = StateHash::ALL.iter().map(|hash| hash.name()).collect();
            let message = format!("--hash {name}: use all or one of {}", names.join(", "));
            Err(Failure::usage(message))
        }
    }
}

fn one_level(
    args: &Args,
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    hashes: &[StateHash],
    format: Option<export::Format>,
) -> anyhow::Result<Exit> {
    if args.cluster.is_wanted() {
        return cluster::one_level(args, loaded, entry, level);
    }
    if args.counts {
        return counts::one_level(args, loaded, entry, level, args.limits.limits());
    }
    let mut exit = Exit::Ok;
    let mut compared = Vec::new();
    for &hash in hashes {
        // 1. Explore and measure.
        let begin = Instant::now();
        let (graph, components) = match explore(args, level, hash) {
            Ok(explored) => explored,
            Err(error) => {
                let title = entry.title().unwrap_or("untitled");
                output::error(&format!("level {} ({title}): {error}", entry.number));
                if args.json {
                    report::refused_line(loaded, entry, hash, &error.to_string())?;
                }
                return Ok(Exit::NoAnswer);
            }
        };
        if hash == StateHash::Exact && format.is_none() && does_not_fit(&graph, &components) {
            drop((graph, components));
            return counts::instead(args, loaded, entry, level, begin.elapsed());
        }
        let explored = Explored::new(&graph, components);
        let report = report::Report::new(hash, &explored, begin.elapsed());
        exit = exit.and(report.exit());
        // 2. Tell; several hashes are told together at the end.
        if args.json {
            whole_line(report.json(loaded, entry), report::KEYS)?;
        } else if hashes.len() == 1 {
            report.print(entry, level)?;
        }
        if args.encodings && explored.stopped.is_none() {
            report::print_encodings(explored.graph, args.json)?;
        }
        // 3. Write the graph to a file.
        if let (Some(path), Some(format)) = (&args.export, format) {
            let about = about(args, loaded, entry, level, hash);
            let folding = explored.folding.as_ref();
            export::write(path, format, args.view, folding, &about)?;
        }
        compared.push(report);
    }
    if hashes.len() > 1 && !args.json {
        report::print_comparison(entry, &compared)?;
    }
    Ok(exit)
}
