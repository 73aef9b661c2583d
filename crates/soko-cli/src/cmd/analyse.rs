//! `soko analyse`: what a level's walls, goals and start alone say about it.

use super::graph::estimate;
use super::rate;
use crate::exit_code::Exit;
use crate::level_lines::{Keys, each_level, level_object, whole_line};
use crate::output;
use crate::source::{LevelArgs, Loaded};
use serde_json::{Map, Value, json};
use soko_core::facts::{Deadspots, Rooms, SafeSquares, Sides, WallRule};
use soko_core::{Level, Reach, SquareSet, Squares, facts};
use soko_format::Entry;
use soko_search::Limits;
use soko_solve::Placement;
use soko_solve::heuristic::MinMatching;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  soko analyse tutorial
  soko analyse XSokoban_90 --level 1
  soko analyse Microban_155 --level 139 --estimate
  soko analyse Microban_155 --level 1-20 --json

A dead square is one from which a lone box reaches no goal, as in the layer dead.
Valid squares are counted as Veger and Greco do: their man may stand on any side of
the box, so a few valid squares can be dead. The lower bound is in pushes: a goal of its own for each box,
as near as possible; none means that no such matching exists. The difficulty is that of
soko rate, where the level is small enough for a moment's work.";

/// Count squares, rooms, tunnels, bounds; name the level by stable ids
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// How many states the whole graph is likely to have; takes a few seconds a level
    #[arg(long)]
    estimate: bool,

    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// The keys of every line.
const KEYS: Keys = "outcome reason diagnostics width height floor_squares valid_squares dead_squares \
    dead_in_corners dead_otherwise dead_missed_by_walls safe_squares forward_reachable \
    boxes goals boxes_on_goals rooms tunnels tunnel_squares articulation_squares areas \
    lower_bound exact_id canonical_id grade grade_reasons states states_low states_high";

/// Analyses the chosen levels.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let loaded = args.levels.load()?;
    each_level(&loaded, args.json.then_some(KEYS), |entry, level| {
        report(args, &loaded, entry, level)?;
        Ok(Exit::Ok)
    })
}

fn report(args: &Args, loaded: &Loaded, entry: &Entry, level: &Level) -> anyhow::Result<()> {
    let warnings = entry.warnings(level);
    let mut numbers = analyse(level);
    numbers.extend(difficulty(level, args.json));
    if args.estimate {
        numbers.extend(states(level, args.json));
    }
    if args.json {
        let mut object = level_object(loaded, entry);
        object.extend(numbers);
        object.insert("outcome".into(), json!("valid"));
        object.insert("diagnostics".into(), output::diagnostics_json(&warnings));
        return whole_line(object, KEYS);
    }
    output::diagnostics(&loaded.file, &warnings);
    let bold = output::BOLD;
    let mut out = output::screen();
    let title = entry.title().map_or(String::new(), |t| format!(" {t}"));
    writeln!(
        out,
        "{bold}{} {}.{title}{bold:#}",
        loaded.name, entry.number
    )?;
    for (name, value) in &numbers {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Null => "none".to_string(),
            other => other.to_string(),
        };
        writeln!(out, "  {:<24} {text}", name.replace('_', " "))?;
    }
    Ok(())
}

/// All numbers, in the order in which they are shown.
fn analyse(level: &Level) -> Map<String, Value> {
    let board = level.board();
    let rule = WallRule::compare(board);
    let spots = Deadspots::new(board);
    let safe = SafeSquares::new(level);
    let rooms = Rooms::new(board);
    let areas = Reach::<SquareSet>::new(board).areas(level.boxes()).len();
    let articulations = Sides::new(board).articulations().len();
    // Scripts read these names: they may be added to, never changed.
    let numbers = [
        ("width", json!(board.width())),
        ("height", json!(board.height())),
        ("floor_squares", json!(board.n_squares())),
        ("valid_squares", json!(facts::live_squares(board).len())),
        ("dead_squares", json!(facts::dead_squares(board).len())),
        ("dead_in_corners", json!(spots.in_corners.len())),
        ("dead_otherwise", json!(spots.indirect.len())),
        ("dead_missed_by_walls", json!(rule.missed())),
        ("safe_squares", json!(safe.safe().len())),
        ("forward_reachable", json!(safe.forward_reachable.len())),
        ("boxes", json!(level.n_boxes())),
        ("goals", json!(board.goals().len())),
        (
            "boxes_on_goals",
            json!(level.boxes().intersection(board.goals()).len()),
        ),
        ("rooms", json!(rooms.rooms.len())),
        ("tunnels", json!(rooms.tunnels.len())),
        ("tunnel_squares", json!(rooms.tunnel_squares.len())),
        ("articulation_squares", json!(articulations)),
        ("areas", json!(areas)),
        ("lower_bound", json!(lower_bound(level))),
        ("exact_id", json!(level.exact_id().to_string())),
        ("canonical_id", json!(level.canonical_id().to_string())),
    ];
    numbers
        .map(|(name, value)| (name.to_string(), value))
        .into_iter()
        .collect()
}

/// How hard people are likely to find it: in words, or as a number with its reasons.
fn difficulty(level: &Level, as_json: bool) -> Vec<(String, Value)> {
    let rating = rate::in_passing(level);
    let words = rating.as_ref().map(rate::one_line);
    let Some(rating) = rating.filter(|_| as_json) else {
        return words
            .map(|words| ("difficulty".into(), json!(words)))
            .into_iter()
            .collect();
    };
    vec![
        ("grade".into(), json!(rating.grade)),
        ("grade_reasons".into(), json!(words)),
    ]
}

/// How many states there are likely to be: in words, or as numbers for scripts.
fn states(level: &Level, as_json: bool) -> Vec<(String, Value)> {
    let numbers = match estimate::within(level, Limits::default()) {
        Ok(guess) if as_json => vec![
            ("states", json!(guess.states.round())),
            ("states_low", json!(guess.low.round())),
            ("states_high", json!(guess.high.round())),
        ],
        Ok(guess) => vec![("states", json!(guess.to_string().replace(" states", "")))],
        Err(error) => vec![(
            "states",
            if as_json {
                Value::Null
            } else {
                json!(error.to_string())
            },
        )],
    };
    let named = numbers
        .into_iter()
        .map(|(name, value)| (name.to_string(), value));
    named.collect()
}

/// Distances are measured up to so many squares times goals.
const MAX_DISTANCES: usize = 50_000_000;

/// Pushes that any solution needs; none if some box can have no goal, or if the
/// board is too large to say.
fn lower_bound(level: &Level) -> Option<u32> {
    let board = level.board();
    if board.n_squares() * board.goals().len() > MAX_DISTANCES {
        return None;
    }
    let start = level.start();
    let state = Placement {
        boxes: start.boxes,
        man: start.man,
    };
    MinMatching::<SquareSet>::once(board, &state)
}
