//! Bringing one box somewhere while all others stand still.
//!
//! A node is the square of the box and the direction of its last push or pull,
//! which also tells where the man stands. Dijkstra's search orders nodes by pushes and
//! then by steps of the man, so every plan is best in that order. There are at
//! most four nodes a square. Each costs a walk on bits that ends when it has been to
//! every side of the box.

use crate::{Board, Direction, Play, Pull, Push, Square, SquareSet, Squares, Walks};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    pushes: u32,
    moves: u32,
    /// The node before, or [`NONE`] after the first push.
    parent: u32,
    is_reached: bool,
}

/// Everywhere one box can be brought, with the pushes it takes.
///
/// ```
/// use soko_core::{Level, Coord, Squares, Transport};
/// let level: Level = "######\n#@$ .#\n######".parse().unwrap();
/// let from = level.boxes().lowest().unwrap();
/// let transport = Transport::new(level.board(), level.boxes(), level.man(), from);
/// let goal = level.board().goals().lowest().unwrap();
/// assert_eq!(transport.pushes_to(goal), Some(2));
/// assert_eq!(transport.plan(goal).unwrap().len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Transport {
    play: Play,
    from: Square,
    nodes: Vec<Node>,
}

impl Transport {
    /// Searches from the box on `from`, with the man where he stands.
    ///
    /// # Panics
    ///
    /// If there is no box on `from`.
    pub fn new(board: &Board, boxes: &SquareSet, man: Square, from: Square) -> Transport {
        Transport::search(Play::Forward, board, boxes, man, from)
    }

    /// The same for a reverse game, in which the box is pulled.
    ///
    /// # Panics
    ///
    /// If there is no box on `from`.
    pub fn pulling(board: &Board, boxes: &SquareSet, man: Square, from: Square) -> Transport {
        Transport::search(Play::Reverse, board, boxes, man, from)
    }

    fn search(
        play: Play,
        board: &Board,
        boxes: &SquareSet,
        man: Square,
        from: Square,
    ) -> Transport {
        assert!(boxes.contains(from));
        let unreached = Node {
            pushes: NONE,
            moves: NONE,
            parent: NONE,
            is_reached: false,
        };
        let mut transport = Transport {
            play,
            from,
            nodes: vec![unreached; board.n_squares() * 4],
        };
        // 1. The first pushes, from where the man stands.
        let mut walks = Walks::new(board);
        let mut heap = BinaryHeap::new();
        transport.expand(
            (board, &mut walks),
            boxes,
            (from, man, NONE),
            (0, 0),
            &mut heap,
        );
        // 2. The others, the cheapest node first; the man stands where his push ended.
        while let Some(Reverse((pushes, moves, id))) = heap.pop() {
            let node = &mut transport.nodes[id as usize];
            if node.is_reached {
                continue;
            }
            node.is_reached = true;
            let (at, direction) = (square_of(id), direction_of(id));
            let side = match play {
                Play::Forward => direction.opposite(),
                Play::Reverse => direction,
            };
            let man = board.neighbour(at, side).expect("the man went there");
            let mut moved = boxes.clone();
            moved.shift(from, at);
            let (at, cost) = ((at, man, id), (pushes, moves));
            transport.expand((board, &mut walks), &moved, at, cost, &mut heap);
        }
        transport
    }

