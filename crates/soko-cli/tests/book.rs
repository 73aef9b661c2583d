//! The book tells what happens: every command in it is run, and what it prints is what
//! the page shows.
//!
//! A block ```` ```console ```` has commands after `$ ` and what comes out after them;
//! a block ```` ```text,file=NAME ```` is a file that they find in their folder, one for
//! each chapter. Times differ from run to run and are not compared. With
//! `SOKO_BOOK=write` the test writes what came out into the pages instead.

use crate::common::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;

fn chapters() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src");
    let files = std::fs::read_dir(folder).expect("the book is there");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    files.sort();
    files
}

/// Runs a line of a shell in a folder; what it prints, mistakes included.
fn run(line: &str, folder: &Folder) -> String {
    let soko = Path::new(env!("CARGO_BIN_EXE_soko"));
    let path = std::env::var("PATH").unwrap_or_default();
    let own = soko.parent().expect("a folder").display();
    let run = Command::new("sh")
        .args(["-c", &format!("{line} 2>&1")])
        .env("PATH", format!("{own}:{path}"))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&run.stdout).trim_end().to_owned()
}

/// A chapter with the output of its commands as it is now, and how many there were.
fn told_anew(text: &str, folder: &Folder) -> (String, usize) {
    let (mut out, mut n_commands) = (String::new(), 0);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(name) = kind.strip_prefix("text,file=") {
            folder.write(name, &format!("{}\n", block.join("\n")));
        }
        if kind == "console" {
            for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                let printed = run(command, folder);
                out += &format!("$ {command}\n");
                out += &printed;
                out += if printed.is_empty() { "" } else { "\n" };
                n_commands += 1;
            }
        } else {
            block.iter().for_each(|line| out += &format!("{line}\n"));
        }
        out += "```\n";
    }
    (out, n_commands)
}

/// A text in which seconds, and what follows from them, are not told.
fn without_times(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("  effort")) {
        let words: Vec<&str> = line.split(' ').collect();
        let is_time = |index: usize| {
            let unit = words
                .get(index + 1)
                .map(|unit| unit.trim_end_matches([',', ';', '.']));
            words[index].parse::<f64>().is_ok() && unit.is_some_and(|unit| unit == "s")
        };
        let shown = (0..words.len()).map(|index| if is_time(index) { "?" } else { words[index] });
        lines.push(shown.collect::<Vec<_>>().join(" "));
    }
    lines.join("\n")
}

#[test]
fn what_the_book_shows_is_what_happens() {
    let is_written = std::env::var_os("SOKO_BOOK").is_some_and(|wish| wish == "write");
    let mut n_all = 0;
    for path in chapters() {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a chapter");
        let folder = Folder::new(&format!("book-{name}"));
        let (told, n_commands) = told_anew(&text, &folder);
        n_all += n_commands;
        if is_written {
            std::fs::write(&path, told).expect("the chapter is written");
            continue;
        }
        let (is, should) = (without_times(&told), without_times(&text));
        for (is, should) in is.lines().zip(should.lines()) {
            assert_eq!(is, should, "{name}.md; SOKO_BOOK=write mends it");
        }
        assert_eq!(is.lines().count(), should.lines().count(), "{name}.md");
    }
    assert!(n_all > 20, "the book has {n_all} commands");
}

#[test]
fn every_chapter_is_listed() {
    let summary = include_str!("../../../docs/book/src/SUMMARY.md");
    for path in chapters() {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name}"
        );
    }
}
