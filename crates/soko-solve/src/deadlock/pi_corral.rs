//! PI-corral pruning: pushes that must come anyway may come first.
//!
//! A *corral* is floor that the man cannot reach, fenced off by boxes. If all
//! that its fence can ever do first is to move inwards, and the man can do each
//! of those pushes right now, then only those pushes need to be tried.
//!
//! ```text
//!     ########      the corner with the goal is a corral, fenced by both boxes
//!     #. $   #      above and below; each can only go in, and the man can push
//!     #  $ @ #      both now: all other boxes can wait
//!     #### . #
//! ```
//!
//! **The rule.** Let C be some unreachable regions and B a set of boxes that
//! holds every box beside C, and perhaps more. A push of a box of B is *thinkable*
//! if it is possible when all other boxes that can move are thought away, and if
//! it does not end in a deadlock of the boxes of B. If
//!
//! 1. there is work: a box of B is off its goal, or every goal is needed and one
//!    inside C is empty;
//! 2. every thinkable push goes into C; and
//! 3. the man can do every thinkable push now,
//!
//! then every solution can be rearranged, without an extra push, to begin with a
//! push of B. If there is work and no thinkable push, the state is dead.
//!
//! **Sound for solvability and for the number of pushes.** Because of 1 a solution
//! pushes a box of B at some time. Look at the first such push. Until then B has
//! not moved, so C stayed closed, and the push is thinkable: it goes from a square
//! p to a square c in C, and the man can do it now. Do it now. The pushes that
//! came before it in the solution are still possible: they use no square of C, p
//! has become free, and the man's area has only grown. After them the state is
//! the same as in the solution. **Not sound for moves**, as the man's walks change.
//!
//! **Growing.** Where the rule fails because a square behind or ahead of a box of
//! B lies in another unreachable region, that region is joined to C; where it
//! holds a box outside B, that box is joined to B. The proof asks nothing of C and
//! B but the above, so growing is safe; it gives up when a thinkable push goes
//! into the man's own area.
//!
//! Cost: a flood for the regions and one for each attempt.
//!
//! Source: the idea is Brian Damgaard's (YASS); the statement above is ours.

use super::finding::Finding;
use super::frozen_set::frozen_around;
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use soko_core::{Direction, Square, Squares};

pub(super) const ROW: Row = Row {
    name: "pi-corral",
    summary: "Pushes into a corral come first; a corral that nothing can open is dead.",
    asked: Asked::ByName,
    searches: false,
    explains: Explains::Never,
    sentence: |_| "The man is fenced off, and the fence cannot be opened from where he is.".into(),
};

/// Looks for a corral that nothing can open.
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    let (guilty, work) = match prune(shared, query) {
        Some((Pruning::Dead, work)) => (Some(query.boxes.clone()), work),
        Some((_, work)) => (None, work),
        None => (None, 0),
    };
    Finding { guilty, work }
}

/// What the corrals of a state say, and the attempts it took; nothing if the man can
/// reach every square.
pub(super) fn prune<S: Squares>(
    shared: &mut Shared<S>,
    query: &Query<'_, S>,
) -> Option<(Pruning<S>, u64)> {
    let mut unreachable = shared.ground.all().difference(query.area);
    unreachable.subtract(query.boxes);
    if unreachable.is_empty() {
        return None;
    }
    let frozen = shared.walls.frozen(&shared.ground, query.boxes);
    let Some(id) = frozen.walls else {
        return Some((Pruning::Dead, 1));
    };
    let corrals = Corrals {
        ground: &shared.ground,
        lone: shared.walls.board(id),
        boxes: query.boxes,
        area: query.area,
        all_goals_needed: shared.needs_all_goals(query.boxes),
    };
    Some(corrals.prune())
}

/// What corral pruning says about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pruning<S> {
    /// Nothing: all pushes are to be tried.
    None,
    /// If the state is solvable, a push of one of these boxes begins a solution
    /// with the fewest pushes.
    Only(S),
    /// The state is dead.
    Dead,
}

/// A state with its frozen boxes.
struct Corrals<'a, S> {
    ground: &'a Ground<S>,
    /// The board with frozen boxes as walls, or the bare one.
    lone: &'a LoneBox<S>,
    boxes: &'a S,
    area: &'a S,
    /// Whether every goal needs a box.
    all_goals_needed: bool,
}

/// What the thinkable pushes of a fence are like.
enum Survey<S> {
    /// All go inside and are possible now; the boxes and the number of pushes.
    Pushes(S, usize),
    /// One does not: the square ahead of or behind its box is in the way.
    Obstacle(Square),
}

/// What came of one attempt to close a corral.
enum Attempt<S> {
    /// The rule holds; the boxes with thinkable pushes and the number of these.
    Holds(S, usize),
    Fails,
}

