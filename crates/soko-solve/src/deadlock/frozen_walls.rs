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

use super::answers::Effort;
use super::forced::{self, Forced};
use super::{Ground, LoneBox, freeze, peeling};
use rustc_hash::FxHashMap;
use soko_core::Squares;

/// So many analyses are kept; then all but the bare board are dropped.
const MOST_BOARDS: usize = 512;

/// The analyses of the board with frozen boxes as walls.
#[derive(Clone, Debug)]
pub struct FrozenWalls<S> {
    boards: Vec<Walled<S>>,
    by_closed: FxHashMap<S, usize>,
}

/// A board with walls, and what backward play says about it once it is asked.
#[derive(Clone, Debug)]
struct Walled<S> {
    lone: LoneBox<S>,
    filled_already: Option<Vec<S>>,
    forced: Option<Forced<S>>,
}

impl<S: Squares> Walled<S> {
    fn new(ground: &Ground<S>, closed: &S) -> Walled<S> {
        Walled {
            lone: LoneBox::new(ground, closed),
            filled_already: None,
            forced: None,
        }
    }
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
            boards: vec![Walled::new(ground, ground.nothing())],
            by_closed: FxHashMap::default(),
        };
        this.by_closed.insert(ground.nothing().clone(), 0);
        this
    }

    /// The bare board.
    #[inline]
    pub fn bare(&self) -> &LoneBox<S> {
        &self.boards[0].lone
    }

    /// A board with walls.
    #[inline]
    pub fn board(&self, id: WallsId) -> &LoneBox<S> {
        &self.boards[id.0].lone
    }

    /// The goals that must be filled already, by the man's last region: see the
    /// file `peeling`.
    pub(super) fn filled_already(&mut self, ground: &Ground<S>, id: WallsId) -> &[S] {
        let walled = &mut self.boards[id.0];
        let lone = &walled.lone;
        walled
            .filled_already
            .get_or_insert_with(|| peeling::filled_already(ground, lone))
    }

    /// What a state must contain: see the file `forced`. Also counts the
    /// positions that were searched just now. Nothing if it is not known yet and
    /// the effort is too small to find out.
    pub(super) fn forced(
        &mut self,
        ground: &Ground<S>,
        id: WallsId,
        effort: &mut Effort,
    ) -> Option<(&Forced<S>, u64)> {
        let Walled { lone, forced, .. } = &mut self.boards[id.0];
        let mut work = 0;
        if forced.is_none() {
            let budget = forced::BUDGET as u64;
            if effort.grant(budget) < budget {
                return None;
            }
            let (found, searched) = Forced::new(ground, lone);
            effort.spend(searched);
            work = searched;
            *forced = Some(found);
        }
        forced.as_ref().map(|forced| (forced, work))
    }

    /// The frozen boxes, with all that follows from their being walls.
    pub fn frozen(&mut self, ground: &Ground<S>, boxes: &S) -> Frozen<S> {
        let mut id = 0;
        let mut frozen = freeze::frozen_boxes(ground, self.bare(), boxes);
        loop {
            if frozen == *self.boards[id].lone.closed() {
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
            let more = freeze::frozen_boxes(ground, &self.boards[id].lone, &rest);
            frozen.union_with(&more);
        }
    }

    /// Bytes held by the analyses, roughly.
    pub fn bytes(&self) -> usize {
        let bare = self.bare();
        let squares = bare.blocked(0).words().len() * 8 * 4 + 4;
        let forced = self.boards.iter().filter_map(|board| board.forced.as_ref());
        self.boards.len() * bare.n_squares() * squares + forced.map(Forced::bytes).sum::<usize>()
    }

    fn id(&mut self, ground: &Ground<S>, closed: &S) -> usize {
        if let Some(&id) = self.by_closed.get(closed) {
            return id;
        }
        if self.boards.len() >= MOST_BOARDS {
            self.boards.truncate(1);
            self.by_closed.clear();
            self.by_closed.insert(ground.nothing().clone(), 0);
        }
        let id = self.boards.len();
        self.boards.push(Walled::new(ground, closed));
        self.by_closed.insert(closed.clone(), id);
        id
    }
}
