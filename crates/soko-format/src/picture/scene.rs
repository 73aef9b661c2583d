//! Shapes in units of one cell, and a picture of them.

use super::Paint;

/// Corners of a polygon, in cells.
pub type Polygon = Vec<(f64, f64)>;

/// The outline of a shape; coordinates are columns and rows from the top left
/// corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle.
    Rect {
        /// Left edge.
        x: f64,
        /// Top edge.
        y: f64,
        /// Width.
        w: f64,
        /// Height.
        h: f64,
    },
    /// A disc.
    Disc {
        /// Column of the centre.
        x: f64,
        /// Row of the centre.
        y: f64,
        /// Radius.
        r: f64,
    },
    /// Filled polygons.
    Polygons(Vec<Polygon>),
    /// A few characters.
    Text {
        /// Column of the centre, or of the left end.
        x: f64,
        /// Row of the centre.
        y: f64,
        /// The characters.
        text: String,
        /// How large, in parts of the size that suits a whole cell.
        size: f64,
        /// What `x` is.
        align: Align,
    },
}

/// Where a text lies from its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To both sides.
    Middle,
    /// To the right.
    Start,
}

/// A painted shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub form: Form,
    /// What it stands for.
    pub paint: Paint,
}

/// A picture of a board.
///
/// ```
/// use soko_format::picture::{Paint, Scene};
/// let setup = "#####\n#@$.#\n#####".parse().unwrap();
/// let scene = Scene::of(&setup, None, &[]);
/// let men = scene.shapes.iter().filter(|shape| shape.paint == Paint::Man);
/// assert_eq!((scene.width, scene.height, men.count()), (5, 3, 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Shapes from back to front.
    pub shapes: Vec<Shape>,
}

impl Scene {
    pub(super) fn push(&mut self, form: Form, paint: Paint) {
        self.shapes.push(Shape { form, paint });
    }
}
