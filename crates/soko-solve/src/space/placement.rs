//! The state of every space: boxes and the man.

use soko_core::{Reach, Square, Squares};

/// Boxes and the man: the state of every space. What the man's square means is
/// the space's business.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement<S> {
    /// Where the boxes stand.
    pub boxes: S,
    /// The man's square, or the first square of his area.
    pub man: Square,
}

/// The name of the area around the man.
#[inline]
pub(crate) fn first_of_area<S: Squares>(reach: &Reach<S>, boxes: &S, man: Square) -> Square {
    let area = reach.area(boxes, man);
    area.lowest().expect("the man stands somewhere")
}
