//! The engines: ways to search a space, one file each.

mod best_first;
mod bidirectional;
mod breadth_first;
mod feature_space;
mod ida_star;

pub use best_first::{BestFirst, Weights};
pub use bidirectional::Bidirectional;
pub use breadth_first::BreadthFirst;
pub use feature_space::{FeatureSpace, NodeId, Placing};
pub use ida_star::{IdaStar, depth_first_deepening};

use crate::{Space, StateId, Store, Successors};

/// The actions along a chain of stored states: each state but the first is one of
/// the successors of the one before it.
fn actions_along<S: Space>(space: &mut S, store: &Store, chain: &[StateId]) -> Vec<S::Action> {
    let keys: Vec<&[u8]> = chain.iter().map(|&id| store.key(id)).collect();
    actions_between(space, &keys)
}

/// The cheapest actions that lead from each of these keys to the next.
fn actions_between<S: Space>(space: &mut S, keys: &[&[u8]]) -> Vec<S::Action> {
    let mut out: Successors<S> = Vec::new();
    let mut found = vec![0; space.key_len()];
    keys.windows(2)
        .map(|pair| {
            out.clear();
            let state = space.unpack(pair[0]);
            space.expand_all(&state, &mut out);
            let leads_on = out.iter().filter(|successor| {
                space.pack(&successor.state, &mut found);
                found == pair[1]
            });
            let edge = leads_on.min_by_key(|successor| successor.cost);
            edge.expect("a stored chain follows the edges").action
        })
        .collect()
}
