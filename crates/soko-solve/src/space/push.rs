//! The space of pushes: walking is free, a push costs 1.
//!
//! A state is the boxes and the area that holds the man, named by its first
//! square. Two states are the same exactly when no push tells them apart, so the
//! space is as small as push metrics allow. Without areas (a switch for the
//! papers' sake) the man's very square after the push tells states apart.
//!
//! What is left out, all of it sound and none of it on a cheapest path that has
//! no equal: pushes onto dead squares and such that freeze boxes ([`DeadPushes`]),
//! everything but the one push that a tunnel forces ([`ForcedPushes`]), and all
//! pushes but those into a corral where these must come anyway
//! ([`Pruning`]).

use super::{DeadPushes, Packing, Placement, first_of_area};
use crate::deadlock::{Pruning, Technique};
use crate::switches::{Switch, Switches};
use crate::tunnel::ForcedPushes;
use soko_core::{Board, Direction, Level, Push, Reach, Square, Squares};
use soko_search::{Space, Successor, Successors};

/// The switches that this space reads.
pub const PUSH_SWITCHES: Switches = Switches::only(&[
    Switch::Test(Technique::DeadSquares),
    Switch::Test(Technique::Freeze),
    Switch::Test(Technique::Corral),
    Switch::Tunnels,
    Switch::Areas,
]);

/// The space of pushes of one level.
#[derive(Clone, Debug)]
pub struct PushSpace<S> {
    board: Board,
    start: Placement<S>,
    goals: S,
    dead: DeadPushes<S>,
    reach: Reach<S>,
    packing: Packing,
    forced: Option<ForcedPushes>,
    areas: bool,
}

impl<S: Squares> PushSpace<S> {
    /// The pushes of a level, with these techniques.
    pub fn new(level: &Level, switches: &Switches) -> PushSpace<S> {
        let board = level.board().clone();
        let dead = DeadPushes::new(&board, switches);
        let reach = Reach::new(&board);
        let boxes: S = board.convert(level.boxes());
        let man = if switches.is_on(Switch::Areas) {
            first_of_area(&reach, &boxes, level.man())
        } else {
            level.man()
        };
        PushSpace {
            start: Placement { boxes, man },
            goals: board.convert(board.goals()),
            packing: Packing::new(&board, &dead.room(level)),
            dead,
            reach,
            forced: switches
                .is_on(Switch::Tunnels)
                .then(|| ForcedPushes::new(&board)),
            areas: switches.is_on(Switch::Areas),
            board,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Adds what a push leads to, unless that is dead and the dead is left out.
    #[inline]
    fn add(
        &self,
        state: &Placement<S>,
        area: &S,
        push: Push,
        to: Square,
        skip_frozen: bool,
        out: &mut Successors<Self>,
    ) {
        let mut boxes = state.boxes.clone();
        boxes.shift(push.from, to);
        if skip_frozen && self.dead.freezes(&boxes, to) {
            return;
        }
        let man = if self.areas {
            let reach = &self.reach;
            let area = reach.area_after(area, &boxes, push.from, to, push.from);
            area.lowest().expect("the man stands somewhere")
        } else {
            push.from
        };
        out.push(Successor {
            action: push,
            cost: 1,
            state: Placement { boxes, man },
        });
    }

    /// Adds all pushes of these boxes, which are some of the state's.
    #[inline]
    fn pushes_of(
        &self,
        movers: &S,
        state: &Placement<S>,
        area: &S,
        skip_frozen: bool,
        out: &mut Successors<Self>,
    ) {
        for from in movers.iter() {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(man), Some(to)) = (push.man(&self.board), push.to(&self.board)) else {
                    continue;
                };
                if area.contains(man) && !state.boxes.contains(to) && self.dead.allows(to) {
                    self.add(state, area, push, to, skip_frozen, out);
                }
            }
        }
    }
}

impl<S: Squares> Space for PushSpace<S> {
    type State = Placement<S>;
    type Action = Push;

    fn key_len(&self) -> usize {
        self.packing.key_len()
    }

    #[inline]
    fn pack(&self, state: &Placement<S>, key: &mut [u8]) {
        self.packing.pack(&state.boxes, state.man, key);
    }

    #[inline]
    fn unpack(&self, key: &[u8]) -> Placement<S> {
        let (boxes, man) = self.packing.unpack(key);
        Placement { boxes, man }
    }

    fn starts(&self) -> Vec<Placement<S>> {
        vec![self.start.clone()]
    }

    #[inline]
    fn is_goal(&self, state: &Placement<S>) -> bool {
        state.boxes.is_subset(&self.goals)
    }

    fn expand(&mut self, state: &Placement<S>, out: &mut Successors<Self>) {
        let area = self.reach.area(&state.boxes, state.man);
        if let Some(forced) = &self.forced
            && let Some((push, to)) = forced.find(&self.board, &state.boxes, &area)
        {
            if self.dead.allows(to) {
                self.add(state, &area, push, to, true, out);
            }
            return;
        }
        match self.dead.prune(&state.boxes, &area) {
            Pruning::None => self.pushes_of(&state.boxes, state, &area, true, out),
            Pruning::Only(movers) => self.pushes_of(&movers, state, &area, true, out),
            Pruning::Dead => {}
        }
    }

    /// Without areas a neighbour in the backward table may have the man anywhere
    /// in the area after the push.
    fn expand_all(&mut self, state: &Placement<S>, out: &mut Successors<Self>) {
        let area = self.reach.area(&state.boxes, state.man);
        self.pushes_of(&state.boxes, state, &area, false, out);
        if !self.areas {
            let exact = std::mem::take(out);
            for next in exact {
                let men = self.reach.area(&next.state.boxes, next.state.man);
                out.extend(men.iter().map(|man| {
                    let mut next = next.clone();
                    next.state.man = man;
                    next
                }));
            }
        }
    }

    fn bytes(&self) -> usize {
        self.dead.bytes()
    }
}
