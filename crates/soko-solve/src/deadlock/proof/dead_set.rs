//! Boxes that were proved dead, as one search hands them to another.

/// Boxes that were proved dead, and the area in which the man is trapped with
/// them, walls and other boxes thought away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadSet<S> {
    /// The boxes.
    pub boxes: S,
    /// Every square the man can walk to among these boxes alone.
    pub area: S,
    /// The zone of the proof: a box that left it counted as saved.
    pub zone: S,
}
