//! A model of where boxes stand together, to draw placements from.
//!
//! It goes through the slots in reading order and gives each a box or none. How
//! likely a box is depends on the slot, on how many boxes have been placed before,
//! and on up to four squares around it that are done already: beside it first, then
//! at its corners. It learns by counting. A context seen seldom leans on the coarser
//! one without the squares around, and that one on the chance that makes all
//! placements equally likely; `trust` says how many samples such a guess is worth.
//! With little trust in guesses the model is what it has learned, with endless trust
//! it has learned nothing, and between them lie broader and broader ones.
//!
//! Where the model is poor, estimates are uncertain; they are never wrong on average,
//! since every placement is drawn with a probability that is known and above zero.
//! Cost: a few operations a slot.

use soko_core::{Board, Direction, SplitMix, Square, Squares};

/// Neighbours that a square looks at, at the most.
const LOOKS: usize = 4;
/// Counts of boxes told apart, at the most.
const MOST_COUNTS: usize = 64;

/// Boxes seen, and squares seen, in one context.
type Tally = [f64; 2];

/// Distributions over placements, one for each trust in guesses.
pub(super) struct Model {
    order: Vec<Square>,
    n_squares: usize,
    looks: Vec<Vec<Square>>,
    n_boxes: usize,
    n_counts: usize,
    by_count: Vec<Tally>,
    by_look: Vec<Tally>,
}

impl Model {
    /// A model that has learned nothing: every placement is as likely.
    pub(super) fn new(board: &Board, order: &[Square], n_boxes: usize) -> Model {
        let mut place = vec![usize::MAX; board.n_squares()];
        for (i, square) in order.iter().enumerate() {
            place[square.index()] = i;
        }
        let looks = order.iter().enumerate().map(|(i, &square)| {
            let mut near = around(board, square);
            near.retain(|s| place[s.index()] < i);
            near.truncate(LOOKS);
            near
        });
        let n_counts = (n_boxes + 1).min(MOST_COUNTS);
        Model {
            looks: looks.collect(),
            n_squares: board.n_squares(),
            n_boxes,
            n_counts,
            by_count: vec![[0.0; 2]; order.len() * n_counts],
            by_look: vec![[0.0; 2]; (order.len() * n_counts) << LOOKS],
            order: order.to_vec(),
        }
    }

    /// Learns a placement, as if seen `weight` times.
    pub(super) fn learn<S: Squares>(&mut self, boxes: &S, weight: f64) {
        let mut count = 0;
        for i in 0..self.order.len() {
            let has_box = boxes.contains(self.order[i]);
            let (coarse, fine) = self.contexts(i, count, boxes);
            for tally in [&mut self.by_count[coarse], &mut self.by_look[fine]] {
                tally[0] += if has_box { weight } else { 0.0 };
                tally[1] += weight;
            }
            count += usize::from(has_box);
        }
    }

    /// Draws a placement.
    pub(super) fn draw<S: Squares>(&self, trust: f64, random: &mut SplitMix) -> S {
        let mut boxes = S::empty(self.n_squares);
        let mut count = 0;
        for i in 0..self.order.len() {
            if unit(random) < self.chance(i, count, &boxes, trust) {
                boxes.insert(self.order[i]);
                count += 1;
            }
        }
        boxes
    }

    /// The logarithm of the probability of a placement.
    pub(super) fn log_chance<S: Squares>(&self, boxes: &S, trust: f64) -> f64 {
        let (mut count, mut log) = (0, 0.0);
        for i in 0..self.order.len() {
            let chance = self.chance(i, count, boxes, trust);
            let has_box = boxes.contains(self.order[i]);
            log += if has_box { chance } else { 1.0 - chance }.ln();
            count += usize::from(has_box);
        }
        log
    }

    /// How likely the square at place `i` has a box, if `count` squares before have.
    fn chance<S: Squares>(&self, i: usize, count: usize, boxes: &S, trust: f64) -> f64 {
        let (left, room) = (self.n_boxes - count, self.order.len() - i);
        if left == 0 || left >= room {
            return if left == 0 { 0.0 } else { 1.0 };
        }
        let mut chance = left as f64 / room as f64;
        if trust.is_infinite() {
            return chance;
        }
        let (coarse, fine) = self.contexts(i, count, boxes);
        for [seen, all] in [self.by_count[coarse], self.by_look[fine]] {
            chance = (seen + trust * chance) / (all + trust);
        }
        chance
    }

