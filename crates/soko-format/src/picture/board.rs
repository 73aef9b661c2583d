//! A board as shapes: walls and floor, layers, things, signs, legend, from back to
//! front.

use super::layer::{PictureLayer, Slot};
use super::{Form, Paint, Scene, legend};
use soko_core::{Cell, Coord, Level, Setup};

impl Scene {
    /// A board with layers and their legend; only the first
    /// [`MOST_LAYERS`](super::MOST_LAYERS) have room. `level` tells the floor from the
    /// outside, if the setup is a valid level.
    pub fn of(setup: &Setup, level: Option<&Level>, layers: &[PictureLayer]) -> Scene {
        let mut scene = Scene {
            width: setup.width(),
            height: setup.height(),
            shapes: Vec::new(),
        };
        let layers = &layers[..layers.len().min(super::MOST_LAYERS)];
        let slots = Slot::all(layers);
        for row in 0..setup.height() {
            scene.ground(setup, level, row);
        }
        for (layer, slot) in layers.iter().zip(&slots) {
            layer.draw_ground(&mut scene, *slot);
        }
        for (at, cell) in setup.cells() {
            scene.things(at, cell);
        }
        for (layer, slot) in layers.iter().zip(&slots) {
            layer.draw_signs(&mut scene, *slot);
        }
        legend::draw(&mut scene, layers, &slots);
        scene
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
