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
/// not moved on. The many of glam come with soukoban, which only tests use; one
/// num-bigint is for what nobody here asks of num-rational, and is never built.
const TWICE: &[&str] = &[
    "block-buffer",
    "cpufeatures",
    "crypto-common",
    "digest",
    "getrandom",
    "glam",
    "miniz_oxide",
    "num-bigint",
    "r-efi",
    "rand",
    "rand_core",
    "syn",
];

/// Where packages come from.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// A package of the lock file: its name, version and source, none for our own.
struct Locked {
    name: String,
    version: String,
    source: Option<String>,
}

/// All packages of the lock file, those for other systems among them.
fn locked() -> Vec<Locked> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    let text = std::fs::read_to_string(path).expect("a lock file");
    let packages = text.split("[[package]]").skip(1).map(|package| {
        let field = |name: &str| {
            let mut lines = package.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
            value.map(|value| value.trim_matches('"').to_owned())
        };
        Locked {
            name: field("name").expect("a name"),
            version: field("version").expect("a version"),
            source: field("source"),
        }
    });
    packages.collect()
}

/// What cargo says of the packages that are part of a build on this system; no
/// others need be on its disk.
fn built() -> Vec<Value> {
    let host = run("rustc", &["--version", "--verbose"]);
    let host = host.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("rustc names its host");
    let metadata = run(
        env!("CARGO"),
        &[
            "metadata",
            "--locked",
            "--offline",
            "--format-version",
            "1",
            "--filter-platform",
            host,
        ],
    );
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program is there");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("a text")
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
    for package in built() {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or("none");
        let is_exception = EXCEPTIONS.contains(&(name, licence));
        assert!(is_exception || is_allowed(licence), "{name}: {licence}");
    }
}

#[test]
fn there_is_one_source() {
    let packages = locked();
    assert!(packages.len() > 100, "{}", packages.len());
    for Locked { name, source, .. } in packages {
        match source {
            Some(source) => assert_eq!(source, SOURCE, "{name}"),
            None => assert!(name.starts_with("soko"), "{name}"),
        }
    }
}

#[test]
fn only_the_listed_packages_are_there_twice() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in locked() {
        let versions = versions.entry(package.name).or_default();
        versions.insert(package.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let found: Vec<&str> = versions.keys().map(String::as_str).collect();
    assert_eq!(found, TWICE, "{versions:?}");
}

/// The crates that would be published can be: they say what they are, and depend on
/// nothing that would not be there.
#[test]
fn what_would_be_published_can_be() {
    let packages = built();
    let is_ours = |package: &&Value| package["source"].is_null();
    let published = |package: &&Value| is_ours(package) && package["publish"].is_null();
    let published: Vec<&Value> = packages.iter().filter(published).collect();
    let names: BTreeSet<&str> = published
        .iter()
        .filter_map(|p| p["name"].as_str())
        .collect();
    assert!(names.contains("sokoscope") && names.contains("soko-core"));
    let makefile = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Makefile"));
    let makefile = makefile.expect("a makefile");
    let listed = makefile
        .lines()
        .find_map(|line| line.strip_prefix("PUBLISHED := "));
    let listed: BTreeSet<&str> = listed.expect("a list").split(' ').collect();
    assert_eq!(names, listed, "the makefile lists them");
    for package in published {
        let name = &package["name"];
        for field in ["description", "license", "rust_version"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        let dependencies = package["dependencies"].as_array().expect("a list");
        for dependency in dependencies.iter().filter(|d| d["kind"].is_null()) {
            let used = dependency["name"].as_str().expect("a name");
            let is_there = dependency["source"].is_string() || names.contains(used);
            assert!(is_there && dependency["req"] != "*", "{name} uses {used}");
        }
        let manifest = package["manifest_path"].as_str().expect("a path");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let path = std::path::Path::new(manifest).with_file_name(licence);
            assert!(path.exists(), "{name} has no {licence}");
        }
    }
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
