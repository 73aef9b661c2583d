//! Minimum matching: every box gets a goal of its own, as cheaply as possible.
//!
//! The cost of a box and a goal is the number of pushes that the box would need
//! if it were alone on the board, from the side on which the man stands
//! ([`PushDistanceMap`]). The sum over the cheapest matching is a lower bound for
//! pushes and so for moves.
//!
//! **Admissible**: in any solution the boxes end on different goals, and each was
//! pushed at least as often as a lone box must be. **Consistent**: a push moves
//! one box by one push of its lone distances; for every other box the man has
//! walked and pushed without crossing that box's square, so he is still on the
//! same side of it. **Safe**: without a matching there is no solution.
//!
//! For a state the matching starts from the prices of the state before; for a
//! successor only the pushed box is matched again ([`CheapestMatching`]). If the box
//! has come one nearer to the goal it is matched with, the sum falls by 1 and cannot
//! fall by more: nothing is to be done. Goals beyond the number of boxes are taken by
//! boxes that cost nothing. A box that could go to many squares is lifted, and each
//! square costs a step a goal.
//!
//! Source: Rolling Stone (Junghanns and Schaeffer 2001); Nash et al. (2016) set
//! out to build it and report that theirs did not work.

use super::entry::{Guess, HeuristicEntry};
use crate::ground::cheapest_matching::{CheapestMatching, CostTable, Lift, Line, NEVER, Scratch};
use crate::space::Placement;
use soko_core::facts::{PushDistanceMap, Sides, UNREACHABLE};
use soko_core::{Board, BySquare, Direction, Square, SquareSet, Squares, reach::Reach};
use soko_search::{Claims, Heuristic, Space, Successor};

/// The man's sides of boxes are told apart on boards up to this size.
const MAX_SIDES: usize = 4096;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "min-matching",
    summary: "the cheapest matching of boxes and goals by push distance",
    paper: "Junghanns and Schaeffer 2001; Nash et al. 2016",
    pushes: Some(Claims::ALL),
    moves: Claims::ALL,
    cost: "the square of the goals a push, often nothing",
};

/// The bound for one board.
#[derive(Clone, Debug)]
pub struct MinMatching<S> {
    costs: Costs,
    /// The state entered last: its boxes, matched.
    parent: CheapestMatching,
    parent_boxes: S,
    squares: Vec<Square>,
    /// A copy in which one box is matched again.
    child: CheapestMatching,
    lift: Lift,
    scratch: Scratch,
}

impl<S: Squares> MinMatching<S> {
    /// Prepares the distances of a board.
    pub fn new(board: &Board) -> MinMatching<S> {
        MinMatching::with_costs(board.n_squares(), Costs::new(board))
    }

    /// The sum for one state of a board, without the distances of all other squares: for
    /// boards on which these would take long.
    ///
    /// ```
    /// use soko_core::{Level, SquareSet};
    /// use soko_solve::{Placement, heuristic::MinMatching};
    /// let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
    /// let boxes: SquareSet = level.boxes().clone();
    /// let state = Placement { boxes, man: level.man() };
    /// assert_eq!(MinMatching::once(level.board(), &state), Some(3));
    /// ```
    pub fn once(board: &Board, state: &Placement<S>) -> Option<u32> {
        let (n_goals, n_boxes) = (board.goals().len(), state.boxes.len());
        let costs = costs_of_state(board, state);
        let mut matching = CheapestMatching::new(n_goals);
        for row in 0..n_goals {
            // Goals to spare are taken by boxes that cost nothing.
            matching.set_line(row, costs.line(row.min(n_boxes)));
        }
        matching.solve(&costs, &mut Scratch::new(n_goals))
    }

