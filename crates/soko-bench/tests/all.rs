//! Suites, records, papers and oracles, in one program: a program a file would be linked for each.

mod agreement;
mod champion_threads;
mod collections;
mod compare;
mod dependencies;
mod faults;
mod graph;
mod greco_rules;
mod knowledge;
mod naive;
mod oracle;
mod report;
mod reproduce;
mod resume;
mod rooms;
mod shards;
mod signature;
mod unsolvable;
mod veger;
