//! `soko reproduce`: the papers' tables, published beside ours.

use super::reproduce_lisa;
use crate::exit_code::{Exit, Failure};
use crate::{interrupt, output, progress};
use serde_json::{Value, json};
use soko_bench::reproduce::{Desk, PAPERS, Paper, ReproduceError};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  soko reproduce greco
  soko reproduce nash --levels boards       with sokoban0.txt and the others in boards
  soko reproduce all --levels ~/sokoban
  soko reproduce all --json

Greco's and Veger's tables are about Microban_155, LISA's figures about XSokoban_90: these
are looked for in the folder of --levels, then where cargo keeps the crate soukoban.
Exit code 1 says that a figure which must agree does not.";

/// Compute the papers' tables anew and show them beside the published figures
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// greco, veger, movers, lisa, nash, or all
    #[arg(value_name = "PAPER")]
    pub paper: String,

    /// Write one JSON object a paper
    #[arg(long)]
    pub json: bool,
}

/// Reproduces the chosen papers, one after the other.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut exit = Exit::Ok;
    let papers = choose(&args.paper)?;
    for paper in &papers {
        // 1. The runs, with progress; Ctrl-C ends them.
        let job = interrupt::Job::listen();
        let line = progress::line();
        let mut say = |message: &str| line.set_message(format!("{}: {message}", paper.name));
        let mut desk = Desk::new(interrupt::flag(), &mut say);
        let findings = match (paper.run)(&mut desk) {
            Ok(findings) => findings,
            Err(ReproduceError::Cancelled) => return Ok(Exit::Interrupted),
            // The other papers may do without these levels.
            Err(error) if papers.len() > 1 => {
                line.finish_and_clear();
                output::error(&format!("{}: {error}", paper.name));
                exit = exit.and(Exit::Invalid);
                continue;
            }
            Err(error) => return Err(Failure::invalid(error.to_string())),
        };
        drop(job);
        line.finish_and_clear();
        // 2. What was found, as text or as one line.
        if args.json {
            let mut object = json!({ "schema": output::SCHEMA });
            if let (Value::Object(line), Value::Object(found)) =
                (&mut object, serde_json::to_value(&findings)?)
            {
                line.extend(found);
            }
            output::json_line(&object)?;
        } else {
            writeln!(output::screen(), "{findings}")?;
        }
        if !findings.hold() {
            exit = exit.and(Exit::NoAnswer);
        }
    }
    Ok(exit)
}

fn choose(name: &str) -> anyhow::Result<Vec<&'static Paper>> {
    // LISA needs the assistant's layers, which soko-bench does not know.
    let mut papers: Vec<&'static Paper> = PAPERS.iter().collect();
    papers.push(&reproduce_lisa::PAPER);
    if name == "all" {
        return Ok(papers);
    }
    match papers.iter().find(|paper| paper.name == name) {
        Some(paper) => Ok(vec![paper]),
        None => {
            let names: Vec<&str> = papers.iter().map(|paper| paper.name).collect();
            let names = names.join(", ");
            let message = format!("there is no paper {name:?}; there are {names}, all");
            Err(Failure::usage(message))
        }
    }
}
