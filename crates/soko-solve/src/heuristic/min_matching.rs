//! Minimum matching: every box gets a goal of its own, as cheaply as possible.
//!
//! The cost of a box and a goal is the number of pushes that the box would need
//! if it were alone on the board, from the side on which the man stands
//! ([`PushDistances`]). The sum over the cheapest matching is a lower bound for
//! pushes and so for moves.
//!
//! **Admissible**: in any solution the boxes end on different goals, and each was
//! pushed at least as often as a lone box must be. **Consistent**: a push moves
//! one box by one push of its lone distances; for every other box the man has
//! walked and pushed without crossing that box's square, so he is still on the
//! same side of it. **Safe**: without a matching there is no solution.
//!
//! The Hungarian method keeps prices for goals. For a state it starts from the
//! prices of the state before; for a successor only the pushed box is matched
//! again, one round of n² small steps. If the box has come one nearer to the goal
//! it is matched with, the sum falls by 1 and cannot fall by more: no round is
//! needed. Goals beyond the number of boxes are taken by boxes that cost nothing.
//! A box that could go to many squares is lifted: one round says what the others
//! cost for each goal that is left to it, and then a square costs n steps.
//!
//! Source: Rolling Stone (Junghanns and Schaeffer 2001); Nash et al. (2016) set
//! out to build it and report that theirs did not work.

use crate::space::Placement;
use soko_core::facts::{PushDistances, UNREACHABLE};
use soko_core::{Board, BySquare, Direction, Square, SquareSet, Squares, reach::Reach};
use soko_search::{Claims, Heuristic, Space, Successor};

/// The cost of a box and a goal that it cannot reach.
const NEVER: i32 = 1 << 20;
/// The man's sides of boxes are told apart on boards up to this size.
const MAX_SIDES: usize = 4096;

/// The bound for one board.
#[derive(Clone, Debug)]
pub struct MinMatching<S> {
    costs: Costs,
    /// The state entered last: its boxes, matched.
    parent: Matching,
    parent_boxes: S,
    squares: Vec<Square>,
    /// A copy in which one box is matched again.
    child: Matching,
    lift: Lift,
    scratch: Scratch,
}

impl<S: Squares> MinMatching<S> {
    /// Prepares the distances of a board.
    pub fn new(board: &Board) -> MinMatching<S> {
        let n_goals = board.goals().len();
        MinMatching {
            costs: Costs::new(board),
            parent: Matching::new(n_goals),
            parent_boxes: S::empty(board.n_squares()),
            squares: Vec::new(),
            child: Matching::new(n_goals),
            lift: Lift::new(n_goals),
            scratch: Scratch::new(n_goals),
        }
    }

    /// Prepares a matching with other squares than the goals, given for each the
    /// steps that a lone box needs from every square; [`UNREACHABLE`] if it cannot
    /// get there. Boxes are told apart by their squares alone. There must be as many
    /// such squares as boxes, or more.
    pub(crate) fn with_distances(n_squares: usize, distances: &[BySquare<u16>]) -> MinMatching<S> {
        let n_targets = distances.len();
        MinMatching {
            costs: Costs::with_distances(n_squares, distances),
            parent: Matching::new(n_targets),
            parent_boxes: S::empty(n_squares),
            squares: Vec::new(),
            child: Matching::new(n_targets),
            lift: Lift::new(n_targets),
            scratch: Scratch::new(n_targets),
        }
    }

    /// Matches all boxes of a state; the sum of the costs, if all reach goals.
    pub fn full(&mut self, state: &Placement<S>) -> Option<u32> {
        self.enter_boxes(&state.boxes, state.man)
    }

    /// The same for boxes and a man.
    pub(crate) fn enter_boxes(&mut self, boxes: &S, man: Square) -> Option<u32> {
        self.parent_boxes = boxes.clone();
        self.lift.changes.clear();
        self.squares.clear();
        self.squares.extend(boxes.iter());
        let rows = self.squares.iter().enumerate();
        for (row, &square) in rows {
            self.parent.row_costs[row] = self.costs.row(square, man);
        }
        for row in self.squares.len()..self.costs.n_goals {
            self.parent.row_costs[row] = self.costs.nothing();
        }
        self.parent.solve(&self.costs, &mut self.scratch);
        self.parent.sum(&self.costs)
    }