    /// Prepares a matching with other squares than the goals, given for each the
    /// steps that a lone box needs from every square; [`UNREACHABLE`] if it cannot
    /// get there. Boxes are told apart by their squares alone. There must be as many
    /// such squares as boxes, or more.
    pub(crate) fn with_distances(n_squares: usize, distances: &[BySquare<u16>]) -> MinMatching<S> {
        MinMatching::with_costs(n_squares, Costs::with_distances(n_squares, distances))
    }

    fn with_costs(n_squares: usize, costs: Costs) -> MinMatching<S> {
        let n_goals = costs.table.n_columns();
        MinMatching {
            costs,
            parent: CheapestMatching::new(n_goals),
            parent_boxes: S::empty(n_squares),
            squares: Vec::new(),
            child: CheapestMatching::new(n_goals),
            lift: Lift::new(n_goals),
            scratch: Scratch::new(n_goals),
        }
    }

    /// Matches all boxes of a state; the sum of the costs, if all reach goals.
    pub fn full(&mut self, state: &Placement<S>) -> Option<u32> {
        self.enter_boxes(&state.boxes, state.man)
    }

    /// The same for boxes and a man.
    pub(crate) fn enter_boxes(&mut self, boxes: &S, man: Square) -> Option<u32> {
        self.parent_boxes = boxes.clone();
        self.lift.forget();
        self.squares.clear();
        self.squares.extend(boxes.iter());
        for (row, &square) in self.squares.iter().enumerate() {
            self.parent.set_line(row, self.costs.line(square, man));
        }
        for row in self.squares.len()..self.costs.table.n_columns() {
            self.parent.set_line(row, self.costs.table.last_line());
        }
        self.parent.solve(&self.costs.table, &mut self.scratch)
    }

    /// The boxes that [`MinMatching::full`] matched last, each with the number of
    /// its goal in reading order.
    pub fn matched(&self) -> impl Iterator<Item = (Square, usize)> + '_ {
        let rows = self.squares.iter().enumerate();
        rows.map(|(row, &square)| (square, self.parent.column(row)))
    }

    /// The sum of the state entered last.
    #[inline]
    pub(crate) fn sum(&self) -> Option<u32> {
        self.parent.sum()
    }

    /// The boxes that were matched last, in the order of their squares.
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of the goal of a box, by its place among them.
    #[inline]
    pub(super) fn goal_of(&self, place: usize) -> usize {
        self.parent.column(place)
    }

    /// What each of them would cost with each goal beyond their prices, a line a box.
    pub(super) fn fill_slack(&self, slack: &mut Vec<i32>) {
        for place in 0..self.squares.len() {
            self.parent.fill_slack(place, &self.costs.table, slack);
        }
    }

    /// The number of a box with the man on one side of it: that of its square and side;
    /// none where sides are not told apart.
    #[inline]
    pub(crate) fn node(&self, box_sq: Square, man: Square) -> Option<usize> {
        let sides = self.costs.sides.as_ref()?;
        Some(line_number(box_sq, sides.side(box_sq, man)))
    }

    /// Whether boxes with the man on different sides of them are told apart.
    pub(super) fn tells_sides(&self) -> bool {
        self.costs.sides.is_some()
    }

    /// The prices of the goals in the state that was matched last.
    pub(super) fn goal_prices(&self) -> &[i32] {
        self.parent.column_prices()
    }

    /// What a lone box pays at least for pushes and a goal at these prices, by node.
    pub(super) fn least_at(&self, prices: &[u16]) -> Vec<i32> {
        let table = &self.costs.table;
        let least = |node| {
            let costs = table.costs(table.line(node)).iter();
            let paid = costs
                .zip(prices)
                .map(|(cost, &price)| cost + i32::from(price));
            paid.min().unwrap_or(NEVER)
        };
        (0..table.n_lines()).map(least).collect()
    }

    /// Whether a lone box there reaches some goal.
    pub(super) fn is_live(&self, node: usize) -> bool {
        let line = self.costs.table.line(node);
        self.costs
            .table
            .costs(line)
            .iter()
            .any(|&cost| cost < NEVER)
    }

    /// What a box would need to a goal if it were alone.
    pub(super) fn lone_cost(&self, box_sq: Square, man: Square, goal: usize) -> i32 {
        self.costs.table.cost(self.costs.line(box_sq, man), goal)
    }

    /// The sum after one box has moved.
    pub(crate) fn after_push(&mut self, from: Square, to: Square, man: Square) -> Option<u32> {
        let row = self.squares.binary_search(&from).ok()?;
        let line = self.costs.line(to, man);
        let goal = self.parent.column(row);
        let before = self.costs.table.cost(self.parent.line(row), goal);
        let after = self.costs.table.cost(line, goal);
        if self.costs.sides.is_some()
            && after == before - 1
            && let Some(sum) = self.parent.sum()
        {
            return Some(sum - 1);
        }
        self.child.clone_from(&self.parent);
        let (table, scratch) = (&self.costs.table, &mut self.scratch);
        self.child.rematch(row, line, table, scratch)
    }

    /// Lifts a box of the state entered last, to be put down on many squares.
    pub(crate) fn lift(&mut self, from: Square) {
        let row = self
            .squares
            .binary_search(&from)
            .expect("a box stands there");
        self.parent.lift(row, &self.costs.table, &mut self.lift);
    }

    /// The sum with the lifted box put down on a square.
    #[inline]
    pub(crate) fn put_down(&self, to: Square, man: Square) -> Option<u32> {
        let line = self.costs.line(to, man);
        self.lift.sum_with(self.costs.table.costs(line))
    }
}

