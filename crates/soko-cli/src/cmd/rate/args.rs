//! What `soko rate` is asked.

use crate::source::LevelArgs;
use soko_rate::MOST_STATES;

const EXAMPLES: &str = "\
Examples:
  soko rate tutorial
  soko rate Microban_155 --level 1-20 --quick
  soko rate my.xsb --json
  soko rate my.xsb --features > numbers.csv
  soko rate levels.xsb --fit plays.csv

The grade goes from 0 to 100: of a hundred plays by people so many are likely to fail. It
is a line through numbers that need no human, with weights in one plain table
(crates/soko-rate/src/weights.txt); behind the grade stands what makes the level harder or
easier than a middling one. With the whole state graph (up to --states states) it is more
exact; without it a level takes a fraction of a second. A level that no engine solves soon
has no grade.

--fit takes what people did: a table with the columns level (the number in the file),
played and solved. It prints how each number goes with the share of plays that failed, as
rank correlations with their intervals, how well the models do on levels that were held
out, and the table of weights fitted to these levels.";

/// Grade levels by how hard people are likely to find them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub levels: LevelArgs,

    /// Without the whole state graph
    #[arg(long, conflicts_with_all = ["states", "fit"])]
    pub quick: bool,

    /// The whole graph is used where it has at most so many states
    #[arg(long, value_name = "N", default_value_t = MOST_STATES)]
    pub states: usize,

    /// All numbers as a table with commas
    #[arg(long, conflicts_with_all = ["json", "fit"])]
    pub features: bool,

    /// Fit the models to what people did and say how well they do
    #[arg(long, value_name = "PLAYS.csv", conflicts_with = "json")]
    pub fit: Option<String>,

    /// Other deals of the levels in the cross-validation
    #[arg(long, value_name = "N", default_value_t = 1, requires = "fit")]
    pub seed: u64,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

impl Args {
    /// The most states of a graph.
    pub fn most_states(&self) -> usize {
        if self.quick { 0 } else { self.states }
    }
}
