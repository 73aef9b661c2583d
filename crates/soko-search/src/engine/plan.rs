//! Plans from what an engine has stored: which states lead to the goal, and by
//! which actions.

use crate::{SideTable, Space, StateId, Store, Successors};

/// The parent of a start.
pub(super) const NO_PARENT: u32 = u32::MAX;

/// The states on the way to this one, from a start on.
pub(super) fn chain_to(goal: Option<StateId>, parents: &SideTable<u32>) -> Vec<StateId> {
    let parent_of = |&id: &StateId| match parents[id] {
        NO_PARENT => None,
        parent => Some(StateId(parent)),
    };
    let mut chain: Vec<StateId> = std::iter::successors(goal, parent_of).collect();
    chain.reverse();
    chain
}

/// The actions along a chain of stored states: each state but the first is one of
/// the successors of the one before it.
pub(super) fn actions_along<S: Space>(
    space: &mut S,
    store: &Store,
    chain: &[StateId],
) -> Vec<S::Action> {
    let keys: Vec<&[u8]> = chain.iter().map(|&id| store.key(id)).collect();
    actions_between(space, &keys)
}

/// The cheapest actions that lead from each of these keys to the next.
pub(super) fn actions_between<S: Space>(space: &mut S, keys: &[&[u8]]) -> Vec<S::Action> {
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
