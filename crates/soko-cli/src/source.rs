//! Where levels come from: a file, stdin, or a collection by its name: of the folder
//! given with `--levels`, built in, or public.

use crate::exit_code::{Exit, Failure};
use crate::{output, selection};
use soko_bench::suite::{self, SuiteError};
use soko_core::Level;
use soko_format::{Collection, Diagnostic, Entry, Severity, builtin, caps, read_collection};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The levels a command works on.
#[derive(Clone, Debug, clap::Args)]
pub struct LevelArgs {
    /// A file of levels, `-` for stdin, or a known collection (see: soko levels)
    #[arg(value_name = "LEVELS")]
    pub levels: String,

    /// Which levels: 3, 1-20, 1,5,9 or a title
    #[arg(long = "level", value_name = "SEL")]
    pub selection: Option<String>,

    /// Mend what can be mended: unknown characters become floor, of several men
    /// the last stays, an open board gets walls, boxes outside the walls go
    #[arg(long)]
    pub lenient: bool,
}

/// Levels that have been read and chosen.
#[derive(Debug)]
pub struct Loaded {
    /// The name of the collection, as it appears in JSON.
    pub name: String,
    /// What diagnostics call the file.
    pub file: String,
    /// Everything that was read.
    pub collection: Collection,
    chosen: Vec<usize>,
    lenient: bool,
}

impl LevelArgs {
    /// Reads the file and chooses the levels.
    ///
    /// Problems of the file as a whole go to stderr. They are an error only if
    /// there is no level left to work on.
    pub fn load(&self) -> anyhow::Result<Loaded> {
        let (name, bytes) = read(&self.levels)?;
        let file = match self.levels.as_str() {
            "-" => "stdin".to_string(),
            path => path.to_string(),
        };
        let collection = read_collection(&bytes);
        if collection.entries.is_empty() {
            output::diagnostics(&file, collection.diagnostics.get(1..).unwrap_or_default());
            let message = match collection.diagnostics.first() {
                Some(first) => first.render(&file),
                None => format!("error: there is no level in {file}"),
            };
            let message = message.trim_start_matches("error: ").trim_end();
            return Err(Failure::invalid(message));
        }
        output::diagnostics(&file, &collection.diagnostics);
        let chosen = match &self.selection {
            Some(selection) => selection::choose(selection, &collection.entries)?,
            None => (0..collection.entries.len()).collect(),
        };
        Ok(Loaded {
            name,
            file,
            collection,
            chosen,
            lenient: self.lenient,
        })
    }
}

impl Loaded {
    /// The chosen levels.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.chosen
            .iter()
            .map(|&index| &self.collection.entries[index])
    }

    /// [`Exit::Invalid`] if some part of the file could not be read.
    pub fn exit(&self) -> Exit {
        let mut problems = self.collection.diagnostics.iter();
        match problems.any(|problem| problem.severity == Severity::Error) {
            true => Exit::Invalid,
            false => Exit::Ok,
        }
    }

    /// The checked level, mended first if `--lenient` was given; what was mended
    /// goes to stderr.
    pub fn level(&self, entry: &Entry) -> Result<Level, Vec<Diagnostic>> {
        if !self.lenient {
            return Ok(entry.level()?);
        }
        let (level, repairs) = entry.mended_level()?;
        output::diagnostics(&self.file, &repairs);
        Ok(level)
    }
}

/// The name and the bytes of a source.
pub fn read(source: &str) -> anyhow::Result<(String, Vec<u8>)> {
    if source == "-" {
        let bytes = read_capped(std::io::stdin().lock(), "stdin")?;
        return Ok(("stdin".to_string(), bytes));
    }
    let path = Path::new(source);
    if path.is_dir() {
        return Err(Failure::invalid(format!(
            "{source} is a folder, not a file; --levels {source} makes its collections known by name"
        )));
    }
    if path.exists() {
        return read_file(path);
    }
    // Only a name, not a path, can be a collection.
    if source.contains(['/', '\\', '.']) {
        return Err(Failure::invalid(format!("there is no file {source}")));
    }
    let unreadable = |error: SuiteError| Failure::invalid(error.to_string());
    if let Some(listed) = suite::given(source).map_err(unreadable)? {
        return read_file(&listed.path);
    }
    if let Some(collection) = builtin::collection(source) {
        return Ok((collection.name.to_string(), collection.text.into()));
    }
    match suite::public(source) {
        Ok(listed) => read_file(&listed.path),
        Err(SuiteError::NoCollection(_)) => Err(Failure::invalid(format!(
            "there is no file and no collection {source}; `soko levels` lists the collections"
        ))),
        Err(error) => Err(Failure::invalid(format!(
            "there is no file and no built-in collection {source}; {error}"
        ))),
    }
}

/// The name and the bytes of a file.
fn read_file(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let shown = path.display().to_string();
    let file = File::open(path)
        .map_err(|error| Failure::invalid(format!("cannot open {shown}: {error}")))?;
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let name = name.to_string_lossy().into_owned();
    Ok((name, read_capped(file, &shown)?))
}

/// The setting for [`name_folder`].
const SETTING: &str = "SOKO_LEVELS";

/// Makes the collections of a folder known by name: the one of `--levels`, or else the
/// one that the environment names.
pub fn name_folder(option: Option<&Path>) -> anyhow::Result<()> {
    let set = std::env::var_os(SETTING).filter(|folder| !folder.is_empty());
    let (folder, from) = match (option, set) {
        (Some(folder), _) => (folder.to_path_buf(), "--levels"),
        (None, Some(folder)) => (PathBuf::from(folder), SETTING),
        (None, None) => return Ok(()),
    };
    if !folder.is_dir() {
        let message = format!("{from}: {} is no folder", folder.display());
        return Err(Failure::usage(message));
    }
    suite::look_in(folder);
    Ok(())
}

/// Reads at most one byte more than a file of levels may have, so that the
/// reader can tell that it is too large without anybody holding all of it.
fn read_capped(source: impl Read, name: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source
        .take(caps::FILE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::invalid(format!("cannot read {name}: {error}")))?;
    Ok(bytes)
}
