//! Distances as if there were no walls, as Nash et al. (2016) count them.

use soko_core::Coord;

/// Steps between two squares if there were no walls.
pub(super) fn distance(a: Coord, b: Coord) -> u32 {
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col)
}
