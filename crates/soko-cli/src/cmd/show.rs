//! `soko show`: levels drawn, with layers of static facts.

use crate::exit_code::{Exit, Failure};
use crate::level_lines::level_object;
use crate::limits::parse_time;
use crate::pattern_arg::PatternArg;
use crate::pixels::to_png;
use crate::source::{LevelArgs, Loaded};
use crate::{files, layer_arg, output};
use serde_json::{Map, Value, json};
use soko_assist::{Assistant, Layer, Mark, marked_board};
use soko_core::{Coord, Level, Square};
use soko_format::picture::{MOST_LAYERS, Scene, svg};
use soko_format::{Diagnostic, Entry};
use sokoscope::draw::picture_layer;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  soko show tutorial --level 1
  soko show Microban_155 --level 3 --layer dead,rooms
  soko show my.sok --layer alert --patterns mine.txt
  soko show my.sok --level 2 --format svg --out level.svg
  soko show tutorial --level 15 --layer dead,rooms,prevention --format png --out level.png
  curl -s https://example.org/levels.txt | soko show - --level 1";

/// Draw levels, as text or as pictures, with layers of facts
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// Facts to show on the board: as text one after the other, in a picture together
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = layer_arg::parser())]
    layer: Vec<&'static Layer>,

    #[command(flatten)]
    patterns: PatternArg,

    /// The box or square that a layer is asked about, counted from 1
    #[arg(long, value_name = "ROW,COLUMN")]
    at: Option<String>,

    /// Time for each layer, for those that search: 500ms, 10s, 5m
    #[arg(long, value_name = "D", default_value = "10s", value_parser = parse_time)]
    time: Duration,

    /// How to draw
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Write to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Characters
    Text,
    /// One JSON object a level
    Json,
    /// A vector picture of one level
    Svg,
    /// A pixel picture of one level
    Png,
}

/// Draws the chosen levels.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if let Some(out) = &args.out {
        files::refuse_input(&args.levels.levels, out, "choose another file for --out")?;
    }
    args.patterns.load()?;
    let loaded = args.levels.load()?;
    let format = if args.json { Format::Json } else { args.format };
    let is_picture = matches!(format, Format::Svg | Format::Png);
    if is_picture && loaded.entries().len() != 1 {
        let message = "a picture shows one level; choose it with --level";
        return Err(Failure::usage(message));
    }
    if is_picture && args.layer.len() > MOST_LAYERS {
        let message = format!("a picture has room for {MOST_LAYERS} layers at the most");
        return Err(Failure::usage(message));
    }
    // Invalid levels are drawn as they are written, and told about.
    let mut exit = Exit::Ok;
    let mut drawn = Vec::new();
    let out = args.out.as_deref();
    for entry in loaded.entries() {
        let result = loaded.level(entry);
        if let Err(problems) = &result {
            exit = exit.and(Exit::Invalid);
            output::diagnostics(&loaded.file, problems);
        }
        match format {
            Format::Text => draw_text(&mut drawn, &loaded, entry, result.as_ref().ok(), args)?,
            Format::Json => {
                let object = to_json(&loaded, entry, &result, args)?;
                writeln!(drawn, "{}", output::json_text(&object)?)?;
            }
            Format::Svg | Format::Png => {
                drawn = draw_picture(&loaded, entry, result.as_ref().ok(), args, format)?;
            }
        }
    }
    match format {
        Format::Text => output::write_styled(out, &String::from_utf8_lossy(&drawn))?,
        _ => output::write_to(out, &drawn)?,
    }
    Ok(exit.and(loaded.exit()))
}

/// The square that `--at` names.
fn focus(level: &Level, args: &Args) -> anyhow::Result<Option<Square>> {
    let Some(text) = &args.at else {
        return Ok(None);
    };
    let from_one = |n: &str| n.trim().parse::<u32>().ok()?.checked_sub(1);
    let place = text
        .split_once(',')
        .and_then(|(row, col)| Some(Coord::new(from_one(row)?, from_one(col)?)));
    let square = place.and_then(|at| level.board().square(at));
    let fault = || Failure::usage(format!("--at {text}: there is no floor square there"));
    square.map(Some).ok_or_else(fault)
}