impl<S: Squares> Guess<S> for MinMatching<S> {
    fn new(board: &Board) -> MinMatching<S> {
        MinMatching::new(board)
    }

    fn kept(&self, promised: Claims) -> Claims {
        Claims {
            consistent: promised.consistent && self.costs.sides.is_some(),
            ..promised
        }
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        self.full(state)
    }

    fn enter(&mut self, parent: &Placement<S>) {
        self.full(parent);
    }

    #[inline]
    fn of_successor(&mut self, next: &Placement<S>) -> Option<u32> {
        let left = self.parent_boxes.difference(&next.boxes).lowest();
        let taken = next.boxes.difference(&self.parent_boxes).lowest();
        match (left, taken) {
            (Some(from), Some(to)) => self.after_push(from, to, next.man),
            _ => self.parent.sum(),
        }
    }
}

/// The same in every space: the bound holds for pushes and for moves.
impl<S: Squares, P: Space<State = Placement<S>>> Heuristic<P> for MinMatching<S> {
    fn claims(&self) -> Claims {
        self.kept(ENTRY.moves)
    }

    #[inline]
    fn estimate(&mut self, state: &Placement<S>) -> Option<u32> {
        self.of(state)
    }

    #[inline]
    fn enter(&mut self, parent: &Placement<S>) {
        Guess::enter(self, parent);
    }

    #[inline]
    fn estimate_successor(&mut self, next: &Successor<Placement<S>, P::Action>) -> Option<u32> {
        self.of_successor(&next.state)
    }
}

/// Distances as costs.
#[derive(Clone, Debug)]
struct Costs {
    /// For each square four lines, one for each side of the man, or one line if
    /// sides are not told apart; at the end a line of nothing.
    table: CostTable,
    /// How sides are told apart.
    sides: Option<SidesOfMen>,
}

impl Costs {
    fn new(board: &Board) -> Costs {
        let tells_sides = tells_sides(board);
        Costs {
            table: table_of_goals(board, tells_sides),
            sides: tells_sides.then(|| SidesOfMen::new(board)),
        }
    }

    fn with_distances(n_squares: usize, distances: &[BySquare<u16>]) -> Costs {
        let mut table = CostTable::new(n_squares + 1, distances.len());
        for (column, map) in distances.iter().enumerate() {
            for square in (0..n_squares).map(Square::from_index) {
                table.set(square.index(), column, cost_of(map[square], NEVER));
            }
        }
        Costs { table, sides: None }
    }