    /// Tries the four ways of moving the box on `at`.
    fn expand(
        &mut self,
        (board, walks): (&Board, &mut Walks<SquareSet>),
        boxes: &SquareSet,
        (at, man, parent): (Square, Square, u32),
        (pushes, moves): (u32, u32),
        heap: &mut BinaryHeap<Reverse<(u32, u32, u32)>>,
    ) {
        // 1. Which ways are free, and where the man must get for them.
        let mut places = board.no_squares();
        let mut possible = Vec::with_capacity(4);
        for direction in Direction::ALL {
            let Some((stand, free, to)) = self.squares_of(board, at, direction) else {
                continue;
            };
            if !boxes.contains(stand) && !boxes.contains(free) {
                places.insert(stand);
                possible.push((direction, stand, to));
            }
        }
        // 2. What each costs, with the walk there.
        walks.measure_up_to(boxes, man, &places);
        for (direction, stand, to) in possible {
            let Some(walk) = walks.to(stand) else {
                continue;
            };
            let cost = (pushes + 1, moves + walk + 1);
            let id = (to.index() * 4 + direction as usize) as u32;
            let node = &mut self.nodes[id as usize];
            if cost < (node.pushes, node.moves) {
                (node.pushes, node.moves, node.parent) = (cost.0, cost.1, parent);
                heap.push(Reverse((cost.0, cost.1, id)));
            }
        }
    }

    /// Where the box stands.
    pub fn from(&self) -> Square {
        self.from
    }

    /// Where the man must stand to move a box, which square must be free of boxes
    /// then, and where the box ends.
    fn squares_of(
        &self,
        board: &Board,
        from: Square,
        direction: Direction,
    ) -> Option<(Square, Square, Square)> {
        match self.play {
            Play::Forward => {
                let push = Push { from, direction };
                let to = push.to(board)?;
                Some((push.man(board)?, to, to))
            }
            Play::Reverse => {
                let pull = Pull { from, direction };
                let to = pull.to(board)?;
                Some((to, pull.man_after(board)?, to))
            }
        }
    }

    /// The squares that the box can be brought to, with the fewest pushes; its
    /// own square is not among them.
    pub fn squares(&self) -> impl Iterator<Item = (Square, u32)> + '_ {
        (0..self.nodes.len() / 4)
            .map(Square::from_index)
            .filter(|&square| square != self.from)
            .filter_map(|square| Some((square, self.pushes_to(square)?)))
    }

    /// The fewest pushes that bring the box to a square.
    pub fn pushes_to(&self, square: Square) -> Option<u32> {
        Some(self.nodes[self.best(square)? as usize].pushes)
    }

    /// The pushes that bring the box to a square: fewest pushes, and among those
    /// the fewest steps of the man. None where it cannot be pushed to.
    pub fn plan(&self, square: Square) -> Option<Vec<Push>> {
        let ways = (self.play == Play::Forward).then(|| self.way(square))??;
        let push = |(from, direction)| Push { from, direction };
        Some(ways.into_iter().map(push).collect())
    }

    /// The pulls that bring the box to a square, best in the same order. None
    /// where it cannot be pulled to.
    pub fn pull_plan(&self, square: Square) -> Option<Vec<Pull>> {
        let ways = (self.play == Play::Reverse).then(|| self.way(square))??;
        let pull = |(from, direction)| Pull { from, direction };
        Some(ways.into_iter().map(pull).collect())
    }

    fn way(&self, square: Square) -> Option<Vec<(Square, Direction)>> {
        let mut way = Vec::new();
        let mut id = self.best(square)?;
        while id != NONE {
            let parent = self.nodes[id as usize].parent;
            let from = if parent == NONE {
                self.from
            } else {
                square_of(parent)
            };
            way.push((from, direction_of(id)));
            id = parent;
        }
        way.reverse();
        Some(way)
    }

    fn best(&self, square: Square) -> Option<u32> {
        let ids = (0..4).map(|d| (square.index() * 4 + d) as u32);
        ids.filter(|&id| self.nodes[id as usize].is_reached)
            .min_by_key(|&id| {
                let node = &self.nodes[id as usize];
                (node.pushes, node.moves)
            })
    }
}

fn square_of(id: u32) -> Square {
    Square::from_index(id as usize / 4)
}

