//! Games on tiles, listed, drawn, refereed and solved.

use super::args::Args;
use super::graph;
use super::numbered::Numbered;
use crate::exit_code::{Exit, Failure};
use crate::level_lines::{Keys, whole_line};
use crate::{interrupt, output, progress, source};
use serde_json::{Map, Value, json};
use soko_core::Direction;
use soko_format::Diagnostic;
use soko_search::{Control, Outcome};
use soko_tiles::{
    BUILT_IN, Rules, TileEngine, TileLevel, TileReport, game_named, read_levels, read_rules,
    solve_tiles, verify_tiles,
};
use std::io::Write;
use std::sync::Arc;

/// The keys of every line about a level that is solved or refereed.
const KEYS: Keys = "outcome reason solution moves optimal lower_bound bound_measure engine expanded \
    generated seconds peak_bytes";

/// Lists games, or draws, checks or solves levels.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(name) = &args.levels else {
        return list(args);
    };
    let levels = chosen(args, name)?;
    if let Some(moves) = &args.moves {
        let [level] = &levels[..] else {
            return Err(Failure::usage(
                "--moves is for one level; choose it with --level",
            ));
        };
        return check(level, moves, args);
    }
    if args.show {
        return show(&levels, args.json);
    }
    if args.graph {
        return graph::run(&levels, args);
    }
    let mut exit = Exit::Ok;
    for level in &levels {
        exit = exit.and(solve(level, args)?);
        if interrupt::is_set() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}

fn list(args: &Args) -> anyhow::Result<Exit> {
    for game in BUILT_IN {
        let rules = read_rules(game.rules).map_err(|problems| refusal(game.name, &problems))?;
        let n_levels = levels_of(game.levels, game.name, None)?.len();
        if args.json {
            output::json_line(&json!({
                "schema": output::SCHEMA,
                "game": game.name,
                "levels": n_levels,
                "about": rules.about(),
            }))?;
        } else {
            let mut out = output::screen();
            writeln!(
                out,
                "{:<10} {n_levels:>3} levels  {}",
                game.name,
                rules.about()
            )?;
        }
    }
    Ok(Exit::Ok)
}

/// The chosen levels of a game or a file.
fn chosen(args: &Args, name: &str) -> anyhow::Result<Vec<Numbered>> {
    let own = args.rules.as_deref().map(own_rules).transpose()?;
    let levels = match BUILT_IN.iter().find(|game| game.name == name) {
        Some(game) => levels_of(game.levels, name, own.as_ref())?,
        None => {
            let (_, bytes) = source::read(name)?;
            let text = String::from_utf8(bytes)
                .map_err(|_| Failure::invalid(format!("{name} is no text in UTF-8")))?;
            levels_of(&text, name, own.as_ref())?
        }
    };
    let n_levels = levels.len();
    let numbered = (1..)
        .zip(levels)
        .map(|(number, level)| Numbered { number, level });
    let chosen: Vec<Numbered> = match args.level {
        None => numbered.collect(),
        Some(wanted) => numbered.filter(|level| level.number == wanted).collect(),
    };
    match (chosen.is_empty(), args.level) {
        (true, Some(wanted)) => Err(Failure::usage(format!(
            "there is no level {wanted}; there are {n_levels}"
        ))),
        _ => Ok(chosen),
    }
}

/// Rules from a file, under the file's name.
fn own_rules(path: &str) -> anyhow::Result<(String, Arc<Rules>)> {
    let (name, bytes) = source::read(path)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::invalid(format!("{path} is no text in UTF-8")))?;
    let rules = read_rules(&text).map_err(|problems| refusal(path, &problems))?;
    Ok((name, Arc::new(rules)))
}

fn levels_of(
    text: &str,
    file: &str,
    own: Option<&(String, Arc<Rules>)>,
) -> anyhow::Result<Vec<TileLevel>> {
    let game = |name: &str| match own {
        Some((known, rules)) if known == name => Some(Arc::clone(rules)),
        _ => game_named(name),
    };
    read_levels(text, game).map_err(|problems| refusal(file, &problems))
}

/// Tells all but the last problem, and makes an error of that.
fn refusal(file: &str, problems: &[Diagnostic]) -> anyhow::Error {
    let file = if file == "-" { "stdin" } else { file };
    let (last, others) = problems.split_last().expect("there is a problem");
    output::diagnostics(file, others);
    let message = last.render(file);
    Failure::invalid(message.trim_start_matches("error: ").trim_end())
}

fn show(levels: &[Numbered], as_json: bool) -> anyhow::Result<Exit> {
    let mut out = output::screen();
    for level in levels {
        let picture = level.level.draw(level.level.field());
        if as_json {
            let mut object = level.object();
            let rows: Vec<&str> = picture.lines().collect();
            object.insert("board".into(), json!(rows));
            output::json_line(&object)?;
            continue;
        }
        writeln!(out, "{}\n{picture}", level.name())?;
    }
    Ok(Exit::Ok)
}

