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

use super::frozen_set::frozen_boxes;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use rustc_hash::FxHashMap;
use soko_core::Squares;

/// So many analyses are kept; then all but the bare board are dropped.
const MOST_BOARDS: usize = 512;

/// The analyses of the board with frozen boxes as walls.
#[derive(Clone, Debug)]
pub(super) struct FrozenWalls<S> {
    boards: Vec<LoneBox<S>>,
    by_closed: FxHashMap<S, usize>,
    /// How often analyses were dropped.
    n_dropped: u64,
}

/// Names an analysis in [`FrozenWalls`] until the next call that may add one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WallsId {
    index: usize,
    n_dropped: u64,
}

/// What a technique has found out about boards with walls, kept as long as the
/// analyses themselves.
#[derive(Clone, Debug)]
pub(super) struct PerWalls<T> {
    known: Vec<Option<T>>,
    n_dropped: u64,
}

impl<T> PerWalls<T> {
    /// Nothing is known yet.
    pub fn new() -> PerWalls<T> {
        PerWalls {
            known: Vec::new(),
            n_dropped: 0,
        }
    }

    /// The place for what is known about a board.
    pub fn of(&mut self, id: WallsId) -> &mut Option<T> {
        if self.n_dropped != id.n_dropped {
            self.known.truncate(1);
            self.n_dropped = id.n_dropped;
        }
        if self.known.len() <= id.index {
            self.known.resize_with(id.index + 1, || None);
        }
        &mut self.known[id.index]
    }

    /// All that is known.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.known.iter().flatten()
    }
}

/// The frozen boxes of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frozen<S> {
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
            n_dropped: 0,
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
        &self.boards[id.index]
    }

    /// The frozen boxes, with all that follows from their being walls.
    pub fn frozen(&mut self, ground: &Ground<S>, boxes: &S) -> Frozen<S> {
        let mut id = 0;
        let mut frozen = frozen_boxes(ground, self.bare(), boxes);
        loop {
            if frozen == *self.boards[id].closed() {
                let walls = Some(WallsId {
                    index: id,
                    n_dropped: self.n_dropped,
                });
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
            let more = frozen_boxes(ground, &self.boards[id], &rest);
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
            self.n_dropped += 1;
            self.boards.truncate(1);
            self.by_closed.clear();
            self.by_closed.insert(ground.nothing().clone(), 0);
        }
        let id = self.boards.len();
        self.boards.push(LoneBox::new(ground, closed));
        self.by_closed.insert(closed.clone(), id);
        id
    }
}
