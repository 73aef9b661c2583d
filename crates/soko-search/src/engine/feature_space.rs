//! The frame of feature-space search: whose turn it is.
//!
//! A search that goes by one number is stuck where that number misleads. Here a
//! node is placed in a *cell* by several features at once, and the search goes
//! round the cells, so that nodes which are good in different ways all get their
//! share. Within a cell the move with the fewest *discrepancies* comes first: moves
//! that an advisor recommends cost nothing, others cost one, and what a node has
//! cost so far counts too. Each cell is thus searched by limited discrepancies
//! around its advisors. A node that is no better than its best ancestor stays in
//! that ancestor's cell, so that detours do not found cells of their own.
//!
//! Whose turn it is:
//!
//! 1. a cell that is new, once;
//! 2. at every other step the cell of the best node that is alive;
//! 3. the cells in turn, in the order in which they were found.
//!
//! The frame knows neither positions nor moves: it is told of each node its rank,
//! the features that make its cell, and what its next move costs, and says which
//! move of which node to try. Two searches of Sokoban use it, with different
//! features and advisors.
//!
//! Heuristic: it orders a search and leaves nothing out. Cost: some tens of
//! nanoseconds a step; about 60 bytes a node.
//!
//! Source: Shoham and Schaeffer, "The FESS Algorithm" (CoG 2020). The turns of the
//! best cell are ours.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;
use std::num::NonZeroU32;

/// The number of a node, from 0 in the order in which nodes are added.
///
/// Stored so that `Option<NodeId>` takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

const _: () = assert!(size_of::<Option<NodeId>>() == size_of::<u32>());

impl NodeId {
    /// The number as an index into tables by node.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The node with this index.
    ///
    /// # Panics
    ///
    /// If there are more nodes than 32 bits can count.
    #[inline]
    pub fn from_index(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("the nodes fit 32 bits"))
    }
}

/// The number of a cell, in the order in which cells were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellId(u32);

/// Where a node goes that is no better than its ancestors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Into the cell of the best of them.
    WithBestAncestor,
    /// Into the cell of its own features, as every other node.
    ByOwnFeatures,
}

/// What the frame keeps of a node.
#[derive(Clone, Debug)]
struct Place {
    /// Moves against advice on the way to it.
    discrepancies: u32,
    cell: CellId,
    rank: u64,
    /// The rank of the node, or of its ancestor, that chose the cell.
    best: u64,
    /// Moves that were handed out.
    n_taken: u32,
    is_given_up: bool,
}

/// A node waiting in its cell: discrepancies with its next move, then that move's
/// rank, then its number.
type Waiting = Reverse<(u32, u64, NodeId)>;

/// Nodes in cells, and whose turn it is. `K` is what makes a cell.
///
/// ```
/// use soko_search::engine::{FeatureSpace, Placing};
///
/// // Numbers, worth less the larger they are; odd and even ones have their own cells.
/// let mut space = FeatureSpace::new(Placing::ByOwnFeatures);
/// let four = space.add_root(4, "even");
/// let five = space.add_child(four, 1, 5, "odd");
/// space.wait(four, 0, 6); // its next move is advised and leads to a 6
/// space.wait(five, 1, 7); // its next move is not
///
/// // The newest cell comes first, then that of the best node. Nothing is dead here.
/// assert_eq!(space.take(0, |_| false), Some((five, 0)));
/// assert_eq!(space.take(0, |_| false), Some((four, 0)));
/// assert_eq!(space.take(0, |_| false), None);
/// ```
#[derive(Clone, Debug)]
pub struct FeatureSpace<K> {
    placing: Placing,
    nodes: Vec<Place>,
    cells: Vec<BinaryHeap<Waiting>>,
    cell_of: HashMap<K, CellId>,
    /// The cell that was last to have its turn.
    turn: usize,
    /// A cell that has not had its first turn.
    fresh: Option<CellId>,
    best: Option<NodeId>,
}

impl<K: Eq + Hash> FeatureSpace<K> {
    /// A frame without nodes.
    pub fn new(placing: Placing) -> FeatureSpace<K> {
        FeatureSpace {
            placing,
            nodes: Vec::new(),
            cells: Vec::new(),
            cell_of: HashMap::new(),
            turn: 0,
            fresh: None,
            best: None,
        }
    }

