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

/// The cheapest actions that lead from a start with the first of these keys to each of
/// the others in turn.
///
/// States are carried along: where several states share a key, what the key unpacks to
/// is not always the one that the actions have led to.
pub(super) fn actions_between<S: Space>(space: &mut S, keys: &[&[u8]]) -> Vec<S::Action> {
    let Some((&first, rest)) = keys.split_first() else {
        return Vec::new();
    };
    let mut out: Successors<S> = Vec::new();
    let mut found = vec![0; space.key_len()];
    let mut has_key = |space: &S, state: &S::State, key: &[u8]| {
        space.pack(state, &mut found);
        found == key
    };
    let mut starts = space.starts().into_iter();
    let start = starts.find(|start| has_key(space, start, first));
    let mut state = start.expect("a stored chain begins with a start");
    let mut actions = Vec::with_capacity(rest.len());
    for &key in rest {
        out.clear();
        space.expand_all(&state, &mut out);
        let leads_on = out
            .drain(..)
            .filter(|next| has_key(space, &next.state, key));
        let edge = leads_on.min_by_key(|next| next.cost);
        let edge = edge.expect("a stored chain follows the edges");
        actions.push(edge.action);
        state = edge.state;
    }
    actions
}