    /// The places of the coarse and the fine context in their tables.
    fn contexts<S: Squares>(&self, i: usize, count: usize, boxes: &S) -> (usize, usize) {
        let coarse = i * self.n_counts + count * (self.n_counts - 1) / self.n_boxes;
        let looks = self.looks[i].iter().enumerate();
        let bits: usize = looks
            .map(|(bit, &s)| usize::from(boxes.contains(s)) << bit)
            .sum();
        (coarse, coarse << LOOKS | bits)
    }
}

/// The squares around one: beside it, then at its corners.
fn around(board: &Board, square: Square) -> Vec<Square> {
    let mut all: Vec<Square> = board.neighbours(square).map(|(_, s)| s).collect();
    for direction in Direction::ALL {
        let next = board.neighbour(square, direction);
        for (turn, corner) in next.into_iter().flat_map(|n| board.neighbours(n)) {
            if turn != direction && turn != direction.opposite() && !all.contains(&corner) {
                all.push(corner);
            }
        }
    }
    all
}

/// A random number from 0 to below 1.
pub(super) fn unit(random: &mut SplitMix) -> f64 {
    (random.next() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SquareSet, random_level};

    /// All sets of so many of the squares.
    fn placements(squares: &[Square], n: usize, n_squares: usize) -> Vec<SquareSet> {
        let choose = |bits: &u32| bits.count_ones() as usize == n;
        let chosen = (0u32..1 << squares.len()).filter(choose).map(|bits| {
            let inside = squares
                .iter()
                .enumerate()
                .filter(|(i, _)| bits >> i & 1 == 1);
            SquareSet::of(n_squares, inside.map(|(_, &s)| s))
        });
        chosen.collect()
    }

    #[test]
    fn probabilities_add_up_to_one_whatever_was_learned() {
        let mut random = SplitMix(5);
        for _ in 0..20 {
            let level = random_level(&mut random, 7, 6, 4);
            let board = level.board();
            let order: Vec<Square> = board.squares().take(10).collect();
            let n_boxes = level.n_boxes().min(order.len());
            let all = placements(&order, n_boxes, board.n_squares());
            let mut model = Model::new(board, &order, n_boxes);
            for _ in 0..50 {
                let taught = &all[random.below(all.len().div_ceil(2))];
                model.learn(taught, unit(&mut random));
            }
            for trust in [2.0, 50.0, f64::INFINITY] {
                let sum: f64 = all.iter().map(|b| model.log_chance(b, trust).exp()).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{sum}");
                let drawn: SquareSet = model.draw(trust, &mut random);
                assert!(all.contains(&drawn));
            }
            let equal = -(all.len() as f64).ln();
            let unlearned = model.log_chance(&all[0], f64::INFINITY);
            assert!((unlearned - equal).abs() < 1e-9);
        }
    }

    /// What is drawn comes as often as its probability says.
    #[test]
    fn draws_follow_the_probabilities() {
        let mut random = SplitMix(11);
        let level = random_level(&mut random, 8, 6, 3);
        let board = level.board();
        let order: Vec<Square> = board.squares().take(8).collect();
        let n_boxes = level.n_boxes();
        let all = placements(&order, n_boxes, board.n_squares());
        let mut model = Model::new(board, &order, n_boxes);
        for boxes in all.iter().take(all.len() / 3) {
            model.learn(boxes, 2.0);
        }
        const N: usize = 40_000;
        let mut seen = vec![0usize; all.len()];
        for _ in 0..N {
            let drawn: SquareSet = model.draw(3.0, &mut random);
            seen[all.iter().position(|b| *b == drawn).unwrap()] += 1;
        }
        for (boxes, &n) in all.iter().zip(&seen) {
            let chance = model.log_chance(boxes, 3.0).exp();
            let (expected, spread) = (chance * N as f64, (chance * N as f64).sqrt());
            let off = (n as f64 - expected).abs();
            assert!(off < 5.0 * spread + 1.0, "{n} for {expected}");
        }
    }
}
