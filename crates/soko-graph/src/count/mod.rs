//! Whole graphs counted without being kept.
//!
//! States are numbers (`ranks.rs`), a set knows which have been met in a few bytes each
//! (`compact_set.rs`), and steps are computed again whenever they are needed
//! (`steps.rs`). [`Census`] goes through a graph layer by layer: forward by pushes, then
//! backward by pulls from the solved states, which tells the dead ones. Components, where
//! they are wanted, come after that (`components.rs`). Where a shortest solution is wanted, two searches from both ends
//! meet in the middle: by pushes (`meeting.rs`) or by moves (`waves.rs`).

mod census;
mod compact_set;
mod components;
mod counts;
mod growth;
mod line;
mod meeting;
mod mix;
mod ranks;
mod seats;
mod steps;
mod table;
mod wave_table;
mod waves;

pub use census::{Census, CountOptions, Counted, Sweep, count};
pub use compact_set::{CompactSet, Spread};
pub use counts::Counts;
pub use meeting::{BothEnds, Layered, Meeting};
pub use seats::Seats;
pub use steps::{LevelSteps, Steps, TooMany, layout};
pub use waves::Waves;

/// The bits a state that the set of a count takes for all states of a graph, with all
/// that belongs to it; none where they have no numbers.
pub(crate) fn bits_per_state(graph: &crate::StateGraph) -> Option<f64> {
    let layout = graph.key_layout();
    let ranks = ranks::Ranks::new(layout, graph.level().n_boxes())?;
    let mut set = CompactSet::new(ranks.space());
    for state in 0..graph.n_states() as u32 {
        let state = layout.unpack(graph.key(state));
        set.insert(ranks.number(ranks.rank(&state.boxes), state.area));
    }
    Some(8.0 * set.bytes() as f64 / set.len() as f64)
}
