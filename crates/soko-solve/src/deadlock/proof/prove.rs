//! From boxes that a technique suspects to a proof, and from a proof to what is
//! learned.
//!
//! A technique chooses boxes and a zone, and the cache answers or lets a search look
//! for a proof. A new proof is made smaller before it is learned: boxes are left out
//! while the rest is still proved dead, within a small budget. So what is learned fits
//! many states.

use super::cache::{ProofCache, Suspects};
use super::dead_set::DeadSet;
use super::search::{ProofBoard, Question};
use crate::deadlock::finding::Finding;
use crate::deadlock::query::Query;
use crate::deadlock::shared::Shared;
use soko_core::{Square, Squares};

/// Positions that may be searched to make one learned set smaller.
const LEARNING_BUDGET: u64 = 400;

/// Lets a technique choose boxes on the board with frozen boxes as walls, and says
/// which are proved dead.
pub(in crate::deadlock) fn proved<S: Squares>(
    shared: &mut Shared<S>,
    query: &Query<'_, S>,
    choose: impl FnOnce(&mut ProofCache<S>, &ProofBoard<'_, S>) -> Option<Suspects<S>>,
) -> Finding<S> {
    let frozen = shared.walls.frozen(&shared.ground, query.boxes);
    let Some(id) = frozen.walls else {
        return Finding::at_once(Some(frozen.boxes));
    };
    shared
        .pairs
        .make_for_proofs(&shared.ground, shared.walls.bare());
    let before = shared.cache.work();
    let (board, cache) = shared.proof_board(id);
    let found = choose(cache, &board);
    let guilty = found.map(|Suspects { boxes, news }| {
        let boxes = boxes.union(&frozen.boxes);
        match news {
            Some(zone) if shared.learned.is_on => learn(shared, boxes, query.area, &zone),
            _ => boxes,
        }
    });
    Finding {
        guilty,
        work: 1 + shared.cache.work() - before,
    }
}

/// Makes a set of dead boxes smaller and stores it; gives its boxes back.
fn learn<S: Squares>(shared: &mut Shared<S>, boxes: S, area: &S, zone: &S) -> S {
    let man = area.lowest().expect("the man stands somewhere");
    let mut attempt = Attempt {
        shared,
        man,
        zone,
        budget: LEARNING_BUDGET,
    };
    let boxes = attempt.let_many_go(boxes);
    let boxes = attempt.let_single_boxes_go(boxes);
    let area = shared.ground.reach().area(&boxes, man);
    shared.learned.add(DeadSet {
        boxes: boxes.clone(),
        area,
        zone: zone.clone(),
    });
    boxes
}

/// The set of these boxes, if a search can prove it dead with the man here and this
/// zone. Any zone will do: it decides what is tried, not what is true.
pub(in crate::deadlock) fn proved_dead<S: Squares>(
    shared: &mut Shared<S>,
    boxes: S,
    man: Square,
    zone: S,
    budget: &mut u64,
) -> Option<DeadSet<S>> {
    shared
        .pairs
        .make_for_proofs(&shared.ground, shared.walls.bare());
    let mut attempt = Attempt {
        shared,
        man,
        zone: &zone,
        budget: *budget,
    };
    let is_dead = attempt.is_proved_dead(&boxes);
    *budget = attempt.budget;
    let area = shared.ground.reach().area(&boxes, man);
    is_dead.then_some(DeadSet { boxes, area, zone })
}

/// Tries to prove fewer boxes dead.
struct Attempt<'a, S> {
    shared: &'a mut Shared<S>,
    man: Square,
    zone: &'a S,
    budget: u64,
}

impl<S: Squares> Attempt<'_, S> {
    /// Boxes far from the trouble are let go together, and frozen boxes too, as every
    /// new set of frozen boxes means a new analysis of the board.
    fn let_many_go(&mut self, boxes: S) -> S {
        let mut near = self.shared.ground.reach().around(self.zone);
        near.union_with(self.zone);
        near.intersect_with(&boxes);
        let movable = boxes.difference(&self.frozen(&boxes));
        let fewer = [movable, near].into_iter();
        let mut dead = fewer.filter(|fewer| self.is_proved_dead(fewer));
        dead.next().unwrap_or(boxes)
    }

    fn let_single_boxes_go(&mut self, mut boxes: S) -> S {
        let frozen = self.frozen(&boxes);
        for box_sq in boxes.difference(&frozen).iter() {
            let mut fewer = boxes.clone();
            fewer.remove(box_sq);
            if self.is_proved_dead(&fewer) {
                boxes = fewer;
            }
        }
        boxes
    }

    fn frozen(&mut self, boxes: &S) -> S {
        self.shared.walls.frozen(&self.shared.ground, boxes).boxes
    }

    /// Whether boxes can be proved dead by themselves.
    fn is_proved_dead(&mut self, boxes: &S) -> bool {
        let frozen = self.shared.walls.frozen(&self.shared.ground, boxes);
        let Some(id) = frozen.walls else {
            return true;
        };
        let chosen = boxes.difference(&frozen.boxes);
        let (board, cache) = self.shared.proof_board(id);
        let question = Question {
            boxes: &chosen,
            man: self.man,
            zone: self.zone,
        };
        cache.prove(&board, &question, &mut self.budget)
    }
}
