//! What of a dataset is done: two small files beside the parts.
//!
//! `dataset.txt` says of what the dataset is made, so that nobody goes on with another.
//! `parts.csv` has a line for each part that is whole, added after the part has its name.
//! A line that was cut off by a crash is not counted, and its part is made again.

use crate::summary::Summary;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The heading of the list.
const HEADING: &str = "part,source,levels,positions,left_out\n";

/// The list of parts that are done.
pub(crate) struct Done {
    file: PathBuf,
    /// The part and what it has.
    pub parts: Vec<(usize, Summary)>,
}

impl Done {
    /// Opens the list of a folder, or begins one; false if the folder has a dataset made
    /// of something else.
    pub fn open(folder: &Path, made_of: &str) -> io::Result<Option<Done>> {
        let (about, file) = (folder.join("dataset.txt"), folder.join("parts.csv"));
        if about.exists() {
            if fs::read_to_string(&about)? != made_of {
                return Ok(None);
            }
        } else {
            let beside = folder.join("dataset.txt.new");
            fs::write(&beside, made_of)?;
            fs::rename(&beside, &about)?;
            fs::write(&file, HEADING)?;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        if whole.len() < text.len() || whole.is_empty() {
            fs::write(&file, if whole.is_empty() { HEADING } else { whole })?;
        }
        let parts = whole.lines().skip(1).filter_map(read_line).collect();
        Ok(Some(Done { file, parts }))
    }

    /// Whether a part is done.
    pub fn has(&self, part: usize) -> bool {
        self.parts.iter().any(|(done, _)| *done == part)
    }

    /// Adds a part.
    pub fn add(&mut self, part: usize, name: &str, summary: &Summary) -> io::Result<()> {
        let Summary {
            levels,
            positions,
            left_out,
            ..
        } = summary;
        let name = name.replace(['"', '\n'], "'");
        let line = format!("{part},\"{name}\",{levels},{positions},{left_out}\n");
        let mut file = OpenOptions::new().append(true).open(&self.file)?;
        file.write_all(line.as_bytes())?;
        file.sync_data()?;
        self.parts.push((part, summary.clone()));
        Ok(())
    }
}

/// The part and its numbers: the first field and the last three.
fn read_line(line: &str) -> Option<(usize, Summary)> {
    let part = line.split(',').next()?.parse().ok()?;
    let mut numbers = line.rsplit(',').map(|field| field.parse::<u64>().ok());
    let (left_out, positions, levels) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let summary = Summary {
        parts: 1,
        levels,
        positions,
        left_out,
        is_stopped: false,
    };
    Some((part, summary))
}
