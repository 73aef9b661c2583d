//! The papers that can be reproduced.

use super::paper::Paper;
use super::{greco, movers, nash, veger};

/// All papers, in the order in which `all` runs them.
pub const PAPERS: &[Paper] = &[greco::PAPER, movers::PAPER, nash::PAPER, veger::PAPER];

/// The paper with this name.
pub fn paper(name: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.name == name)
}
