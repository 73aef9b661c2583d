//! Reads a file of levels, or a built-in collection, and solves each within ten seconds
//! of processor time: `cargo run --example solve_file -- my.sok`

use sokoscope::{Control, Limits, Options, Outcome, builtin, read_collection, solve};
use std::{error::Error, time::Duration};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or("tutorial".into());
    let collection = match builtin::collection(&name) {
        Some(builtin) => builtin.read(),
        None => read_collection(&std::fs::read(&name)?),
    };
    for problem in &collection.diagnostics {
        eprint!("{}", problem.render(&name));
    }
    let limits = Limits {
        processor: Some(Duration::from_secs(10)),
        memory: Some(1 << 30),
        ..Limits::default()
    };
    for entry in &collection.entries {
        let title = entry.title().unwrap_or("no title");
        let level = match entry.level() {
            Ok(level) => level,
            Err(problems) => {
                eprintln!("{title}: {problems}");
                continue;
            }
        };
        let mut control = Control::new(limits)
            .with_observer(|now| eprint!("\r{} states, {}", now.counters.stored, now.phase));
        let report = solve("champion", &level, &Options::default(), &mut control)?;
        match report.outcome {
            Outcome::Solved(solution) => println!("{title}: {}", solution.verified.lurd()),
            Outcome::Unsolvable => println!("{title}: proved to have no solution"),
            other => println!("{title}: {}", other.name()),
        }
    }
    Ok(())
}
