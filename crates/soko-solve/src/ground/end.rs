//! The two ends of a level: how it begins, and how it is solved.

/// The end that a search comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The start of the level; boxes are pushed.
    Start,
    /// The solved board; boxes are pulled.
    Solved,
}
