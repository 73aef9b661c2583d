//! The records of the parts of a run, put together into those of one run over
//! everything.
//!
//! Every record says where it stands in the whole (`part.rs`), so the order is that
//! of a run with one thread, and what is missing or there twice is seen. Records that
//! are not of one run are refused: other levels, engines or goals, other limits,
//! another version of the program. What comes out no longer says that it was dealt.

use crate::Record;
use crate::part::Part;
use crate::run_file::describe;
use std::collections::BTreeMap;
use std::fmt;

/// Why files are not the parts of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There is no record in any of the files.
    Nothing,
    /// A record was made without being dealt to a part, or says nonsense about it.
    NoPart {
        /// The file.
        file: String,
        /// The record.
        record: String,
    },
    /// Two files are of different runs.
    Differ {
        /// In what they differ.
        what: &'static str,
        /// The first file and what it says.
        one: (String, String),
        /// The other.
        other: (String, String),
    },
    /// Two files, or one of them twice, have the same record.
    Twice {
        /// The files.
        files: [String; 2],
        /// The record.
        record: String,
    },
    /// Parts are missing or not at their end; a line for each.
    Missing(Vec<String>),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Nothing => f.write_str("there is no record in these files"),
            MergeError::NoPart { file, record } => write!(
                f,
                "{file}: {record} was not made by soko bench --shard; only such parts are merged"
            ),
            MergeError::Differ { what, one, other } => write!(
                f,
                "{} and {} are not parts of one run: {what} {} and {}",
                one.0, other.0, one.1, other.1
            ),
            MergeError::Twice { files, record } if files[0] == files[1] => {
                write!(f, "{}: {record} is there twice", files[0])
            }
            MergeError::Twice { files, record } => {
                write!(f, "{} and {} both have {record}", files[0], files[1])
            }
            MergeError::Missing(lines) => write!(
                f,
                "the run is not whole: {}; the same bench commands go on where they stopped, \
                 and --partial merges what is there",
                lines.join("; ")
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// One record with the file that it comes from.
struct Entry<'a> {
    file: &'a str,
    part: &'a Part,
    record: &'a Record,
}

/// Puts the parts of a run together, each with the name of its file. With `partial`,
/// what is missing is left out; else it is an error.
pub fn merge(files: &[(String, Vec<Record>)], partial: bool) -> Result<Vec<Record>, MergeError> {
    let entries = entries(files)?;
    let first = entries.first().ok_or(MergeError::Nothing)?;
    let mut whole: BTreeMap<usize, &Entry<'_>> = BTreeMap::new();
    for entry in &entries {
        differ(first, entry)?;
        if let Some(there) = whole.insert(entry.part.position, entry) {
            return Err(MergeError::Twice {
                files: [there.file.to_owned(), entry.file.to_owned()],
                record: named(entry.record),
            });
        }
    }
    if !partial {
        all_there(first.part, &whole, files)?;
    }
    let bare = |entry: &&Entry<'_>| Record {
        part: None,
        ..entry.record.clone()
    };
    Ok(whole.values().map(bare).collect())
}

fn named(record: &Record) -> String {
    format!("{} {} ({})", record.collection, record.level, record.engine)
}

/// All records that say where they stand, and say it rightly.
fn entries(files: &[(String, Vec<Record>)]) -> Result<Vec<Entry<'_>>, MergeError> {
    let mut entries = Vec::new();
    for (file, records) in files {
        for record in records {
            let sound = |part: &&Part| {
                part.position < part.jobs && part.shard_at(part.position) == part.shard
            };
            let part = record.part.as_ref().filter(sound);
            let part = part.ok_or_else(|| MergeError::NoPart {
                file: file.clone(),
                record: named(record),
            })?;
            entries.push(Entry { file, part, record });
        }
    }
    Ok(entries)
}

/// Fails where two records are of different runs, with what tells them apart.
fn differ(one: &Entry<'_>, other: &Entry<'_>) -> Result<(), MergeError> {
    let program = |record: &Record| match &record.commit {
        None => record.version.clone(),
        Some(commit) => format!("{} ({commit})", record.version),
    };
    let told = |entry: &Entry<'_>| {
        [
            ("the number of parts is", entry.part.of.to_string()),
            ("the goal is", entry.record.goal.name().to_owned()),
            ("the number of jobs is", entry.part.jobs.to_string()),
            ("the number of engines is", entry.part.each.to_string()),
            (
                "the mark of the levels and engines is",
                entry.part.suite.clone(),
            ),
            ("the limits are", describe(&entry.record.limits)),
            ("the version of the program is", program(entry.record)),
        ]
    };
    let of_run = one.part.is_of_run(other.part) && one.record.goal == other.record.goal;
    if of_run
        && one.record.limits == other.record.limits
        && program(one.record) == program(other.record)
    {
        return Ok(());
    }
    let both = told(one).into_iter().zip(told(other));
    let unlike = both.into_iter().find(|(one, other)| one != other);
    let ((what, here), (_, there)) = unlike.unwrap_or_default();
    Err(MergeError::Differ {
        what,
        one: (one.file.to_owned(), here),
        other: (other.file.to_owned(), there),
    })
}

/// Fails where positions have no record, with the parts that they were dealt to.
fn all_there(
    run: &Part,
    whole: &BTreeMap<usize, &Entry<'_>>,
    files: &[(String, Vec<Record>)],
) -> Result<(), MergeError> {
    if whole.len() == run.jobs {
        return Ok(());
    }
    let mut lacks: BTreeMap<usize, usize> = BTreeMap::new();
    let absent = (0..run.jobs).filter(|position| !whole.contains_key(position));
    for position in absent {
        *lacks.entry(run.shard_at(position)).or_default() += 1;
    }
    let of = run.of;
    let line = |(&shard, &n): (&usize, &usize)| {
        let holds = |record: &Record| record.part.as_ref().is_some_and(|p| p.shard == shard);
        let file = files.iter().find(|(_, records)| records.iter().any(holds));
        match file {
            Some((file, _)) => format!("{file} (part {shard}/{of}) lacks {n} of its records"),
            None => format!("part {shard}/{of} is in none of the files"),
        }
    };
    // More would only hide what it says.
    let mut lines: Vec<String> = lacks.iter().take(10).map(line).collect();
    if lacks.len() > lines.len() {
        lines.push(format!("and {} more parts", lacks.len() - lines.len()));
    }
    Err(MergeError::Missing(lines))
}
