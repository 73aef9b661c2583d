//! Readers and writers.

use soko_core::{Foul, Level, Setup, verify};
use soko_format::{Collection, Format, MoveText, pddl, read_collection, rle};

/// Any file: diagnostics can be shown, faults have places, boards survive every
/// format, and what was read is written the same for ever.
pub fn collection(bytes: &[u8]) {
    let read = read_collection(bytes);
    show(&read);
    for format in Format::ALL {
        let again = read_collection(format.write(&read).as_bytes());
        let name = format.name();
        assert!(boards(&read) == boards(&again), "boards change in {name}");
        settles(format, &again);
    }
}

/// Any XML after the opening of an SLC file.
pub fn slc(bytes: &[u8]) {
    let mut file = b"<?xml version=\"1.0\"?><SokobanLevels>".to_vec();
    file.extend_from_slice(bytes);
    let read = read_collection(&file);
    show(&read);
    let again = read_collection(Format::Slc.write(&read).as_bytes());
    assert!(boards(&read) == boards(&again), "boards change");
    settles(Format::Slc, &again);
}

/// Any plan: what can be carried out breaks no rule, so that all that the referee may
/// miss is the end.
pub fn plan(bytes: &[u8]) {
    let level: Level = "#######\n#@$ $.#\n#    .#\n#######"
        .parse()
        .expect("a level");
    let text = String::from_utf8_lossy(bytes);
    match pddl::read_plan(&level, &text) {
        Ok(steps) => match verify(level.setup(), steps) {
            Ok(_) | Err(Foul::Unsolved { .. }) => {}
            Err(foul) => panic!("a plan that was carried out breaks a rule: {foul}"),
        },
        Err(problem) => drop(problem.render("file")),
    }
}

fn boards(collection: &Collection) -> Vec<&Setup> {
    collection
        .entries
        .iter()
        .map(|entry| &entry.setup)
        .collect()
}

/// Asks everything that commands ask of a collection.
fn show(collection: &Collection) {
    for problem in &collection.diagnostics {
        problem.render("file");
    }
    for entry in &collection.entries {
        match entry.level() {
            Ok(level) => {
                entry.warnings(&level);
                assert!(
                    entry.mended_level().is_ok(),
                    "a valid level needs no mending"
                );
            }
            Err(problems) => {
                assert!(!problems.is_empty());
                for problem in problems {
                    problem.render("file");
                }
                let _ = entry.mended_level();
            }
        }
    }
}

fn settles(format: Format, collection: &Collection) {
    let written = format.write(collection);
    let again = format.write(&read_collection(written.as_bytes()));
    assert!(
        written == again,
        "{} does not settle:\n{written}\n{again}",
        format.name()
    );
}

/// Any moves: what is read is written and read back the same, with and without
/// run-length codes.
pub fn moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<MoveText>() {
        Ok(game) => {
            assert_eq!(game.to_string().parse().as_ref(), Ok(&game));
            assert_eq!(game.run_lengths().parse().as_ref(), Ok(&game));
            game.directions();
        }
        Err(error) => {
            error.diagnostic(&text).render("moves");
        }
    }
}

/// Any run-length code: the limit holds, and compression is undone by expansion.
pub fn run_lengths(bytes: &[u8]) {
    const LIMIT: usize = 10_000;
    let code = String::from_utf8_lossy(bytes);
    let mut text = String::new();
    let mut n = 0;
    let result = rle::expand(&code, LIMIT, |c, column| {
        assert!(column >= 1 && column <= code.chars().count());
        n += 1;
        text.push(c);
    });
    assert!(n <= LIMIT);
    if result.is_ok() {
        let mut again = String::new();
        rle::expand(&rle::compress(&text), LIMIT, |c, _| again.push(c)).expect("our own code");
        assert_eq!(text, again);
    }
}