    /// The boxes that [`MinMatching::full`] matched last, each with the number of
    /// its goal in reading order.
    pub fn matched(&self) -> impl Iterator<Item = (Square, usize)> + '_ {
        let goals = self.parent.goal_of.iter().map(|&goal| goal as usize);
        self.squares.iter().copied().zip(goals)
    }

    /// The sum after one box has moved.
    pub(crate) fn after_push(&mut self, from: Square, to: Square, man: Square) -> Option<u32> {
        let row = self.squares.binary_search(&from).ok()?;
        let start = self.costs.row(to, man);
        let goal = self.parent.goal_of[row] as usize;
        let before = self.costs.table[self.parent.row_costs[row] + goal];
        let after = self.costs.table[start + goal];
        if self.costs.tells_sides
            && after == before - 1
            && let Some(sum) = self.parent.sum
        {
            return Some(sum - 1);
        }
        self.child.clone_from(&self.parent);
        self.child.row_costs[row] = start;
        self.child.rematch(row, &self.costs, &mut self.scratch);
        self.child.sum(&self.costs)
    }

    /// Lifts a box of the state entered last, to be put down on many squares.
    pub(crate) fn lift(&mut self, from: Square) {
        let row = self
            .squares
            .binary_search(&from)
            .expect("a box stands there");
        if self.lift.changes.is_empty() {
            self.parent
                .fill_changes(&self.costs, &mut self.lift.changes);
        }
        self.parent.cost_of_others(row, &self.costs, &mut self.lift);
    }

    /// The sum with the lifted box put down on a square.
    #[inline]
    pub(crate) fn put_down(&self, to: Square, man: Square) -> Option<u32> {
        let costs = &self.costs.table[self.costs.row(to, man)..][..self.costs.n_goals];
        let pairs = costs.iter().zip(&self.lift.others);
        let sum = pairs.fold(NEVER, |least, (cost, others)| least.min(cost + others));
        (sum < NEVER).then_some(sum as u32)
    }
}

impl<S: Squares, P: Space<State = Placement<S>>> Heuristic<P> for MinMatching<S> {
    fn claims(&self) -> Claims {
        Claims {
            consistent: self.costs.tells_sides,
            ..Claims::ALL
        }
    }

    fn estimate(&mut self, state: &Placement<S>) -> Option<u32> {
        self.full(state)
    }

    fn enter(&mut self, parent: &Placement<S>) {
        self.full(parent);
    }

    #[inline]
    fn estimate_successor(&mut self, next: &Successor<Placement<S>, P::Action>) -> Option<u32> {
        let left = self.parent_boxes.difference(&next.state.boxes).lowest();
        let taken = next.state.boxes.difference(&self.parent_boxes).lowest();
        match (left, taken) {
            (Some(from), Some(to)) => self.after_push(from, to, next.state.man),
            _ => self.parent.sum,
        }
    }
}

/// Distances, laid out as rows of costs a goal.
#[derive(Clone, Debug)]
struct Costs {
    n_goals: usize,
    /// For each square four rows, one for each side of the man, or one row if
    /// sides are not told apart; at the end a row of nothing.
    table: Vec<i32>,
    rows_a_square: usize,
    /// Where a box cuts the floor: the side on which each square lies.
    side_of_man: Vec<Option<Box<[u8]>>>,
    first_side: Vec<u8>,
    tells_sides: bool,
}

impl Costs {
    fn new(board: &Board) -> Costs {
        let distances = PushDistances::new(board);
        let n_goals = distances.goals().len();
        let most = (NEVER - 1) / n_goals.max(1) as i32;
        let tells_sides = board.n_squares() <= MAX_SIDES;
        let mut table = Vec::with_capacity((board.n_squares() * 4 + 1) * n_goals);
        for square in board.squares() {
            for direction in Direction::ALL {
                table.extend((0..n_goals).map(|goal| {
                    let map = distances.to_goal(goal);
                    let distance = if tells_sides && board.n_squares() > 1 {
                        map.with_man(square, direction)
                    } else {
                        map.best(square)
                    };
                    match distance {
                        UNREACHABLE => NEVER,
                        _ => i32::from(distance).min(most),
                    }
                }));
            }
        }
        table.resize(table.len() + n_goals, 0);
        let first = |square| board.neighbours(square).next().map_or(0, |(d, _)| d as u8);
        Costs {
            n_goals,
            table,
            rows_a_square: 4,
            side_of_man: if tells_sides {
                sides_of_men(board)
            } else {
                Vec::new()
            },
            first_side: board.squares().map(first).collect(),
            tells_sides,
        }
    }

