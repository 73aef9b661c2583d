//! The plan assignment: which boxes can still serve the plan.
//!
//! A packing plan says where a box goes at each step, but not which. Any box will
//! do for most places; some can be filled by few boxes only, and a box that could
//! have filled another is wasted on them. So each step has the squares from which a
//! box can be pushed to its target past the boxes that are placed by then. The
//! steps of one box, parked and taken further, are one *job*. At any time the boxes
//! that are not at their final places are matched with the jobs still to be done; a
//! box for which no job is left is *stranded*. A step that strands a box does not
//! count as packed, and only boxes that strand no other are thought of for the next
//! step.
//!
//! Heuristic, as the plan is: boxes that are not placed are ignored. Cost: one
//! matching for each box that moves and one augmenting path for each kind of
//! square that it moves to, some tens of nanoseconds a box each.

use crate::ground::largest_matching::LargestMatching;
use crate::ground::level::LevelGround;
use soko_core::facts::{LoneBoxSearch, Motion};
use soko_core::{Square, Squares};

/// The most steps and the most boxes that are matched.
const MOST: usize = 128;

/// What boxes can do for a plan.
pub(crate) struct PlanAssignment<S> {
    n_squares: usize,
    /// The job of each step.
    job: Vec<usize>,
    /// For each step the squares from which a box can do it.
    sources: Vec<S>,
    /// For each number of steps done and each square, the jobs that a box there
    /// can do from then on, as bits.
    rows: Vec<u128>,
    /// For each number of steps done, the squares whose boxes stay for good.
    settled: Vec<S>,
    /// How many boxes of the start are stranded from the beginning.
    stranded_at_start: usize,
}

impl<S: Squares> PlanAssignment<S> {
    /// The assignment for a plan; none if it is too long or there are too many boxes.
    pub(crate) fn new(ground: &LevelGround<S>, occupied: &[S]) -> Option<PlanAssignment<S>> {
        let n_steps = occupied.len() - 1;
        if n_steps > MOST || ground.start.len() >= MOST {
            return None;
        }
        let mut assignment = PlanAssignment {
            n_squares: ground.n_squares(),
            job: jobs(ground.n_squares(), occupied),
            sources: Vec::new(),
            rows: vec![0; (n_steps + 1) * ground.n_squares()],
            settled: occupied.to_vec(),
            stranded_at_start: 0,
        };
        assignment.find_sources(ground, occupied);
        for step in (0..n_steps).rev() {
            let (now, later) =
                assignment.rows[step * ground.n_squares()..].split_at_mut(ground.n_squares());
            now.copy_from_slice(&later[..ground.n_squares()]);
            for square in assignment.sources[step].iter() {
                now[square.index()] |= 1 << assignment.job[step];
            }
            let later = assignment.settled[step + 1].clone();
            assignment.settled[step].intersect_with(&later);
        }
        assignment.stranded_at_start = JobMatching::of(&assignment, 0, &ground.start).stranded();
        Some(assignment)
    }

    fn find_sources(&mut self, ground: &LevelGround<S>, occupied: &[S]) {
        for step in occupied.windows(2) {
            let mut sources = step[1].difference(&step[0]);
            if let Some(target) = sources.lowest() {
                let placed = step[0].intersection(&step[1]);
                let mut lone = LoneBoxSearch::among(ground.floor(), &placed);
                for stop in lone.explore(Motion::Pull, [target]) {
                    sources.insert(stop.at);
                }
            }
            self.sources.push(sources);
        }
    }

    /// Whether so many stranded boxes are no more than at the start.
    #[inline]
    pub(crate) fn bears(&self, stranded: usize) -> bool {
        stranded <= self.stranded_at_start
    }

    #[inline]
    fn row(&self, packed: usize, square: Square) -> u128 {
        self.rows[packed * self.n_squares + square.index()]
    }

