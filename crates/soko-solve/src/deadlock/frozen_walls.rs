//! Frozen boxes as walls, and what follows from them.
//!
//! A frozen box never moves again, so for all others it is a wall. With more
//! walls a lone box reaches fewer goals, more pushes are hopeless, and more boxes
//! are frozen: the two steps repeat until nothing changes. A frozen set that is
//! off its goals ends the matter: the state is dead.
//!
//! Sound: each round adds boxes of which it is proved that they never move in a
//! solution, given that the ones before never move.
//!
//! Cost: one peeling of all boxes and a look into a table when the frozen set is
//! known; else an analysis of the board with the new walls ([`LoneBox`]). Frozen
//! sets repeat in almost every state of a search, so the analyses are kept, up
//! to [`MOST_BOARDS`] of them.

use super::{Ground, LoneBox, freeze};
use rustc_hash::FxHashMap;
use soko_core::Squares;

/// So many analyses are kept; then all but the bare board are dropped.
const MOST_BOARDS: usize = 512;

/// The analyses of the board with frozen boxes as walls.
#[derive(Clone, Debug)]
pub struct FrozenWalls<S> {
    boards: Vec<LoneBox<S>>,
    by_closed: FxHashMap<S, usize>,
    generation: u32,
}

/// Names an analysis in [`FrozenWalls`] until the next call that may add one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WallsId(usize);

/// The frozen boxes of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen<S> {
    /// All frozen boxes.
    pub boxes: S,
    /// The board with them as walls; none if one of them is off its goal, which
    /// makes the state dead.
    pub walls: Option<WallsId>,
}

impl<S: Squares> FrozenWalls<S> {
    /// Starts with the bare board.
    pub fn new(ground: &Ground<S>) -> FrozenWalls<S> {
        let mut this = FrozenWalls {
            boards: vec![LoneBox::new(ground, ground.nothing())],
            by_closed: FxHashMap::default(),
            generation: 0,
        };
        this.by_closed.insert(ground.nothing().clone(), 0);
        this
    }

    /// The bare board.
    #[inline]
    pub fn bare(&self) -> &LoneBox<S> {
        &self.boards[0]
    }

    /// A board with walls.
    #[inline]
    pub fn board(&self, id: WallsId) -> &LoneBox<S> {
        &self.boards[id.0]
    }

    /// Counts how often the analyses were dropped. Whoever keeps something by
    /// [`WallsId`] forgets it when this changes.
    #[inline]
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The frozen boxes, with all that follows from their being walls.
    pub fn frozen(&mut self, ground: &Ground<S>, boxes: &S) -> Frozen<S> {
        let mut id = 0;
        let mut frozen = freeze::frozen_boxes(ground, self.bare(), boxes);
        loop {
            if frozen == *self.boards[id].closed() {
                let walls = Some(WallsId(id));
                return Frozen {
                    boxes: frozen,
                    walls,
                };
            }
            if !frozen.is_subset(ground.goals()) {
                return Frozen {
                    boxes: frozen,
                    walls: None,
                };
            }
            id = self.id(ground, &frozen);
            // Closed squares stay in the set: they are walls to the others and
            // held by what froze them.
            let rest = boxes.difference(&frozen);
            let more = freeze::frozen_boxes(ground, &self.boards[id], &rest);
            frozen.union_with(&more);
        }
    }

    /// Bytes held by the analyses, roughly.
    pub fn bytes(&self) -> usize {
        let bare = self.bare();
        let squares = bare.blocked(0).words().len() * 8 * 4 + 4;
        self.boards.len() * bare.n_squares() * squares
    }

    fn id(&mut self, ground: &Ground<S>, closed: &S) -> usize {
        if let Some(&id) = self.by_closed.get(closed) {
            return id;
        }
        if self.boards.len() >= MOST_BOARDS {
            self.boards.truncate(1);
            self.by_closed.clear();
            self.by_closed.insert(ground.nothing().clone(), 0);
            self.generation += 1;
        }
        let id = self.boards.len();
        self.boards.push(LoneBox::new(ground, closed));
        self.by_closed.insert(closed.clone(), id);
        id
    }
}