    fn with_distances(n_squares: usize, distances: &[BySquare<u16>]) -> Costs {
        let n_goals = distances.len();
        let mut table = Vec::with_capacity((n_squares + 1) * n_goals);
        for square in (0..n_squares).map(Square::from_index) {
            table.extend(distances.iter().map(|map| match map[square] {
                UNREACHABLE => NEVER,
                distance => i32::from(distance),
            }));
        }
        table.resize(table.len() + n_goals, 0);
        Costs {
            n_goals,
            table,
            rows_a_square: 1,
            side_of_man: Vec::new(),
            first_side: vec![0; n_squares],
            tells_sides: false,
        }
    }

    /// Where the row of a box begins.
    #[inline]
    fn row(&self, box_sq: Square, man: Square) -> usize {
        let side = match self.side_of_man.get(box_sq.index()) {
            Some(Some(sides)) => sides[man.index()],
            _ => self.first_side[box_sq.index()],
        };
        (box_sq.index() * self.rows_a_square + usize::from(side)) * self.n_goals
    }

    fn nothing(&self) -> usize {
        self.table.len() - self.n_goals
    }
}

/// For each square where a box cuts the floor, a direction towards every man.
fn sides_of_men(board: &Board) -> Vec<Option<Box<[u8]>>> {
    let sides = soko_core::facts::Sides::new(board);
    let cuts = sides.articulations();
    let reach = Reach::<SquareSet>::new(board);
    let side_table = |square: Square| {
        cuts.contains(square).then(|| {
            let lone = SquareSet::of(board.n_squares(), [square]);
            let mut table = vec![0; board.n_squares()].into_boxed_slice();
            for (direction, next) in board.neighbours(square) {
                if sides.side(square, direction) == direction {
                    for man in reach.area(&lone, next).iter() {
                        table[man.index()] = direction as u8;
                    }
                }
            }
            table
        })
    };
    board.squares().map(side_table).collect()
}

/// A matching of rows (boxes) and columns (goals), with prices that prove it.
#[derive(Debug)]
struct Matching {
    row_costs: Vec<usize>,
    row_price: Vec<i32>,
    goal_price: Vec<i32>,
    row_of: Vec<u32>,
    goal_of: Vec<u32>,
    sum: Option<u32>,
}

const NOBODY: u32 = u32::MAX;

impl Clone for Matching {
    fn clone(&self) -> Self {
        let mut copy = Matching::new(0);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        self.row_costs.clone_from(&other.row_costs);
        self.row_price.clone_from(&other.row_price);
        self.goal_price.clone_from(&other.goal_price);
        self.row_of.clone_from(&other.row_of);
        self.goal_of.clone_from(&other.goal_of);
        self.sum = other.sum;
    }
}

/// What is known while a box is off the board.
#[derive(Clone, Debug)]
struct Lift {
    /// For each goal, what all other boxes cost if it is left for this one.
    others: Vec<i32>,
    /// See [`Matching::fill_changes`]; empty if not known for the state entered last.
    changes: Vec<i32>,
    slack: Vec<i32>,
    settled: Vec<i32>,
}

impl Lift {
    fn new(n: usize) -> Lift {
        Lift {
            others: vec![0; n],
            changes: Vec::new(),
            slack: vec![0; n],
            settled: vec![0; n],
        }
    }
}

/// Room for one round of matching.
#[derive(Clone, Debug)]
struct Scratch {
    slack: Vec<i32>,
    from: Vec<u32>,
    is_done: Vec<bool>,
}

impl Scratch {
    fn new(n: usize) -> Scratch {
        Scratch {
            slack: vec![0; n],
            from: vec![0; n],
            is_done: vec![false; n],
        }
    }
}

impl Matching {
    fn new(n: usize) -> Matching {
        Matching {
            row_costs: vec![0; n],
            row_price: vec![0; n],
            goal_price: vec![0; n],
            row_of: vec![NOBODY; n],
            goal_of: vec![NOBODY; n],
            sum: None,
        }
    }

