//! Which boxes can still serve the plan.
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

use crate::ground::floor::Ground;
use soko_core::facts::{Blocks, Bounds, MacroReach, Motion};
use soko_core::{Square, Squares};

/// The most steps and the most boxes that are matched.
const MOST: usize = 128;
const NOBODY: u8 = u8::MAX;

/// What boxes can do for a plan.
pub(crate) struct Supply<S> {
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

impl<S: Squares> Supply<S> {
    /// The supply of a plan; none if it is too long or there are too many boxes.
    pub(crate) fn new(ground: &Ground<S>, occupied: &[S]) -> Option<Supply<S>> {
        let n_steps = occupied.len() - 1;
        if n_steps > MOST || ground.start.len() >= MOST {
            return None;
        }
        let mut supply = Supply {
            n_squares: ground.n,
            job: jobs(ground.n, occupied),
            sources: Vec::new(),
            rows: vec![0; (n_steps + 1) * ground.n],
            settled: occupied.to_vec(),
            stranded_at_start: 0,
        };
        supply.find_sources(ground, occupied);
        for step in (0..n_steps).rev() {
            let (now, later) = supply.rows[step * ground.n..].split_at_mut(ground.n);
            now.copy_from_slice(&later[..ground.n]);
            for square in supply.sources[step].iter() {
                now[square.index()] |= 1 << supply.job[step];
            }
            let later = supply.settled[step + 1].clone();
            supply.settled[step].intersect_with(&later);
        }
        supply.stranded_at_start = Allotment::of(&supply, 0, &ground.start).stranded;
        Some(supply)
    }

