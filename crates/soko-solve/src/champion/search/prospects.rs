//! Whether a position is worth going on with, and which of its boxes.

use crate::deadlock::{Detectors, Pruning, Query, Technique};
use soko_core::Squares;

/// Whether the deadlock tests find a position dead.
pub(crate) fn is_dead<S: Squares>(detectors: &mut Detectors<S>, query: &Query<'_, S>) -> bool {
    detectors.at_generation(query).is_dead() || detectors.at_expansion(query).is_dead()
}

/// The boxes worth pushing, which a corral may narrow down; none if the position is
/// dead by that.
pub(crate) fn worth_pushing<S: Squares>(
    detectors: &mut Detectors<S>,
    query: &Query<'_, S>,
) -> Option<S> {
    if !detectors.techniques().contains(Technique::PiCorral) {
        return Some(query.boxes.clone());
    }
    match detectors.prune(query) {
        Pruning::Dead => None,
        Pruning::Only(boxes) => Some(boxes),
        Pruning::None => Some(query.boxes.clone()),
    }
}