    /// Adds a node from which the search begins. A smaller rank is better.
    pub fn add_root(&mut self, rank: u64, cell: K) -> NodeId {
        let cell = self.cell(cell);
        self.add(0, rank, rank, cell)
    }

    /// Adds the node to which a move of its parent leads that cost so much.
    pub fn add_child(&mut self, parent: NodeId, cost: u32, rank: u64, cell: K) -> NodeId {
        let parent = &self.nodes[parent.index()];
        let discrepancies = parent.discrepancies + cost;
        if self.placing == Placing::WithBestAncestor && parent.best <= rank {
            let (best, cell) = (parent.best, parent.cell);
            return self.add(discrepancies, rank, best, cell);
        }
        let cell = self.cell(cell);
        self.add(discrepancies, rank, rank, cell)
    }

    fn add(&mut self, discrepancies: u32, rank: u64, best: u64, cell: CellId) -> NodeId {
        let node = NodeId::from_index(self.nodes.len());
        self.nodes.push(Place {
            discrepancies,
            cell,
            rank,
            best,
            n_taken: 0,
            is_given_up: false,
        });
        let best = self.best.map(|best| self.nodes[best.index()].rank);
        if best.is_none_or(|best| rank < best) {
            self.best = Some(node);
        }
        node
    }

    /// The cell of these features; a new one will have the next turn.
    fn cell(&mut self, features: K) -> CellId {
        let fresh = CellId(self.cells.len() as u32);
        let cell = *self.cell_of.entry(features).or_insert(fresh);
        if cell == fresh {
            self.cells.push(BinaryHeap::new());
            self.fresh = Some(cell);
        }
        cell
    }

    /// Lets a node wait for its next move, which costs so much and has this rank.
    /// A node waits for one move at a time; one without moves does not wait.
    pub fn wait(&mut self, node: NodeId, cost: u32, rank: u64) {
        let place = &self.nodes[node.index()];
        let entry = Reverse((place.discrepancies + cost, rank, node));
        self.cells[place.cell.0 as usize].push(entry);
    }

    /// How many moves of a node were handed out, which is the index of its next.
    pub fn n_taken(&self, node: NodeId) -> usize {
        self.nodes[node.index()].n_taken as usize
    }

    /// The node whose turn it is and the index of its next move; none if no node
    /// waits. `step` counts what the search has expanded: at even numbers the
    /// cell of the best node comes before the others. The best node is asked
    /// whether it is dead by now, and given up if so.
    pub fn take(
        &mut self,
        step: u64,
        is_dead: impl FnMut(NodeId) -> bool,
    ) -> Option<(NodeId, usize)> {
        let cell = self.choose_cell(step, is_dead)?;
        let Reverse((_, _, node)) = self.cells[cell.0 as usize].pop()?;
        let place = &mut self.nodes[node.index()];
        place.n_taken += 1;
        Some((node, place.n_taken as usize - 1))
    }

    /// The cell whose turn it is, with a node that waits.
    fn choose_cell(&mut self, step: u64, is_dead: impl FnMut(NodeId) -> bool) -> Option<CellId> {
        let waits =
            |cells: &[BinaryHeap<Waiting>], cell: &CellId| !cells[cell.0 as usize].is_empty();
        if let Some(cell) = self.fresh.take().filter(|cell| waits(&self.cells, cell)) {
            return Some(cell);
        }
        if step.is_multiple_of(2)
            && let Some(best) = self.living_best(is_dead)
        {
            let cell = self.nodes[best.index()].cell;
            if waits(&self.cells, &cell) {
                return Some(cell);
            }
        }
        for _ in 0..self.cells.len() {
            self.turn = (self.turn + 1) % self.cells.len();
            if !self.cells[self.turn].is_empty() {
                return Some(CellId(self.turn as u32));
            }
        }
        None
    }

    fn living_best(&mut self, mut is_dead: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
        while let Some(best) = self.best.filter(|&best| is_dead(best)) {
            self.give_up(best);
        }
        self.best
    }

