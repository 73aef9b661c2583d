//! Records and jobs: JSON that other programs, other versions and torn files wrote.

use soko_bench::{Comparison, EngineSpec, Job, Record, contestants, parse_run, report};
use soko_search::Limits;
use soko_solve::Objective;
use soko_solve::optimise::MetricOrder;
use std::collections::BTreeMap;

/// Any run: what is read is written and read back the same, and can be compared and
/// drawn whatever its numbers are.
pub fn records(bytes: &[u8]) {
    let Ok(records) = parse_run(bytes) else {
        return;
    };
    let lines: String = records
        .iter()
        .map(|record| record.to_json() + "\n")
        .collect();
    let again = parse_run(lines.as_bytes()).expect("our own records");
    assert_eq!(records, again);
    for record in &records {
        let _ = Limits::from(record.limits);
    }
    let contestants = contestants(&[("run".to_owned(), records)]);
    let _ = Comparison::of(&contestants).to_string();
    let _ = report::html("<title>", &contestants, &BTreeMap::new());
}

/// Any job: it is read or refused, and its record knows it again.
pub fn job(bytes: &[u8]) {
    let Ok(job) = serde_json::from_slice::<Job>(bytes) else {
        return;
    };
    let record: Record = job.blank_record();
    assert!(record.key() == job.key());
    let _ = Limits::from(job.limits);
}

/// Any names of engines and metrics: what is understood is said again the same.
pub fn words(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(spec) = text.parse::<EngineSpec>() {
        for objective in Objective::ALL {
            let _ = spec.check(objective).map_err(|error| error.to_string());
            let _ = spec.options(objective);
        }
    }
    if let Ok(order) = text.parse::<MetricOrder>() {
        assert_eq!(order.to_string().parse::<MetricOrder>().ok(), Some(order));
    }
}