    /// Matches all rows, starting from the prices that are there.
    fn solve(&mut self, costs: &Costs, scratch: &mut Scratch) {
        self.row_of.fill(NOBODY);
        self.goal_of.fill(NOBODY);
        for row in 0..self.row_costs.len() {
            let line = &costs.table[self.row_costs[row]..][..costs.n_goals];
            let mut best = (i32::MAX, 0);
            for (goal, (cost, price)) in line.iter().zip(&self.goal_price).enumerate() {
                let reduced = cost - price;
                if reduced < best.0 {
                    best = (reduced, goal);
                }
            }
            let (price, goal) = best;
            self.row_price[row] = price;
            if self.row_of[goal] == NOBODY {
                self.row_of[goal] = row as u32;
                self.goal_of[row] = goal as u32;
            }
        }
        for row in 0..self.row_costs.len() {
            if self.goal_of[row] == NOBODY {
                self.augment(row, costs, scratch);
            }
        }
    }

    /// Matches one row anew after its costs have changed.
    fn rematch(&mut self, row: usize, costs: &Costs, scratch: &mut Scratch) {
        let goal = self.goal_of[row] as usize;
        self.row_of[goal] = NOBODY;
        self.goal_of[row] = NOBODY;
        self.row_price[row] = 0;
        self.augment(row, costs, scratch);
    }

    /// Finds the cheapest chain of changes that gives a row a goal: Dijkstra's
    /// search over goals with reduced costs.
    fn augment(&mut self, row: usize, costs: &Costs, scratch: &mut Scratch) {
        let n = costs.n_goals;
        scratch.slack.fill(i32::MAX);
        scratch.is_done.fill(false);
        let mut at_row = row;
        let mut at_goal = NOBODY;
        loop {
            // 1. Look at all goals from the current row.
            let line = &costs.table[self.row_costs[at_row]..][..n];
            let price = self.row_price[at_row];
            let mut least = (i32::MAX, 0);
            for (goal, cost) in line.iter().enumerate() {
                if !scratch.is_done[goal] {
                    let reduced = cost - price - self.goal_price[goal];
                    if reduced < scratch.slack[goal] {
                        scratch.slack[goal] = reduced;
                        scratch.from[goal] = at_goal;
                    }
                    if scratch.slack[goal] < least.0 {
                        least = (scratch.slack[goal], goal);
                    }
                }
            }
            // 2. Raise the prices until the nearest goal costs nothing more.
            let (delta, next) = least;
            self.row_price[row] += delta;
            for goal in 0..n {
                if scratch.is_done[goal] {
                    self.row_price[self.row_of[goal] as usize] += delta;
                    self.goal_price[goal] -= delta;
                } else {
                    scratch.slack[goal] -= delta;
                }
            }
            // 3. Go on from whoever has that goal, or stop if nobody has.
            scratch.is_done[next] = true;
            at_goal = next as u32;
            if self.row_of[next] == NOBODY {
                break;
            }
            at_row = self.row_of[next] as usize;
        }
        // 4. Everyone on the chain moves up.
        while at_goal != NOBODY {
            let before = scratch.from[at_goal as usize];
            let owner = if before == NOBODY {
                row as u32
            } else {
                self.row_of[before as usize]
            };
            self.row_of[at_goal as usize] = owner;
            self.goal_of[owner as usize] = at_goal;
            at_goal = before;
        }
    }

    /// The reduced costs of going from each goal's row to a goal, a line for each of
    /// the latter.
    fn fill_changes(&self, costs: &Costs, changes: &mut Vec<i32>) {
        changes.clear();
        for next in 0..costs.n_goals {
            let price = self.goal_price[next];
            changes.extend(self.row_of.iter().map(|&owner| {
                let owner = owner as usize;
                costs.table[self.row_costs[owner] + next] - self.row_price[owner] - price
            }));
        }
    }

    /// What the other rows cost if one goal is left over, for each goal. The goal of
    /// the row itself is free to take. To leave another one, its row must go to a
    /// third, whose row goes on, and so forth until one takes the free goal: Dijkstra's
    /// search from there, with reduced costs.
    fn cost_of_others(&self, row: usize, costs: &Costs, lift: &mut Lift) {
        let n = costs.n_goals;
        let free = self.goal_of[row] as usize;
        let sum: i32 = (self.row_costs.iter().zip(&self.goal_of))
            .map(|(start, &goal)| costs.table[start + goal as usize])
            .sum();
        let base = sum - costs.table[self.row_costs[row] + free] + self.goal_price[free];
        // A settled goal has all bits of `settled` set, so that it is never the least.
        lift.slack.fill(i32::MAX);
        lift.settled.fill(0);
        lift.slack[free] = 0;
        for _ in 0..n {
            let waiting = || lift.slack.iter().zip(&lift.settled).map(|(s, d)| s | d);
            let least = waiting().fold(i32::MAX, i32::min);
            let Some(next) = waiting().position(|slack| slack == least) else {
                return;
            };
            lift.settled[next] = i32::MAX;
            lift.others[next] = base + least - self.goal_price[next];
            let changes = &lift.changes[next * n..][..n];
            for (slack, change) in lift.slack.iter_mut().zip(changes) {
                *slack = (*slack).min(least + change);
            }
        }
    }

