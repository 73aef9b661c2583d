//! The spaces in which Sokoban is searched, one file each, and what they share: the
//! form of their states, the keys, and the pushes that are left out.

mod dead_pushes;
mod folded;
mod key_layout;
mod placement;
mod placements;
mod pull;
mod push;
mod step;
mod walk_and_push;

pub(crate) use folded::Folded;
pub(crate) use key_layout::KeyLayout;
pub use placement::Placement;
pub(crate) use placement::first_of_area;
pub use placements::{Edges, EdgesOut, Frame, Placements};
pub use pull::{PullEdges, PullSpace};
pub use push::{PUSH_SWITCHES, PushEdges, PushSpace};
pub use step::{StepEdges, StepSpace};
pub use walk_and_push::{WALK_SWITCHES, WalkAndPushEdges, WalkAndPushSpace};
