//! States known to be reached before the first sample is tested.
//!
//! A search backwards ends when it meets one of them, so they had better be all over
//! the graph: those of the search from the start, and those of random walks that
//! begin at one of these. Walks end up in dead ends; that is no harm, since most
//! states of most levels are dead. Every way found later adds its states as well
//! (`backward.rs`), and those lie where samples lie.

use super::backward::Backward;
use super::floor::{Floor, Spot};
use crate::StateGraph;
use soko_core::{SplitMix, Squares};
use soko_search::Control;

/// Pushes of a walk.
const STEPS: usize = 64;
/// One state of so many is kept for the model to learn from.
const KEEP_ONE_OF: usize = 16;

/// A state of a graph.
pub(super) fn spot_of<S: Squares>(floor: &Floor<'_, S>, graph: &StateGraph, state: u32) -> Spot<S> {
    let state = graph.state(state);
    floor.spot(floor.board().convert(&state.boxes), state.area)
}

/// Walks about so many steps, from random ones of some states that are reached.
/// Everything next to the way is entered; some states on it are given back.
pub(super) fn walk<S: Squares>(
    floor: &Floor<'_, S>,
    begin: impl Fn(&mut SplitMix) -> Spot<S>,
    steps: usize,
    backward: &mut Backward<S>,
    random: &mut SplitMix,
    control: &mut Control<'_>,
) -> Vec<Spot<S>> {
    let (mut kept, mut next) = (Vec::new(), Vec::new());
    let mut walked = 0;
    while walked < steps {
        let mut spot = begin(random);
        for step in 1..=STEPS {
            walked += 1;
            backward.counters.expanded += 1;
            if control.check(&mut backward.counters).is_some() {
                return kept;
            }
            next.clear();
            floor.after(&spot, &mut next);
            if next.is_empty() {
                break;
            }
            for spot in &next {
                backward.enter(spot.hash);
            }
            spot = next.swap_remove(random.below(next.len()));
            if step % KEEP_ONE_OF == 0 {
                kept.push(spot.clone());
            }
        }
    }
    kept
}
