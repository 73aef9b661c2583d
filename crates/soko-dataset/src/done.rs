//! What of a dataset is done: two small files beside the parts.
//!
//! `dataset.txt` says of what the dataset is made, so that nobody goes on with another.
//! `parts.csv` has a line for each part that is whole, added after the part has its name.
//! A line that was cut off by a crash is not counted, and its part is made again. So is a
//! part whose content has changed since. Of several lines for one part the last one counts.

use crate::summary::Summary;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The heading of the list.
const HEADING: &str = "part,content,source,levels,positions,left_out\n";

/// A part that is done.
pub(crate) struct Part {
    /// The fingerprint of what it was made of.
    pub content: u64,
    /// What it has.
    pub summary: Summary,
}

/// The list of parts that are done.
pub(crate) struct Done {
    file: PathBuf,
    /// By their numbers.
    pub parts: BTreeMap<usize, Part>,
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

    /// Adds a part.
    pub fn add(&mut self, number: usize, name: &str, part: Part) -> io::Result<()> {
        let content = part.content;
        let Summary {
            levels,
            positions,
            left_out,
            ..
        } = &part.summary;
        let name = name.replace(['"', '\n'], "'");
        let line = format!("{number},{content:016x},\"{name}\",{levels},{positions},{left_out}\n");
        let mut file = OpenOptions::new().append(true).open(&self.file)?;
        file.write_all(line.as_bytes())?;
        file.sync_data()?;
        self.parts.insert(number, part);
        Ok(())
    }
}

/// The part and its numbers: the first two fields and the last three.
fn read_line(line: &str) -> Option<(usize, Part)> {
    let mut fields = line.split(',');
    let number = fields.next()?.parse().ok()?;
    let content = u64::from_str_radix(fields.next()?, 16).ok()?;
    let mut numbers = line.rsplit(',').map(|field| field.parse::<u64>().ok());
    let (left_out, positions, levels) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let summary = Summary {
        parts: 1,
        levels,
        positions,
        left_out,
        is_stopped: false,
    };
    Some((number, Part { content, summary }))
}
