//! A board as shapes, in units of one cell.

use soko_assist::Mark;
use soko_core::{Board, Cell, Coord, Level, Setup};

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

const OUTSIDE: Colour = [0xFA, 0xF9, 0xF6];
const WALL: Colour = [0x4A, 0x53, 0x5E];
const FLOOR: Colour = [0xEC, 0xE6, 0xD9];
const GOAL: Colour = [0xB6, 0x3A, 0x2B];
const BOX: Colour = [0xC8, 0x96, 0x4F];
const BOX_EDGE: Colour = [0x6E, 0x4A, 0x1C];
const MAN: Colour = [0x22, 0x5E, 0x8C];
const MARK: Colour = [0xBF, 0xDD, 0xE6];
const INK: Colour = [0x14, 0x2A, 0x33];

/// A shape; coordinates are columns and rows from the top left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle.
    Rect {
        /// Left edge.
        x: f64,
        /// Top edge.
        y: f64,
        /// Width.
        w: f64,
        /// Height.
        h: f64,
        /// Filling.
        fill: Colour,
    },
    /// A filled disc.
    Disc {
        /// Column of the centre.
        x: f64,
        /// Row of the centre.
        y: f64,
        /// Radius.
        r: f64,
        /// Filling.
        fill: Colour,
    },
    /// A few characters, centred.
    Text {
        /// Column of the centre.
        x: f64,
        /// Row of the centre.
        y: f64,
        /// The characters.
        text: String,
        /// Their colour.
        fill: Colour,
    },
}

/// A picture in units of one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// A title for those who cannot see the picture.
    pub title: String,
    /// The background.
    pub background: Colour,
    /// Shapes from back to front.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// A board without marks; `level` tells the floor from the outside, if the
    /// setup is a valid level.
    pub fn of(title: String, setup: &Setup, level: Option<&Level>, marks: &[Mark]) -> Scene {
        let mut scene = Scene {
            width: setup.width(),
            height: setup.height(),
            title,
            background: OUTSIDE,
            shapes: Vec::new(),
        };
        let board = level.map(Level::board);
        for (at, cell) in setup.cells() {
            scene.ground(at, cell, board);
        }
        let coords: Vec<Coord> = match board {
            Some(board) => marks.iter().map(|m| board.coord(m.square)).collect(),
            None => Vec::new(),
        };
        for at in &coords {
            scene.square(*at, 0.06, MARK);
        }
        for (at, cell) in setup.cells() {
            scene.things(at, cell);
        }
        for (mark, at) in marks.iter().zip(coords) {
            scene.text(at, mark);
        }
        scene
    }

    fn ground(&mut self, at: Coord, cell: Cell, board: Option<&Board>) {
        let is_inside = board.is_none_or(|board| board.square(at).is_some());
        if cell == Cell::Wall {
            self.square(at, 0.0, WALL);
        } else if is_inside || cell != Cell::Floor {
            self.square(at, 0.0, FLOOR);
        }
    }

    fn things(&mut self, at: Coord, cell: Cell) {
        let on_box = cell.has_box();
        if on_box {
            self.square(at, 0.12, BOX_EDGE);
            self.square(at, 0.18, BOX);
        }
        if cell.has_man() {
            self.disc(at, 0.34, MAN);
        }
        if cell.has_goal() {
            // A goal shows as a ring, and through whatever stands on it.
            self.disc(at, 0.2, GOAL);
            let inner = match cell {
                Cell::BoxOnGoal => BOX,
                Cell::ManOnGoal => MAN,
                _ => FLOOR,
            };
            self.disc(at, 0.11, inner);
        }
    }

    fn square(&mut self, at: Coord, inset: f64, fill: Colour) {
        self.shapes.push(Shape::Rect {
            x: f64::from(at.col) + inset,
            y: f64::from(at.row) + inset,
            w: 1.0 - 2.0 * inset,
            h: 1.0 - 2.0 * inset,
            fill,
        });
    }

    fn disc(&mut self, at: Coord, r: f64, fill: Colour) {
        let (x, y) = (f64::from(at.col) + 0.5, f64::from(at.row) + 0.5);
        self.shapes.push(Shape::Disc { x, y, r, fill });
    }

    fn text(&mut self, at: Coord, mark: &Mark) {
        self.shapes.push(Shape::Text {
            x: f64::from(at.col) + 0.5,
            y: f64::from(at.row) + 0.5,
            text: mark.text.clone(),
            fill: INK,
        });
    }
}
