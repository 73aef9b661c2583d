//! The fewest pushes or moves, proved: an interval that closes from both ends.
//!
//! The *lower end* comes from a best-first search with the strongest admissible bound
//! ([`Bounds`](bounds::Bounds)): every solution that it has not excluded costs at least
//! as much. The *upper end* is the best solution known: the champion finds one, the
//! optimiser makes it shorter, and where pushes are counted so do beams near it, with the
//! proof's own bounds ([`UpperEnd`](upper_end::UpperEnd)). The search looks only for what
//! is shorter still. When the ends meet, the solution is proved the shortest,
//! whoever has found which end; whenever the run is stopped it hands over the solution
//! and both ends.
//!
//! Everything that is left out is left out soundly for the measure asked for: the
//! spaces say which rules they use, and deadlock tests are sound in every measure.

mod beam;
mod beams;
mod best;
mod bounds;
mod engine;
mod interval;
mod middle;
mod root_bound;
mod small;
#[cfg(test)]
mod tests;
mod turns;
mod upper_alone;
mod upper_end;
mod upper_turn;

pub use engine::ENTRY;
pub use root_bound::root_bound;
pub(crate) use small::find_short;
pub use upper_alone::optimise;
