//! `soko rate --fit`: the models held against people, and fitted to them.

use super::args::Args;
use super::plays::{self, Plays};
use crate::exit_code::{Exit, Failure};
use crate::source::Loaded;
use crate::{interrupt, output, progress};
use soko_core::Level;
use soko_rate::{
    Correlation, FEATURES, Kind, Measured, Model, NotMeasured, correlation, cross_validation,
    features_of, fit, odds,
};
use soko_search::Control;
use std::collections::BTreeMap;
use std::io::Write;

/// How often the cross-validation is repeated with another deal.
const REPEATS: usize = 10;

/// Levels below which nothing is fitted.
const FEWEST: usize = 30;

/// A level with what people did.
struct Case {
    measured: Measured,
    /// The logarithm of the odds that a play failed.
    known: f64,
}

/// Measures the levels that people played, and says how the numbers go with that.
pub(super) fn run(args: &Args, loaded: &Loaded, file: &str) -> anyhow::Result<Exit> {
    let plays = plays::read(file)?;
    let (cases, mut exit) = cases(args, loaded, &plays)?;
    if interrupt::is_set() {
        return Ok(Exit::Interrupted);
    }
    if cases.len() < FEWEST {
        let n = cases.len();
        let message = format!("{n} levels of {file} could be measured; a fit needs {FEWEST}");
        return Err(Failure::invalid(message));
    }
    if cases.len() < plays.len() {
        exit = exit.and(Exit::NoAnswer);
    }
    let mut out = output::screen();
    writeln!(out, "{} of {} levels measured", cases.len(), plays.len())?;
    writeln!(
        out,
        "\nnumber by number: Spearman's rank correlation with the share of plays that failed, 95 % interval"
    )?;
    for (name, told) in singles(&cases, args.seed) {
        writeln!(out, "  {name:<20} {told}")?;
    }
    writeln!(
        out,
        "\nmodels: the same on levels held out, ten-fold cross-validation, {REPEATS} deals"
    )?;
    for kind in Kind::ALL {
        let places: Vec<usize> = features_of(kind).collect();
        writeln!(
            out,
            "  {:<20} {}",
            kind.name(),
            held_out(&cases, &places, args.seed)
        )?;
    }
    for (name, needs_graph) in [("all numbers", true), ("all without graph", false)] {
        let places = (0..FEATURES.len()).filter(|&i| needs_graph || !FEATURES[i].needs_graph);
        let places: Vec<usize> = places.collect();
        writeln!(out, "  {name:<20} {}", held_out(&cases, &places, args.seed))?;
    }
    writeln!(
        out,
        "\nweights: model, number, mean, spread, weight of a spread"
    )?;
    for kind in Kind::ALL {
        let places: Vec<usize> = features_of(kind).collect();
        let (rows, known) = table(&cases, &places);
        let line = fit(&rows, &known);
        write!(out, "{}", Model { kind, line }.table())?;
    }
    Ok(exit)
}

/// The levels that were played and can be measured.
fn cases(
    args: &Args,
    loaded: &Loaded,
    plays: &BTreeMap<usize, Plays>,
) -> anyhow::Result<(Vec<Case>, Exit)> {
    let bar = progress::bar(plays.len() as u64);
    let (mut cases, mut exit) = (Vec::new(), loaded.exit());
    for entry in loaded.entries() {
        let Some(plays) = plays.get(&entry.number) else {
            continue;
        };
        match loaded.level(entry) {
            Ok(level) => match measured(args, &level) {
                Ok(measured) => cases.push(Case {
                    measured,
                    known: odds(plays.played, plays.solved),
                }),
                Err(NotMeasured::Stopped) => break,
                Err(_) => {}
            },
            Err(problems) => {
                output::diagnostics(&loaded.file, &problems);
                exit = exit.and(Exit::Invalid);
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok((cases, exit))
}

/// The rows of these numbers, of the levels that have them all.
fn table(cases: &[Case], places: &[usize]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let row = |case: &Case| -> Option<(Vec<f64>, f64)> {
        let values = case.measured.values();
        let scaled = |&i: &usize| Some(FEATURES[i].scale.of(values[i]?));
        let row: Option<Vec<f64>> = places.iter().map(scaled).collect();
        Some((row?, case.known))
    };
    cases.iter().filter_map(row).unzip()
}

/// Each number by itself, the strongest first.
fn singles(cases: &[Case], seed: u64) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&'static str, Correlation)> = (0..FEATURES.len())
        .filter_map(|i| {
            let (rows, known) = table(cases, &[i]);
            let numbers: Vec<f64> = rows.iter().map(|row| row[0]).collect();
            Some((FEATURES[i].name, correlation(&numbers, &known, seed)?))
        })
        .collect();
    found.sort_by(|a, b| b.1.rank.abs().total_cmp(&a.1.rank.abs()));
    let told = found.into_iter().map(|(name, found)| (name, told(&found)));
    told.collect()
}

/// How well a line through these numbers does on levels held out.
fn held_out(cases: &[Case], places: &[usize], seed: u64) -> String {
    let (rows, known) = table(cases, places);
    let found = cross_validation(&rows, &known, REPEATS, seed);
    let found = found.map_or("too few levels".to_string(), |found| told(&found));
    format!("{found}  {} numbers, {} levels", places.len(), rows.len())
}

fn told(found: &Correlation) -> String {
    let Correlation { rank, low, high } = found;
    format!("{rank:6.3}  [{low:6.3}, {high:6.3}]")
}

/// The numbers of a level for fitting.
fn measured(args: &Args, level: &Level) -> Result<Measured, NotMeasured> {
    let mut control = Control::default().with_stop(interrupt::flag());
    Measured::new(level, args.most_states(), &mut control)
}
