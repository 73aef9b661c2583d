//! A test that remembers something.

use super::finding::Finding;
use super::query::Query;
use super::shared::Shared;
use crate::ground::board::Ground;

/// A test that remembers something from one question to the next: the type `Test` in
/// the technique's file. One that remembers nothing is a function, `dead_boxes`.
pub(super) trait Detector<S> {
    /// Prepares the test for a board.
    fn new(ground: &Ground<S>) -> Self;

    /// Boxes that are dead in this state, if the test can prove that some are.
    fn dead_boxes(&mut self, shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S>;

    /// Bytes held by tables of its own that grow with use.
    fn bytes(&self) -> usize {
        0
    }
}
