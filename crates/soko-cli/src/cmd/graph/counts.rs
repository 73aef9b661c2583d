//! `soko graph --counts`: how many states there are, without keeping the graph.

use super::args::Args;
use super::explored::{FrozenTest, rules, show};
use super::report::{KEYS, refused_line, why};
use crate::exit_code::{Exit, Failure};
use crate::level_lines::{level_object, whole_line};
use crate::source::Loaded;
use crate::{interrupt, output};
use serde_json::{Map, Value, json};
use soko_bench::grouped;
use soko_cluster::{Manifest, count_kept};
use soko_core::Level;
use soko_format::Entry;
use soko_graph::count::{CountOptions, Counted, Counts, Steps, TooMany, count};
use soko_graph::{StateHash, with_steps};
use soko_search::{Control, Limits, StopReason};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Counts where a whole graph has turned out not to fit, in the time that is left.
pub fn instead(
    args: &Args,
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    spent: Duration,
) -> anyhow::Result<Exit> {
    output::remark("the whole graph does not fit into the memory; counting its states instead");
    let whole = args.limits.limits();
    let limits = Limits {
        time: whole.time.map(|time| time.saturating_sub(spent)),
        ..whole
    };
    one_level(args, loaded, entry, level, limits)
}

/// Counts the states of one level.
pub fn one_level(
    args: &Args,
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    limits: Limits,
) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    let counted = match counted(args, level, limits)? {
        Ok(counted) => counted,
        Err(error) => return refused(args, loaded, entry, error),
    };
    let seconds = begin.elapsed().as_secs_f64();
    if args.json {
        whole_line(line(&counted, seconds, loaded, entry), KEYS)?;
    } else {
        print(&counted, &[], seconds, entry, level)?;
    }
    Ok(exit(&counted))
}

/// A level whose states are too many for numbers.
pub fn refused(
    args: &Args,
    loaded: &Loaded,
    entry: &Entry,
    error: TooMany,
) -> anyhow::Result<Exit> {
    let title = entry.title().unwrap_or("untitled");
    output::error(&format!("level {} ({title}): {error}", entry.number));
    if args.json {
        refused_line(loaded, entry, StateHash::Exact, &error.to_string())?;
    }
    Ok(Exit::NoAnswer)
}

/// A whole count without a solved state proves that there is no solution. One that lacks
/// the components that were asked for is no answer.
pub fn exit(counted: &Counted) -> Exit {
    let unknown = counted.components.and_then(Result::err);
    match counted.stopped.or(unknown) {
        Some(StopReason::Cancelled) => Exit::Interrupted,
        Some(_) => Exit::NoAnswer,
        None if counted.counts.shortest().is_none() => Exit::Unsolvable,
        None => Exit::Ok,
    }
}

fn counted(args: &Args, level: &Level, limits: Limits) -> anyhow::Result<Result<Counted, TooMany>> {
    let frozen = args.prune_frozen.then(|| FrozenTest::new(level));
    let rules = rules(args, frozen.as_ref());
    let _job = interrupt::Job::listen();
    let mut progress = None;
    let mut control = Control::new(limits)
        .with_stop(interrupt::flag())
        .with_observer(|now| show(&mut progress, now));
    let how = how(args);
    let mut run = |steps: &dyn Steps| match &args.checkpoint {
        None => Ok(count(steps, &how, &mut control)),
        Some(folder) => kept(args, level, steps, folder, &mut control),
    };
    let counted = with_steps!(level, &rules, steps => run(&steps));
    drop(control);
    if let Some(line) = progress {
        line.finish_and_clear();
    }
    // A folder that is of no use ends the command, too many states only this level.
    match counted {
        Ok(counted) => Ok(Ok(counted?)),
        Err(error) => Ok(Err(error)),
    }
}

fn how(args: &Args) -> CountOptions {
    CountOptions {
        threads: args.threads,
        components: args.components,
        ..CountOptions::default()
    }
}

/// Counts with every layer kept in a folder.
fn kept(
    args: &Args,
    level: &Level,
    steps: &dyn Steps,
    folder: &Path,
    control: &mut Control<'_>,
) -> anyhow::Result<Counted> {
    let manifest = Manifest::of(level, &options(args), steps);
    let kept = count_kept(steps, &how(args), folder, &manifest, control)
        .map_err(|error| Failure::invalid(error.to_string()))?;
    kept.notes.iter().for_each(|note| output::remark(note));
    if kept.before > 0 {
        let n = grouped(kept.before);
        output::remark(&format!("{n} states were known from {}", folder.display()));
    }
    Ok(kept.counted)
}

/// The options that change a graph, in words.
pub fn options(args: &Args) -> String {
    let all = [
        (args.stop_at_solved, "stop-at-solved"),
        (args.keep_dead_squares, "keep-dead-squares"),
        (args.prune_frozen, "prune-frozen"),
    ];
    let given = all.iter().filter(|(is_given, _)| *is_given);
    let names: Vec<&str> = given.map(|(_, name)| *name).collect();
    match names.is_empty() {
        true => "none".into(),
        false => names.join(" "),
    }
}

