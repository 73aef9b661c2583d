//! What can be searched: states, their packed form, and the edges between them.

use crate::Claims;

/// One edge out of a state.
#[derive(Clone, Debug)]
pub struct Successor<State, Action> {
    /// What is done.
    pub action: Action,
    /// What it costs.
    pub cost: u32,
    /// Where it leads.
    pub state: State,
}

/// The edges out of a state of a space.
pub type Successors<S> = Vec<Successor<<S as Space>::State, <S as Space>::Action>>;

/// A space of states.
///
/// A state has two forms: the one that the space works on, and a key of a fixed
/// number of bytes, under which it is stored. Two states are the same exactly
/// when their keys are equal.
pub trait Space {
    /// The form that is worked on.
    type State: Clone;
    /// What is done along an edge.
    type Action: Copy;

    /// The bytes of a key.
    fn key_len(&self) -> usize;

    /// Writes the key of a state; `key` has [`Space::key_len`] bytes and comes
    /// with anything in it.
    fn pack(&self, state: &Self::State, key: &mut [u8]);

    /// The state with this key.
    fn unpack(&self, key: &[u8]) -> Self::State;

    /// Where a search begins; more than one state in backward searches.
    fn starts(&self) -> Vec<Self::State>;

    /// Whether a search may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends the edges out of a state, in an order that depends on the state
    /// alone. A space may leave out what is not needed; [`Space::claims`] says
    /// what that costs.
    fn expand(&mut self, state: &Self::State, out: &mut Successors<Self>);

    /// Appends every edge between states that have keys. Paths are rebuilt with
    /// it, so it must have every edge of [`Space::expand`].
    fn expand_all(&mut self, state: &Self::State, out: &mut Successors<Self>) {
        self.expand(state, out);
    }

    /// Appends rivals of a state: states from which it could be had for the given cost by
    /// something that is no edge, because whatever can be done here can be done there
    /// for no more than that cost beyond. Whoever is at a rival for that much less can
    /// pass this state over.
    fn rivals(&mut self, _state: &Self::State, _out: &mut Vec<(Self::State, u32)>) {}

    /// Bytes held by tables of the space that grow with use.
    fn bytes(&self) -> usize {
        0
    }

    /// What is kept in spite of all that [`Space::expand`] leaves out: `safe` if
    /// some plan stays whenever there is one, `admissible` if a cheapest one
    /// stays.
    fn claims(&self) -> Claims {
        Claims::ALL
    }
}
