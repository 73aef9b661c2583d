//! Bringing one box somewhere while all others stand still.
//!
//! A node is the square of the box and the direction of its last push, which
//! also tells where the man stands. Dijkstra's search orders nodes by pushes and
//! then by steps of the man, so every plan is best in that order. There are at
//! most four nodes a square, and each costs one flood of the floor.

use crate::{Board, Direction, Push, Square, SquareSet, Squares, reach};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
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
/// use soko_core::{Level, Position, Squares, Transport};
/// let level: Level = "######\n#@$ .#\n######".parse().unwrap();
/// let from = level.boxes().lowest().unwrap();
/// let transport = Transport::new(level.board(), level.boxes(), level.man(), from);
/// let goal = level.board().goals().lowest().unwrap();
/// assert_eq!(transport.pushes_to(goal), Some(2));
/// assert_eq!(transport.plan(goal).unwrap().len(), 2);
/// ```
pub struct Transport {
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
        assert!(boxes.contains(from));
        let unreached = Node {
            pushes: NONE,
            moves: NONE,
            parent: NONE,
            is_reached: false,
        };
        let mut transport = Transport {
            from,
            nodes: vec![unreached; board.n_squares() * 4],
        };
        let mut heap = BinaryHeap::new();
        transport.expand(board, boxes, (from, man, NONE), (0, 0), &mut heap);
        while let Some(Reverse((pushes, moves, id))) = heap.pop() {
            let node = &mut transport.nodes[id as usize];
            if node.is_reached {
                continue;
            }
            node.is_reached = true;
            let at = square_of(id);
            let man = board
                .neighbour(at, direction_of(id).opposite())
                .expect("the box came from there");
            let mut moved = boxes.clone();
            moved.shift(from, at);
            transport.expand(board, &moved, (at, man, id), (pushes, moves), &mut heap);
        }
        transport
    }

    /// Tries the four pushes of the box on `at`.
    fn expand(
        &mut self,
        board: &Board,
        boxes: &SquareSet,
        (at, man, parent): (Square, Square, u32),
        (pushes, moves): (u32, u32),
        heap: &mut BinaryHeap<Reverse<(u32, u32, u32)>>,
    ) {
        let walks = reach::walking_distances(board, boxes, man);
        for direction in Direction::ALL {
            let push = Push {
                from: at,
                direction,
            };
            let (Some(behind), Some(to)) = (push.man(board), push.to(board)) else {
                continue;
            };
            let walk = walks[behind.index()];
            if walk == u16::MAX || boxes.contains(to) {
                continue;
            }
            let cost = (pushes + 1, moves + u32::from(walk) + 1);
            let id = (to.index() * 4 + direction as usize) as u32;
            let node = &mut self.nodes[id as usize];
            if cost < (node.pushes, node.moves) {
                (node.pushes, node.moves, node.parent) = (cost.0, cost.1, parent);
                heap.push(Reverse((cost.0, cost.1, id)));
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
    /// the fewest steps of the man.
    pub fn plan(&self, square: Square) -> Option<Vec<Push>> {
        let mut plan = Vec::new();
        let mut id = self.best(square)?;
        while id != NONE {
            let parent = self.nodes[id as usize].parent;
            let from = if parent == NONE {
                self.from
            } else {
                square_of(parent)
            };
            let direction = direction_of(id);
            plan.push(Push { from, direction });
            id = parent;
        }
        plan.reverse();
        Some(plan)
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
    use crate::{Level, Position, lurd, steps_of_pushes, verify};

    /// The plan as steps, refereed, or none.
    fn plan(text: &str, to: (u32, u32)) -> Option<String> {
        let level: Level = text.parse().unwrap();
        let from = level.boxes().lowest().unwrap();
        let transport = Transport::new(level.board(), level.boxes(), level.man(), from);
        let to = level.board().square(Position::new(to.0, to.1)).unwrap();
        let steps = steps_of_pushes(&level, &transport.plan(to)?).unwrap();
        if level.board().is_goal(to) {
            verify(level.setup(), steps.iter().map(|s| s.direction)).unwrap();
        }
        Some(lurd(&steps))
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
}