/// Bytes held at most for each state.
fn bytes_per_state(counted: &Counted) -> f64 {
    counted.counters.peak_bytes as f64 / counted.counters.stored.max(1) as f64
}

pub fn line(counted: &Counted, seconds: f64, loaded: &Loaded, entry: &Entry) -> Map<String, Value> {
    let mut object = level_object(loaded, entry);
    let mut put = |name: &str, value: Value| {
        object.insert(name.into(), value);
    };
    let (counts, stopped) = (&counted.counts, counted.stopped);
    put("hash", json!(StateHash::Exact.name()));
    let unknown = counted.components.and_then(Result::err);
    let reason = stopped.or(unknown).map(StopReason::name);
    put("reason", json!(reason));
    put("edges", json!(counts.edges));
    put("expanded", json!(counted.counters.expanded));
    put("seconds", json!(seconds));
    put("bytes_per_state", json!(bytes_per_state(counted)));
    put("layers", json!(counts.layers));
    put("solved_layers", json!(counts.solved_layers));
    match stopped {
        Some(_) => {
            put("outcome", json!("stopped"));
            put("states", json!(counted.counters.stored));
        }
        None => {
            put("outcome", json!("complete"));
            put("states", json!(counts.states()));
            put("solved_states", json!(counts.solved()));
            put("dead_states", json!(counts.dead()));
            put("shortest_pushes", json!(counts.shortest()));
            put("farthest_pushes", json!(counts.depth()));
            put("branching", json!(branching(counts)));
            let components = counted.components.and_then(Result::ok);
            put("components", json!(components));
            put("alive_layers", json!(counts.alive_layers));
        }
    }
    object
}

fn branching(counts: &Counts) -> f64 {
    counts.edges as f64 / counts.states() as f64
}

/// Prints the counts, and more lines after those.
pub fn print(
    counted: &Counted,
    more: &[(&'static str, String)],
    seconds: f64,
    entry: &Entry,
    level: &Level,
) -> anyhow::Result<()> {
    let mut out = output::screen();
    let bold = output::BOLD;
    let title = entry.title().unwrap_or("untitled");
    writeln!(out, "{bold}{}. {title}{bold:#}", entry.number)?;
    write!(out, "{}", level.setup())?;
    if let Some(reason) = counted.stopped {
        let found = grouped(counted.counters.stored);
        let depth = counted.counts.depth();
        writeln!(out, "{}: {found} states found,", why(reason))?;
        writeln!(
            out,
            "all of those at most {depth} pushes from the start among them;"
        )?;
        writeln!(out, "nothing is claimed about the rest of the graph\n")?;
        return Ok(());
    }
    let components = counted.components.map(|components| match components {
        Ok(n) => grouped(n),
        Err(reason) => format!("unknown: {}", why(reason)),
    });
    let components = components.map(|told| ("components", told));
    let more = more.iter().cloned();
    let lines = lines(&counted.counts).into_iter().chain(components);
    for (name, value) in lines.chain(more) {
        writeln!(out, "  {name:<34} {value}")?;
    }
    let rate = counted.counters.expanded as f64 / seconds.max(1e-6) / 1e6;
    let bytes = bytes_per_state(counted);
    writeln!(
        out,
        "  {:<34} {seconds:.3} s, {rate:.2} million states a second, {bytes:.1} bytes a state\n",
        "effort"
    )?;
    Ok(())
}

/// So many states, in words.
fn states(n: u64) -> String {
    let noun = if n == 1 { "state" } else { "states" };
    format!("{} {noun}", grouped(n))
}

/// The counts, each with its name.
fn lines(counts: &Counts) -> Vec<(&'static str, String)> {
    let share = 100.0 * counts.dead() as f64 / counts.states() as f64;
    let dead = format!("{} ({share:.1} %)", grouped(counts.dead()));
    let shortest = match counts.shortest() {
        Some(pushes) => format!("{pushes} pushes"),
        None => "none: no solved state can be reached".into(),
    };
    let last = counts.layers.last().copied().unwrap_or(0);
    let farthest = format!("{}, in {}", counts.depth(), states(last));
    let widest = (0..).zip(&counts.layers).max_by_key(|(_, n)| **n);
    let widest = widest.map_or(String::new(), |(depth, &n): (usize, _)| {
        format!("{}, {depth} pushes from the start", states(n))
    });
    let hardest = match (counts.hardest(), counts.alive_layers.last()) {
        (Some(pushes), Some(&n)) => format!("{pushes}, in {}", states(n)),
        _ => "–".into(),
    };
    vec![
        ("states", grouped(counts.states())),
        ("edges (pushes between states)", grouped(counts.edges)),
        ("solved states", grouped(counts.solved())),
        ("dead states", dead),
        ("shortest solution", shortest),
        ("pushes to the farthest state", farthest),
        ("most pushes to go to a solution", hardest),
        ("widest layer", widest),
        ("pushes a state", format!("{:.2}", branching(counts))),
    ]
}
