//! `soko ed22`: positions as ED2.2 strings, and strings as positions.

use crate::exit_code::{Exit, Failure};
use crate::level_lines::{Keys, each_level, level_object, whole_line};
use crate::output;
use crate::solutions::{Claim, REVERSE, Unreadable};
use crate::source::{LevelArgs, Loaded};
use serde_json::json;
use soko_core::{Game, Level, State};
use soko_format::Entry;
use soko_graph::Positions;
use soko_graph::ed22::{BitString, spaced};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  soko ed22 papers --level \"Figure 7\"
  soko ed22 tutorial --level 2 --moves rrd
  soko ed22 papers --level \"Figure 6\" --decode \"00000001 10 0000 0001 0101 1011 1000 1010\"

The string names the man's room in 8 bits, the length of the digits in 2, and for
each box the valid squares between it and the box before. Read back, the man stands on
the first square of his room.";

/// Write positions as ED2.2 strings (Veger 2011), or draw the position of a string
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// The position after these moves instead of the start
    #[arg(long, value_name = "LURD", conflicts_with = "decode")]
    moves: Option<String>,

    /// The string to read; white space does not count
    #[arg(long, value_name = "BITS")]
    decode: Option<String>,

    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// The keys of every line.
const KEYS: Keys = "outcome reason diagnostics ed22 bits room boxes board";

/// Encodes or decodes a position of each chosen level.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let loaded = args.levels.load()?;
    if (args.moves.is_some() || args.decode.is_some()) && loaded.entries().len() != 1 {
        let message = "--moves and --decode are for one level; choose it with --level";
        return Err(Failure::usage(message));
    }
    let bits = match &args.decode {
        None => None,
        Some(text) => Some(text.parse::<BitString>().map_err(|error| {
            let message = format!("--decode: {error}");
            Failure::usage(message)
        })?),
    };
    each_level(&loaded, args.json.then_some(KEYS), |entry, level| {
        let positions = Positions::new(level);
        let state = match &bits {
            None => after(level, args.moves.as_deref())?,
            Some(bits) => match positions.decode(bits) {
                Ok(state) => state,
                Err(error) => return refuse(&loaded, entry, &error.to_string(), args),
            },
        };
        match positions.encode(&state) {
            Ok(bits) => {
                tell(&loaded, entry, level, &positions, &state, &bits, args)?;
                Ok(Exit::Ok)
            }
            Err(error) => refuse(&loaded, entry, &error.to_string(), args),
        }
    })
}

/// The position after some moves.
fn after(level: &Level, moves: Option<&str>) -> anyhow::Result<State> {
    let mut game = Game::new(level.clone());
    let Some(moves) = moves else {
        return Ok(game.state().clone());
    };
    let directions = Claim::of_moves("--moves", moves).directions();
    let directions = directions.map_err(|unreadable| match unreadable {
        Unreadable::Text(problem) => Failure::invalid(format!("--moves: {problem}")),
        Unreadable::Reverse => Failure::invalid(format!("--moves: {REVERSE}")),
    })?;
    for (i, direction) in directions.into_iter().enumerate() {
        game.step(direction).map_err(|blocked| {
            let (n, letter) = (i + 1, direction.letter());
            let message = format!("--moves: move {n} ({letter}): {blocked}");
            Failure::invalid(message)
        })?;
    }
    Ok(game.state().clone())
}

fn refuse(loaded: &Loaded, entry: &Entry, why: &str, args: &Args) -> anyhow::Result<Exit> {
    if args.json {
        let mut object = level_object(loaded, entry);
        object.insert("outcome".into(), json!("invalid"));
        object.insert("reason".into(), json!(why));
        whole_line(object, KEYS)?;
    } else {
        output::error(&format!("level {}: {why}", entry.number));
    }
    Ok(Exit::Invalid)
}

fn tell(
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    positions: &Positions<'_>,
    state: &State,
    bits: &BitString,
    args: &Args,
) -> anyhow::Result<()> {
    let picture = level.picture(state).to_string();
    let (room, boxes) = (positions.room(state), positions.boxes(state)?);
    if args.json {
        let mut object = level_object(loaded, entry);
        let is_decoded = args.decode.is_some();
        let outcome = if is_decoded { "decoded" } else { "encoded" };
        object.insert("outcome".into(), json!(outcome));
        object.insert("ed22".into(), json!(bits.to_string()));
        object.insert("bits".into(), json!(bits.len()));
        object.insert("room".into(), json!(room));
        object.insert("boxes".into(), json!(boxes));
        let board: Vec<&str> = picture.lines().collect();
        object.insert("board".into(), json!(board));
        return whole_line(object, KEYS);
    }
    let mut out = output::screen();
    let title = entry.title().unwrap_or("untitled");
    writeln!(out, "{}. {title}\n{picture}{}", entry.number, spaced(bits))?;
    let boxes: Vec<String> = boxes.iter().map(usize::to_string).collect();
    let (n, boxes) = (bits.len(), boxes.join(", "));
    writeln!(
        out,
        "{n} bits; room {room}, boxes on valid squares {boxes}\n"
    )?;
    Ok(())
}
