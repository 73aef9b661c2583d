//! How fast states are counted, and how many bytes that sends.

use crate::processes::{COUNTED, LAYERS, count, hold_against, scratch};

/// More than thirty million states.
const LEVEL: &str = include_str!("level.xsb");

/// Counts a level in four ways and prints a table.
pub fn run(soko: &str, level: Option<(&str, &str)>) {
    let folder = scratch();
    let own = folder.join("level.xsb");
    std::fs::write(&own, LEVEL).expect("the level");
    let own = own.to_str().expect("a path");
    let (levels, number) = level.unwrap_or((own, "1"));
    let words = [levels, "--level", number, "--counts", "--memory", "8GiB"];
    let ways: [(&str, &[&str], usize); 4] = [
        ("one thread, without exchange", &["--threads", "1"], 1),
        ("one process, one worker", &["--workers", "1"], 1),
        ("one process, two workers", &["--workers", "2"], 1),
        ("two processes, one worker each", &["--workers", "1"], 2),
    ];
    println!(
        "| who counts | states | seconds | states a second | bytes a state held | bytes sent | a state |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut first = None;
    for (name, more, processes) in ways {
        let line = count(soko, &[&words, more].concat(), processes, &folder);
        let first = first.get_or_insert_with(|| line.clone());
        hold_against(first, &line, &COUNTED, name);
        hold_against(first, &line, &LAYERS, name);
        let number = |key: &str| line[key].as_f64().unwrap_or(0.0);
        let (states, seconds, sent) = (number("states"), number("seconds"), number("wire_bytes"));
        println!(
            "| {name} | {states} | {seconds:.1} | {:.0} | {:.2} | {sent} | {:.2} |",
            states / seconds,
            number("bytes_per_state"),
            sent / states
        );
    }
    println!("all columns are the same");
    let _ = std::fs::remove_dir_all(&folder);
}