    /// The boxes that can do the next step, so many being done, without stranding
    /// another.
    pub(crate) fn servers(&self, packed: usize, boxes: &S) -> S {
        let loose = boxes.difference(&self.settled[packed]);
        let matching = JobMatching::of(self, packed, &loose);
        let replaceable = matching.can_pass_on(self.job[packed]);
        let mut servers = loose.intersection(&self.sources[packed]);
        for (row, square) in loose.iter().enumerate() {
            let own = matching.job_of(row);
            if own.is_some_and(|own| replaceable & (1 << own) == 0) {
                servers.remove(square);
            }
        }
        servers
    }
}

/// The job of each step: a parked box that is taken further goes on with its own.
fn jobs<S: Squares>(n_squares: usize, occupied: &[S]) -> Vec<usize> {
    let mut job_at = vec![0; n_squares];
    let mut n_jobs = 0;
    let steps = occupied.windows(2).map(|step| {
        let parked = step[0].difference(&step[1]).lowest();
        let job = parked.map_or(n_jobs, |square| job_at[square.index()]);
        n_jobs += usize::from(parked.is_none());
        for square in step[1].difference(&step[0]).iter() {
            job_at[square.index()] = job;
        }
        job
    });
    steps.collect()
}

/// Boxes matched with jobs.
#[derive(Clone)]
struct JobMatching(LargestMatching<u128>);

impl JobMatching {
    fn of<S: Squares>(assignment: &PlanAssignment<S>, packed: usize, loose: &S) -> JobMatching {
        let mut matching = JobMatching(LargestMatching::new(MOST, 0));
        matching.fill(assignment, packed, loose);
        matching
    }

    fn fill<S: Squares>(&mut self, assignment: &PlanAssignment<S>, packed: usize, loose: &S) {
        self.0.clear();
        for square in loose.iter() {
            self.0.add(assignment.row(packed, square));
        }
    }

    /// Boxes without a job.
    fn stranded(&self) -> usize {
        self.0.n_unmatched()
    }

    /// How many are stranded with one box more, which can do these jobs.
    fn stranded_with(&self, row: u128) -> usize {
        self.stranded() + usize::from(!self.0.has_room_for(&row))
    }

    /// The job of a box.
    fn job_of(&self, row: usize) -> Option<usize> {
        self.0.column(row)
    }

    /// The jobs whose boxes could do this one instead: a box that has lost its job
    /// by that, or had none, finds another then.
    fn can_pass_on(&self, job: usize) -> u128 {
        let Some(first) = self.0.owner(job) else {
            return u128::MAX;
        };
        let without = self.0.unmatched().fold(0, |jobs, row| jobs | row);
        let wanted = self.0.choices(first) | without;
        self.0.contested(wanted, 1 << job).unwrap_or(u128::MAX)
    }
}

/// The matchings while one box is off the board, and what is known about the
/// squares where it could be put down.
#[derive(Default)]
pub(crate) struct Lift {
    matchings: Vec<(usize, JobMatching)>,
    n_used: usize,
    /// Steps done, what the box could do on its new square, and the boxes stranded.
    told: Vec<(usize, Option<u128>, usize)>,
}

impl Lift {
    /// Another box is lifted.
    pub(crate) fn begin(&mut self) {
        self.n_used = 0;
        self.told.clear();
    }

    /// How many boxes are stranded, so many steps done, if the lifted box stands on
    /// `to` and the others on `rest`.
    pub(crate) fn stranded<S: Squares>(
        &mut self,
        assignment: &PlanAssignment<S>,
        packed: usize,
        rest: &S,
        to: Square,
    ) -> usize {
        let is_settled = assignment.settled[packed].contains(to);
        let row = (!is_settled).then(|| assignment.row(packed, to));
        let mut told = self.told.iter();
        if let Some(known) = told.find(|known| (known.0, known.1) == (packed, row)) {
            return known.2;
        }
        let matching = self.matching(assignment, packed, rest);
        let stranded = match row {
            Some(row) => matching.stranded_with(row),
            None => matching.stranded(),
        };
        self.told.push((packed, row, stranded));
        stranded
    }