    /// The first of the nodes with the least rank that were not given up.
    pub fn best(&self) -> Option<NodeId> {
        self.best
    }

    /// A node is not the best from now on, whatever its rank: it has turned out to
    /// lead nowhere. It must not wait again.
    pub fn give_up(&mut self, node: NodeId) {
        self.nodes[node.index()].is_given_up = true;
        if self.best == Some(node) {
            let left = self.nodes.iter().enumerate();
            let left = left.filter(|(_, place)| !place.is_given_up);
            let best = left.min_by_key(|(_, place)| place.rank);
            self.best = best.map(|(index, _)| NodeId::from_index(index));
        }
    }

    /// Bytes held. Each node waits at most once.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * (size_of::<Place>() + size_of::<Waiting>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Nodes that wait in the order in which they are taken.
    fn order(space: &mut FeatureSpace<u32>, step: u64) -> Vec<usize> {
        let taken = std::iter::from_fn(|| space.take(step, |_| false));
        taken.map(|(node, _)| node.index()).collect()
    }

    /// A frame with one root a cell, of these ranks, each waiting for one move.
    fn roots(ranks: &[u64]) -> FeatureSpace<u32> {
        let mut space = FeatureSpace::new(Placing::WithBestAncestor);
        for (cell, &rank) in (0..).zip(ranks) {
            let node = space.add_root(rank, cell);
            space.wait(node, 1, rank);
        }
        // The last cell is new; its turn is over.
        space.fresh = None;
        space
    }

    #[test]
    fn cells_take_turns() {
        // The turn goes on after the first cell.
        assert_eq!(order(&mut roots(&[9, 8, 7, 6]), 1), [1, 2, 3, 0]);
    }

    #[test]
    fn at_every_other_step_the_best_cell_comes_first() {
        assert_eq!(order(&mut roots(&[9, 8, 6, 7]), 0), [2, 1, 3, 0]);
        assert_eq!(order(&mut roots(&[9, 8, 6, 7]), 1), [1, 2, 3, 0]);
    }

    #[test]
    fn a_new_cell_comes_first_once() {
        let mut space = roots(&[5, 6, 7]);
        let child = space.add_child(NodeId::from_index(0), 1, 4, 8);
        for _ in 0..2 {
            space.wait(child, 1, 9);
        }
        assert_eq!(order(&mut space, 1), [3, 1, 2, 3, 0]);
    }

    #[test]
    fn a_cell_is_found_by_its_features() {
        let mut space = roots(&[5, 6]);
        let child = space.add_child(NodeId::from_index(0), 0, 4, 1);
        space.wait(child, 0, 0);
        assert_eq!(space.fresh, None);
        assert_eq!(order(&mut space, 1), [2, 0, 1]);
    }

    #[test]
    fn fewer_discrepancies_come_first_and_then_the_better_move() {
        let mut space = FeatureSpace::new(Placing::ByOwnFeatures);
        let root = space.add_root(0, 0);
        let [costly, worse, better] = [5, 1, 1].map(|cost| space.add_child(root, cost, 9, 0));
        space.wait(costly, 0, 1);
        space.wait(worse, 1, 4);
        space.wait(better, 1, 3);
        space.wait(root, 3, 2);
        assert_eq!(order(&mut space, 1), [3, 2, 0, 1]);
    }

    #[test]
    fn a_node_no_better_than_its_best_ancestor_stays_in_that_cell() {
        for (placing, own) in [(Placing::WithBestAncestor, 0), (Placing::ByOwnFeatures, 2)] {
            let mut space = FeatureSpace::new(placing);
            let root = space.add_root(5, 10);
            let better = space.add_child(root, 1, 4, 11);
            let worse = space.add_child(better, 1, 6, 12);
            let equal = space.add_child(worse, 1, 4, 13);
            let best = space.add_child(equal, 1, 3, 14);
            let cells = [root, better, worse, equal, best].map(|n| space.nodes[n.index()].cell.0);
            assert_eq!(cells[..2], [0, 1]);
            assert_eq!(cells[2..], [1 + own / 2, 1 + own, 2 + own]);
        }
    }

