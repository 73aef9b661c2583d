//! The built-in collections: every level is valid, new, explained and solved.

use soko_core::verify;
use soko_format::{Collection, MoveText, builtin};
use std::collections::BTreeSet;

fn read(name: &str) -> Collection {
    let collection = builtin::collection(name).unwrap().read();
    assert_eq!(collection.diagnostics, []);
    collection
}

#[test]
fn every_level_has_a_solution_that_the_referee_accepts() {
    for known in builtin::COLLECTIONS {
        for entry in known.read().entries {
            let what = format!("{} {}", known.name, entry.number);
            let level = entry.level().unwrap_or_else(|p| panic!("{what}: {p:?}"));
            assert_eq!(entry.warnings(&level), [], "{what}");
            let solutions: Vec<_> = entry.games.iter().filter(|g| g.is_solution()).collect();
            assert_eq!(solutions.len(), 1, "{what}");
            let moves: MoveText = solutions[0].moves.parse().unwrap();
            let solution = verify(&entry.setup, moves.directions().unwrap());
            let solution = solution.unwrap_or_else(|foul| panic!("{what}: {foul}"));
            // Capitals are where the pushes are.
            assert_eq!(solution.lurd(), moves.to_string(), "{what}");
        }
    }
}

#[test]
fn every_tutorial_level_has_a_title_and_teaches_something() {
    let tutorial = read("tutorial");
    assert!(tutorial.entries.len() >= 12);
    for entry in &tutorial.entries {
        assert!(entry.title().is_some());
        assert!(entry.comments().next().is_some_and(|c| c.len() > 20));
    }
}

/// Names are new each time, grades rise, and what a remark says of pushes is what the
/// solution has.
#[test]
fn starter_levels_are_named_and_grow_harder() {
    let starter = read("starter");
    assert_eq!(starter.entries.len(), 200);
    let mut names = BTreeSet::new();
    let mut last = 0.0;
    for entry in &starter.entries {
        let title = entry.title().unwrap().to_string();
        let remark = entry.comments().next().unwrap().to_string();
        let number = |before: &str| -> f64 {
            let (_, rest) = remark.split_once(before).unwrap();
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
            rest[..end.unwrap()].trim_end_matches('.').parse().unwrap()
        };
        assert!(number("Grade ") >= last, "{title}: {remark}");
        last = number("Grade ");
        let pushes = entry.games[0]
            .moves
            .chars()
            .filter(char::is_ascii_uppercase);
        assert_eq!(number("at least "), pushes.count() as f64, "{title}");
        let n_boxes = entry.level().unwrap().n_boxes();
        assert!(remark.starts_with(&n_boxes.to_string()), "{title}");
        assert!(names.insert(title));
    }
}

#[test]
fn no_level_occurs_twice_even_turned_or_mirrored() {
    let mut seen = BTreeSet::new();
    for known in builtin::COLLECTIONS {
        for entry in known.read().entries {
            let id = entry.level().unwrap().canonical_id();
            assert!(seen.insert(id), "{} {}", known.name, entry.number);
        }
    }
}

/// The papers' boards are sound, name their source, and what stands there as a solution
/// is one.
#[test]
fn the_boards_of_the_papers_name_their_source() {
    let papers = read("papers");
    assert_eq!(papers.entries.len(), 9);
    for entry in &papers.entries {
        let title = entry.title().unwrap_or_default();
        entry.level().unwrap_or_else(|p| panic!("{title}: {p:?}"));
        let (author, rest) = title.split_once(' ').unwrap();
        let source = entry.comments().next().unwrap();
        assert!(source.contains(author), "{title}: {source}");
        let year = rest.split([' ', ',']).find(|word| word.starts_with("20"));
        assert!(source.contains(year.unwrap()), "{title}: {source}");
        for game in entry.games.iter().filter(|game| game.is_solution()) {
            let moves: MoveText = game.moves.parse().unwrap();
            let solution = verify(&entry.setup, moves.directions().unwrap());
            let solution = solution.unwrap_or_else(|foul| panic!("{title}: {foul}"));
            assert_eq!(solution.lurd(), moves.to_string(), "{title}");
        }
    }
}

#[test]
fn names_are_found_in_any_case() {
    assert_eq!(builtin::collection("Tutorial").unwrap().name, "tutorial");
    assert!(builtin::collection("nothing").is_none());
}
