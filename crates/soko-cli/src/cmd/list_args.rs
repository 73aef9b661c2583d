//! The arguments of commands that list something.

/// How to list.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}
