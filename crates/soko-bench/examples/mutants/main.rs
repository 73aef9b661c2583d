//! Do the tests notice? Puts one fault at a time into a copy of the sources and runs
//! the tests that should fail.
//!
//! ```text
//! cargo run -p soko-bench --example mutants -- [--minutes 60] [--only WORD] [--from N]
//! ```
//!
//! The faults are listed in `testdata/faults.txt`; see [`fault`] for how they are
//! written. A fault that survives is a test that is missing. Tests that fail without a
//! fault say nothing, and neither does a fault that does not compile: both count as
//! not caught. Faults in the crates that everything stands on come first, as the time may
//! not do for all. The copy and what is compiled of it stay in `target/mutants`, so a
//! second run is faster. Lines go to stdout as faults are tried, the share caught at
//! the end. Verdicts are kept (see [`verdicts`]), so that what the time does not do for is
//! done by the next run.

mod fault;
mod tree;
mod verdicts;

use fault::Fault;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tree::{Tree, Verdict};
use verdicts::Verdicts;

/// The crates that everything stands on.
const FIRST: [&str; 4] = ["soko-core", "soko-solve", "soko-graph", "soko-assist"];

struct Arguments {
    minutes: u64,
    only: String,
    from: usize,
}

impl Arguments {
    fn parse() -> Result<Arguments, String> {
        let mut told = Arguments {
            minutes: 60,
            only: String::new(),
            from: 1,
        };
        let mut words = std::env::args().skip(1);
        while let Some(name) = words.next() {
            let value = words.next().ok_or(format!("{name} needs a value"))?;
            let number = || value.parse().map_err(|e| format!("{name}: {e}"));
            match name.as_str() {
                "--minutes" => told.minutes = number()?,
                "--from" => told.from = number()? as usize,
                "--only" => told.only = value,
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(told)
    }
}

/// The faults to be tried, with their numbers in the list, in the order of their turns.
fn chosen<'a>(
    told: &Arguments,
    faults: &'a [Fault],
    verdicts: &Verdicts,
) -> Vec<(usize, &'a Fault)> {
    let is_wanted = |(number, fault): &(usize, &Fault)| {
        let is_named = fault.name.contains(&told.only) || fault.file.contains(&told.only);
        *number >= told.from && is_named && verdicts.turn_of(fault).is_some()
    };
    let numbered = (1..).zip(faults);
    let mut chosen: Vec<_> = numbered.filter(is_wanted).collect();
    chosen.sort_by_key(|(_, fault)| (verdicts.turn_of(fault), !FIRST.contains(&fault.in_crate())));
    chosen
}

/// Tries faults until the time is up; whether all that were tried are caught.
fn run(told: &Arguments) -> Result<bool, String> {
    let mut tree = Tree::copied()?;
    let faults = fault::read(&tree.listed()?)?;
    let mut verdicts = Verdicts::read(tree.root().into())?;
    let end = Instant::now() + Duration::from_secs(60 * told.minutes);
    let mut not_caught = Vec::new();
    for (number, fault) in chosen(told, &faults, &verdicts) {
        if Instant::now() > end {
            break;
        }
        let start = Instant::now();
        let verdict = tree.try_out(fault);
        let seconds = start.elapsed().as_secs();
        let name = &fault.name;
        match &verdict {
            Ok(verdict) => println!("{number:>3}  {verdict:<9}  {name}  ({seconds} s)"),
            Err(why) => println!("{number:>3}  ERROR      {name}: {why}"),
        }
        verdicts.take(fault, &verdict, &faults)?;
        match verdict {
            Ok(Verdict::Caught) => {}
            Ok(Verdict::Survived) => not_caught.push(format!("survived: {name}")),
            Err(why) => not_caught.push(format!("not tried: {why}")),
        }
    }
    let all = verdicts.told(&faults);
    println!("{}", all.lines().last().unwrap_or_default());
    for line in &not_caught {
        println!("{line}");
    }
    Ok(not_caught.is_empty())
}

fn main() -> ExitCode {
    match Arguments::parse().and_then(|told| run(&told)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("mutants: {why}");
            ExitCode::from(2)
        }
    }
}
