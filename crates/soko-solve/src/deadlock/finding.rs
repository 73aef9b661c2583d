//! What a test has found, and what that took.

/// What a test has found.
#[derive(Clone, Debug)]
pub(super) struct Finding<S> {
    /// Boxes that together suffice for the proof that the state is dead.
    pub guilty: Option<S>,
    /// Work in steps of the technique's own kind.
    pub work: u64,
}

impl<S> Finding<S> {
    /// A finding that cost a single step.
    pub fn at_once(guilty: Option<S>) -> Finding<S> {
        Finding { guilty, work: 1 }
    }
}
