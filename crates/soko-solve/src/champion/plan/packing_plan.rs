//! The packing plan: in which order the goals are filled.
//!
//! How it is found is told in [`crate::champion::plan::plan_search`]. From the plan
//! come two features. *Packed* is the number of the last step whose
//! boxes all stand where they should. *Out of plan* counts the boxes in squares
//! from which no later target can be reached once the plan has gone a little
//! further, so that they are cleared before the way is closed (Shoham and
//! Schaeffer, "The FESS Algorithm"). Searches that heed the plan assignment
//! ([`crate::champion::plan::assignment`]) count the stranded boxes instead, and new
//! steps only while no box is stranded; what was packed stays packed as long as it
//! stands.
//!
//! Heuristic: a plan ignores the boxes that are not yet placed. It may be wrong,
//! and only orders moves.

use crate::champion::plan::assignment::{Lift, PlanAssignment};
use crate::champion::plan::plan_search::{Order, find_order};
use crate::ground::level::LevelGround;
use soko_core::facts::{LoneBoxSearch, Motion};
use soko_core::{Square, Squares};

/// A packing order.
pub(crate) struct PackingPlan<S> {
    /// The squares to be occupied after each step; none before the first.
    pub(crate) occupied: Vec<S>,
    /// The squares to be clear of other boxes while so many steps are done.
    zones: Vec<S>,
    /// Which boxes can serve which steps, if the search is to heed that.
    assignment: Option<PlanAssignment<S>>,
    /// How many boxes the backward search left on the board.
    pub(crate) left: usize,
    /// The seed that the plan was made with.
    pub(crate) seed: u64,
}

/// What the plan wants next.
#[derive(Clone)]
pub(crate) struct NextStep<S> {
    /// The square to be filled.
    pub(crate) target: Square,
    /// Boxes in their places, which stay there.
    pub(crate) walls: S,
    /// The boxes that may do it.
    pub(crate) servers: S,
}

