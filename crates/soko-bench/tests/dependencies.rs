//! What we build on: licences that let us, one source, and no second version of
//! anything that is not on the list below. `make deny` asks cargo-deny the same, and
//! for known faults, where that is installed.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences under which others' code may be part of ours.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages with another licence, each with it and why that is right.
const EXCEPTIONS: &[(&str, &str)] = &[
    // It asks for the source of changes to its own files, and we change none.
    ("option-ext", "MPL-2.0"),
];

/// Packages of which there is more than one version, because those who use them have
/// not moved on. The many of glam come with soukoban, which only tests use.
const TWICE: &[&str] = &[
    "block-buffer",
    "cpufeatures",
    "crypto-common",
    "digest",
    "getrandom",
    "glam",
    "miniz_oxide",
    "r-efi",
    "rand",
    "rand_core",
    "syn",
];

/// Where packages come from.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo is there");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Whether a licence expression can be met with the licences of the list. Old ones
/// write `/` for `OR`; there is no more than one level of parentheses.
fn is_allowed(expression: &str) -> bool {
    let text = expression.replace('/', " OR ");
    let all_of = |part: &str| {
        part.split(" AND ")
            .all(|one| LICENCES.contains(&one.trim()))
    };
    if let Some((group, rest)) = text.strip_prefix('(').and_then(|t| t.split_once(')')) {
        let rest = rest.trim().strip_prefix("AND ").unwrap_or(rest);
        return is_allowed(group) && is_allowed(rest);
    }
    text.split(" OR ").any(all_of)
}

#[test]
fn every_licence_lets_us() {
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or("none");
        let is_exception = EXCEPTIONS.contains(&(name, licence));
        assert!(is_exception || is_allowed(licence), "{name}: {licence}");
    }
}

#[test]
fn there_is_one_source() {
    for package in packages() {
        let (name, source) = (&package["name"], &package["source"]);
        let is_ours = source.is_null() && name.as_str().is_some_and(|n| n.starts_with("soko"));
        assert!(is_ours || source == SOURCE, "{name}: {source}");
    }
}

#[test]
fn only_the_listed_packages_are_there_twice() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let text = |key: &str| package[key].as_str().expect("a text").to_owned();
        versions
            .entry(text("name"))
            .or_default()
            .insert(text("version"));
    }
    versions.retain(|_, versions| versions.len() > 1);
    let found: Vec<&str> = versions.keys().map(String::as_str).collect();
    assert_eq!(found, TWICE, "{versions:?}");
}

#[test]
fn licence_expressions_are_understood() {
    for yes in [
        "MIT",
        "GPL-3.0 OR MIT",
        "Unlicense/MIT",
        "MIT AND BSD-3-Clause",
    ] {
        assert!(is_allowed(yes), "{yes}");
    }
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    for no in [
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "none",
        "(MIT OR GPL-3.0) AND GPL-3.0",
    ] {
        assert!(!is_allowed(no), "{no}");
    }
}
