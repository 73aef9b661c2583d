//! `soko graph`: whole state graphs, what they say, and pictures of them.

mod export;
mod report;
mod rows;
mod summary;

use crate::exit_code::{Exit, Failure};
use crate::limits::LimitArgs;
use crate::source::{LevelArgs, Loaded};
use crate::{interrupt, output, progress};
use indicatif::ProgressBar;
use soko_bench::grouped;
use soko_core::{Level, Square, SquareSet, Squares};
use soko_format::Entry;
use soko_graph::{
    Components, DeadTest, Folding, Rules, StateGraph, StateHash, View, components_within,
};
use soko_search::{Control, Progress, StopReason};
use soko_solve::deadlock::frozen_around;
use soko_solve::ground::{Ground, LoneBox};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  soko graph tutorial --level 1
  soko graph Microban_155 --level 2 --export graph.svg
  soko graph Microban_155 --level 2 --export parts.svg --view components
  soko graph Microban_155 --level 1 --hash all
  soko graph Microban_155 --level 1 --encodings
  soko graph Microban_155 --level 1-50 --summary > numbers.csv
  soko graph Microban_155 --level 1-50 --correlations
  soko graph Microban_155 --level 139 --threads 2 --memory 4GiB --json

The default rules are Veger's: every push onto a square from which a lone box
can reach a goal; solved states are expanded like all others.";

/// Map every state that can be reached, and what the map says about a level
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub levels: LevelArgs,

    /// What is remembered of a state: exact, no-man, 2-digit, 3-odd-parity,
    /// no-first-box, no-last-box, 8-bit, 16-bit, 32-bit, or all of them compared
    #[arg(long, value_name = "NAME", default_value = "exact")]
    pub hash: String,

    /// Solved states have no pushes
    #[arg(long)]
    pub stop_at_solved: bool,

    /// Leave states out in which a frozen box is off the goals
    #[arg(long)]
    pub prune_frozen: bool,

    /// Threads; the graph and its numbers do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Write the graph to a file: .svg, .dot, .graphml, .csv or .json
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,

    /// What a node of the exported graph is
    #[arg(long, value_name = "WHAT", default_value = "states", value_parser = ["states", "components"])]
    pub view: String,

    /// The sizes of all encodings of the states
    #[arg(long, conflicts_with_all = ["summary", "correlations"])]
    pub encodings: bool,

    /// The difficulty numbers of all levels as CSV
    #[arg(long, conflicts_with_all = ["export", "json"])]
    pub summary: bool,

    /// The rank correlations between those numbers as CSV
    #[arg(long, conflicts_with_all = ["export", "json", "summary"])]
    pub correlations: bool,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Explores the chosen levels one by one.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let hashes = hashes(&args.hash)?;
    let loaded = args.levels.load()?;
    if args.export.is_some() && (loaded.entries().len() != 1 || hashes.len() != 1) {
        let message = "--export needs one level and one hash; choose the level with --level N";
        return Err(Failure::usage(message));
    }
    if hashes.len() != 1 && (args.summary || args.correlations || args.encodings) {
        let message = "--hash all stands alone: no --summary, --correlations or --encodings";
        return Err(Failure::usage(message));
    }
    let format = args.export.as_deref().map(export::Format::of).transpose()?;
    if args.summary || args.correlations {
        return summary::run(args, &loaded, hashes[0]);
    }
    let mut exit = Exit::Ok;
    for entry in loaded.entries() {
        let level = match loaded.level(entry) {
            Ok(level) => level,
            Err(problems) => {
                output::invalid_level(&loaded, entry, &problems, args.json)?;
                exit = exit.and(Exit::Invalid);
                continue;
            }
        };
        exit = exit.and(one_level(args, &loaded, entry, &level, &hashes, format)?);
        if interrupt::is_set() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
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
    let mut exit = Exit::Ok;
    let mut compared = Vec::new();
    for &hash in hashes {
        let begin = Instant::now();
        let (graph, components) = match explore(args, level, hash) {
            Ok(explored) => explored,
            Err(error) => {
                let title = entry.title().unwrap_or("untitled");
                output::error(&format!("level {} ({title}): {error}", entry.number));
                return Ok(Exit::NoAnswer);
            }
        };
        let explored = Explored::new(&graph, components);
        let report = report::Report::new(hash, &explored, begin.elapsed());
        exit = exit.and(report.exit());
        if args.json {
            output::json_line(&report.json(loaded, entry))?;
        } else if hashes.len() == 1 {
            report.print(entry, level)?;
        }
        if args.encodings && explored.stopped.is_none() {
            report::print_encodings(explored.graph, args.json)?;
        }
        if let (Some(path), Some(format)) = (&args.export, format) {
            let view = if args.view == "states" {
                View::States
            } else {
                View::Components
            };
            export::write(path, format, view, &explored)?;
        }
        compared.push(report);
    }
    if hashes.len() > 1 && !args.json {
        report::print_comparison(entry, &compared)?;
    }
    Ok(exit)
}