impl<S: Squares> Corrals<'_, S> {
    /// The pruning with the fewest pushes left. Also counts attempts.
    fn prune(&self) -> (Pruning<S>, u64) {
        let mut unreachable = self.ground.all().difference(self.area);
        unreachable.subtract(self.boxes);
        let mut left = unreachable.clone();
        let mut best: Option<(S, usize)> = None;
        let mut attempts = 0;
        while let Some(first) = left.lowest() {
            let region = self.ground.reach().area_within(left.clone(), first);
            left.subtract(&region);
            attempts += 1;
            if let Attempt::Holds(boxes, n_pushes) = self.close(&unreachable, region) {
                if n_pushes == 0 {
                    return (Pruning::Dead, attempts);
                }
                if best.as_ref().is_none_or(|&(_, fewest)| n_pushes < fewest) {
                    best = Some((boxes, n_pushes));
                }
            }
        }
        let pruning = best.map_or(Pruning::None, |(boxes, _)| Pruning::Only(boxes));
        (pruning, attempts)
    }

    /// Grows a corral from one region until the rule holds or fails.
    fn close(&self, unreachable: &S, region: S) -> Attempt<S> {
        let mut inside = region;
        let mut fence = self.fence_of(&inside);
        loop {
            if self.opens_outwards(&fence) {
                return Attempt::Fails;
            }
            match self.survey(&inside, &fence) {
                Survey::Pushes(movers, n_pushes) if self.has_work(&inside, &fence) => {
                    return Attempt::Holds(movers, n_pushes);
                }
                Survey::Pushes(..) => return Attempt::Fails,
                Survey::Obstacle(at) if self.boxes.contains(at) => fence.insert(at),
                Survey::Obstacle(at) if unreachable.contains(at) => {
                    let reach = self.ground.reach();
                    let more = reach.area_within(unreachable.clone(), at);
                    fence.union_with(&self.fence_of(&more));
                    inside.union_with(&more);
                }
                // A thinkable push goes into the man's own area.
                Survey::Obstacle(_) => return Attempt::Fails,
            }
        }
    }

    /// Goes through the thinkable pushes of a fence.
    fn survey(&self, inside: &S, fence: &S) -> Survey<S> {
        // 1. Where the man could be behind a box, were all others away that can move.
        // Frozen boxes of the fence stay for ever, like walls.
        let solid = fence.union(self.lone.closed());
        let man = self.area.lowest().expect("the man stands somewhere");
        let thinkable = self.ground.reach().area(&solid, man);
        // 2. Every push from there must go inside, and must be possible now.
        let mut movers = self.ground.nothing().clone();
        let mut n_pushes = 0;
        for box_sq in fence.difference(self.lone.closed()).iter() {
            for direction in Direction::ALL {
                let next = |direction| self.ground.next_outside(&solid, box_sq, direction);
                let (Some(behind), Some(ahead)) = (next(direction.opposite()), next(direction))
                else {
                    continue;
                };
                if !thinkable.contains(behind) || self.is_fatal(&solid, box_sq, direction) {
                    continue;
                }
                if !inside.contains(ahead) {
                    return Survey::Obstacle(ahead);
                }
                if !self.area.contains(behind) {
                    return Survey::Obstacle(behind);
                }
                movers.insert(box_sq);
                n_pushes += 1;
            }
        }
        Survey::Pushes(movers, n_pushes)
    }

    /// Whether a box of the fence can be pushed into the man's area right now:
    /// the most common reason to fail, and cheap to see.
    fn opens_outwards(&self, fence: &S) -> bool {
        let area = self.area;
        let is_in_area = |square: Option<Square>| square.is_some_and(|s| area.contains(s));
        fence.iter().any(|box_sq| {
            Direction::ALL.into_iter().any(|direction| {
                is_in_area(self.ground.next(box_sq, direction))
                    && is_in_area(self.ground.next(box_sq, direction.opposite()))
                    && !self.is_fatal(&fence.union(self.lone.closed()), box_sq, direction)
            })
        })
    }

    fn fence_of(&self, inside: &S) -> S {
        let mut fence = self.ground.reach().around(inside);
        fence.intersect_with(self.boxes);
        fence
    }

    fn has_work(&self, inside: &S, fence: &S) -> bool {
        !fence.is_subset(self.ground.goals())
            || (self.all_goals_needed && inside.intersects(self.ground.goals()))
    }

    /// Whether a push is a deadlock of these boxes alone.
    fn is_fatal(&self, boxes: &S, box_sq: Square, direction: Direction) -> bool {
        if !self.lone.live_pushes(direction).contains(box_sq) {
            return true;
        }
        let Some(to) = self.ground.next(box_sq, direction) else {
            return true;
        };
        let mut pushed = boxes.clone();
        pushed.shift(box_sq, to);
        let frozen = frozen_around(self.ground, self.lone, &pushed, to);
        !frozen.is_subset(self.ground.goals())
    }
}
