//! `soko bench merge`: the parts of a run on many machines, put together.

use crate::exit_code::{Exit, Failure};
use crate::{files, output};
use soko_bench::{merge, read_run};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko bench merge part*.jsonl --out run.jsonl
  soko bench merge part1.jsonl part3.jsonl --partial | less

The parts were made by soko bench --shard 1/N to N/N, with the same levels, engines,
goal, limits and version. The records come out as one run over everything would have
written them; where some are missing, nothing is written unless --partial is given.";

/// Put the parts of a run on many machines together
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// The parts, in any order
    #[arg(value_name = "PART.jsonl", required = true)]
    pub parts: Vec<PathBuf>,

    /// Merge what is there, though parts or records are missing
    #[arg(long)]
    pub partial: bool,

    /// Where the records go [default: stdout]
    #[arg(long, value_name = "RUN.jsonl")]
    pub out: Option<PathBuf>,
}

/// Reads all parts, and writes them as one run.
pub fn run(args: &MergeArgs) -> anyhow::Result<Exit> {
    let mut parts = Vec::new();
    for path in &args.parts {
        if let Some(out) = &args.out {
            let part = path.to_string_lossy();
            files::refuse_input(&part, out, "choose another file for --out")?;
        }
        let unreadable = |error| Failure::invalid(format!("{}: {error}", path.display()));
        let records = read_run(path).map_err(unreadable)?;
        parts.push((path.display().to_string(), records));
    }
    let records =
        merge(&parts, args.partial).map_err(|error| Failure::invalid(error.to_string()))?;
    let lines: String = records.iter().map(|r| r.to_json() + "\n").collect();
    output::write_to(args.out.as_deref(), lines.as_bytes())?;
    Ok(Exit::Ok)
}
