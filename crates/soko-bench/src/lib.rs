//! Suites, runner, records, comparison and the papers' tables.
