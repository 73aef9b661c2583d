//! Makes certificates of random small levels and checks them, tampers with them and
//! holds whatever still passes against exhaustive search; then certifies public levels
//! and prints size and time.
//!
//! `cargo run --release -p soko-bench --example certificates -- [LEVELS] [SEED] [PUBLIC] [SECONDS]`
//!
//! `LEVELS` is the number of random levels, `PUBLIC` the number of levels of Microban,
//! `SECONDS` what an engine, and then a certificate, may take for each of these.

#[path = "shared/numbers.rs"]
mod numbers;

use numbers::number;
use soko_bench::oracle::{CertificateRuns, certified_level, pulled_level};
use soko_bench::{TextTable, grouped, seconds, suite};
use soko_certificate::{Claim, certify, check};
use soko_core::{Level, Measure, SplitMix};
use soko_search::{Control, Limits};
use soko_solve::{Objective, Options, Outcome, solve};
use std::time::{Duration, Instant};

/// Levels with more states are passed over.
const MOST_STATES: usize = 60_000;

/// How often each certificate is changed.
const CHANGES: u64 = 6;

fn main() {
    let (n_levels, seed, n_public) = (number(1, 500), number(2, 1), number(3, 20));
    let found = random_levels(n_levels, seed);
    let patience = Duration::from_secs(number(4, 60));
    let all_held = public_levels(n_public as usize, patience);
    if !found.faults.is_empty() || !all_held {
        std::process::exit(1);
    }
}

fn random_levels(n_levels: u64, seed: u64) -> CertificateRuns {
    let mut random = SplitMix(seed);
    let mut found = CertificateRuns::default();
    let mut other = pulled_level(&mut random);
    let mut examined = 0;
    while examined < n_levels {
        let (level, truth) = certified_level(&mut random, MOST_STATES);
        found.add(&mut random, (&level, truth), &other, CHANGES);
        other = level;
        examined += 1;
        if examined % 100 == 0 {
            eprintln!("{examined} levels");
        }
    }
    for fault in found.faults.iter().take(5) {
        println!("FAULT {fault}");
    }
    let [pushes, moves, none] = found.made;
    println!(
        "{examined} random levels: {pushes} certificates of the fewest pushes, {moves} of the \
         fewest moves, {none} of no solution, {} of them with dead sets; {} positions, {} bytes",
        found.with_dead_sets,
        grouped(found.states),
        grouped(found.bytes)
    );
    println!(
        "{} tampered with: {} refused, {} say something true; wrong: {}",
        grouped(found.tampered),
        grouped(found.refused),
        grouped(found.tampered - found.refused),
        found.faults.len()
    );
    found
}

/// Certifies public levels; false if one does not hold.
fn public_levels(n_public: usize, patience: Duration) -> bool {
    let Ok(entries) = suite::collection("Microban_155") else {
        println!("the public collections are not on disk");
        return true;
    };
    let mut all_held = true;
    let mut table = TextTable::new(["level", "claim", "positions", "bytes", "write", "check"]);
    for entry in entries.into_iter().take(n_public) {
        let Ok(level) = Level::from_setup(entry.setup) else {
            continue;
        };
        for measure in Measure::ALL {
            let row = certified(&level, measure, patience);
            all_held &= row.is_ok();
            let cells = row.unwrap_or_else(|what| vec![what]);
            let mut line = vec![entry.number.to_string()];
            line.extend(cells);
            eprintln!("{}", line.join(", "));
            table.row(line);
        }
    }
    print!("{table}");
    all_held
}

/// What is claimed, positions, bytes, and how long writing and checking took.
fn certified(level: &Level, measure: Measure, patience: Duration) -> Result<Vec<String>, String> {
    let limits = Limits {
        time: Some(patience),
        ..Limits::default()
    };
    let options = Options {
        objective: Objective::Fewest(measure),
        ..Options::default()
    };
    let mut control = Control::new(limits);
    let report = solve("optimal", level, &options, &mut control).map_err(|e| e.to_string())?;
    let claim = match (&report.outcome, report.lower_bound) {
        (Outcome::Unsolvable, _) => Claim::NoSolution,
        (_, Some(bound)) => Claim::AtLeast(bound),
        _ => return Ok(vec!["not proved".to_owned()]),
    };
    let begin = Instant::now();
    let made = certify(level, claim, None, &mut |_| begin.elapsed() < patience);
    let Ok(certificate) = made else {
        return Ok(vec![claim.to_string(), "too many".to_owned()]);
    };
    let mut file = Vec::new();
    let size = certificate
        .write(level, &mut file)
        .map_err(|e| e.to_string())?;
    let written = begin.elapsed();
    let begin = Instant::now();
    let proved = check(level, file.as_slice(), &mut |_| true).map_err(|e| e.to_string())?;
    let claim = match claim {
        Claim::AtLeast(bound) => bound.to_string(),
        Claim::NoSolution => "no solution".to_owned(),
    };
    Ok(vec![
        claim,
        grouped(proved.states),
        grouped(size),
        seconds(written.as_secs_f64()),
        seconds(begin.elapsed().as_secs_f64()),
    ])
}
