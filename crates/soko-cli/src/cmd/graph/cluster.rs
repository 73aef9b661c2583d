//! `soko graph --counts --cluster hosts.txt --process I`: one process of a count on many
//! machines. The first process has the result; the others say that they are done.

use super::args::Args;
use super::counts::{self, exit, options};
use super::explored::{FrozenTest, rules, show};
use super::report::KEYS;
use crate::exit_code::{Exit, Failure};
use crate::level_lines::whole_line;
use crate::source::Loaded;
use crate::{interrupt, output};
use serde_json::{Value, json};
use soko_bench::grouped;
use soko_cluster::checkpoint::{Folder, Survey};
use soko_cluster::{ClusterError, Crew, Folded, Manifest, Outcome, Place, lasting_steps, meet};
use soko_core::Level;
use soko_format::Entry;
use soko_graph::count::{Counted, Steps};
use soko_search::{Control, Counters, Limits};
use std::path::Path;
use std::time::Instant;

/// Counts the states of one level with all other processes.
pub fn one_level(
    args: &Args,
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
) -> anyhow::Result<Exit> {
    let place = args.cluster.place()?;
    let frozen = args.prune_frozen.then(|| FrozenTest::new(level));
    // For good, as the steps are: a process counts one level.
    let frozen: Option<&'static FrozenTest> = frozen.map(|test| &*Box::leak(Box::new(test)));
    let steps = match lasting_steps(level, rules(args, frozen)) {
        Ok(steps) => steps,
        Err(error) => return counts::refused(args, loaded, entry, error),
    };
    let _job = interrupt::Job::listen_at_leisure();
    let mut manifest = Manifest::of(level, &options(args), steps);
    let n_processes = place.as_ref().map_or(1, |place| place.hosts.len());
    manifest.set("processes", n_processes);
    manifest.set("workers", args.cluster.workers());
    manifest.set("checkpoints", yes_or_no(args.checkpoint.is_some()));
    let process = place.as_ref().map_or(0, |place| place.process);
    let (outcome, seconds) =
        run(args, place.as_ref(), &manifest, steps).map_err(|error| failure(args, &error))?;
    if process != 0 {
        output::remark(match outcome.stopped {
            None => "done; process 0 has the counts",
            Some(_) => "stopped; process 0 has what was counted so far",
        });
        return Ok(exit(&counted(&outcome)));
    }
    tell(args, loaded, entry, level, &outcome, seconds)
}

fn yes_or_no(is_wanted: bool) -> &'static str {
    if is_wanted { "yes" } else { "no" }
}

/// Meets the others, and counts with them; says how long the counting took.
fn run(
    args: &Args,
    place: Option<&Place>,
    manifest: &Manifest,
    steps: &'static dyn Steps,
) -> Result<(Outcome, f64), ClusterError> {
    let process = place.map_or(0, |place| place.process);
    let workers = args.cluster.workers();
    let folder = args.checkpoint.as_deref();
    let folder = folder.map(|folder| open(folder, manifest, steps, process, workers));
    let folder = folder.transpose()?;
    let found = folder.as_ref().map_or(Survey::NOTHING, Folder::found);
    let crew = match place {
        None => Crew::alone(workers, found),
        Some(place) => {
            // What was counted serves runs with components and without.
            let mut agreed = manifest.clone();
            agreed.set("components", yes_or_no(args.components));
            let met = watched(Limits::default(), |control| {
                meet(place, &agreed, found, control)
            })?;
            met.notes.iter().for_each(|note| output::remark(note));
            Crew::of(met, process, workers)
        }
    };
    let crew = match args.components {
        true => crew.with_components(),
        false => crew,
    };
    if crew.survey() != Survey::NOTHING {
        output::remark("going on from the checkpoints");
    }
    let begin = Instant::now();
    let outcome = watched(args.limits.limits(), |control| {
        crew.count(steps, folder, control)
    })?;
    Ok((outcome, begin.elapsed().as_secs_f64()))
}

fn open(
    folder: &Path,
    manifest: &Manifest,
    steps: &dyn Steps,
    process: usize,
    workers: usize,
) -> Result<Folder, ClusterError> {
    let own = folder.join(format!("process-{process}"));
    let all = process * workers..(process + 1) * workers;
    let folder = Folder::open(&own, manifest, steps.space(), all)?;
    folder.notes().iter().for_each(|note| output::remark(note));
    Ok(folder)
}

