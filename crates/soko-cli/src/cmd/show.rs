//! `soko show`: levels drawn.

use crate::exit_code::Exit;
use crate::output;
use crate::source::LevelArgs;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  soko show tutorial --level 1
  soko show my-levels.sok --level 1-3";

/// Draw levels
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub levels: LevelArgs,
}

/// Draws the chosen levels.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let loaded = args.levels.load()?;
    let mut exit = Exit::Ok;
    let mut out = anstream::stdout().lock();
    for entry in loaded.entries() {
        let bold = output::BOLD;
        let title = entry.title().unwrap_or_default();
        writeln!(
            out,
            "{bold}{} {}. {title}{bold:#}",
            loaded.name, entry.number
        )?;
        write!(out, "{}", entry.setup)?;
        if let Err(problems) = loaded.level(entry) {
            output::invalid_level(&loaded, entry, &problems, false)?;
            exit = exit.and(Exit::Invalid);
        }
    }
    Ok(exit)
}
