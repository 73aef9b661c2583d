//! Collections by name, for commands, tests and benchmarks.
//!
//! Other people's levels are not part of this repository. A name is looked for in two
//! places: the folder that the user gave ([`look_in`]), and the assets of the published
//! crate `soukoban`, 23 well-known collections; it is a dev-dependency of this crate,
//! so cargo keeps it unpacked on disk. Looking is reading a folder and nothing more: no
//! program is asked, so it takes a millisecond where there is nothing to find.

use soko_format::{Entry, read_collection};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The crate with the public collections, by the name of its folder.
const CRATE: &str = "soukoban-0.1.5";

/// How the files of a given folder may end.
const ENDINGS: [&str; 8] = [
    "xsb",
    "sok",
    "rle",
    "slc",
    "boxoban",
    "coordinates",
    "txt",
    "xml",
];

/// Why a collection cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteError {
    /// Cargo does not have the crate on disk.
    NoCrate(String),
    /// There is no collection of this name.
    NoCollection(String),
    /// The file or folder cannot be read.
    Unreadable(String),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::NoCrate(why) => {
                write!(
                    f,
                    "the public collections are not at hand ({why}); name a folder that has \
                     them with --levels DIR, or run cargo fetch in a checkout"
                )
            }
            SuiteError::NoCollection(name) => {
                write!(f, "there is no collection {name:?}")
            }
            SuiteError::Unreadable(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for SuiteError {}

/// A collection on disk.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// The name of the file without its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
}

impl Listed {
    /// The file as it is.
    pub fn bytes(&self) -> Result<Vec<u8>, SuiteError> {
        std::fs::read(&self.path).map_err(|error| unreadable(&self.path, &error))
    }
}

/// The folder that the user gave.
static GIVEN: OnceLock<PathBuf> = OnceLock::new();

/// Looks for collections in this folder before all others, from now on. The first
/// folder that is given stays.
pub fn look_in(folder: PathBuf) {
    let _ = GIVEN.set(folder);
}

/// The collections of the folder that the user gave, sorted by name.
pub fn all_given() -> Result<Vec<Listed>, SuiteError> {
    GIVEN.get().map_or(Ok(Vec::new()), |folder| list(folder))
}

/// The public collections that cargo has on disk, sorted by name.
pub fn all_public() -> Result<Vec<Listed>, SuiteError> {
    list(assets()?)
}

/// A collection of the folder that the user gave.
pub fn given(name: &str) -> Result<Option<Listed>, SuiteError> {
    let all = all_given()?;
    let names = [name, without_count(name)];
    let mut found = names
        .iter()
        .filter_map(|name| all.iter().find(|l| fits(l, name)));
    Ok(found.next().cloned())
}

/// A public collection that cargo has on disk.
pub fn public(name: &str) -> Result<Listed, SuiteError> {
    let found = all_public()?.into_iter().find(|listed| fits(listed, name));
    found.ok_or_else(|| SuiteError::NoCollection(name.to_string()))
}

/// The names of all public collections, such as `Microban_155`, sorted.
pub fn names() -> Result<Vec<String>, SuiteError> {
    let all = all_public()?.into_iter();
    Ok(all.map(|listed| listed.name).collect())
}

/// The levels of a collection; the name is that of the file without its ending, in any
/// case: `Microban_155`.
pub fn collection(name: &str) -> Result<Vec<Entry>, SuiteError> {
    Ok(read_collection(&bytes(name)?).entries)
}

/// The file of a collection as it is: of the given folder if it has one of this name,
/// else a public one.
pub fn bytes(name: &str) -> Result<Vec<u8>, SuiteError> {
    match given(name)? {
        Some(listed) => listed.bytes(),
        None => public(name)?.bytes(),
    }
}

fn fits(listed: &Listed, name: &str) -> bool {
    listed.name.eq_ignore_ascii_case(name)
}

/// `Microban` for `Microban_155`: files from elsewhere do not count their levels.
fn without_count(name: &str) -> &str {
    let start = name.trim_end_matches(|c: char| c.is_ascii_digit());
    start.strip_suffix('_').unwrap_or(name)
}

/// The collections in a folder, sorted by name.
fn list(folder: &Path) -> Result<Vec<Listed>, SuiteError> {
    let files = std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let listed = files.filter_map(|file| {
        let path = file.ok()?.path();
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let name = path.file_stem()?.to_str()?.to_string();
        ENDINGS
            .contains(&ending.as_str())
            .then_some(Listed { name, path })
    });
    let mut listed: Vec<Listed> = listed.collect();
    listed.sort();
    Ok(listed)
}

fn unreadable(path: &Path, error: &std::io::Error) -> SuiteError {
    SuiteError::Unreadable(format!("cannot read {}: {error}", path.display()))
}

/// The folder with the public collections, looked up once.
fn assets() -> Result<&'static Path, SuiteError> {
    static ASSETS: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = ASSETS.get_or_init(|| assets_in(&cargo_home()?));
    found.as_deref().ok_or_else(|| {
        let why = format!("cargo has no {CRATE} on disk");
        SuiteError::NoCrate(why)
    })
}

/// Where cargo keeps what it has fetched.
fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").filter(|home| !home.is_empty());
    named
        .map(PathBuf::from)
        .or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}

/// The assets of the crate, from whichever registry it was fetched.
fn assets_in(cargo_home: &Path) -> Option<PathBuf> {
    let registries = std::fs::read_dir(cargo_home.join("registry/src")).ok()?;
    let folders = registries.filter_map(|registry| {
        let assets = registry.ok()?.path().join(CRATE).join("assets");
        assets.is_dir().then_some(assets)
    });
    folders.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_is_the_one_that_cargo_fetches() {
        let lock = include_str!("../../../Cargo.lock");
        let (name, version) = CRATE.split_once('-').unwrap();
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
        assert!(lock.replace('\r', "").contains(&entry), "{entry}");
    }

    #[test]
    fn a_count_at_the_end_of_a_name_may_be_missing() {
        assert_eq!(without_count("Microban_155"), "Microban");
        assert_eq!(without_count("Microban_II_135"), "Microban_II");
        assert_eq!(without_count("level7"), "level7");
        assert_eq!(without_count("papers"), "papers");
    }

    #[test]
    fn a_folder_is_listed_by_the_names_of_its_files() {
        let folder = std::env::temp_dir().join(format!("soko-suite-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for file in ["B.sok", "a.XSB", "notes.md", "no-ending"] {
            std::fs::write(folder.join(file), "").unwrap();
        }
        let listed = list(&folder).unwrap();
        let names: Vec<&str> = listed.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names, ["B", "a"]);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(list(&folder), Err(SuiteError::Unreadable(_))));
        assert_eq!(assets_in(&folder), None);
    }
}
