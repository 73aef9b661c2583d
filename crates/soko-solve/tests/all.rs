//! Engines and what they prune by, in one program: a program a file would be linked for each.

mod agreement;
mod common;
mod deadlocks;
mod heuristic_claims;
mod optimise;
mod own;
mod switches;
mod testing;
