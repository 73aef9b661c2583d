//! Which boxes can still serve the plan.
//!
//! A packing plan says where a box goes at each step, but not which. Any box will
//! do for most steps; some can be served by few boxes only, and a box that could
//! have done another step later is wasted on them. So each step has the squares
//! from which a box can be pushed to its target past the boxes placed before it.
//! At any time the boxes not yet placed are matched with the steps still to come;
//! a box for which no step is left is *stranded*. A step that strands a box does
//! not count as packed, and only boxes that strand no other are thought of for the
//! next step.
//!
//! Heuristic, as the plan is: boxes that are not placed are ignored. Cost: one
//! matching for each box that moves and one augmenting path for each kind of
//! square that it moves to, some tens of nanoseconds a box each.

use super::blocks::Blocks;
use super::ground::Ground;
use super::roam::{Kind, Roamer};
use soko_core::{Square, Squares};

/// The most steps and the most boxes that are matched.
const MOST: usize = 128;
const NOBODY: u8 = u8::MAX;

/// What each square can serve.
pub(super) struct Supply {
    /// For each square the steps that a box there can do, as bits.
    served: Vec<u128>,
    /// For each number of steps done, the later ones that take a new box.
    wanted: Vec<u128>,
    /// How many boxes of the start are stranded from the beginning.
    stranded_at_start: usize,
}

impl Supply {
    /// The supply of a plan; none if it is too long or there are too many boxes.
    pub(super) fn new<S: Squares>(ground: &Ground<S>, occupied: &[S]) -> Option<Supply> {
        let n_steps = occupied.len() - 1;
        if n_steps > MOST || ground.start.len() >= MOST {
            return None;
        }
        let mut supply = Supply {
            served: vec![0; ground.n],
            wanted: vec![0; n_steps + 1],
            stranded_at_start: 0,
        };
        let mut blocks = Blocks::new(ground.n);
        let mut roamer = Roamer::new(ground.n);
        let everywhere = vec![true; ground.n + 1];
        for step in (0..n_steps).rev() {
            supply.wanted[step] = supply.wanted[step + 1];
            let (before, after) = (&occupied[step], &occupied[step + 1]);
            let target = after.difference(before).lowest();
            let Some(target) = target.filter(|_| after.len() > before.len()) else {
                continue;
            };
            supply.wanted[step] |= 1 << step;
            let free = ground.free_squares(before);
            blocks.find(ground, &free);
            let (kind, at) = (Kind::Pull, target.index());
            roamer.roam_any_side(ground, &free, &blocks, kind, at, &everywhere);
            let from = roamer.stops.iter().map(|stop| stop.at as usize);
            for square in from.chain([at]) {
                supply.served[square] |= 1 << step;
            }
        }
        supply.stranded_at_start = Allotment::of(&supply, 0, &ground.start).stranded;
        Some(supply)
    }

    /// Whether so many stranded boxes are no more than the plan is worth.
    #[inline]
    pub(super) fn bears(&self, stranded: usize) -> bool {
        stranded <= self.stranded_at_start
    }

    #[inline]
    fn row(&self, packed: usize, square: Square) -> u128 {
        self.served[square.index()] & self.wanted[packed]
    }

    /// Those of the loose boxes that can do the next step, so many being done,
    /// without stranding another.
    pub(super) fn servers<S: Squares>(&self, packed: usize, loose: &S) -> S {
        let step = 1u128 << packed;
        let allotment = Allotment::of(self, packed, loose);
        let replaceable = allotment.can_pass_on(packed);
        let mut servers = loose.clone();
        for (row, square) in loose.iter().enumerate() {
            let can = allotment.rows[row] & step != 0;
            let may = allotment
                .step_of(row)
                .is_none_or(|own| replaceable & (1 << own) != 0);
            if !can || !may {
                servers.remove(square);
            }
        }
        servers
    }
}

/// Boxes matched with steps.
#[derive(Clone)]
struct Allotment {
    /// The steps that each box can do.
    rows: [u128; MOST],
    n_rows: usize,
    /// The box of each step.
    owner: [u8; MOST],
    /// Boxes without a step.
    stranded: usize,
}

impl Allotment {
    fn of<S: Squares>(supply: &Supply, packed: usize, loose: &S) -> Allotment {
        let mut allotment = Allotment {
            rows: [0; MOST],
            n_rows: 0,
            owner: [NOBODY; MOST],
            stranded: 0,
        };
        allotment.fill(supply, packed, loose);
        allotment
    }

