//! The space of pushes: walking is free, a push costs 1.
//!
//! A state is the boxes and the area that holds the man, named by its first
//! square. Two states are the same exactly when no push tells them apart, so the
//! space is as small as push metrics allow. Without areas (a switch for the
//! papers' sake) the man's very square after the push tells states apart.
//!
//! What is left out, all of it sound and none of it on a cheapest path that has
//! no equal: pushes onto dead squares, and everything but the one push that a
//! tunnel forces ([`ForcedPushes`]).

use super::Packing;
use crate::{ForcedPushes, Switches};
use soko_core::{Board, Direction, Level, Push, Reach, Square, SquareSet, Squares, facts};
use soko_search::{Space, Successor, Successors};

/// Boxes, and the man's area or square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PushState<S> {
    /// Where the boxes stand.
    pub boxes: S,
    /// The first square of the man's area; his own where areas are switched off.
    pub man: Square,
}

/// The space of pushes of one level.
#[derive(Clone, Debug)]
pub struct PushSpace<S> {
    board: Board,
    start: PushState<S>,
    goals: S,
    live: S,
    reach: Reach<S>,
    packing: Packing,
    forced: Option<ForcedPushes>,
    areas: bool,
}

impl<S: Squares> PushSpace<S> {
    /// The pushes of a level, with these techniques.
    pub fn new(level: &Level, switches: &Switches) -> PushSpace<S> {
        let board = level.board().clone();
        let live = if switches.dead_squares {
            facts::live_squares_from_sides(&board)
        } else {
            SquareSet::full(board.n_squares())
        };
        let reach = Reach::new(&board);
        let boxes: S = board.convert(level.boxes());
        let man = if switches.areas {
            first_of_area(&reach, &boxes, level.man())
        } else {
            level.man()
        };
        PushSpace {
            start: PushState { boxes, man },
            goals: board.convert(board.goals()),
            packing: Packing::new(&board, &live.union(level.boxes())),
            live: board.convert(&live),
            reach,
            forced: switches.tunnels.then(|| ForcedPushes::new(&board)),
            areas: switches.areas,
            board,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    fn add(&self, state: &PushState<S>, push: Push, to: Square, out: &mut Successors<Self>) {
        let mut boxes = state.boxes.clone();
        boxes.shift(push.from, to);
        let man = if self.areas {
            first_of_area(&self.reach, &boxes, push.from)
        } else {
            push.from
        };
        out.push(Successor {
            action: push,
            cost: 1,
            state: PushState { boxes, man },
        });
    }

    #[inline]
    fn all_pushes(
        &self,
        state: &PushState<S>,
        area: &S,
        room: Option<&S>,
        out: &mut Successors<Self>,
    ) {
        for from in state.boxes.iter() {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(man), Some(to)) = (push.man(&self.board), push.to(&self.board)) else {
                    continue;
                };
                if area.contains(man)
                    && !state.boxes.contains(to)
                    && room.is_none_or(|room| room.contains(to))
                {
                    self.add(state, push, to, out);
                }
            }
        }
    }
}

/// The name of the area around the man.
#[inline]
pub(crate) fn first_of_area<S: Squares>(reach: &Reach<S>, boxes: &S, man: Square) -> Square {
    let area = reach.area(boxes, man);
    area.lowest().expect("the man stands somewhere")
}

impl<S: Squares> Space for PushSpace<S> {
    type State = PushState<S>;
    type Action = Push;

    fn key_len(&self) -> usize {
        self.packing.key_len()
    }

    #[inline]
    fn pack(&self, state: &PushState<S>, key: &mut [u8]) {
        self.packing.pack(&state.boxes, state.man, key);
    }

    #[inline]
    fn unpack(&self, key: &[u8]) -> PushState<S> {
        let (boxes, man) = self.packing.unpack(key);
        PushState { boxes, man }
    }

    fn starts(&self) -> Vec<PushState<S>> {
        vec![self.start.clone()]
    }

    #[inline]
    fn is_goal(&self, state: &PushState<S>) -> bool {
        state.boxes.is_subset(&self.goals)
    }

    fn expand(&mut self, state: &PushState<S>, out: &mut Successors<Self>) {
        let area = self.reach.area(&state.boxes, state.man);
        if let Some(forced) = &self.forced
            && let Some((push, to)) = forced.find(&self.board, &state.boxes, &area)
        {
            if self.live.contains(to) {
                self.add(state, push, to, out);
            }
            return;
        }
        self.all_pushes(state, &area, Some(&self.live), out);
    }

    fn expand_all(&mut self, state: &PushState<S>, out: &mut Successors<Self>) {
        let area = self.reach.area(&state.boxes, state.man);
        // Keys have no bits for boxes on dead squares; a start may stand there.
        let live = self.live.clone();
        self.all_pushes(state, &area, Some(&live), out);
    }
}