    /// The line of a box.
    #[inline]
    fn line(&self, box_sq: Square, man: Square) -> Line {
        let number = match &self.sides {
            Some(sides) => line_number(box_sq, sides.side(box_sq, man)),
            None => box_sq.index(),
        };
        self.table.line(number)
    }
}

/// The costs of the boxes of a state, a line a box, and a line of nothing.
fn costs_of_state<S: Squares>(board: &Board, state: &Placement<S>) -> CostTable {
    let sides = tells_sides(board).then(|| SidesOfMen::new(board));
    let mut table = CostTable::new(state.boxes.len() + 1, board.goals().len());
    let most = most_cost(board);
    let mut column = 0;
    PushDistanceMap::for_each_goal(board, |_, map| {
        for (row, square) in state.boxes.iter().enumerate() {
            let pushes = match &sides {
                Some(sides) => map.with_man(square, sides.side(square, state.man)),
                None => map.best(square),
            };
            table.set(row, column, cost_of(pushes, most));
        }
        column += 1;
    });
    table
}

/// Whether the sides of the man are told apart on a board.
fn tells_sides(board: &Board) -> bool {
    (2..=MAX_SIDES).contains(&board.n_squares())
}

/// All costs together stay below that of a pair that cannot be.
fn most_cost(board: &Board) -> i32 {
    (NEVER - 1) / board.goals().len().max(1) as i32
}

/// The number of the line of a square and a side, where sides are told apart.
#[inline]
fn line_number(square: Square, side: Direction) -> usize {
    square.index() * Direction::ALL.len() + side as usize
}

/// Stands for the side of the man where there is none to tell; the first of lines.
const NO_SIDE: Direction = Direction::Left;

/// The cost of so many pushes, but no more than `most`.
#[inline]
fn cost_of(distance: u16, most: i32) -> i32 {
    match distance {
        UNREACHABLE => NEVER,
        _ => i32::from(distance).min(most),
    }
}

/// The lines of all squares, and a line of nothing.
fn table_of_goals(board: &Board, tells_sides: bool) -> CostTable {
    let (n, n_goals) = (board.n_squares(), board.goals().len());
    let n_lines = if tells_sides {
        n * Direction::ALL.len()
    } else {
        n
    };
    let most = most_cost(board);
    let mut table = CostTable::new(n_lines + 1, n_goals);
    let mut column = 0;
    PushDistanceMap::for_each_goal(board, |_, map| {
        for square in board.squares() {
            if tells_sides {
                for side in Direction::ALL {
                    let cost = cost_of(map.with_man(square, side), most);
                    table.set(line_number(square, side), column, cost);
                }
            } else {
                table.set(square.index(), column, cost_of(map.best(square), most));
            }
        }
        column += 1;
    });
    table
}

/// On which side of a box the man stands.
#[derive(Clone, Debug)]
struct SidesOfMen {
    /// Where a box cuts the floor: a direction towards every man.
    where_it_cuts: BySquare<Option<Box<BySquare<Direction>>>>,
    /// Where it does not: a side, whichever the man is on.
    elsewhere: BySquare<Direction>,
}

impl SidesOfMen {
    fn new(board: &Board) -> SidesOfMen {
        let n = board.n_squares();
        let sides = Sides::new(board);
        let cuts = sides.articulations();
        let reach = Reach::<SquareSet>::new(board);
        let side_table = |square: Square| {
            cuts.contains(square).then(|| {
                let lone = SquareSet::of(n, [square]);
                let mut table = BySquare::new(n, NO_SIDE);
                for (direction, next) in board.neighbours(square) {
                    if sides.side(square, direction) == direction {
                        for man in reach.area(&lone, next).iter() {
                            table[man] = direction;
                        }
                    }
                }
                Box::new(table)
            })
        };
        let some_side = |square| board.neighbours(square).next().map_or(NO_SIDE, |(d, _)| d);
        SidesOfMen {
            where_it_cuts: BySquare::from_fn(n, None, side_table),
            elsewhere: BySquare::from_fn(n, NO_SIDE, some_side),
        }
    }

