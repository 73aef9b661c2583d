//! Pictures of boards: one scene of simple shapes, drawn as SVG or as PNG.

mod png;
mod scene;
mod svg;

pub use png::to_png;
pub use scene::Scene;
pub use svg::to_svg;
