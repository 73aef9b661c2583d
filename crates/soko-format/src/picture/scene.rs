//! A board as shapes, in units of one cell.

use super::Paint;
use soko_core::{Cell, Coord, Level, Setup};

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
    /// A few characters, centred.
    Text {
        /// Column of the centre.
        x: f64,
        /// Row of the centre.
        y: f64,
        /// The characters.
        text: String,
    },
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
    /// A board with marks: places and a few characters for each. `level` tells the
    /// floor from the outside, if the setup is a valid level.
    pub fn of(setup: &Setup, level: Option<&Level>, marks: &[(Coord, String)]) -> Scene {
        let mut scene = Scene {
            width: setup.width(),
            height: setup.height(),
            shapes: Vec::new(),
        };
        for row in 0..setup.height() {
            scene.ground(setup, level, row);
        }
        for (at, _) in marks {
            scene.square(*at, 0.06, Paint::Mark);
        }
        for (at, cell) in setup.cells() {
            scene.things(at, cell);
        }
        for (at, text) in marks {
            let (x, y) = middle(*at);
            let text = text.clone();
            scene.push(Form::Text { x, y, text }, Paint::Ink);
        }
        scene
    }

    fn push(&mut self, form: Form, paint: Paint) {
        self.shapes.push(Shape { form, paint });
    }

    /// Walls and floor of a row; neighbours of one kind are one rectangle.
    fn ground(&mut self, setup: &Setup, level: Option<&Level>, row: u32) {
        let paint_of = |col: u32| {
            let at = Coord::new(row, col);
            let cell = setup.cell(at);
            let is_inside = level.is_none_or(|level| level.board().square(at).is_some());
            match cell {
                Cell::Wall => Paint::Wall,
                Cell::Floor if !is_inside => Paint::Outside,
                _ => Paint::Floor,
            }
        };
        let mut from = 0;
        for col in 1..=setup.width() {
            let paint = paint_of(from);
            if col < setup.width() && paint_of(col) == paint {
                continue;
            }
            if paint != Paint::Outside {
                let (x, w) = (f64::from(from), f64::from(col - from));
                let (y, h) = (f64::from(row), 1.0);
                self.push(Form::Rect { x, y, w, h }, paint);
            }
            from = col;
        }
    }

    fn things(&mut self, at: Coord, cell: Cell) {
        let beneath = match cell {
            Cell::Box => Paint::Box,
            Cell::BoxOnGoal => Paint::Home,
            Cell::Man | Cell::ManOnGoal => Paint::Man,
            Cell::Floor | Cell::Goal | Cell::Wall => Paint::Floor,
        };
        if cell.has_box() {
            self.square(at, 0.12, Paint::Edge);
            self.square(at, 0.18, beneath);
        }
        if cell.has_man() {
            self.disc(at, 0.34, Paint::Man);
        }
        if cell.has_goal() {
            // A ring, through which one sees what stands there.
            self.disc(at, 0.2, Paint::Goal);
            self.disc(at, 0.11, beneath);
        }
    }

    fn square(&mut self, at: Coord, inset: f64, paint: Paint) {
        let (x, y) = (f64::from(at.col) + inset, f64::from(at.row) + inset);
        let side = 1.0 - 2.0 * inset;
        let (w, h) = (side, side);
        self.push(Form::Rect { x, y, w, h }, paint);
    }

    fn disc(&mut self, at: Coord, r: f64, paint: Paint) {
        let (x, y) = middle(at);
        self.push(Form::Disc { x, y, r }, paint);
    }
}

/// Column and row of the middle of a cell.
fn middle(at: Coord) -> (f64, f64) {
    (f64::from(at.col) + 0.5, f64::from(at.row) + 0.5)
}