    #[test]
    fn moves_of_a_node_are_handed_out_in_order() {
        let mut space = FeatureSpace::new(Placing::WithBestAncestor);
        let root = space.add_root(0, 0);
        for index in 0..5 {
            assert_eq!(space.n_taken(root), index);
            space.wait(root, 0, 0);
            assert_eq!(space.take(1, |_| false), Some((root, index)));
        }
        assert_eq!(space.take(1, |_| false), None);
    }

    #[test]
    fn the_best_node_is_one_that_is_alive() {
        let mut space = roots(&[3, 1, 2, 1]);
        assert_eq!(space.best(), Some(NodeId::from_index(1)));
        // The second is dead by now, and so is the fourth.
        let dead = |node: NodeId| node.index() % 2 == 1;
        assert_eq!(space.take(0, dead), Some((NodeId::from_index(2), 0)));
        assert_eq!(space.best(), Some(NodeId::from_index(2)));
        // Without a best node the cells have their turns.
        assert_eq!(space.take(0, |_| true), Some((NodeId::from_index(1), 0)));
        assert_eq!(space.best(), None);
    }

    /// The same by looking at everything.
    #[derive(Default)]
    struct Plain {
        /// Discrepancies, rank, best rank and cell.
        nodes: Vec<(u32, u64, u64, u8)>,
        /// Cells in the order in which they were found.
        cells: Vec<u8>,
        waiting: Vec<(u32, u64, usize)>,
        turn: usize,
        fresh: Option<u8>,
    }

    impl Plain {
        fn add(&mut self, parent: Option<(usize, u32)>, rank: u64, cell: u8) {
            let (mut discrepancies, mut place) = (0, (rank, cell));
            if let Some((parent, cost)) = parent {
                let parent = self.nodes[parent];
                discrepancies = parent.0 + cost;
                if parent.2 <= rank {
                    place = (parent.2, parent.3);
                }
            }
            if !self.cells.contains(&place.1) {
                self.cells.push(place.1);
                self.fresh = Some(place.1);
            }
            self.nodes.push((discrepancies, rank, place.0, place.1));
        }

        fn take_from(&mut self, cell: u8) -> Option<usize> {
            let in_cell = self.waiting.iter().filter(|w| self.nodes[w.2].3 == cell);
            let first = *in_cell.min()?;
            self.waiting.retain(|&waiting| waiting != first);
            Some(first.2)
        }

        fn take(&mut self, step: u64) -> Option<usize> {
            let mut order: Vec<u8> = self.fresh.take().into_iter().collect();
            let best = self.nodes.iter().min_by_key(|node| node.1);
            order.extend(best.map(|node| node.3).filter(|_| step.is_multiple_of(2)));
            for cell in order {
                if let Some(node) = self.take_from(cell) {
                    return Some(node);
                }
            }
            for _ in 0..self.cells.len() {
                self.turn = (self.turn + 1) % self.cells.len();
                if let Some(node) = self.take_from(self.cells[self.turn]) {
                    return Some(node);
                }
            }
            None
        }
    }

    proptest! {
        /// Whatever a search does, the turns are those found by looking at everything.
        #[test]
        fn turns_are_as_told(steps in prop::collection::vec((0u64..9, 0u8..6, 0u32..2, 0u64..9), 1..200)) {
            let mut space = FeatureSpace::new(Placing::WithBestAncestor);
            let mut plain = Plain::default();
            space.add_root(5, 0);
            plain.add(None, 5, 0);
            space.wait(NodeId::from_index(0), 0, 0);
            plain.waiting.push((0, 0, 0));
            for (step, (rank, cell, cost, next_rank)) in (0..).zip(steps) {
                let taken = space.take(step, |_| false).map(|(node, _)| node);
                prop_assert_eq!(taken.map(NodeId::index), plain.take(step));
                let Some(parent) = taken else { break };
                let child = space.add_child(parent, cost, rank, cell);
                plain.add(Some((parent.index(), cost)), rank, cell);
                for (node, cost) in [(parent, 1), (child, cost)] {
                    space.wait(node, cost, next_rank);
                    let discrepancies = plain.nodes[node.index()].0 + cost;
                    plain.waiting.push((discrepancies, next_rank, node.index()));
                }
            }
        }
    }
}
