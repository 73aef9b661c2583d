//! Public collections for tests and benchmarks.
//!
//! Other people's levels are not part of this repository. The published crate
//! `soukoban` ships 23 well-known collections; it is a dev-dependency of this
//! crate, so `cargo` has it on disk, and `cargo metadata` says where.

use soko_format::{Entry, read_collection};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Why a public collection cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteError {
    /// `cargo metadata` does not run or does not know the crate.
    NoCrate(String),
    /// There is no collection of this name.
    NoCollection(String),
    /// The file cannot be read.
    Unreadable(String),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::NoCrate(why) => {
                write!(f, "the public collections cannot be found: {why}")
            }
            SuiteError::NoCollection(name) => {
                write!(f, "there is no public collection {name:?}")
            }
            SuiteError::Unreadable(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for SuiteError {}

/// The names of all public collections, such as `Microban_155`, sorted.
pub fn names() -> Result<Vec<String>, SuiteError> {
    let files = std::fs::read_dir(assets()?).map_err(unreadable)?;
    let mut names: Vec<String> = files
        .filter_map(|file| {
            let path = file.ok()?.path();
            let is_levels = path.extension()? == "xsb";
            is_levels.then(|| path.file_stem()?.to_str().map(String::from))?
        })
        .collect();
    names.sort();
    Ok(names)
}

/// The levels of a public collection; the name is that of the file without
/// `.xsb`, in any case: `Microban_155`.
pub fn collection(name: &str) -> Result<Vec<Entry>, SuiteError> {
    Ok(read_collection(&bytes(name)?).entries)
}

/// The file of a public collection as it is.
pub fn bytes(name: &str) -> Result<Vec<u8>, SuiteError> {
    let known = names()?;
    let Some(name) = known.iter().find(|n| n.eq_ignore_ascii_case(name)) else {
        return Err(SuiteError::NoCollection(name.to_string()));
    };
    std::fs::read(assets()?.join(format!("{name}.xsb"))).map_err(unreadable)
}

fn unreadable(error: std::io::Error) -> SuiteError {
    SuiteError::Unreadable(error.to_string())
}

/// The folder with the collections, looked up once.
fn assets() -> Result<&'static Path, SuiteError> {
    static ASSETS: OnceLock<Result<PathBuf, SuiteError>> = OnceLock::new();
    match ASSETS.get_or_init(find_assets) {
        Ok(path) => Ok(path),
        Err(error) => Err(error.clone()),
    }
}

fn find_assets() -> Result<PathBuf, SuiteError> {
    // Dependencies of other platforms may not be on disk, so only this one is
    // asked for; the network is used only if the disk does not do.
    let host = host()?;
    let metadata = cargo_metadata(&["--offline", "--filter-platform", &host])
        .or_else(|_| cargo_metadata(&["--filter-platform", &host]))?;
    let packages = metadata["packages"].as_array();
    let package = packages
        .into_iter()
        .flatten()
        .find(|package| package["name"] == "soukoban")
        .and_then(|package| package["manifest_path"].as_str());
    match package {
        Some(manifest) => Ok(Path::new(manifest).with_file_name("assets")),
        None => Err(SuiteError::NoCrate(
            "the crate soukoban is not among the dependencies".into(),
        )),
    }
}

fn host() -> Result<String, SuiteError> {
    let text = output_of(Command::new(cargo()).arg("-vV"))?;
    let text = String::from_utf8_lossy(&text);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from)
        .ok_or_else(|| SuiteError::NoCrate("cargo does not name its host".into()))
}

fn cargo_metadata(options: &[&str]) -> Result<serde_json::Value, SuiteError> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut command = Command::new(cargo());
    command.args([
        "metadata",
        "--format-version",
        "1",
        "--manifest-path",
        manifest,
    ]);
    let json = output_of(command.args(options))?;
    serde_json::from_slice(&json).map_err(|error| SuiteError::NoCrate(error.to_string()))
}

fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn output_of(command: &mut Command) -> Result<Vec<u8>, SuiteError> {
    let output = command
        .output()
        .map_err(|error| SuiteError::NoCrate(format!("cargo does not run: {error}")))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr).trim().to_string();
    Err(SuiteError::NoCrate(message))
}