    fn find_sources(&mut self, ground: &Ground<S>, occupied: &[S]) {
        let mut blocks = Blocks::new(ground.n);
        let mut reach = MacroReach::new(ground.n);
        for step in occupied.windows(2) {
            let mut sources = step[1].difference(&step[0]);
            if let Some(target) = sources.lowest() {
                let free = ground.free_squares(&step[0].intersection(&step[1]));
                blocks.find(&ground.floor, &free);
                let bounds = Bounds {
                    floor: &ground.floor,
                    blocks: &blocks,
                    motion: Motion::Pull,
                    allowed: &ground.everywhere,
                };
                reach.explore_from_any_side(&bounds, target);
                for stop in reach.stops() {
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
        let allotment = Allotment::of(self, packed, &loose);
        let replaceable = allotment.can_pass_on(self.job[packed]);
        let mut servers = loose.intersection(&self.sources[packed]);
        for (row, square) in loose.iter().enumerate() {
            let own = allotment.job_of(row);
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
struct Allotment {
    /// The jobs that each box can do.
    rows: [u128; MOST],
    n_rows: usize,
    /// The box of each job.
    owner: [u8; MOST],
    /// Boxes without a job.
    stranded: usize,
}

impl Allotment {
    fn of<S: Squares>(supply: &Supply<S>, packed: usize, loose: &S) -> Allotment {
        let mut allotment = Allotment {
            rows: [0; MOST],
            n_rows: 0,
            owner: [NOBODY; MOST],
            stranded: 0,
        };
        allotment.fill(supply, packed, loose);
        allotment
    }

    fn fill<S: Squares>(&mut self, supply: &Supply<S>, packed: usize, loose: &S) {
        self.n_rows = 0;
        self.owner.fill(NOBODY);
        self.stranded = 0;
        for square in loose.iter() {
            let row = self.n_rows;
            self.rows[row] = supply.row(packed, square);
            self.n_rows += 1;
            if !assign(&self.rows, row, &mut self.owner, &mut 0) {
                self.stranded += 1;
            }
        }
    }

    /// How many are stranded with one box more, which can do these jobs.
    fn stranded_with(&mut self, row: u128) -> usize {
        self.rows[self.n_rows] = row;
        let mut owner = self.owner;
        let is_served = assign(&self.rows, self.n_rows, &mut owner, &mut 0);
        self.stranded + usize::from(!is_served)
    }

    /// The job of a box.
    fn job_of(&self, row: usize) -> Option<usize> {
        self.owner
            .iter()
            .position(|&owner| usize::from(owner) == row)
    }

    /// The jobs whose boxes could do this one instead: a box that has lost its job
    /// by that, or had none, finds another then.
    fn can_pass_on(&self, job: usize) -> u128 {
        let first = self.owner[job];
        if first == NOBODY {
            return u128::MAX;
        }
        let mut reached = 1u128 << job;
        let mut open = self.rows[usize::from(first)];
        for row in (0..self.n_rows).filter(|_| self.stranded > 0) {
            if self.job_of(row).is_none() {
                open |= self.rows[row];
            }
        }
        while open & !reached != 0 {
            let next = (open & !reached).trailing_zeros() as usize;
            reached |= 1 << next;
            match self.owner[next] {
                NOBODY => return u128::MAX,
                owner => open |= self.rows[usize::from(owner)],
            }
        }
        reached
    }
}

/// Finds a job for a box, passing on other boxes' jobs if need be. The depth is at
/// most the number of boxes.
fn assign(rows: &[u128; MOST], row: usize, owner: &mut [u8; MOST], tried: &mut u128) -> bool {
    loop {
        let options = rows[row] & !*tried;
        if options == 0 {
            return false;
        }
        let job = options.trailing_zeros() as usize;
        *tried |= 1 << job;
        if owner[job] == NOBODY || assign(rows, usize::from(owner[job]), owner, tried) {
            owner[job] = row as u8;
            return true;
        }
    }
}

/// The allotments while one box is off the board, and what is known about the
/// squares where it could be put down.
#[derive(Default)]
pub(crate) struct Lift {
    allotments: Vec<(usize, Box<Allotment>)>,
    n_used: usize,
    /// Steps done, what the box could do on its new square, and the boxes stranded.
    answers: Vec<(usize, Option<u128>, usize)>,
}

impl Lift {
    /// Another box is lifted.
    pub(crate) fn begin(&mut self) {
        self.n_used = 0;
        self.answers.clear();
    }

    /// How many boxes are stranded, so many steps done, if the lifted box stands on
    /// `to` and the others on `rest`.
    pub(crate) fn stranded<S: Squares>(
        &mut self,
        supply: &Supply<S>,
        packed: usize,
        rest: &S,
        to: Square,
    ) -> usize {
        let is_settled = supply.settled[packed].contains(to);
        let row = (!is_settled).then(|| supply.row(packed, to));
        let mut answers = self.answers.iter();
        if let Some(known) = answers.find(|known| (known.0, known.1) == (packed, row)) {
            return known.2;
        }
        let allotment = self.allotment(supply, packed, rest);
        let stranded = match row {
            Some(row) => allotment.stranded_with(row),
            None => allotment.stranded,
        };
        self.answers.push((packed, row, stranded));
        stranded
    }

    fn allotment<S: Squares>(
        &mut self,
        supply: &Supply<S>,
        packed: usize,
        rest: &S,
    ) -> &mut Allotment {
        let mut used = self.allotments[..self.n_used].iter();
        if let Some(index) = used.position(|(p, _)| *p == packed) {
            return &mut self.allotments[index].1;
        }
        let loose = rest.difference(&supply.settled[packed]);
        if self.n_used == self.allotments.len() {
            let allotment = Allotment::of(supply, packed, &loose);
            self.allotments.push((packed, Box::new(allotment)));
        } else {
            let (p, allotment) = &mut self.allotments[self.n_used];
            *p = packed;
            allotment.fill(supply, packed, &loose);
        }
        self.n_used += 1;
        &mut self.allotments[self.n_used - 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::plan::packing_plan::Plan;
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

    fn rows<S: Squares>(supply: &Supply<S>, packed: usize, loose: &S) -> Vec<u128> {
        let squares = loose.iter();
        squares.map(|square| supply.row(packed, square)).collect()
    }

    /// Compares matchings of a level's boxes, put down at random, with all choices.
    fn check<S: Squares>(level: &Level, random: &mut SplitMix) -> usize {
        let ground = Ground::<S>::new(level);
        let plan = Plan::find(&ground, 0, &mut || true);
        let Some(supply) = Supply::new(&ground, &plan.occupied) else {
            return 0;
        };
        let mut lift = Lift::default();
        let mut n_stranded = 0;
        for _ in 0..20 {
            let mut rest = S::empty(ground.n);
            while rest.len() + 1 < ground.start.len() {
                rest.insert(Square(random.below(ground.n) as u16));
            }
            lift.begin();
            for _ in 0..8 {
                let to = Square(random.below(ground.n) as u16);
                let packed = random.below(plan.n_steps() + 1);
                if rest.contains(to) {
                    continue;
                }
                let mut boxes = rest.clone();
                boxes.insert(to);
                let loose = boxes.difference(&supply.settled[packed]);
                let expected = fewest_stranded(&rows(&supply, packed, &loose), 0);
                let told = lift.stranded(&supply, packed, &rest, to);
                assert_eq!(told, expected);
                n_stranded += told;
                if packed < plan.n_steps() {
                    check_servers(&supply, packed, &boxes, expected);
                }
            }
        }
        n_stranded
    }

    /// A box may do the next step if the others lose nothing by it.
    fn check_servers<S: Squares>(supply: &Supply<S>, packed: usize, boxes: &S, stranded: usize) {
        let servers = supply.servers(packed, boxes);
        let loose = boxes.difference(&supply.settled[packed]);
        let job = 1 << supply.job[packed];
        for square in loose.iter() {
            let mut others = loose.clone();
            others.remove(square);
            let others = rows(supply, packed, &others).into_iter();
            let other_jobs: Vec<u128> = others.map(|row| row & !job).collect();
            let can = supply.sources[packed].contains(square);
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
