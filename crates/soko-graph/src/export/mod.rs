//! Graphs as files: DOT and GraphML for other programs, SVG for the eye. All write
//! rows in the order of the node numbers, so that the same graph gives the same
//! bytes. The command adds CSV and JSON of the same [`Records`](crate::Records).

mod dot;
mod graphml;
mod svg;

pub use dot::write_dot;
pub use graphml::write_graphml;
pub use svg::{svg, svg_spacing};

use soko_core::{Level, Push};

/// A push as people write it: row and column from 1, and the direction's letter.
struct Written {
    row: u32,
    col: u32,
    direction: char,
}

impl Written {
    fn new(level: &Level, push: Push) -> Written {
        let at = level.board().coord(push.from);
        Written {
            row: at.row + 1,
            col: at.col + 1,
            direction: push.direction.letter().to_ascii_uppercase(),
        }
    }
}
