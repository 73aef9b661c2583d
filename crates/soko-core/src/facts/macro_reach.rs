//! Macro reach: where one box can be brought while all others stand.
//!
//! A macro move takes one box from where it stands to any square that it can
//! reach by its own pushes. Solutions shrink from hundreds of pushes to tens of
//! macro moves, and most of what a strategy wants to say ("this box to that
//! goal") is one macro move. Two ways of arriving on the same square that leave
//! the man in different areas are two different macro moves, and both are kept;
//! so is coming back to the same square with the man on another side.
//!
//! With no other box on the board the same search says what a lone box can do,
//! which is what push distances and dead squares are made of: other boxes can only
//! be in the way.
//!
//! Breadth-first search over (square of the box, class of its sides on which the
//! man stands), with the classes from [`Blocks`], so that no flood fill is needed.
//! Pulls are the mirror image. Exact; a few nanoseconds a square visited.

use super::Blocks;
use crate::{BySquare, Direction, DirectionSet, FloorGraph, Square, Squares};

/// The distance of a square to which, or from which, there is no way.
pub const UNREACHABLE: u16 = u16::MAX;

/// Forwards or backwards in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// The man pushes the box away.
    Push,
    /// The man pulls the box after him.
    Pull,
}

/// What bounds a box that moves while all others stand.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// The floor.
    pub floor: &'a FloorGraph,
    /// The blocks that the other boxes leave; the box that moves is none of them,
    /// so its square is free.
    pub blocks: &'a Blocks,
    /// Whether the box is pushed or pulled.
    pub motion: Motion,
    /// Where it may go.
    pub allowed: &'a BySquare<bool>,
}

/// A place where the box can rest: the square, one side where the man stands
/// then, and how it got there.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Where the box is.
    pub at: Square,
    /// The direction from the box to the man.
    pub side: Direction,
    /// All sides that he can walk to from there.
    pub sides: DirectionSet,
    /// Pushes or pulls so far.
    pub steps: u16,
    /// The stop before, as an index; the first stops name themselves.
    before: u32,
}

/// A side from which the man, in his area, can take a box its first step; `free`
/// marks the squares without boxes, `allowed` where the box may go.
#[inline]
pub fn first_side<S: Squares>(
    floor: &FloorGraph,
    free: &BySquare<bool>,
    motion: Motion,
    allowed: &BySquare<bool>,
    area: &S,
    at: Square,
) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&side| {
        let man = floor.next(at, side);
        !floor.is_wall(man)
            && area.contains(man)
            && step(floor, |square| free[square], motion, at, side).is_some_and(|to| allowed[to])
    })
}

/// Where a box goes if the man on this side of it pushes or pulls it.
#[inline]
fn step(
    floor: &FloorGraph,
    is_free: impl Fn(Square) -> bool,
    motion: Motion,
    at: Square,
    side: Direction,
) -> Option<Square> {
    match motion {
        Motion::Push => {
            let to = floor.next(at, side.opposite());
            is_free(to).then_some(to)
        }
        Motion::Pull => {
            let man = floor.next(at, side);
            is_free(floor.next(man, side)).then_some(man)
        }
    }
}

/// The search; make one and reuse it.
#[derive(Clone, Debug)]
pub struct MacroReach {
    /// The sides reached so far, for each square.
    seen: BySquare<DirectionSet>,
    /// All stops in the order of their distance; the first `n_first` are starts.
    stops: Vec<Stop>,
    n_first: usize,
}

impl MacroReach {
    /// Room for a board with so many squares.
    pub fn new(n_squares: usize) -> MacroReach {
        MacroReach {
            seen: BySquare::new(n_squares, DirectionSet::EMPTY),
            stops: Vec::with_capacity(4 * n_squares),
            n_first: 0,
        }
    }

    /// Explores where a box gets from `at` with the man on the given side.
    pub fn explore(&mut self, bounds: &Bounds<'_>, at: Square, side: Direction) {
        self.begin();
        self.add(bounds, at, side, 0, None);
        self.n_first = self.stops.len();
        self.spread(bounds);
    }

    /// Explores where a box gets from any of these squares with the man on whichever
    /// side.
    pub fn explore_from_any_side(
        &mut self,
        bounds: &Bounds<'_>,
        from: impl IntoIterator<Item = Square>,
    ) {
        self.begin();
        for at in from {
            for side in Direction::ALL {
                if bounds.blocks.is_free(bounds.floor.next(at, side)) {
                    self.add(bounds, at, side, 0, None);
                }
            }
        }
        self.n_first = self.stops.len();
        self.spread(bounds);
    }

