//! The states of a set as nodes 0, 1, 2 …, so that tables beside the set can say more of
//! them.
//!
//! When nothing is entered any more, every state of a set has a *seat* in its shard, but
//! for the few that have no home (`table.rs`). The seats of all shards in a row are the
//! first nodes, taken or free; those without a home come after them. Nothing is kept for a
//! state: five to six nodes for every five states, and a look into the set for each
//! question.

use super::CompactSet;

/// Nodes of a set that grows no more.
///
/// ```
/// use soko_graph::count::{CompactSet, Seats};
/// let mut set = CompactSet::new(1_000_000);
/// set.insert(77);
/// let seats = Seats::of(&set).unwrap();
/// let node = seats.node(&set, 77).unwrap();
/// assert_eq!((seats.state(&set, node), seats.node(&set, 78)), (77, None));
/// ```
#[derive(Clone, Debug)]
pub struct Seats {
    /// The first node of each shard, and the end of all.
    first: Vec<u32>,
    /// States without a seat, in order; they are the nodes after all seats.
    homeless: Vec<u64>,
}

impl Seats {
    /// The nodes of a set; none where there are more of them than numbers of 32 bits, of
    /// which two are left for others.
    pub fn of(set: &CompactSet) -> Option<Seats> {
        let mut first = vec![0u32];
        let mut end = 0;
        for n_seats in set.seats() {
            end += n_seats;
            first.push(u32::try_from(end).ok()?);
        }
        let homeless = set.homeless();
        let fits = end + homeless.len() < u32::MAX as usize - 1;
        fits.then_some(Seats { first, homeless })
    }

    fn n_seats(&self) -> u32 {
        self.first.last().copied().unwrap_or(0)
    }

    /// All nodes are below this; some have no state.
    pub fn n_nodes(&self) -> usize {
        self.n_seats() as usize + self.homeless.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        8 * self.homeless.capacity()
    }

    /// The node of a state; none if the set does not have it.
    pub fn node(&self, set: &CompactSet, state: u64) -> Option<u32> {
        match set.seat(state) {
            Some((shard, seat)) => Some(self.first[shard] + seat as u32),
            None => {
                let nth = self.homeless.binary_search(&state).ok()?;
                Some(self.n_seats() + nth as u32)
            }
        }
    }

    /// The state of a node that has one.
    pub fn state(&self, set: &CompactSet, node: u32) -> u64 {
        if let Some(nth) = node.checked_sub(self.n_seats()) {
            return self.homeless[nth as usize];
        }
        let shard = self.first.partition_point(|&first| first <= node) - 1;
        set.seated(shard, (node - self.first[shard]) as usize)
    }
}
