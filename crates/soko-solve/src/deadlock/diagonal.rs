//! Closed diagonals: a line of empty squares between two flanks of boxes.
//!
//! ```text
//!     ####          x marks a diagonal line of empty squares. Each lies between
//!     #x$           four walls or boxes of the flanks, and both ends are closed.
//!     #$x$          A box of a flank can only be pushed onto the line, where it
//!      #$x#         sticks, unless there are goals enough
//!        #
//! ```
//!
//! From the pushed box, the four diagonals beside it are followed in both
//! directions as long as the flanks are solid. If both ends are closed and some
//! square of the line is empty, the boxes of the structure are chosen and a small
//! search ([`proof`]) decides: no rule about goals is needed, and none can be
//! wrong.
//!
//! Sound because the search is. Cost: a few looks around the pushed box; the
//! search runs only for closed lines, and its answers are remembered.
//!
//! Source: JSoko's closed diagonals; the rules about goals there are replaced by
//! the search.
//!
//! [`proof`]: super::proof

use super::finding::Finding;
use super::proof::{ProofBoard, ProofCache, Suspects, proved};
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use soko_core::{Direction, Square, Squares};

pub(super) const ROW: Row = Row {
    name: "diagonal",
    summary: "A line of empty squares between two closed flanks of boxes.",
    asked: Asked::AtExpansion,
    searches: true,
    explains: Explains::AtOnce(5),
    sentence: |n| {
        format!("These {n} boxes close a row of squares from both sides: opening it locks them.")
    },
};

/// Tries to prove the flanks of closed diagonals dead.
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    proved(shared, query, |cache, board| {
        dead_diagonal(cache, board, query)
    })
}

/// Dead boxes around a closed diagonal.
fn dead_diagonal<S: Squares>(
    cache: &mut ProofCache<S>,
    board: &ProofBoard<'_, S>,
    query: &Query<'_, S>,
) -> Option<Suspects<S>> {
    match query.pushed {
        Some(pushed) => dead_diagonal_at(cache, board, query, pushed),
        None => query
            .boxes
            .iter()
            .find_map(|box_sq| dead_diagonal_at(cache, board, query, box_sq)),
    }
}

/// Looks at the diagonals through the free neighbours of a box.
fn dead_diagonal_at<S: Squares>(
    cache: &mut ProofCache<S>,
    board: &ProofBoard<'_, S>,
    query: &Query<'_, S>,
    box_sq: Square,
) -> Option<Suspects<S>> {
    let man = query.area.lowest()?;
    for beside in Direction::ALL {
        let Some(start) = board.ground.next_outside(query.boxes, box_sq, beside) else {
            continue;
        };
        // Lines fall to the left or to the right; each is followed down and up.
        for slope in [Direction::Left, Direction::Right] {
            let mut line = Line {
                board,
                boxes: query.boxes,
                chosen: board.ground.nothing().clone(),
                squares: board.ground.nothing().clone(),
            };
            let is_closed = line.follow(start, Direction::Down, slope)
                && line.follow(start, Direction::Up, slope.opposite());
            if !is_closed {
                continue;
            }
            // A box escapes by leaving the structure.
            let zone = line.chosen.union(&line.squares);
            let dead = cache.dead_among(board, line.chosen, man, &zone);
            if dead.is_some() {
                return dead;
            }
        }
    }
    None
}

struct Line<'a, S> {
    board: &'a ProofBoard<'a, S>,
    boxes: &'a S,
    /// The boxes of the flanks and ends.
    chosen: S,
    /// The empty squares of the line.
    squares: S,
}

impl<S: Squares> Line<'_, S> {
    /// Follows the line one way; false if a flank or the end is open. The line
    /// steps in two directions at once, and the flanks lie at the two corners of
    /// each step.
    fn follow(&mut self, mut square: Square, vertical: Direction, horizontal: Direction) -> bool {
        loop {
            self.squares.insert(square);
            let corner_a = self.board.ground.next(square, vertical);
            let corner_b = self.board.ground.next(square, horizontal);
            if !self.take(corner_a) || !self.take(corner_b) {
                return false;
            }
            // Around either corner lies the next square of the line; behind two
            // walls it cannot be asked for, and the line ends there for good.
            let around = corner_a
                .and_then(|corner| self.board.ground.next(corner, horizontal))
                .or_else(|| corner_b.and_then(|corner| self.board.ground.next(corner, vertical)));
            match around {
                None => return true,
                Some(next) if self.boxes.contains(next) => {
                    self.chosen.insert(next);
                    return true;
                }
                Some(next) => square = next,
            }
        }
    }

    /// Counts a wall or box as part of a flank; false for empty floor.
    fn take(&mut self, corner: Option<Square>) -> bool {
        match corner {
            None => true,
            Some(corner) if self.boxes.contains(corner) => {
                self.chosen.insert(corner);
                true
            }
            Some(_) => false,
        }
    }
}
