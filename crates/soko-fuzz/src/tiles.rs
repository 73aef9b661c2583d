//! Games on tiles: their rules and their levels.

use soko_tiles::{TileLevel, game_named, read_levels, read_rules};
use std::sync::Arc;

/// Any file of levels: faults can be shown, no row is lost, and a level that is read is
/// drawn and read again the same.
pub fn tiles(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match read_levels(&text, game_named) {
        Ok(levels) => {
            for level in levels {
                let drawn = level.draw(level.field());
                assert_eq!(drawn.lines().count(), level.field().height());
                // Where a row is short there is nothing, for which a game need not have
                // a character.
                if drawn.contains('?') {
                    continue;
                }
                let again = TileLevel::from_rows(Arc::clone(level.rules()), &drawn);
                let again = again.expect("a level as we draw it");
                assert!(again.draw(again.field()) == drawn, "a level changes");
            }
        }
        Err(problems) => show(&problems),
    }
}

/// Any file of rules.
pub fn rules(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match read_rules(&text) {
        Ok(rules) => {
            let _ = (rules.name(), rules.about());
        }
        Err(problems) => show(&problems),
    }
}

fn show(problems: &[soko_format::Diagnostic]) {
    assert!(!problems.is_empty());
    for problem in problems {
        problem.render("file");
    }
}
