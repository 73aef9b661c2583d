//! The public collections: every level reads and is valid.

use soko_bench::suite;
use soko_format::{Format, read_collection};

#[test]
fn all_public_collections_read() {
    let names = suite::names().unwrap();
    assert_eq!(names.len(), 23);
    let mut n_levels = 0;
    for name in &names {
        let collection = read_collection(&suite::bytes(name).unwrap());
        assert_eq!(collection.diagnostics, [], "{name}");
        let promised: usize = name.rsplit('_').next().unwrap().parse().unwrap();
        assert_eq!(collection.entries.len(), promised, "{name}");
        for entry in &collection.entries {
            let number = entry.number;
            if let Err(problems) = entry.level() {
                panic!("{name} {number}: {problems:?}");
            }
        }
        n_levels += collection.entries.len();
    }
    assert_eq!(n_levels, 3378);
}

/// Every collection goes through every format and comes back as the same levels
/// with the same titles; writing what came back gives the same bytes.
#[test]
fn all_public_collections_round_trip_through_every_format() {
    for name in suite::names().unwrap() {
        let original = read_collection(&suite::bytes(&name).unwrap());
        for format in Format::ALL {
            let written = format.write(&original);
            let read = read_collection(written.as_bytes());
            let format_name = format.name();
            assert_eq!(read.diagnostics, [], "{name} as {format_name}");
            assert_eq!(read.entries.len(), original.entries.len());
            for (before, after) in original.entries.iter().zip(&read.entries) {
                let what = format!("{name} {} as {format_name}", before.number);
                assert_eq!(before.setup, after.setup, "{what}");
                if !matches!(format, Format::Boxoban | Format::Coordinates) {
                    assert_eq!(before.title(), after.title(), "{what}");
                }
                if !matches!(format, Format::Boxoban | Format::Coordinates | Format::Slc) {
                    assert_eq!(before.author(), after.author(), "{what}");
                    assert_eq!(before.games, after.games, "{what}");
                }
            }
            let again = format.write(&read);
            assert!(
                written == again,
                "{name} as {format_name} changes when written again"
            );
        }
    }
}