fn direction_of(id: u32) -> Direction {
    Direction::ALL[id as usize % 4]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coord, Level, lurd, steps_of_pushes, verify};

    /// The plan as steps, refereed, or none.
    fn plan(text: &str, to: (u32, u32)) -> Option<String> {
        let level: Level = text.parse().unwrap();
        let from = level.boxes().lowest().unwrap();
        let transport = Transport::new(level.board(), level.boxes(), level.man(), from);
        let to = level.board().square(Coord::new(to.0, to.1)).unwrap();
        let steps = steps_of_pushes(&level, &transport.plan(to)?).unwrap();
        if level.board().is_goal(to) {
            verify(level.setup(), steps.iter().map(|s| s.direction)).unwrap();
        }
        Some(lurd(&steps))
    }

    /// A plain search over exact states of one box, step by step.
    #[test]
    fn plans_are_best_in_pushes_then_steps() {
        let mut random = crate::SplitMix(67);
        for _ in 0..40 {
            let level = crate::random_level(&mut random, 8, 7, 3);
            let from = level.boxes().lowest().unwrap();
            let (board, boxes) = (level.board(), level.boxes());
            let transport = Transport::new(board, boxes, level.man(), from);
            let best = plain_best(&level, from);
            for square in board.squares().filter(|&s| s != from) {
                let ours = transport.plan(square).map(|plan| {
                    let steps = steps_of_pushes(&level, &plan).unwrap();
                    (plan.len() as u32, steps.len() as u32)
                });
                assert_eq!(ours, best[square.index()], "{}", level.setup());
                assert_eq!(transport.pushes_to(square), ours.map(|o| o.0));
            }
        }
    }

    /// Fewest (pushes, moves) for the box to each square, by Dijkstra over single
    /// steps.
    fn plain_best(level: &Level, from: Square) -> Vec<Option<(u32, u32)>> {
        let board = level.board();
        let mut best = vec![None; board.n_squares()];
        let mut seen = std::collections::BTreeSet::new();
        let mut heap = BinaryHeap::from([Reverse((0, 0, from, level.man()))]);
        while let Some(Reverse((pushes, moves, at, man))) = heap.pop() {
            if !seen.insert((at, man)) {
                continue;
            }
            best[at.index()].get_or_insert((pushes, moves));
            let is_free = |s: &Square| *s == from || !level.boxes().contains(*s);
            for (direction, next) in board.neighbours(man) {
                if next == at {
                    if let Some(to) = board.neighbour(at, direction).filter(is_free) {
                        heap.push(Reverse((pushes + 1, moves + 1, to, next)));
                    }
                } else if is_free(&next) {
                    heap.push(Reverse((pushes, moves + 1, at, next)));
                }
            }
        }
        best
    }

    #[test]
    fn goes_round_a_corner() {
        let level = "#######\n#     #\n#@$   #\n#     #\n#   . #\n#######";
        assert_eq!(plan(level, (4, 4)).as_deref(), Some("RRurDD"));
    }

    #[test]
    fn the_man_may_have_to_walk_round() {
        let level = "#######\n#  @  #\n#  $  #\n#.    #\n#######";
        assert_eq!(plan(level, (3, 1)).as_deref(), Some("DrdLL"));
    }

    #[test]
    fn a_box_in_a_corner_goes_nowhere() {
        assert_eq!(plan("######\n#$   #\n#@ . #\n######", (2, 3)), None);
    }

    #[test]
    fn pulls_undo_pushes() {
        let level: Level = "#######\n#     #\n#@$   #\n#     #\n#   . #\n#######"
            .parse()
            .unwrap();
        let board = level.board();
        let from = level.boxes().lowest().unwrap();
        let to = board.goals().lowest().unwrap();
        let there = Transport::new(board, level.boxes(), level.man(), from);
        let mut boxes = level.boxes().clone();
        boxes.shift(from, to);
        let back = Transport::pulling(board, &boxes, level.man(), to);
        assert_eq!(back.pushes_to(from), there.pushes_to(to));
        assert_eq!(back.pull_plan(from).unwrap().len(), 4);
        assert_eq!(back.plan(from), None);
    }
}
