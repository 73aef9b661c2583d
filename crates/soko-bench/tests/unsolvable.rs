//! Levels without a solution are proved so by every complete engine, and called
//! solved by none.

use soko_format::read_collection;
use soko_search::{Control, Limits};
use soko_solve::{ENGINES, Options, Outcome, solve};
use std::time::Duration;

#[test]
fn every_complete_engine_proves_what_has_no_solution() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/unsolvable/levels.xsb"
    );
    let collection = read_collection(&std::fs::read(path).unwrap());
    assert!(collection.entries.len() >= 8);
    for entry in &collection.entries {
        let level = entry.level().unwrap();
        for engine in ENGINES {
            let limits = Limits {
                time: Some(Duration::from_secs(60)),
                ..Limits::default()
            };
            let mut control = Control::new(limits);
            let report = solve(engine.name, &level, &Options::default(), &mut control).unwrap();
            let (name, title) = (engine.name, entry.title());
            if engine.complete {
                assert_eq!(report.outcome, Outcome::Unsolvable, "{name} on {title:?}");
            } else {
                assert!(report.solution().is_none(), "{name} on {title:?}");
            }
        }
    }
}
