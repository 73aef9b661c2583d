//! Where something is drawn: a cell, a part of it, or a sample in a legend.

use soko_core::Coord;

/// A square in which something is drawn: a cell, a part of it, or a sample.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub x: f64,
    pub y: f64,
    pub side: f64,
}

impl Frame {
    pub(super) fn cell(at: Coord) -> Frame {
        let (x, y) = (f64::from(at.col), f64::from(at.row));
        Frame { x, y, side: 1.0 }
    }

    pub(super) fn middle(self) -> (f64, f64) {
        (self.x + self.side / 2.0, self.y + self.side / 2.0)
    }
}
