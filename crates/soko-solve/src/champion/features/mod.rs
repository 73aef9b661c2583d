//! What a position is like, and what that is worth.

pub(crate) mod aim;
pub(crate) mod gauge;
pub(crate) mod halls;
pub(crate) mod hotspots;
pub(crate) mod style;
pub(crate) mod weights;
