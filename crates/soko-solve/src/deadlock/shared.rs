//! What all techniques of one level share: the board, the frozen boxes as walls, the
//! pairs, and what proof searches have found so far.

use super::finding::Finding;
use super::frozen_walls::{FrozenWalls, WallsId};
use super::pair_table::PairsOnDemand;
use super::pattern::Patterns;
use super::proof::{Learned, ProofBoard, ProofCache};
use super::query::Query;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use soko_core::Squares;

/// What all techniques of one level share.
#[derive(Clone, Debug)]
pub(super) struct Shared<S> {
    pub ground: Ground<S>,
    pub walls: FrozenWalls<S>,
    pub pairs: PairsOnDemand<S>,
    pub cache: ProofCache<S>,
    pub learned: Learned<S>,
    pub patterns: Patterns,
}

impl<S: Squares> Shared<S> {
    /// Prepares a board. Proofs may use the table of pairs, and what they prove may
    /// be learned.
    pub fn new(ground: Ground<S>, with_pairs: bool, learns: bool) -> Shared<S> {
        Shared {
            walls: FrozenWalls::new(&ground),
            pairs: PairsOnDemand::new(with_pairs),
            cache: ProofCache::default(),
            learned: Learned::new(ground.n_squares(), learns),
            patterns: Patterns::default(),
            ground,
        }
    }

    /// What a lone box can do on the bare board.
    pub fn lone_box(&self) -> &LoneBox<S> {
        self.walls.bare()
    }

    /// For tests that play backwards from the solved board: the board with frozen
    /// boxes as walls. If some goal needs no box they say nothing, and if a frozen box
    /// is off its goal nothing needs to be played.
    pub fn backward_board(&mut self, query: &Query<'_, S>) -> Result<WallsId, Finding<S>> {
        let frozen = self.walls.frozen(&self.ground, query.boxes);
        match frozen.walls {
            None => Err(Finding::at_once(Some(frozen.boxes))),
            Some(_) if !self.needs_all_goals(query.boxes) => Err(Finding::at_once(None)),
            Some(id) => Ok(id),
        }
    }

    /// Whether every goal needs a box.
    pub fn needs_all_goals(&self, boxes: &S) -> bool {
        boxes.len() == self.ground.goals().len()
    }

    /// The board with frozen boxes as walls, and the cache, for a proof search.
    pub fn proof_board(&mut self, id: WallsId) -> (ProofBoard<'_, S>, &mut ProofCache<S>) {
        let board = ProofBoard {
            ground: &self.ground,
            lone: self.walls.board(id),
            pairs: self.pairs.made(),
        };
        (board, &mut self.cache)
    }

    /// Bytes held by tables that grow with use.
    pub fn bytes(&self) -> usize {
        self.walls.bytes() + self.pairs.bytes() + self.cache.bytes() + self.learned.sets.bytes()
    }
}