    fn begin(&mut self) {
        for stop in &self.stops {
            self.seen[stop.at] = DirectionSet::EMPTY;
        }
        self.stops.clear();
    }

    #[inline(always)]
    fn add(
        &mut self,
        bounds: &Bounds<'_>,
        at: Square,
        side: Direction,
        steps: u16,
        before: Option<u32>,
    ) {
        if self.seen[at].contains(side) {
            return;
        }
        let sides = bounds.blocks.joined_sides(bounds.floor, at, side);
        self.seen[at].union_with(sides);
        self.stops.push(Stop {
            at,
            side,
            sides,
            steps,
            before: before.unwrap_or(self.stops.len() as u32),
        });
    }

    fn spread(&mut self, bounds: &Bounds<'_>) {
        let &Bounds {
            floor,
            blocks,
            motion,
            allowed,
        } = bounds;
        let mut index = 0;
        while index < self.stops.len() {
            let stop = self.stops[index];
            let steps = stop.steps.saturating_add(1).min(UNREACHABLE - 1);
            for side in stop.sides.iter() {
                let is_free = |square| blocks.is_free(square);
                if let Some(to) = step(floor, is_free, motion, stop.at, side)
                    && allowed[to]
                {
                    self.add(bounds, to, side, steps, Some(index as u32));
                }
            }
            index += 1;
        }
    }

    /// All stops in the order of their distance, the places where the box began
    /// first.
    #[inline]
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// The stops that are macro moves: all but those where the box began.
    #[inline]
    pub fn moves(&self) -> &[Stop] {
        &self.stops[self.n_first..]
    }

    /// The fewest steps to each square; [`UNREACHABLE`] if the box cannot get there.
    pub fn distances(&self) -> BySquare<u16> {
        let mut distances = BySquare::new(self.seen.n_squares(), UNREACHABLE);
        for stop in self.stops.iter().rev() {
            distances[stop.at] = stop.steps;
        }
        distances
    }

    /// The squares of the box from its start to the stop with this number.
    pub fn path(&self, number: usize) -> Vec<Square> {
        let mut squares = vec![self.stops[number].at];
        let mut at = number;
        while self.stops[at].before as usize != at {
            at = self.stops[at].before as usize;
            squares.push(self.stops[at].at);
        }
        squares.reverse();
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Level, Reach, SplitMix, SquareSet, pulls, pushes, random_level};
    use std::collections::{BTreeMap, VecDeque};

    /// Where one step takes the box on `at`, and the man with it.
    fn steps(
        board: &Board,
        boxes: &SquareSet,
        area: &SquareSet,
        motion: Motion,
        at: Square,
    ) -> Vec<(Square, Square)> {
        match motion {
            Motion::Push => pushes(board, boxes, area)
                .filter(|push| push.from == at)
                .map(|push| (push.to(board).unwrap(), at))
                .collect(),
            Motion::Pull => pulls(board, boxes, area)
                .filter(|pull| pull.from == at)
                .map(|pull| (pull.to(board).unwrap(), pull.man_after(board).unwrap()))
                .collect(),
        }
    }

    /// Squares of the box and first squares of the man's area, with the fewest steps.
    type Places = BTreeMap<(Square, Square), u16>;