/// A graph, or as much of it as the limits allowed.
struct Explored<'g> {
    graph: &'g StateGraph,
    /// The components; none where a limit came first.
    folding: Option<Folding<'g, StateGraph>>,
    stopped: Option<StopReason>,
}

impl<'g> Explored<'g> {
    fn new(graph: &'g StateGraph, components: Result<Components, StopReason>) -> Explored<'g> {
        let stopped = components.as_ref().err().copied();
        let fold = |components| Folding::with_components(graph, components);
        Explored {
            graph,
            folding: components.ok().map(fold),
            stopped,
        }
    }
}

/// Explores a level within the limits of the command line.
fn explore(
    args: &Args,
    level: &Level,
    hash: StateHash,
) -> Result<(StateGraph, Result<Components, StopReason>), soko_graph::TooWide> {
    let frozen = args.prune_frozen.then(|| FrozenTest::new(level));
    let rules = Rules {
        stop_at_solved: args.stop_at_solved,
        dead: frozen.as_ref().map(|test| test as &dyn DeadTest),
    };
    let mut progress = None;
    let mut control = Control::new(args.limits.limits())
        .with_stop(interrupt::flag())
        .with_observer(|now| show(&mut progress, now));
    control.set_phase("exploring");
    let graph = match hash {
        StateHash::Exact => soko_graph::explore(level, &rules, args.threads, &mut control)?,
        _ => soko_graph::explore_hashed(level, &rules, hash, &mut control)?,
    };
    let components = match graph.stopped() {
        Some(reason) => Err(reason),
        None => {
            control.set_phase("components");
            components_within(&graph, &mut control)
        }
    };
    drop(control);
    if let Some(line) = progress {
        line.finish_and_clear();
    }
    Ok((graph, components))
}

/// How far a long exploration is; the line appears after a second.
fn show(line: &mut Option<ProgressBar>, now: &Progress<'_>) {
    if now.elapsed < Duration::from_secs(1) {
        return;
    }
    let counters = now.counters;
    let message = match counters.expanded {
        0 => now.phase.to_string(),
        expanded => format!(
            "{}: {} states expanded, {} found, {} MiB",
            now.phase,
            grouped(expanded),
            grouped(counters.stored),
            counters.bytes >> 20
        ),
    };
    line.get_or_insert_with(progress::line).set_message(message);
}

/// The solver's freeze test: a box that can never move again and is off the
/// goals. Sound wherever the man stands.
struct FrozenTest {
    ground: Ground<SquareSet>,
    lone: LoneBox<SquareSet>,
}

impl FrozenTest {
    fn new(level: &Level) -> FrozenTest {
        let ground = Ground::new(level.board());
        let lone = LoneBox::new(&ground, ground.nothing());
        FrozenTest { ground, lone }
    }
}

impl DeadTest for FrozenTest {
    fn is_dead(&self, boxes: &SquareSet, pushed: Square) -> bool {
        let frozen = frozen_around(&self.ground, &self.lone, boxes, pushed);
        !frozen.is_subset(self.ground.goals())
    }
}