fn title_of(loaded: &Loaded, entry: &Entry) -> String {
    let title = entry.title().map(|title| format!(" {title}"));
    format!(
        "{} {}.{}",
        loaded.name,
        entry.number,
        title.unwrap_or_default()
    )
}

fn draw_text(
    out: &mut Vec<u8>,
    loaded: &Loaded,
    entry: &Entry,
    level: Option<&Level>,
    args: &Args,
) -> anyhow::Result<()> {
    let bold = output::BOLD;
    let setup = level.map_or(&entry.setup, Level::setup);
    writeln!(out, "{bold}{}{bold:#}", title_of(loaded, entry))?;
    write!(out, "{setup}")?;
    for layer in &args.layer {
        let Some(level) = level else { break };
        let (focus, patterns) = (focus(level, args)?, args.patterns.load()?);
        let (marks, sentences) = layer_arg::show(layer, level, focus, &patterns, args.time);
        writeln!(out, "{}: {}", layer.name, layer_arg::about(layer))?;
        write!(out, "{}", marked_board(level, &marks))?;
        for sentence in sentences {
            writeln!(out, "{sentence}")?;
        }
    }
    Ok(())
}

fn to_json(
    loaded: &Loaded,
    entry: &Entry,
    result: &Result<Level, Vec<Diagnostic>>,
    args: &Args,
) -> anyhow::Result<Map<String, Value>> {
    let mut object = level_object(loaded, entry);
    object.insert("author".into(), json!(entry.author()));
    let setup = result.as_ref().map_or(&entry.setup, Level::setup);
    object.insert("width".into(), json!(setup.width()));
    object.insert("height".into(), json!(setup.height()));
    let rows: Vec<String> = setup.to_string().lines().map(String::from).collect();
    object.insert("board".into(), json!(rows));
    // Layers need a valid level; where there is none, the reasons stand instead.
    match result {
        Ok(level) if !args.layer.is_empty() => {
            let (focus, patterns) = (focus(level, args)?, args.patterns.load()?);
            let layers = args.layer.iter().map(|layer| {
                let (marks, _) = layer_arg::show(layer, level, focus, &patterns, args.time);
                let mark = |mark: &Mark| {
                    let at = level.board().coord(mark.square);
                    json!([at.row, at.col, mark.text])
                };
                (
                    layer.name.to_string(),
                    marks.iter().map(mark).collect::<Value>(),
                )
            });
            object.insert("layers".into(), Value::Object(layers.collect()));
        }
        _ => {
            object.insert("layers".into(), json!({}));
        }
    }
    let problems = result.as_ref().err().map_or(&[][..], Vec::as_slice);
    let outcome = if result.is_ok() { "valid" } else { "invalid" };
    object.insert("outcome".into(), json!(outcome));
    let reason = problems.first().map(ToString::to_string);
    object.insert("reason".into(), json!(reason));
    object.insert("diagnostics".into(), output::diagnostics_json(problems));
    Ok(object)
}

fn draw_picture(
    loaded: &Loaded,
    entry: &Entry,
    level: Option<&Level>,
    args: &Args,
    format: Format,
) -> anyhow::Result<Vec<u8>> {
    let mut layers = Vec::new();
    if let Some(level) = level {
        let (focus, start) = (focus(level, args)?, level.start());
        let mut assistant = Assistant::new(level.clone()).with_patterns(&args.patterns.load()?);
        for layer in &args.layer {
            let overlay = layer_arg::ask_within(&mut assistant, layer, &start, focus, args.time);
            layers.push(picture_layer(layer, &overlay, level.board()));
        }
    }
    let setup = level.map_or(&entry.setup, Level::setup);
    let scene = Scene::of(setup, level, &layers);
    match format {
        Format::Png => to_png(&scene),
        _ => Ok(svg::file(&scene, &title_of(loaded, entry)).into_bytes()),
    }
}