    fn matching<S: Squares>(
        &mut self,
        assignment: &PlanAssignment<S>,
        packed: usize,
        rest: &S,
    ) -> &mut JobMatching {
        let mut used = self.matchings[..self.n_used].iter();
        if let Some(index) = used.position(|(p, _)| *p == packed) {
            return &mut self.matchings[index].1;
        }
        let loose = rest.difference(&assignment.settled[packed]);
        if self.n_used == self.matchings.len() {
            let matching = JobMatching::of(assignment, packed, &loose);
            self.matchings.push((packed, matching));
        } else {
            let (p, matching) = &mut self.matchings[self.n_used];
            *p = packed;
            matching.fill(assignment, packed, &loose);
        }
        self.n_used += 1;
        &mut self.matchings[self.n_used - 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::plan::packing_plan::PackingPlan;
    use soko_core::{Level, SplitMix, random_level, with_width};

    /// The fewest boxes that no choice of jobs can serve, by trying all.
    fn fewest_stranded(rows: &[u128], taken: u128) -> usize {
        let Some((&row, others)) = rows.split_first() else {
            return 0;
        };
        let mut best = 1 + fewest_stranded(others, taken);
        for job in 0..MOST {
            if row & !taken & (1 << job) != 0 {
                best = best.min(fewest_stranded(others, taken | 1 << job));
            }
        }
        best
    }

    fn rows<S: Squares>(assignment: &PlanAssignment<S>, packed: usize, loose: &S) -> Vec<u128> {
        let squares = loose.iter();
        squares
            .map(|square| assignment.row(packed, square))
            .collect()
    }

    /// Compares matchings of a level's boxes, put down at random, with all choices.
    fn check<S: Squares>(level: &Level, random: &mut SplitMix) -> usize {
        let ground = LevelGround::<S>::new(level);
        let plan = PackingPlan::find(&ground, 0, &mut || true);
        let Some(assignment) = PlanAssignment::new(&ground, &plan.occupied) else {
            return 0;
        };
        let mut lift = Lift::default();
        let mut n_stranded = 0;
        // Boxes and steps at random; the plain count decides.
        for _ in 0..20 {
            let mut rest = S::empty(ground.n_squares());
            while rest.len() + 1 < ground.start.len() {
                rest.insert(Square(random.below(ground.n_squares()) as u16));
            }
            lift.begin();
            for _ in 0..8 {
                let to = Square(random.below(ground.n_squares()) as u16);
                let packed = random.below(plan.n_steps() + 1);
                if rest.contains(to) {
                    continue;
                }
                let mut boxes = rest.clone();
                boxes.insert(to);
                let loose = boxes.difference(&assignment.settled[packed]);
                let expected = fewest_stranded(&rows(&assignment, packed, &loose), 0);
                let told = lift.stranded(&assignment, packed, &rest, to);
                assert_eq!(told, expected);
                n_stranded += told;
                if packed < plan.n_steps() {
                    check_servers(&assignment, packed, &boxes, expected);
                }
            }
        }
        n_stranded
    }

    /// A box may do the next step if the others lose nothing by it.
    fn check_servers<S: Squares>(
        assignment: &PlanAssignment<S>,
        packed: usize,
        boxes: &S,
        stranded: usize,
    ) {
        let servers = assignment.servers(packed, boxes);
        let loose = boxes.difference(&assignment.settled[packed]);
        let job = 1 << assignment.job[packed];
        for square in loose.iter() {
            let mut others = loose.clone();
            others.remove(square);
            let others = rows(assignment, packed, &others).into_iter();
            let other_jobs: Vec<u128> = others.map(|row| row & !job).collect();
            let can = assignment.sources[packed].contains(square);
            let may = can && fewest_stranded(&other_jobs, 0) <= stranded;
            assert_eq!(servers.contains(square), may);
        }
    }

    #[test]
    fn matchings_are_the_best_there_are() {
        let mut n_stranded = 0;
        let mut random = SplitMix(5);
        for seed in 0..60 {
            let level = random_level(&mut SplitMix(seed), 9, 8, 4);
            n_stranded +=
                with_width!(level.board().n_squares(), S => check::<S>(&level, &mut random));
        }
        assert!(n_stranded > 50, "the levels are too easy: {n_stranded}");
    }
}
