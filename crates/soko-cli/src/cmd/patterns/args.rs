//! The arguments of `soko patterns`.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko patterns list                       those that come with the program, and your own
  soko patterns check mine.txt             is each a deadlock? if not, the way out
  soko patterns generate 4x3 --out all.txt every smallest deadlock of a window
  soko patterns add mine.txt               keep them in your own file
  soko solve my.xsb --patterns own         look for them too; show and play take them as well

A file of patterns: # is a wall, $ a box or a wall, ? anything; an empty line ends
a pattern, `name: …` may stand above it, and ; begins a remark:

  name: stairs
  #$??
  ?$$?
  ??$$
  ???#

Each pattern is proved by a search over all pushes in its window, with the man
outside and free floor all around. Patterns are at most 6 cells wide and high.";

/// Deadlock patterns: list, check, generate, and keep your own
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: PatternsCommand,
}

/// What can be done with patterns.
#[derive(Debug, clap::Subcommand)]
pub enum PatternsCommand {
    /// List the patterns that come with the program, and your own
    List(ListArgs),
    /// Verify the patterns of a file by search; draw the way out of what is no deadlock
    Check(CheckArgs),
    /// Find every smallest deadlock in a window of this size
    Generate(GenerateArgs),
    /// Put the patterns of a file into your own, once each is verified
    Add(AddArgs),
}

/// What to list.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Your own patterns [default: patterns.txt in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// What to check.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// A file of patterns, `-` for stdin, `own` for your own
    #[arg(value_name = "FILE")]
    pub file: String,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// What to generate.
#[derive(Debug, clap::Args)]
pub struct GenerateArgs {
    /// The window, such as 4x3; at most 15 cells
    #[arg(value_name = "WxH", value_parser = parse_size)]
    pub size: (usize, usize),

    /// Write the patterns to this file instead of stdout
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub out: Option<PathBuf>,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// What to keep.
#[derive(Debug, clap::Args)]
pub struct AddArgs {
    /// A file of patterns, `-` for stdin
    #[arg(value_name = "FILE")]
    pub from: String,

    /// Your own patterns [default: patterns.txt in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Width and height of a window that can be gone through.
fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let size = text.split_once(['x', 'X']);
    let size = size.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let (width, height): (usize, usize) = size.ok_or("this is no size; write it as 4x3")?;
    let most = soko_solve::deadlock::MOST_GENERATED_CELLS;
    let side = soko_solve::deadlock::Pattern::MOST_A_SIDE;
    if !(1..=side).contains(&width) || !(1..=side).contains(&height) {
        return Err(format!("a window has 1 to {side} rows and columns"));
    }
    if width * height > most {
        return Err(format!(
            "a window of more than {most} cells has too many patterns"
        ));
    }
    Ok((width, height))
}