/// Does something long, with a line of progress and an ear for Ctrl-C.
fn watched<R>(limits: Limits, run: impl FnOnce(&mut Control<'_>) -> R) -> R {
    let mut progress = None;
    let mut control = Control::new(limits)
        .with_stop(interrupt::flag())
        .with_observer(|now| show(&mut progress, now));
    let result = run(&mut control);
    drop(control);
    if let Some(line) = progress {
        line.finish_and_clear();
    }
    result
}

fn failure(args: &Args, error: &ClusterError) -> anyhow::Error {
    let code = match error {
        ClusterError::Interrupted => Exit::Interrupted,
        ClusterError::NeverCame { .. } | ClusterError::Lost(_) | ClusterError::Failed(_) => {
            Exit::NoAnswer
        }
        _ => Exit::Invalid,
    };
    let hint = match (error, &args.checkpoint) {
        (ClusterError::Lost(_), Some(_)) => {
            "; all processes end now: start all of them again with the same commands, and they \
             go on from the checkpoints"
        }
        (ClusterError::Lost(_), None) => {
            "; all processes end now, and what was counted is lost: with --checkpoint DIR a run \
             can go on"
        }
        _ => "",
    };
    Failure::error(code, format!("{error}{hint}"))
}

/// The result in the words of a count on one machine.
fn counted(outcome: &Outcome) -> Counted {
    Counted {
        counts: outcome.part.counts.clone(),
        counters: Counters {
            expanded: outcome.part.expanded,
            generated: outcome.part.counts.edges,
            stored: outcome.known,
            bytes: outcome.part.bytes as usize,
            peak_bytes: outcome.part.bytes as usize,
        },
        stopped: outcome.stopped,
        components: outcome.part.folded.map(|f| f.map(|f| f.components)),
    }
}

fn tell(
    args: &Args,
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    outcome: &Outcome,
    seconds: f64,
) -> anyhow::Result<Exit> {
    let counted = counted(outcome);
    let sent = outcome.part.sent;
    if args.json {
        let mut object = counts::line(&counted, seconds, loaded, entry);
        object.insert("wire_bytes".into(), json!(sent));
        if let Some(Ok(folded)) = outcome.part.folded {
            object.extend(columns(&folded));
        }
        whole_line(object, KEYS)?;
    } else {
        let folded = outcome.part.folded.and_then(Result::ok);
        let more = folded.map_or(Vec::new(), |folded| lines(&folded));
        counts::print(&counted, &more, seconds, entry, level)?;
        if args.cluster.cluster.is_some() {
            let a_state = sent as f64 / outcome.known.max(1) as f64;
            let sent = grouped(sent);
            output::remark(&format!(
                "{sent} bytes went between processes, {a_state:.1} a state"
            ));
        }
    }
    Ok(exit(&counted))
}

/// What the components say beside how many there are, by the names of a whole graph.
fn columns(folded: &Folded) -> Vec<(String, Value)> {
    let mut columns = vec![
        ("largest_component", json!(folded.largest)),
        ("sinks", json!(folded.sinks)),
    ];
    if let Some(start) = folded.start {
        let log2 = Some(start.factor_log2).filter(|log| log.is_finite());
        columns.push(("longest_way", json!(start.longest_way)));
        columns.push(("solution_factor", json!(start.factor)));
        columns.push(("solution_factor_log2", json!(log2)));
    }
    let columns = columns.into_iter();
    columns.map(|(key, n)| (key.to_owned(), n)).collect()
}

/// The same in words.
fn lines(folded: &Folded) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        ("states in the largest component", grouped(folded.largest)),
        ("sinks", grouped(folded.sinks)),
    ];
    if let Some(start) = folded.start {
        // Where it is too small for a number, as a power of two.
        let factor = match start.factor > 0.0 || !start.factor_log2.is_finite() {
            true => start.factor.to_string(),
            false => format!("2^{:.3}", start.factor_log2),
        };
        lines.push(("solution factor (components)", factor));
        lines.push(("longest way through components", grouped(start.longest_way)));
    }
    lines
}
