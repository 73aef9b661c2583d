//! The spaces in which Sokoban is searched, one file each, and the packed form
//! of their states.

mod dead_pushes;
mod packing;
mod pull;
mod push;
mod step;
mod walk_and_push;

pub use dead_pushes::DeadPushes;
pub use packing::Packing;
pub use pull::PullSpace;
pub use push::{PUSH_SWITCHES, PushSpace};
pub use step::StepSpace;
pub use walk_and_push::{WALK_SWITCHES, WalkAndPushSpace};

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
