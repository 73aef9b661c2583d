//! Corral deadlocks: a fence of boxes that nobody can open.
//!
//! ```text
//!     ######      the man cannot get into the corner; pushing a box of the fence
//!     #  $ #      in only makes matters worse: the boxes around it are dead
//!     # $$ #
//!     #  @ #
//! ```
//!
//! For each region that the man cannot reach, the boxes around it and all boxes
//! that cannot move right now are chosen, and a small search ([`proof`]) tries to
//! prove some of them dead; a box escapes by leaving the region and its fence.
//! Regions with boxes in common are then tried together.
//!
//! Sound because the search is: see there. Incomplete: the budget is small.
//!
//! Cost: a look-up for a known fence (the proof [`cache`]), else up to the budget in
//! positions.
//!
//! Source: Festival's corral search, and its growing budgets.
//!
//! [`proof`]: super::proof
//! [`cache`]: super::proof

use super::finding::Finding;
use super::proof::{ProofBoard, ProofCache, Suspects, proved};
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use soko_core::{Direction, Square, Squares};

pub(super) const ROW: Row = Row {
    name: "corral",
    summary: "A fence of boxes that nobody can open.",
    asked: Asked::AtExpansion,
    searches: true,
    explains: Explains::WithTime(1),
    sentence: |n| {
        format!(
            "These {n} boxes fence the man off, and no way of opening the fence saves them all."
        )
    },
};

/// Tries to prove the fence of every corral dead.
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    proved(shared, query, |cache, board| {
        dead_corral(cache, board, query)
    })
}

/// Boxes that some corral proves dead.
fn dead_corral<S: Squares>(
    cache: &mut ProofCache<S>,
    board: &ProofBoard<'_, S>,
    query: &Query<'_, S>,
) -> Option<Suspects<S>> {
    let man = query.area.lowest()?;
    let stuck = stuck_boxes(board, query);
    for (inside, fence) in corrals(board, query) {
        let zone = inside.union(&fence);
        let dead = cache.dead_among(board, fence.union(&stuck), man, &zone);
        if dead.is_some() {
            return dead;
        }
    }
    None
}

/// The regions that the man cannot reach, each with its fence; then, where
/// regions share boxes of their fences, such regions together.
fn corrals<S: Squares>(board: &ProofBoard<'_, S>, query: &Query<'_, S>) -> Vec<(S, S)> {
    let mut outside = board.ground.all().difference(query.area);
    outside.subtract(query.boxes);
    let mut singles: Vec<(S, S)> = Vec::new();
    while let Some(first) = outside.lowest() {
        let inside = board.ground.reach().area_within(outside.clone(), first);
        outside.subtract(&inside);
        let mut fence = board.ground.reach().around(&inside);
        fence.intersect_with(query.boxes);
        singles.push((inside, fence));
    }
    let mut groups: Vec<(S, S, usize)> = Vec::new();
    for (inside, fence) in &singles {
        let mut joined = (inside.clone(), fence.clone(), 1);
        groups.retain(|(group, group_fence, n)| {
            let touches = group_fence.intersects(&joined.1);
            if touches {
                joined.0.union_with(group);
                joined.1.union_with(group_fence);
                joined.2 += n;
            }
            !touches
        });
        groups.push(joined);
    }
    let together = groups.into_iter().filter(|&(_, _, n)| n > 1);
    singles.extend(together.map(|(inside, fence, _)| (inside, fence)));
    singles
}

/// The boxes that the man cannot push anywhere useful now.
pub(super) fn stuck_boxes<S: Squares>(board: &ProofBoard<'_, S>, query: &Query<'_, S>) -> S {
    let can_move = |box_sq: Square| {
        Direction::ALL.into_iter().any(|direction| {
            let ground = board.ground;
            board.lone.live_pushes(direction).contains(box_sq)
                && ground
                    .next(box_sq, direction.opposite())
                    .is_some_and(|behind| query.area.contains(behind))
                && ground
                    .next(box_sq, direction)
                    .is_some_and(|to| !query.boxes.contains(to))
        })
    };
    let stuck = query.boxes.iter().filter(|&box_sq| !can_move(box_sq));
    S::of(board.ground.n_squares(), stuck)
}