impl<S: Squares> PackingPlan<S> {
    /// Looks for a plan as long as it may go on. Seed 0 is the plain order, others
    /// shuffle it.
    pub(crate) fn find(
        ground: &LevelGround<S>,
        seed: u64,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> PackingPlan<S> {
        let Order { occupied, left } = find_order(ground, seed, may_go_on);
        PackingPlan {
            zones: zones(ground, &occupied),
            occupied,
            assignment: None,
            left,
            seed,
        }
    }

    /// No plan: nothing is ever packed.
    pub(crate) fn none(ground: &LevelGround<S>) -> PackingPlan<S> {
        let nothing = S::empty(ground.n_squares());
        PackingPlan {
            occupied: vec![nothing.clone()],
            zones: vec![nothing],
            assignment: None,
            left: ground.goals().len(),
            seed: 0,
        }
    }

    /// From now on a step counts only if it leaves no box without a step to do.
    pub(crate) fn heed_assignment(&mut self, ground: &LevelGround<S>) {
        self.assignment = PlanAssignment::new(ground, &self.occupied);
    }

    /// The number of steps.
    pub(crate) fn n_steps(&self) -> usize {
        self.occupied.len() - 1
    }

    /// Steps packed and boxes out of plan, once the last box is put down on `to`
    /// beside the `rest`, which makes `boxes`; `before` are the steps packed in the
    /// position that it comes from.
    pub(crate) fn progress(
        &self,
        lift: &mut Lift,
        before: usize,
        rest: &S,
        boxes: &S,
        to: Square,
    ) -> (usize, usize) {
        let Some(assignment) = &self.assignment else {
            let packed = self.packed(boxes);
            return (packed, self.out_of_plan(packed, boxes));
        };
        let is_done = |step: usize| self.occupied[step].is_subset(boxes);
        let mut stranded = |step: usize| lift.stranded(assignment, step, rest, to);
        let kept = (1..=before).rev().find(|&step| is_done(step)).unwrap_or(0);
        let kept = (kept, stranded(kept));
        (kept.0 + 1..=self.n_steps())
            .rev()
            .filter(|&step| is_done(step))
            .map(|step| (step, stranded(step)))
            .find(|&(_, stranded)| assignment.bears(stranded))
            .unwrap_or(kept)
    }

    /// The last step whose boxes all stand.
    #[inline]
    fn packed(&self, boxes: &S) -> usize {
        let mut step = self.occupied.len() - 1;
        while !self.occupied[step].is_subset(boxes) {
            step -= 1;
        }
        step
    }

    /// How many boxes stand where the plan, `packed` steps done, does not want
    /// them.
    #[inline]
    fn out_of_plan(&self, packed: usize, boxes: &S) -> usize {
        let zone = self.zones[packed].words();
        let kept = self.occupied[packed].words();
        let words = boxes.words().iter().zip(zone).zip(kept);
        words
            .map(|((boxes, zone), kept)| (boxes & zone & !kept).count_ones() as usize)
            .sum()
    }

    /// The next step, so many done.
    pub(crate) fn next_step(&self, packed: usize, boxes: &S) -> Option<NextStep<S>> {
        let next = self.occupied.get(packed + 1)?;
        let placed = &self.occupied[packed];
        let target = next.difference(placed).lowest()?;
        let (walls, servers) = match &self.assignment {
            None => (placed.clone(), boxes.difference(placed)),
            Some(assignment) => (placed.intersection(next), assignment.servers(packed, boxes)),
        };
        Some(NextStep {
            target,
            walls,
            servers,
        })
    }
}

/// For each number of steps done, the squares to be clear of boxes that are not at
/// their places: a box there comes to no later target once the plan has gone on to
/// where that changes next.
fn zones<S: Squares>(ground: &LevelGround<S>, occupied: &[S]) -> Vec<S> {
    let n_steps = occupied.len() - 1;
    let closed: Vec<S> = (0..=n_steps)
        .map(|step| closed_off(ground, &occupied[step..]))
        .collect();
    let zone = |step: usize| {
        let next_change = (step..n_steps).find(|&later| closed[later] != closed[step]);
        closed[next_change.unwrap_or(step)].clone()
    };
    (0..=n_steps).map(zone).collect()
}

/// The squares from which a box alone comes to no target that is left, with those
/// boxes in place that stay there to the end; none if no target is left.
fn closed_off<S: Squares>(ground: &LevelGround<S>, occupied_from_now: &[S]) -> S {
    let n = ground.n_squares();
    let (mut permanent, mut later) = (S::full(n), S::empty(n));
    for occupied in occupied_from_now {
        permanent.intersect_with(occupied);
        later.union_with(occupied);
    }
    later.subtract(&permanent);
    if later.is_empty() {
        return later;
    }
    let mut closed = S::full(n);
    closed.subtract(&permanent);
    let mut lone = LoneBoxSearch::among(ground.floor(), &permanent);
    for target in later.iter() {
        closed.remove(target);
        for stop in lone.explore(Motion::Pull, [target]) {
            closed.remove(stop.at);
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Coord, Level, SquareSet};

    /// The box at the upper wall can reach the goal there and no other.
    const WALL_AND_FLOOR: &str = "
########
# $ .  #
#   $  #
#    . #
#  @   #
########";

    #[test]
    fn a_step_that_strands_a_box_does_not_count() {
        let level: Level = WALL_AND_FLOOR.parse().unwrap();
        let ground = LevelGround::<SquareSet>::new(&level);
        let square = |row, col| level.board().square(Coord::new(row, col)).unwrap();
        let (at_wall, on_floor) = (square(1, 2), square(2, 4));
        let goals = [square(1, 4), square(3, 5)];
        let of = |squares: &[Square]| SquareSet::of(ground.n_squares(), squares.iter().copied());
        let mut plan = PackingPlan::none(&ground);
        plan.occupied = vec![of(&[]), of(&goals[..1]), of(&goals)];
        plan.zones = vec![of(&[]); 3];
        // The first goal filled by the box from the wall, and by the other.
        let right = (of(&[on_floor]), of(&[on_floor, goals[0]]));
        let wrong = (of(&[at_wall]), of(&[at_wall, goals[0]]));
        let progress = |plan: &PackingPlan<SquareSet>, (rest, boxes): &(SquareSet, SquareSet)| {
            plan.progress(&mut Lift::default(), 0, rest, boxes, goals[0])
        };
        assert_eq!(progress(&plan, &right).0, 1);
        assert_eq!(progress(&plan, &wrong).0, 1, "every step counts");
        plan.heed_assignment(&ground);
        assert_eq!(progress(&plan, &right), (1, 0));
        assert_eq!(progress(&plan, &wrong), (0, 1));
        let start = of(&[at_wall, on_floor]);
        let next = plan.next_step(0, &start).unwrap();
        assert_eq!((next.target, next.servers), (goals[0], of(&[at_wall])));
    }

    /// A picture of some squares: `x` for each, `.` for the others.
    fn drawn(level: &Level, squares: &SquareSet) -> String {
        let board = level.board();
        let cell = |row, col| match board.square(Coord::new(row, col)) {
            Some(square) if squares.contains(square) => 'x',
            Some(_) => '.',
            None => '#',
        };
        let line = |row| (0..board.width()).map(move |col| cell(row, col)).collect();
        let lines: Vec<String> = (0..board.height()).map(line).collect();
        lines.join("\n")
    }

    /// Boxes along a wall stay there. The lower goal is filled first.
    const TWO_LANES: &str = "\
#########
#.  $   #
#@  $  .#
#########";

    #[test]
    fn boxes_that_the_plan_will_close_off_are_out_of_plan() {
        let level: Level = TWO_LANES.parse().unwrap();
        let ground = LevelGround::<SquareSet>::new(&level);
        let plan = PackingPlan::find(&ground, 0, &mut || true);
        // A box in the lower lane must do its step before the lane is closed, and the
        // upper right corner leads nowhere.
        let closed = "\
#########
#......x#
#xxxxxx.#
#########";
        let pictures = plan.zones.iter().map(|zone| drawn(&level, zone));
        let pictures: Vec<String> = pictures.collect();
        assert_eq!(pictures[..2], [closed, closed]);
        assert!(!pictures[2].contains('x'), "all is done");
        let out_of_plan = |packed| plan.out_of_plan(packed, &ground.start);
        assert_eq!([0, 1, 2].map(out_of_plan), [1, 1, 0]);
    }
}