    fn sum(&mut self, costs: &Costs) -> Option<u32> {
        let pairs = self.row_costs.iter().zip(&self.goal_of);
        let mut sum = 0;
        let mut is_possible = true;
        for (start, goal) in pairs {
            let cost = costs.table[start + *goal as usize];
            is_possible &= cost < NEVER;
            sum += cost;
        }
        self.sum = is_possible.then_some(sum as u32);
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PushSpace, Switches};
    use soko_core::{SplitMix, random_level};

    /// The cheapest matching by trying all.
    fn by_trying(costs: &[Vec<i32>], used: u32) -> i32 {
        let Some((row, rest)) = costs.split_first() else {
            return 0;
        };
        let free = (0..row.len()).filter(|&goal| used >> goal & 1 == 0);
        free.map(|goal| row[goal] + by_trying(rest, used | 1 << goal))
            .min()
            .unwrap()
    }

    #[test]
    fn matchings_are_cheapest_for_states_and_successors() {
        let mut random = SplitMix(21);
        let mut n_put_down = 0;
        for round in 0..150 {
            let mut level = random_level(&mut random, 9, 8, 5);
            if round % 3 == 0 && level.n_boxes() > 1 {
                // Fewer boxes than goals.
                let mut start = level.start();
                start.boxes.remove(start.boxes.lowest().unwrap());
                level = level.with_start(&start);
            }
            let switches = Switches {
                dead_squares: false,
                ..Switches::default()
            };
            let mut space = PushSpace::<SquareSet>::new(&level, &switches);
            let mut heuristic = MinMatching::new(level.board());
            let blind = without_sides(level.board());
            let mut state = space.starts().remove(0);
            for _ in 0..12 {
                let mut out = Vec::new();
                space.expand_all(&state, &mut out);
                if out.is_empty() {
                    break;
                }
                Heuristic::<PushSpace<SquareSet>>::enter(&mut heuristic, &state);
                for next in &out {
                    let quick =
                        Heuristic::<PushSpace<SquareSet>>::estimate_successor(&mut heuristic, next);
                    assert_eq!(quick, plain(&heuristic.costs, &next.state));
                    let (boxes, then) = (&state.boxes, &next.state.boxes);
                    if let Some(from) = boxes.difference(then).lowest()
                        && let Some(to) = then.difference(boxes).lowest()
                    {
                        let mut blind = blind.clone();
                        blind.enter_boxes(boxes, state.man);
                        blind.lift(from);
                        let again = blind.put_down(to, next.state.man);
                        assert_eq!(again, blind.after_push(from, to, next.state.man));
                        n_put_down += 1;
                    }
                }
                state = out.swap_remove(random.below(out.len())).state;
                assert_eq!(heuristic.full(&state), plain(&heuristic.costs, &state));
            }
        }
        assert!(n_put_down > 1000, "too few: {n_put_down}");
    }

    /// A matching that does not tell the man's sides apart.
    fn without_sides(board: &Board) -> MinMatching<SquareSet> {
        let distances = PushDistances::new(board);
        let n_goals = board.goals().len();
        let map = |goal: usize| {
            let best = |square| distances.to_goal(goal).best(square);
            BySquare::from_fn(board.n_squares(), UNREACHABLE, best)
        };
        let maps: Vec<BySquare<u16>> = (0..n_goals).map(map).collect();
        MinMatching::with_distances(board.n_squares(), &maps)
    }

    fn plain(costs: &Costs, state: &Placement<SquareSet>) -> Option<u32> {
        let row = |square| {
            let start = costs.row(square, state.man);
            costs.table[start..][..costs.n_goals].to_vec()
        };
        let rows: Vec<_> = state.boxes.iter().map(row).collect();
        let sum = by_trying(&rows, 0);
        (sum < NEVER).then_some(sum as u32)
    }
}
