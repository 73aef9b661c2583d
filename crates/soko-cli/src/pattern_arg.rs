//! The option `--patterns`: a user's own deadlock patterns, verified before they are
//! used.

use crate::exit_code::Failure;
use crate::{data_folder, output, source};
use soko_bench::{DrawnPattern, PatternFile, read_patterns};
use soko_solve::deadlock::{NoTrap, Patterns, WayOut};
use std::cell::OnceCell;
use std::path::PathBuf;

/// What stands for the user's own file.
pub const OWN: &str = "own";

/// A user's own patterns.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PatternArg {
    /// Look for the deadlock patterns of this file too, `own` for the file that `soko
    /// patterns add` keeps; each is verified first
    #[arg(long, value_name = "FILE")]
    pub patterns: Option<String>,

    #[arg(skip)]
    loaded: OnceCell<Patterns>,
}

impl PatternArg {
    /// The patterns to look for, read once; a file that is wrong in any way is refused.
    pub fn load(&self) -> anyhow::Result<Patterns> {
        if let Some(loaded) = self.loaded.get() {
            return Ok(loaded.clone());
        }
        let patterns = self.read()?;
        Ok(self.loaded.get_or_init(|| patterns).clone())
    }

    fn read(&self) -> anyhow::Result<Patterns> {
        let Some(name) = &self.patterns else {
            return Ok(Patterns::default());
        };
        let (name, file) = read(name)?;
        output::diagnostics(&name, &file.diagnostics);
        if file.is_wrong() {
            for drawn in &file.patterns {
                if let Some(way) = way_out(drawn) {
                    let lines = side_by_side(&way.pictures()).join("\n");
                    output::remark(&format!("the way out of line {}:\n{lines}", drawn.line));
                }
            }
            let message = format!("{name} is not used: what it holds is not all verified");
            return Err(Failure::invalid(message));
        }
        Ok(file.to_be_looked_for())
    }
}

/// The user's own file.
pub fn own_file() -> anyhow::Result<PathBuf> {
    Ok(data_folder::usual("name a file with --file")?.join("patterns.txt"))
}

/// Reads and verifies a file of patterns, and says what diagnostics call it.
pub fn read(name: &str) -> anyhow::Result<(String, PatternFile)> {
    let name = match name {
        OWN => own_file()?.to_string_lossy().into_owned(),
        name => name.to_owned(),
    };
    let (_, bytes) = source::read(&name)?;
    let name = if name == "-" { "stdin".into() } else { name };
    Ok((name, read_patterns(&bytes)))
}

/// The way out of a pattern that is no deadlock.
pub fn way_out(drawn: &DrawnPattern) -> Option<&WayOut> {
    match &drawn.verdict {
        Err(NoTrap::WayOut(way)) => Some(way),
        _ => None,
    }
}

/// Pictures in a row, as many as fit a screen, with arrows between them.
pub fn side_by_side(pictures: &[Vec<String>]) -> Vec<String> {
    const SCREEN: usize = 72;
    let (width, height) = pictures
        .first()
        .map_or((0, 0), |p| (p.first().map_or(0, String::len), p.len()));
    let a_row = (SCREEN / (width + 4)).max(1);
    let mut lines = Vec::new();
    for (index, some) in pictures.chunks(a_row).enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        for row in 0..height {
            let between = if row == height / 2 { " -> " } else { "    " };
            let cells: Vec<&str> = some.iter().map(|picture| picture[row].as_str()).collect();
            lines.push(format!("  {}", cells.join(between)).trim_end().to_owned());
        }
    }
    lines
}
