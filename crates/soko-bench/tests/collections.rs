//! The public collections: every level reads and is valid.

use soko_bench::suite;
use soko_format::read_collection;

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
