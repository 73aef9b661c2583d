//! Columns of `soko graph`, for its tests and for the drill of counts on many machines.

/// What whole graphs and counts of states both tell.
pub const COUNTED: [&str; 8] = [
    "outcome",
    "states",
    "edges",
    "solved_states",
    "dead_states",
    "shortest_pushes",
    "farthest_pushes",
    "branching",
];
