//! The list of faults for `make mutants` fits the sources, so that it can be run at
//! any time.

#[path = "../examples/mutants/fault.rs"]
mod fault;

use std::path::Path;

#[test]
fn every_fault_can_be_put_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("testdata/faults.txt")).unwrap();
    let faults = fault::read(&text).unwrap();
    assert!(faults.len() >= 60, "only {} faults", faults.len());
    let stale: Vec<String> = (faults.iter())
        .filter_map(|fault| {
            assert!(!fault.runs().is_empty());
            let sound = std::fs::read_to_string(root.join(&fault.file));
            let faulty = sound.map_err(|e| format!("{}: {}: {e}", fault.name, fault.file));
            faulty.and_then(|sound| fault.put_into(&sound)).err()
        })
        .collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}