    fn fill<S: Squares>(&mut self, supply: &Supply, packed: usize, loose: &S) {
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

    /// How many are stranded with one box more, which can do these steps.
    fn stranded_with(&mut self, row: u128) -> usize {
        self.rows[self.n_rows] = row;
        let mut owner = self.owner;
        let is_served = assign(&self.rows, self.n_rows, &mut owner, &mut 0);
        self.stranded + usize::from(!is_served)
    }

    /// The step that a box does.
    fn step_of(&self, row: usize) -> Option<usize> {
        self.owner
            .iter()
            .position(|&owner| usize::from(owner) == row)
    }

    /// The steps whose boxes could do this one instead: a box that has lost its
    /// step by that, or had none, finds another then.
    fn can_pass_on(&self, step: usize) -> u128 {
        let first = self.owner[step];
        if first == NOBODY {
            return u128::MAX;
        }
        let mut reached = 1u128 << step;
        let mut open = self.rows[usize::from(first)];
        for row in (0..self.n_rows).filter(|_| self.stranded > 0) {
            if self.step_of(row).is_none() {
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

/// Finds a step for a box, passing on other boxes' steps if need be. The depth is
/// at most the number of boxes.
fn assign(rows: &[u128; MOST], row: usize, owner: &mut [u8; MOST], tried: &mut u128) -> bool {
    loop {
        let options = rows[row] & !*tried;
        if options == 0 {
            return false;
        }
        let step = options.trailing_zeros() as usize;
        *tried |= 1 << step;
        if owner[step] == NOBODY || assign(rows, usize::from(owner[step]), owner, tried) {
            owner[step] = row as u8;
            return true;
        }
    }
}

/// The allotments while one box is off the board, and what is known about the
/// squares where it could be put down.
#[derive(Default)]
pub(super) struct Lift {
    allotments: Vec<(usize, Box<Allotment>)>,
    n_used: usize,
    /// Steps done, what the box could do on its new square, and the boxes stranded.
    answers: Vec<(usize, Option<u128>, usize)>,
}

impl Lift {
    /// Another box is lifted.
    pub(super) fn begin(&mut self) {
        self.n_used = 0;
        self.answers.clear();
    }

    /// How many boxes are stranded, so many steps done with the squares `placed`,
    /// if the lifted box stands on `to` and the others on `rest`.
    pub(super) fn stranded<S: Squares>(
        &mut self,
        supply: &Supply,
        packed: usize,
        placed: &S,
        rest: &S,
        to: Square,
    ) -> usize {
        let row = (!placed.contains(to)).then(|| supply.row(packed, to));
        let known = self
            .answers
            .iter()
            .find(|(p, r, _)| (*p, *r) == (packed, row));
        if let Some(&(_, _, stranded)) = known {
            return stranded;
        }
        let allotment = self.allotment(supply, packed, placed, rest);
        let stranded = match row {
            Some(row) => allotment.stranded_with(row),
            None => allotment.stranded,
        };
        self.answers.push((packed, row, stranded));
        stranded
    }

    fn allotment<S: Squares>(
        &mut self,
        supply: &Supply,
        packed: usize,
        placed: &S,
        rest: &S,
    ) -> &mut Allotment {
        let mut used = self.allotments[..self.n_used].iter();
        let index = match used.position(|(p, _)| *p == packed) {
            Some(index) => index,
            None => {
                let loose = rest.difference(placed);
                match self.allotments.get_mut(self.n_used) {
                    Some((p, allotment)) => {
                        *p = packed;
                        allotment.fill(supply, packed, &loose);
                    }
                    None => {
                        let allotment = Allotment::of(supply, packed, &loose);
                        self.allotments.push((packed, Box::new(allotment)));
                    }
                }
                self.n_used += 1;
                self.n_used - 1
            }
        };
        &mut self.allotments[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::plan::Plan;
    use soko_core::{Level, SplitMix, random_level, with_width};

    /// The fewest boxes that no choice of steps can serve, by trying all.
    fn fewest_stranded(rows: &[u128], taken: u128) -> usize {
        let Some((&row, others)) = rows.split_first() else {
            return 0;
        };
        let mut best = 1 + fewest_stranded(others, taken);
        for step in 0..MOST {
            if row & !taken & (1 << step) != 0 {
                best = best.min(fewest_stranded(others, taken | 1 << step));
            }
        }
        best
    }

    fn rows<S: Squares>(supply: &Supply, packed: usize, loose: &S) -> Vec<u128> {
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
                let placed = &plan.occupied[packed];
                let mut loose = rest.clone();
                loose.insert(to);
                loose.subtract(placed);
                let expected = fewest_stranded(&rows(&supply, packed, &loose), 0);
                let told = lift.stranded(&supply, packed, placed, &rest, to);
                assert_eq!(told, expected);
                n_stranded += told;
                if packed < plan.n_steps() && supply.wanted[packed] & 1 << packed != 0 {
                    check_servers(&supply, packed, &loose, expected);
                }
            }
        }
        n_stranded
    }

    /// A box may do the next step if the others lose nothing by it.
    fn check_servers<S: Squares>(supply: &Supply, packed: usize, loose: &S, stranded: usize) {
        let servers = supply.servers(packed, loose);
        for square in loose.iter() {
            let mut others = loose.clone();
            others.remove(square);
            let can = supply.row(packed, square) & 1 << packed != 0;
            let later: Vec<u128> = rows(supply, packed, &others)
                .iter()
                .map(|row| row & !(1 << packed))
                .collect();
            let may = can && fewest_stranded(&later, 0) <= stranded;
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
