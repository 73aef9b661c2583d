//! Patterns as a technique: what the table of techniques says of them, and how they are
//! asked. What is looked for is in [`patterns`](super::patterns).

use crate::deadlock::finding::Finding;
use crate::deadlock::query::Query;
use crate::deadlock::row::{Asked, Explains, Row};
use crate::deadlock::shared::Shared;
use soko_core::Squares;

pub(in crate::deadlock) const ROW: Row = Row {
    name: "pattern",
    summary: "A small pattern of boxes and walls around the pushed box.",
    asked: Asked::AtExpansion,
    searches: false,
    explains: Explains::Never,
    sentence: |n| {
        format!("These {n} boxes and the walls around them form a trap that never opens.")
    },
};

/// Looks for the patterns.
pub(in crate::deadlock) fn dead_boxes<S: Squares>(
    shared: &mut Shared<S>,
    query: &Query<'_, S>,
) -> Finding<S> {
    shared.patterns.dead_boxes(&shared.ground, query)
}
