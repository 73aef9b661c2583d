//! Runs on disk: JSON Lines, one record a line, written as each level ends.
//!
//! A run can be broken off at any moment, even in the middle of a line.
//! [`RunFile::open`] takes up such a file again: it drops a torn last line and
//! knows which jobs are done. A file that holds something else, or records made
//! under other limits, is refused rather than mixed up. While it is written, the
//! file is locked, so that a second run on it is refused instead of doing all its
//! jobs twice.

use crate::{Job, JobKey, Record, RecordLimits};
use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

/// Why a run cannot be read or written.
#[derive(Debug)]
pub enum RunFileError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// Another run is writing to the file.
    Busy,
    /// There is something by this name that cannot hold a run, such as a device.
    NoPlainFile,
    /// A line is no record.
    Line {
        /// The line's number, from 1.
        number: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The file has a record of this job, made under other limits.
    OtherLimits {
        /// The level in question.
        level: String,
        /// The limits in the file.
        found: RecordLimits,
    },
    /// The file has records of another part, or of a run that is not dealt out.
    OtherPart {
        /// What the file has.
        found: String,
    },
}

impl fmt::Display for RunFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunFileError::Io(error) => write!(f, "{error}"),
            RunFileError::Busy => f.write_str(
                "another bench is writing to this file; wait for its end or choose another file",
            ),
            RunFileError::NoPlainFile => f.write_str("this is no plain file"),
            RunFileError::Line { number, message } => {
                write!(f, "line {number} is not a record: {message}")
            }
            RunFileError::OtherLimits { level, found } => write!(
                f,
                "the file has {level} under other limits ({}); choose another file or the same limits",
                describe(found)
            ),
            RunFileError::OtherPart { found } => write!(
                f,
                "the file has {found}; each part goes to a file of its own, with the same command"
            ),
        }
    }
}

impl std::error::Error for RunFileError {}

impl From<io::Error> for RunFileError {
    fn from(error: io::Error) -> RunFileError {
        RunFileError::Io(error)
    }
}

/// Limits in words.
pub(crate) fn describe(limits: &RecordLimits) -> String {
    let parts = [
        limits.seconds.map(|seconds| format!("{seconds} s")),
        limits.bytes.map(|bytes| format!("{bytes} bytes")),
        limits.expansions.map(|n| format!("{n} expansions")),
        limits
            .processor_seconds
            .map(|seconds| format!("{seconds} s of processor time")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

/// Reads the records of a run. A torn last line is left out.
pub fn read_run(path: &Path) -> Result<Vec<Record>, RunFileError> {
    parse_run(&std::fs::read(path)?)
}

/// The records in the text of a run. A torn last line is left out.
pub fn parse_run(text: &[u8]) -> Result<Vec<Record>, RunFileError> {
    Ok(parse(text)?.0)
}

/// The records in a text, and how many bytes of it are whole lines.
fn parse(text: &[u8]) -> Result<(Vec<Record>, usize), RunFileError> {
    let mut records = Vec::new();
    let mut whole = 0;
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        whole += line.len();
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record = serde_json::from_slice(line).map_err(|error| RunFileError::Line {
            number: index + 1,
            message: error.to_string(),
        })?;
        records.push(record);
    }
    Ok((records, whole))
}

/// A run that is being written.
#[derive(Debug)]
pub struct RunFile {
    file: File,
    done: HashMap<JobKey, RecordLimits>,
    records: Vec<Record>,
}

impl RunFile {
    /// Opens a run, new or broken off.
    pub fn open(path: &Path) -> Result<RunFile, RunFileError> {
        let mut options = OpenOptions::new();
        let mut file = options.create(true).append(true).read(true).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(RunFileError::NoPlainFile);
        }
        lock(&file)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let (records, whole) = parse(&text)?;
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        let done = records.iter().map(|r| (r.key(), r.limits)).collect();
        Ok(RunFile {
            file,
            done,
            records,
        })
    }

    /// The records that the file holds.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The jobs that are still to be done, in their order.
    pub fn missing(&self, jobs: Vec<Job>) -> Result<Vec<Job>, RunFileError> {
        self.refuse_other_parts(&jobs)?;
        let mut missing = Vec::new();
        for job in jobs {
            match self.done.get(&job.key()) {
                None => missing.push(job),
                Some(found) if *found == job.limits => {}
                Some(&found) => {
                    let level = format!("{} {} ({})", job.collection, job.level, job.engine);
                    return Err(RunFileError::OtherLimits { level, found });
                }
            }
        }
        Ok(missing)
    }

    /// A file has one part of one suite, or a run that is not dealt out.
    fn refuse_other_parts(&self, jobs: &[Job]) -> Result<(), RunFileError> {
        let (Some(job), Some(record)) = (jobs.first(), self.records.first()) else {
            return Ok(());
        };
        let found = match (&record.part, &job.part) {
            (None, None) => return Ok(()),
            (Some(one), Some(other)) if one.shard == other.shard && one.is_of_run(other) => {
                return Ok(());
            }
            (None, Some(_)) => "a run that is not dealt out".to_owned(),
            (Some(part), None) => format!("part {}/{} of a run", part.shard, part.of),
            (Some(part), Some(other)) if (part.shard, part.of) == (other.shard, other.of) => {
                format!("part {}/{} of other levels or engines", part.shard, part.of)
            }
            (Some(part), Some(_)) => format!("part {}/{}", part.shard, part.of),
        };
        Err(RunFileError::OtherPart { found })
    }

    /// Writes one record as one line, at once and whole or not at all.
    pub fn append(&mut self, record: &Record) -> Result<(), RunFileError> {
        let line = record.to_json() + "\n";
        let end = self.file.metadata()?.len();
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // What the disk took of the line is taken back.
            self.file.set_len(end)?;
            return Err(error.into());
        }
        self.done.insert(record.key(), record.limits);
        self.records.push(record.clone());
        Ok(())
    }
}

/// Keeps others from writing to the file until it is closed. Not every file system
/// knows locks; there nobody is kept out.
fn lock(file: &File) -> Result<(), RunFileError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(RunFileError::Busy),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
