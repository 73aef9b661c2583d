//! `soko solve --certificate`: what the engine has proved, written so that others can
//! check it.
//!
//! Engines prove with everything they have, so their own searches are no use to a
//! checker. The certificate comes from a plain search with the checker's rules, under
//! the limits of the run, and is checked before it is written. It is made in this very
//! process, which looks at the limits and at Ctrl-C itself.

use super::answers::CERTIFICATE;
use super::args::Args;
use crate::exit_code::{Exit, Failure};
use crate::source::Loaded;
use crate::{files, interrupt, output};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use soko_bench::{Record, Verdict};
use soko_certificate::{Claim, MOST_SQUARES, Proved, certify, check};
use soko_core::{Direction, Level, Verified, verify};
use soko_search::{Control, Counters};
use std::path::Path;

/// Refuses what could never be certified, before anything is searched.
pub fn refuse_in_vain(args: &Args, loaded: &Loaded) -> anyhow::Result<()> {
    let Some(file) = &args.certificate else {
        return Ok(());
    };
    if args.goal.goal.measure().is_none() {
        let message = "--certificate says how many are needed: ask for --goal pushes or moves";
        return Err(Failure::usage(message));
    }
    if loaded.entries().len() != 1 {
        let message = "--certificate is for one level; choose it with --level";
        return Err(Failure::usage(message));
    }
    let advice = "choose another file for --certificate";
    files::refuse_input(&args.levels.levels, file, advice)
}

/// Writes the certificate of what a record says is proved, and notes it in the record.
pub fn write(
    args: &Args,
    path: &Path,
    level: &Level,
    record: &mut Record,
    bar: &ProgressBar,
) -> anyhow::Result<Exit> {
    let Some(claim) = claim_of(record) else {
        output::remark("no certificate: nothing is proved of this level");
        return Ok(Exit::NoAnswer);
    };
    let number = record.level;
    let mut control = Control::new(args.limits.limits())
        .with_stop(interrupt::flag())
        .with_observer(move |now| {
            let (phase, states) = (now.phase, now.counters.expanded);
            bar.set_message(format!("level {number}: {phase}, {states} positions"));
        });
    let mut watch = |now: soko_certificate::Progress| {
        control.set_phase(now.phase);
        let mut counters = Counters {
            expanded: now.states,
            bytes: now.bytes,
            ..Counters::default()
        };
        control.check_now(&mut counters).is_none()
    };
    let made = certify(level, claim, solution_of(record, level), &mut watch);
    let mut file = Vec::new();
    let checked = match made {
        Ok(certificate) => {
            certificate.write(level, &mut file)?;
            check(level, file.as_slice(), &mut watch).map_err(|refusal| refusal.to_string())
        }
        Err(error) => Err(error.to_string()),
    };
    match (checked, control.stopped()) {
        (Ok(proved), _) => {
            files::replace(path, &file)?;
            let told = told(path, &proved);
            record.details.insert(CERTIFICATE.into(), told);
            Ok(Exit::Ok)
        }
        (Err(_), Some(reason)) => {
            let reason = reason.name();
            output::remark(&format!("no certificate: stopped by {reason}"));
            Ok(Exit::NoAnswer)
        }
        (Err(why), None) if level.board().n_squares() > MOST_SQUARES => {
            output::remark(&format!("no certificate: {why}"));
            Ok(Exit::NoAnswer)
        }
        // An engine or the maker of certificates is at fault; either way it is ours.
        (Err(why), None) => Err(Failure::error(
            Exit::Internal,
            format!("no certificate of \"{claim}\": {why}"),
        )),
    }
}

/// What a record says of the file that was written.
fn told(path: &Path, proved: &Proved) -> Value {
    json!({
        "file": path.display().to_string(),
        "proved": proved.to_string(),
        "positions": proved.states,
        "bytes": proved.bytes,
    })
}

/// What a record says is proved.
fn claim_of(record: &Record) -> Option<Claim> {
    match record.outcome {
        Verdict::Unsolvable => Some(Claim::NoSolution),
        _ => {
            let bound = record.lower_bound?;
            (Some(bound.measure) == record.goal.measure()).then_some(Claim::AtLeast(bound))
        }
    }
}

fn solution_of(record: &Record, level: &Level) -> Option<Verified> {
    let letters = record.solution.as_ref()?.chars();
    verify(level.setup(), letters.filter_map(Direction::from_letter)).ok()
}
