//! Positions of a game: exact ones, and those that differ only by a walk folded
//! into one.

use crate::{Board, Reach, Square, SquareSet, Squares};

/// Boxes and the very square of the man. Equal when both are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Where the boxes stand.
    pub boxes: SquareSet,
    /// Where the man stands; never on a box.
    pub man: Square,
}

impl State {
    /// The state with the man's square forgotten and his area kept.
    pub fn canonical(&self, board: &Board) -> CanonicalState {
        let reach = Reach::<SquareSet>::new(board);
        let area = reach.area(&self.boxes, self.man);
        CanonicalState {
            boxes: self.boxes.clone(),
            area: area.lowest().expect("the man stands somewhere"),
        }
    }
}

/// Boxes and the area that holds the man, named by its first square in reading
/// order. Equal when no push tells two states apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalState {
    /// Where the boxes stand.
    pub boxes: SquareSet,
    /// The lowest square of the man's area.
    pub area: Square,
}
