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

use super::dead_pushes::DeadPushes;
use super::placement::Placement;
use super::placements::{Edges, EdgesOut, Frame, Placements};
use crate::deadlock::{Pruning, Technique};
use crate::switches::{Switch, Switches};
use crate::tunnel::ForcedPushes;
use soko_core::{Board, Direction, Level, Push, Reach, Square, Squares};
use soko_search::Successor;

/// The switches that this space reads.
pub const PUSH_SWITCHES: Switches = Switches::only(&[
    Switch::Test(Technique::DeadSquares),
    Switch::Test(Technique::Freeze),
    Switch::Test(Technique::Corral),
    Switch::Tunnels,
    Switch::Areas,
]);

/// The space of pushes.
pub type PushSpace<S> = Placements<PushEdges<S>>;

/// The pushes of one level.
#[derive(Clone, Debug)]
pub struct PushEdges<S> {
    dead: DeadPushes<S>,
    reach: Reach<S>,
    forced: Option<ForcedPushes>,
    areas: bool,
}

impl<S: Squares> PushSpace<S> {
    /// The pushes of a level, with these techniques.
    ///
    /// ```
    /// use soko_core::{FixedSet, Level};
    /// use soko_search::Space;
    /// use soko_solve::{PushSpace, Switches};
    ///
    /// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    /// let mut space = PushSpace::<FixedSet<1>>::new(&level, &Switches::ALL);
    /// let mut edges = Vec::new();
    /// space.expand(&space.starts()[0], &mut edges);
    /// assert!(edges.len() == 1 && space.is_goal(&edges[0].state));
    /// ```
    pub fn new(level: &Level, switches: &Switches) -> PushSpace<S> {
        let dead = DeadPushes::new(level.board(), switches);
        let reach = Reach::new(level.board());
        let areas = switches.is_on(Switch::Areas);
        let frame = Frame::new(level, &dead.box_squares(level));
        let tunnels = switches.is_on(Switch::Tunnels);
        Placements {
            frame: if areas { frame.by_area(&reach) } else { frame },
            edges: PushEdges {
                dead,
                reach,
                forced: tunnels.then(|| ForcedPushes::new(level.board())),
                areas,
            },
        }
    }
}

/// Whether pushes that freeze boxes off their goals are added.
#[derive(Clone, Copy)]
enum Frozen {
    LeftOut,
    Added,
}

/// A state whose pushes are added, and where the man can walk in it.
struct Here<'a, S> {
    state: &'a Placement<S>,
    area: S,
    frozen: Frozen,
}

impl<S: Squares> PushEdges<S> {
    fn here<'a>(&self, state: &'a Placement<S>, frozen: Frozen) -> Here<'a, S> {
        Here {
            state,
            area: self.reach.area(&state.boxes, state.man),
            frozen,
        }
    }

    /// Adds what a push leads to, unless that is dead and the dead is left out.
    #[inline]
    fn add(&self, here: &Here<'_, S>, push: Push, to: Square, out: &mut EdgesOut<Self>) {
        let mut boxes = here.state.boxes.clone();
        boxes.shift(push.from, to);
        if matches!(here.frozen, Frozen::LeftOut) && self.dead.freezes(&boxes, to) {
            return;
        }
        let man = if self.areas {
            let reach = &self.reach;
            let area = reach.area_after(&here.area, &boxes, push.from, to, push.from);
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
    fn add_all(&self, board: &Board, here: &Here<'_, S>, movers: &S, out: &mut EdgesOut<Self>) {
        for from in movers.iter() {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(man), Some(to)) = (push.man(board), push.to(board)) else {
                    continue;
                };
                let is_free = !here.state.boxes.contains(to);
                if here.area.contains(man) && is_free && self.dead.allows(to) {
                    self.add(here, push, to, out);
                }
            }
        }
    }
}

impl<S: Squares> Edges for PushEdges<S> {
    type Set = S;
    type Action = Push;

    fn expand(&mut self, frame: &Frame<S>, state: &Placement<S>, out: &mut EdgesOut<Self>) {
        let here = self.here(state, Frozen::LeftOut);
        if let Some(forced) = &self.forced
            && let Some((push, to)) = forced.find(&frame.board, &state.boxes, &here.area)
        {
            if self.dead.allows(to) {
                self.add(&here, push, to, out);
            }
            return;
        }
        match self.dead.prune(&state.boxes, &here.area) {
            Pruning::None => self.add_all(&frame.board, &here, &state.boxes, out),
            Pruning::Only(movers) => self.add_all(&frame.board, &here, &movers, out),
            Pruning::Dead => {}
        }
    }

    /// Without areas a neighbour in the backward table may have the man anywhere
    /// in the area after the push.
    fn expand_all(&mut self, frame: &Frame<S>, state: &Placement<S>, out: &mut EdgesOut<Self>) {
        let here = self.here(state, Frozen::Added);
        self.add_all(&frame.board, &here, &state.boxes, out);
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
