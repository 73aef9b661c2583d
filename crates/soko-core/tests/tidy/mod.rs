//! ARCHITECTURE.md is true: who uses whom, and what is absent.
//!
//! The tables of that file are read and held against the manifests and sources of
//! the workspace. The test lives here because this crate builds first.

mod built_once;
mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn architecture() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

fn crates() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("crates")).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The rows of the table whose first heading is this, as (first, list of second).
fn table(heading: &str) -> BTreeMap<String, Vec<String>> {
    let text = architecture();
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with(&format!("| {heading} |")));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    let table: BTreeMap<String, Vec<String>> = rows
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let list = cells[1]
                .split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty());
            (
                cells[0].trim_matches('`').to_string(),
                list.map(String::from).collect(),
            )
        })
        .collect();
    assert!(!table.is_empty(), "no table {heading:?}");
    table
}

/// The crates of the workspace that a manifest depends on, tests left out.
fn dependencies(name: &str) -> BTreeSet<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let manifest = std::fs::read_to_string(path).unwrap();
    let lines = manifest
        .lines()
        .skip_while(|line| line.trim() != "[dependencies]");
    let lines = lines.skip(1).take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|word| word.starts_with("soko"))
        .map(String::from)
        .collect()
}

#[test]
fn every_crate_is_on_the_map_and_uses_only_what_it_may() {
    let allowed = table("crate");
    for name in crates() {
        let allowed = allowed.get(&name);
        let allowed: BTreeSet<String> = allowed
            .unwrap_or_else(|| panic!("{name} is missing in ARCHITECTURE.md"))
            .iter()
            .cloned()
            .collect();
        let used = dependencies(&name);
        let excess: Vec<_> = used.difference(&allowed).collect();
        assert!(excess.is_empty(), "{name} must not use {excess:?}");
    }
    let known: BTreeSet<String> = crates().into_iter().collect();
    for name in allowed.keys() {
        assert!(
            known.contains(name),
            "ARCHITECTURE.md names {name}, which is not there"
        );
    }
}

/// All sources of a crate, with their paths from the folder of crates.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// What ships of a file: no comments, and nothing after its test module begins.
fn shipped(text: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"));
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// Whether a word stands alone in a text, not inside a longer name.
fn has_word(text: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let ends_open = word.ends_with(|c: char| !is_name(c));
        !before.is_some_and(is_name) && (ends_open || !after.is_some_and(is_name))
    })
}

#[test]
fn what_is_absent_is_absent() {
    let folder = root().join("crates");
    let absent = table("absent");
    let mut faults = Vec::new();
    for name in crates() {
        let mut files = Vec::new();
        sources(&folder.join(&name).join("src"), &mut files);
        assert!(!files.is_empty());
        for file in files {
            let path = file
                .strip_prefix(&folder)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let code = shipped(&std::fs::read_to_string(&file).unwrap());
            for (word, places) in &absent {
                let is_allowed = places.iter().any(|place| path.starts_with(place.as_str()));
                if !is_allowed && has_word(&code, word) {
                    faults.push(format!("{path} uses {word}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_word_search_works() {
    assert!(has_word("use std::time::Instant;", "Instant"));
    assert!(!has_word("Instantly", "Instant"));
    assert!(!has_word("eprintln!(", "println!"));
    assert!(has_word("std::thread::scope(", "thread::"));
    assert_eq!(
        shipped("a\n// Instant\nb\n#[cfg(test)]\nmod tests {"),
        "a\nb"
    );
}

/// The files that a document names in backquotes: a path with a folder, and an ending.
fn named_files(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let is_file = |name: &&str| {
        let ending = name.rsplit('.').next().unwrap_or_default();
        name.contains('/') && ["rs", "md", "mjs", "ts", "txt", "toml"].contains(&ending)
    };
    let plain = |name: &&str| !name.contains(['*', ' ', '<']) && !name.contains("NAME");
    quoted
        .filter(is_file)
        .filter(plain)
        .map(String::from)
        .collect()
}

#[test]
fn every_file_that_a_document_names_is_there() {
    let mut n_named = 0;
    for document in [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "README.md",
        "web/README.md",
    ] {
        let path = root().join(document);
        let text = std::fs::read_to_string(&path).unwrap();
        for name in named_files(&text) {
            n_named += 1;
            // Files are named from the crates, from the root, or from the document.
            let places = [root().join("crates"), root(), path.parent().unwrap().into()];
            let is_there = places.iter().any(|place| place.join(&name).exists());
            assert!(is_there, "{document} names {name}, which is not there");
        }
    }
    assert!(n_named > 20, "{n_named}");
}

/// What a crate's tests are made of: the programs that its manifest names, and the
/// modules of the program `all`.
fn test_modules(name: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let folder = root().join("crates").join(name);
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let programs = manifest.split("[[test]]\nname = \"").skip(1);
    let programs = programs.map(|rest| rest.split('"').next().unwrap().to_string());
    let all = std::fs::read_to_string(folder.join("tests/all.rs")).unwrap();
    let modules = all.lines().filter_map(|line| line.strip_prefix("mod "));
    let modules = modules.map(|module| module.trim_end_matches(';').to_string());
    (programs.collect(), modules.collect())
}

/// Cargo looks for no tests itself where they are one program, so a file that nobody
/// declares would never run.
#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let mut n_files = 0;
    for name in crates() {
        let tests = root().join("crates").join(&name).join("tests");
        if !tests.join("all.rs").exists() {
            continue;
        }
        let (programs, modules) = test_modules(&name);
        for entry in std::fs::read_dir(&tests).unwrap() {
            let path = entry.unwrap().path();
            let is_rust = path.extension().is_some_and(|end| end == "rs");
            if !is_rust && !path.join("mod.rs").exists() {
                continue;
            }
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let is_run = programs.contains(stem) || modules.contains(stem);
            assert!(is_run, "{} is not run", path.display());
            n_files += 1;
        }
    }
    assert!(n_files > 70, "{n_files} files of tests");
}