fn check(level: &Numbered, moves: &str, args: &Args) -> anyhow::Result<Exit> {
    let mut steps = Vec::new();
    for (index, letter) in moves.chars().enumerate() {
        steps.push(Direction::from_letter(letter).ok_or_else(|| {
            let column = index + 1;
            Failure::usage(format!(
                "--moves, column {column}: {letter:?} is no step; use l, u, r, d"
            ))
        })?);
    }
    // A letter that is no step is wrong usage; a wrong step is the referee's affair.
    let verdict = verify_tiles(&level.level, &steps);
    if args.json {
        let mut object = level.object();
        let outcome = if verdict.is_ok() { "solved" } else { "invalid" };
        object.insert("outcome".into(), json!(outcome));
        object.insert(
            "reason".into(),
            json!(verdict.as_ref().err().map(ToString::to_string)),
        );
        object.insert("moves".into(), json!(steps.len()));
        whole_line(object, KEYS)?;
    } else {
        let told = match &verdict {
            Ok(solution) => format!("solved with {} steps", solution.steps().len()),
            Err(foul) => format!("no solution: {foul}"),
        };
        writeln!(output::screen(), "{}: {told}", level.name())?;
    }
    Ok(if verdict.is_ok() {
        Exit::Ok
    } else {
        Exit::Invalid
    })
}

fn solve(level: &Numbered, args: &Args) -> anyhow::Result<Exit> {
    let job = interrupt::Job::listen();
    let line = progress::line();
    line.set_message(level.name());
    let watched = line.clone();
    let mut control = Control::new(args.limits.limits())
        .with_stop(interrupt::flag())
        .with_observer(move |now| watched.set_message(format!("{} states", now.counters.expanded)));
    let engine = TileEngine::from(args.engine);
    let report = solve_tiles(&level.level, engine, &mut control);
    let seconds = control.elapsed().as_secs_f64();
    drop(job);
    line.finish_and_clear();
    if args.json {
        output::json_line(&solved_json(level, &report, engine, seconds))?;
    } else {
        tell_solved(level, &report, engine, seconds)?;
    }
    Ok(match report.outcome {
        Outcome::Solved(_) => Exit::Ok,
        Outcome::Unsolvable => Exit::Unsolvable,
        Outcome::Incomplete | Outcome::Stopped(_) => Exit::NoAnswer,
    })
}

fn tell_solved(
    level: &Numbered,
    report: &TileReport,
    engine: TileEngine,
    seconds: f64,
) -> anyhow::Result<()> {
    let mut out = output::screen();
    let (name, engine) = (level.name(), engine.name());
    let work = format!(
        "{} states in {seconds:.2} s, {engine}",
        report.counters.expanded
    );
    // "The fewest" and "no solution" are said only where they are proved.
    match &report.outcome {
        Outcome::Solved(solution) => {
            let n = solution.steps.steps().len();
            let proved = if solution.is_fewest {
                " (the fewest, proved)"
            } else {
                ""
            };
            writeln!(
                out,
                "{name}: {n} steps{proved}; {work}\n{}",
                solution.steps.letters()
            )?;
        }
        Outcome::Unsolvable => writeln!(out, "{name}: no solution, proved; {work}")?,
        Outcome::Incomplete => writeln!(out, "{name}: nothing found; {work}")?,
        Outcome::Stopped(reason) => {
            let (reason, bound) = (reason.name(), report.lower_bound);
            writeln!(
                out,
                "{name}: unknown, stopped ({reason}); at least {bound} steps; {work}"
            )?;
        }
    }
    Ok(())
}

fn solved_json(
    level: &Numbered,
    report: &TileReport,
    engine: TileEngine,
    seconds: f64,
) -> Map<String, Value> {
    let mut object = level.object();
    let solution = report.outcome.solution();
    // The fields are those of a solved Sokoban level, as far as tiles have them.
    let reason = match &report.outcome {
        Outcome::Stopped(reason) => Some(reason.name()),
        _ => None,
    };
    let fields = [
        ("outcome", json!(report.outcome.name())),
        ("reason", json!(reason)),
        (
            "solution",
            json!(solution.map(|solution| solution.steps.letters())),
        ),
        (
            "moves",
            json!(solution.map(|solution| solution.steps.steps().len())),
        ),
        (
            "optimal",
            json!(
                solution
                    .filter(|solution| solution.is_fewest)
                    .map(|_| "moves")
            ),
        ),
        ("lower_bound", json!(report.lower_bound)),
        ("bound_measure", json!("moves")),
        ("engine", json!(engine.name())),
        ("expanded", json!(report.counters.expanded)),
        ("generated", json!(report.counters.generated)),
        ("seconds", json!(seconds)),
        ("peak_bytes", json!(report.counters.peak_bytes)),
    ];
    object.extend(fields.map(|(name, value)| (name.to_string(), value)));
    object
}
