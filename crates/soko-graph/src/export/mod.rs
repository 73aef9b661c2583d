//! Graphs as files: DOT and GraphML for other programs, SVG for the eye. All write
//! rows in the order of the node numbers, so that the same graph gives the same
//! bytes. The command adds CSV and JSON of the same [`Records`](crate::Records).

mod dot;
mod graphml;
mod svg;

pub use dot::write_dot;
pub use graphml::write_graphml;
pub use svg::{svg, svg_spacing};
