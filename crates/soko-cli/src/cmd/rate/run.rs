//! Grades, level by level.

use super::args::Args;
use super::{fit, told};
use crate::exit_code::Exit;
use crate::interrupt::{self, Job};
use crate::level_lines::{Keys, each_level, level_object, whole_line};
use crate::output;
use crate::source::Loaded;
use serde_json::json;
use soko_core::Level;
use soko_format::Entry;
use soko_rate::{FEATURES, NotMeasured, Rating};
use soko_search::Control;
use std::io::Write;

/// The keys of every line.
const KEYS: Keys = "outcome reason diagnostics grade model reasons features";

/// Rates the chosen levels, or fits the models to them.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let loaded = args.levels.load()?;
    let _job = Job::listen();
    if let Some(plays) = &args.fit {
        return fit::run(args, &loaded, plays);
    }
    if args.features {
        let names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
        output::line(&format!("level,{}", names.join(",")))?;
    }
    each_level(&loaded, args.json.then_some(KEYS), |entry, level| {
        report(args, &loaded, entry, level)
    })
}

fn report(args: &Args, loaded: &Loaded, entry: &Entry, level: &Level) -> anyhow::Result<Exit> {
    let mut control = Control::default().with_stop(interrupt::flag());
    let rating = Rating::new(level, args.most_states(), &mut control);
    let exit = match &rating {
        Ok(_) => Exit::Ok,
        Err(NotMeasured::Unsolvable) => Exit::Unsolvable,
        Err(NotMeasured::Unsolved) => Exit::NoAnswer,
        Err(NotMeasured::Stopped) => return Ok(Exit::Interrupted),
    };
    if args.json {
        let mut object = level_object(loaded, entry);
        match &rating {
            Ok(rating) => object.extend(told::fields(rating)),
            Err(error) => {
                object.insert("outcome".into(), json!("unrated"));
                object.insert("reason".into(), json!(told::why_not(*error)));
            }
        }
        whole_line(object, KEYS)?;
        return Ok(exit);
    }
    if args.features {
        let values = rating.as_ref().map_or_else(
            |_| vec![None; FEATURES.len()],
            |rating| rating.measured.values().to_vec(),
        );
        output::line(&format!("{},{}", entry.number, with_commas(&values)))?;
        return Ok(exit);
    }
    let title = entry.title().map_or(String::new(), |t| format!(" {t}"));
    let text = rating
        .as_ref()
        .map_or_else(|error| told::why_not(*error), told::line);
    let bold = output::BOLD;
    let mut out = output::screen();
    writeln!(out, "{bold}{:>3}.{title}{bold:#}", entry.number)?;
    writeln!(out, "     {text}")?;
    out.flush()?;
    Ok(exit)
}

/// Numbers with commas between them; nothing where one is not known.
fn with_commas(values: &[Option<f64>]) -> String {
    let texts = values
        .iter()
        .map(|value| value.map_or(String::new(), |v| v.to_string()));
    texts.collect::<Vec<_>>().join(",")
}
