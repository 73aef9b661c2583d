//! Whole state graphs of levels on tiles, by the same rows and pictures as those of
//! Sokoban.

use super::args::Args;
use super::numbered::Numbered;
use crate::cmd::graph::{export, show_progress};
use crate::exit_code::{Exit, Failure};
use crate::{files, interrupt, output};
use serde_json::{Map, Value, json};
use soko_bench::grouped;
use soko_graph::{Components, Folding, Solvable, Successors, components_within, layers};
use soko_parquet::About;
use soko_search::{Control, StopReason};
use soko_tiles::{TileGraph, explore_tiles};
use std::io::Write;

/// Explores the chosen levels one by one.
pub fn run(levels: &[Numbered], args: &Args) -> anyhow::Result<Exit> {
    // 1. Is there one level for the file, and is it none that is read?
    if args.export.is_some() && levels.len() != 1 {
        let message = "--export is for one level; choose it with --level";
        return Err(Failure::usage(message));
    }
    let format = args.export.as_deref().map(export::Format::of).transpose()?;
    if let (Some(path), Some(format), Some(input)) = (&args.export, format, &args.levels) {
        for path in format.files(path) {
            files::refuse_input(input, &path, "choose another file")?;
        }
    }
    // 2. Explore, tell, write.
    let mut exit = Exit::Ok;
    for level in levels {
        let (graph, components, seconds) = explore(level, args);
        let stopped = components.as_ref().err().copied();
        let folding = components
            .ok()
            .map(|found| Folding::with_components(&graph, found));
        let report = Report::new(&graph, folding.as_ref(), stopped, seconds);
        report.tell(level, args.json)?;
        exit = exit.and(report.exit());
        if let (Some(path), Some(format)) = (&args.export, format) {
            let about = About::new()
                .with("game", level.level.rules().name())
                .with("level", level.number.to_string())
                .with("title", level.level.title().unwrap_or_default());
            export::write(path, format, args.view, folding.as_ref(), &about)?;
        }
        if interrupt::is_set() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}

/// The graph, its components or why there are none, and the seconds that it took.
fn explore(level: &Numbered, args: &Args) -> (TileGraph, Result<Components, StopReason>, f64) {
    let _job = interrupt::Job::listen();
    let mut progress = None;
    let mut control = Control::new(args.limits.limits())
        .with_stop(interrupt::flag())
        .with_observer(|now| show_progress(&mut progress, now));
    control.set_phase("exploring");
    let graph = explore_tiles(&level.level, &mut control);
    let components = match graph.stopped() {
        Some(reason) => Err(reason),
        None => {
            control.set_phase("components");
            components_within(&graph, &mut control)
        }
    };
    let seconds = control.elapsed().as_secs_f64();
    drop(control);
    if let Some(line) = progress {
        line.finish_and_clear();
    }
    (graph, components, seconds)
}

/// What a graph says; without components only how far it got.
struct Report {
    stopped: Option<StopReason>,
    states: usize,
    edges: usize,
    won: usize,
    whole: Option<Whole>,
    seconds: f64,
}

/// What only a whole graph knows.
struct Whole {
    components: usize,
    dead: usize,
    sinks: usize,
    fewest: Option<usize>,
}

impl Report {
    fn new(
        graph: &TileGraph,
        folding: Option<&Folding<'_, TileGraph>>,
        stopped: Option<StopReason>,
        seconds: f64,
    ) -> Report {
        let whole = folding.map(|folding| Whole {
            components: folding.n_components(),
            dead: folding.n_dead_states(),
            sinks: folding.n_sinks(),
            fewest: fewest_steps(graph),
        });
        Report {
            stopped,
            states: graph.n_nodes(),
            edges: graph.n_edges(),
            won: graph.n_won(),
            whole,
            seconds,
        }
    }

    fn exit(&self) -> Exit {
        match &self.whole {
            None => Exit::NoAnswer,
            Some(whole) if whole.fewest.is_none() => Exit::Unsolvable,
            Some(_) => Exit::Ok,
        }
    }

    fn tell(&self, level: &Numbered, as_json: bool) -> anyhow::Result<()> {
        if as_json {
            return output::json_line(&self.json(level));
        }
        let (states, edges) = (grouped(self.states as u64), grouped(self.edges as u64));
        let mut out = output::screen();
        write!(out, "{}: {states} states, {edges} edges", level.name())?;
        match &self.whole {
            None => {
                let reason = self.stopped.map_or("", StopReason::name);
                writeln!(out, " so far, stopped ({reason}); {:.2} s", self.seconds)?;
            }
            Some(whole) => {
                let fewest = match whole.fewest {
                    Some(steps) => format!("{steps} steps to the nearest"),
                    None => "no solution, proved".to_string(),
                };
                writeln!(
                    out,
                    ", {} components; {} won ({fewest}), {} dead, {} sinks; {:.2} s",
                    grouped(whole.components as u64),
                    grouped(self.won as u64),
                    grouped(whole.dead as u64),
                    grouped(whole.sinks as u64),
                    self.seconds
                )?;
            }
        }
        Ok(())
    }

    fn json(&self, level: &Numbered) -> Map<String, Value> {
        let whole = self.whole.as_ref();
        let outcome = match whole {
            Some(_) => "complete",
            None => "stopped",
        };
        let mut object = level.object();
        let fields = [
            ("outcome", json!(outcome)),
            ("reason", json!(self.stopped.map(StopReason::name))),
            ("states", json!(self.states)),
            ("edges", json!(self.edges)),
            ("components", json!(whole.map(|w| w.components))),
            ("solved_states", json!(self.won)),
            ("dead_states", json!(whole.map(|w| w.dead))),
            ("sinks", json!(whole.map(|w| w.sinks))),
            ("shortest_moves", json!(whole.and_then(|w| w.fewest))),
            ("seconds", json!(self.seconds)),
        ];
        object.extend(fields.map(|(name, value)| (name.to_string(), value)));
        object
    }
}

/// The steps to the nearest won state: numbers grow breadth first, so it is the first.
fn fewest_steps(graph: &TileGraph) -> Option<usize> {
    let first = (0..graph.n_nodes() as u32).find(|&state| graph.is_solved(state))?;
    Some(layers(graph).partition_point(|&begin| begin <= first) - 1)
}
