//! The oracle: every verdict of every detector, held against complete state
//! graphs.
//!
//! Small levels are made by random pulls ([`pulled_level`]), their whole state
//! graphs are searched by plain code that knows no detector ([`StateGraph`]),
//! and each state is put to each technique and to the mix ([`examine`]). One
//! state that is called dead and can reach a solution is a fault. The share of
//! the truly dead states that a technique catches is its recall.
//!
//! The bounds that stopped engines report are held against exhaustive search in the
//! same way ([`StoppedRuns`], `make bounds`).
//! Every proof of the fewest pushes or moves, with each technique off and on, and every
//! heuristic's promises are held against the same ([`FewestRuns`], `make fewest`).
//! Certificates are made of what is true and tampered with, and none may prove what is
//! not ([`CertificateRuns`], `make certificates`).
//!
//! `make oracle` runs thousands of levels and all public levels whose graphs
//! fit; a short run is part of the tests.

mod bounds;
mod certificates;
mod examine;
mod fewest;
mod generate;
mod graph;
mod tampering;

pub use bounds::{StoppedRuns, Truth};
pub use certificates::{CertificateRuns, certified_level};
pub use examine::{Examination, Fault, Recall, examine};
pub use fewest::{FewestRuns, level_with_truth};
pub use generate::pulled_level;
pub use graph::StateGraph;