    /// A board on which one box moves.
    struct Play<'a> {
        board: &'a Board,
        reach: Reach<SquareSet>,
        others: SquareSet,
        motion: Motion,
    }

    impl Play<'_> {
        fn area(&self, at: Square, man: Square) -> (SquareSet, SquareSet) {
            let mut boxes = self.others.clone();
            boxes.insert(at);
            let area = self.reach.area(&boxes, man);
            (boxes, area)
        }

        /// Plays the box step by step, with a flood fill after each.
        fn by_steps(&self, at: Square, man: Square) -> Places {
            let mut known = Places::new();
            let mut queue = VecDeque::from([(at, man, 0)]);
            while let Some((at, man, n_steps)) = queue.pop_front() {
                let (boxes, area) = self.area(at, man);
                let place = (at, area.lowest().expect("the man stands somewhere"));
                if known.contains_key(&place) {
                    continue;
                }
                known.insert(place, n_steps);
                let after = steps(self.board, &boxes, &area, self.motion, at);
                queue.extend(after.into_iter().map(|(to, man)| (to, man, n_steps + 1)));
            }
            known
        }

        /// The places of all stops, each of which is looked at on its own as well.
        fn places(&self, floor: &FloorGraph, found: &MacroReach) -> Places {
            let mut places = Places::new();
            for (number, stop) in found.stops().iter().enumerate() {
                let (_, area) = self.area(stop.at, floor.next(stop.at, stop.side));
                places.insert((stop.at, area.lowest().unwrap()), stop.steps);
                let beside = self.board.neighbours(stop.at);
                let reached = beside.filter(|&(_, man)| area.contains(man));
                assert_eq!(stop.sides, reached.map(|(side, _)| side).collect());
                let path = found.path(number);
                assert_eq!(path.len(), usize::from(stop.steps) + 1);
                assert_eq!(path.last(), Some(&stop.at));
                let is_beside = |pair: &[Square]| floor.beside(pair[0]).0.contains(&pair[1]);
                assert!(path.windows(2).all(is_beside), "{path:?}");
            }
            assert_eq!(places.len(), found.stops().len(), "each is told once");
            places
        }
    }

    /// Compares all macro moves of a box with plain play; how many there are.
    fn check(level: &Level, motion: Motion, from: Square) -> usize {
        let board = level.board();
        let (n, floor) = (board.n_squares(), FloorGraph::new(board));
        let mut others = level.boxes().clone();
        others.remove(from);
        let free = BySquare::from_fn(n, false, |square| !others.contains(square));
        let (mut blocks, mut found) = (Blocks::new(n), MacroReach::new(n));
        blocks.find(&floor, &free);
        let bounds = Bounds {
            floor: &floor,
            blocks: &blocks,
            motion,
            allowed: &BySquare::new(n, true),
        };
        let play = Play {
            board,
            reach: Reach::new(board),
            others,
            motion,
        };
        // 1. From each side on which the man may stand.
        let mut n_moves = 0;
        let mut nearest = BySquare::new(n, UNREACHABLE);
        for (side, man) in board.neighbours(from).filter(|&(_, man)| free[man]) {
            found.explore(&bounds, from, side);
            let places = play.places(&floor, &found);
            assert_eq!(places, play.by_steps(from, man), "{}", level.setup());
            for (&(at, _), &n_steps) in &places {
                nearest[at] = n_steps.min(nearest[at]);
            }
            n_moves += found.moves().len();
        }
        // 2. From whichever side, which is the best of these.
        found.explore_from_any_side(&bounds, [from]);
        assert_eq!(found.distances(), nearest);
        n_moves
    }

    #[test]
    fn macro_moves_are_those_of_plain_play() {
        let mut random = SplitMix(19);
        for motion in [Motion::Push, Motion::Pull] {
            let levels = (0..120).map(|_| random_level(&mut random, 8, 7, 4));
            let n_moves = levels.map(|level| {
                let boxes = level.boxes().iter();
                boxes.map(|from| check(&level, motion, from)).sum::<usize>()
            });
            let n_moves: usize = n_moves.sum();
            assert!(n_moves > 2_000, "too few: {n_moves}");
        }
    }

    #[test]
    fn a_box_goes_only_where_it_is_allowed() {
        let level: Level = "########\n#@ $  .#\n########".parse().unwrap();
        let floor = FloorGraph::new(level.board());
        let n = floor.n_squares();
        let mut blocks = Blocks::new(n);
        let free = BySquare::from_fn(n, false, |_| true);
        blocks.find(&floor, &free);
        let allowed = BySquare::from_fn(n, false, |square| square != Square(4));
        let bounds = Bounds {
            floor: &floor,
            blocks: &blocks,
            motion: Motion::Push,
            allowed: &allowed,
        };
        let mut reach = MacroReach::new(n);
        reach.explore(&bounds, Square(2), Direction::Left);
        let told: Vec<Square> = reach.stops().iter().map(|stop| stop.at).collect();
        assert_eq!(told, [Square(2), Square(3)]);
        let area = SquareSet::of(n, [Square(0), Square(1)]);
        let side = |at| first_side(&floor, &free, Motion::Push, &allowed, &area, at);
        assert_eq!(side(Square(2)), Some(Direction::Left));
        assert_eq!(side(Square(3)), None, "the man is not beside it");
        let side = |at| first_side(&floor, &free, Motion::Pull, &allowed, &area, at);
        assert_eq!(side(Square(2)), Some(Direction::Left));
        assert_eq!(side(Square(1)), None, "there is no square for the man");
    }
}