    #[inline]
    fn side(&self, box_sq: Square, man: Square) -> Direction {
        match &self.where_it_cuts[box_sq] {
            Some(sides) => sides[man],
            None => self.elsewhere[box_sq],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::Technique;
    use crate::{PushSpace, Switch, Switches};
    use soko_core::{Level, SplitMix, random_level};

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

    type Pushes = PushSpace<SquareSet>;

    /// A level, every third with fewer boxes than goals.
    fn some_level(random: &mut SplitMix, round: usize) -> Level {
        let level = random_level(random, 9, 8, 5);
        if !round.is_multiple_of(3) || level.n_boxes() < 2 {
            return level;
        }
        let mut start = level.start();
        start.boxes.remove(start.boxes.lowest().unwrap());
        level.with_start(&start)
    }

    /// Puts the box of a push down where it ends, in both ways; says whether a box has
    /// moved at all.
    fn check_put_down(
        mut blind: MinMatching<SquareSet>,
        state: &Placement<SquareSet>,
        next: &Placement<SquareSet>,
    ) -> bool {
        let (boxes, then) = (&state.boxes, &next.boxes);
        let from = boxes.difference(then).lowest();
        let (Some(from), Some(to)) = (from, then.difference(boxes).lowest()) else {
            return false;
        };
        blind.enter_boxes(boxes, state.man);
        blind.lift(from);
        let again = blind.put_down(to, next.man);
        assert_eq!(again, blind.after_push(from, to, next.man));
        true
    }

    #[test]
    fn matchings_are_cheapest_for_states_and_successors() {
        let mut random = SplitMix(21);
        let mut n_put_down = 0;
        let switches = Switches::ALL.without(Switch::Test(Technique::DeadSquares));
        for round in 0..150 {
            let level = some_level(&mut random, round);
            let mut space = Pushes::new(&level, &switches);
            let mut heuristic = MinMatching::new(level.board());
            let blind = without_sides(level.board());
            let mut state = space.starts().remove(0);
            for _ in 0..12 {
                let mut out = Vec::new();
                space.expand_all(&state, &mut out);
                if out.is_empty() {
                    break;
                }
                Heuristic::<Pushes>::enter(&mut heuristic, &state);
                for next in &out {
                    let quick = Heuristic::<Pushes>::estimate_successor(&mut heuristic, next);
                    assert_eq!(quick, plain(&heuristic.costs, &next.state));
                    let is_moved = check_put_down(blind.clone(), &state, &next.state);
                    n_put_down += usize::from(is_moved);
                }
                state = out.swap_remove(random.below(out.len())).state;
                let truth = plain(&heuristic.costs, &state);
                assert_eq!(heuristic.full(&state), truth);
                assert_eq!(MinMatching::once(level.board(), &state), truth);
            }
        }
        assert!(n_put_down > 1000, "too few: {n_put_down}");
    }

    /// A matching that does not tell the man's sides apart.
    fn without_sides(board: &Board) -> MinMatching<SquareSet> {
        let mut maps = Vec::new();
        PushDistanceMap::for_each_goal(board, |_, map| {
            let best = |square| map.best(square);
            maps.push(BySquare::from_fn(board.n_squares(), UNREACHABLE, best));
        });
        MinMatching::with_distances(board.n_squares(), &maps)
    }

    fn plain(costs: &Costs, state: &Placement<SquareSet>) -> Option<u32> {
        let row = |square| {
            let line = costs.line(square, state.man);
            costs.table.costs(line).to_vec()
        };
        let rows: Vec<_> = state.boxes.iter().map(row).collect();
        let sum = by_trying(&rows, 0);
        (sum < NEVER).then_some(sum as u32)
    }
}
