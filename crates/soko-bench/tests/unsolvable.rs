//! Levels without a solution are proved so by every complete engine.

use soko_format::read_collection;
use soko_search::{Control, Limits};
use soko_solve::{ENGINES, Options, Outcome, solve};
use std::time::Duration;

/// All complete engines, and the champion, which hands small levels to A*.
fn engines() -> Vec<&'static str> {
    let complete = ENGINES.iter().filter(|engine| engine.complete);
    complete
        .map(|engine| engine.name)
        .chain(["champion"])
        .collect()
}

#[test]
fn every_complete_engine_proves_what_has_no_solution() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/unsolvable/levels.xsb"
    );
    let collection = read_collection(&std::fs::read(path).unwrap());
    assert!(collection.entries.len() >= 12);
    for entry in &collection.entries {
        let level = entry.level().unwrap();
        for name in engines() {
            let limits = Limits {
                time: Some(Duration::from_secs(60)),
                ..Limits::default()
            };
            let mut control = Control::new(limits);
            let report = solve(name, &level, &Options::default(), &mut control).unwrap();
            let title = entry.title();
            assert_eq!(report.outcome, Outcome::Unsolvable, "{name} on {title:?}");
        }
    }
}
