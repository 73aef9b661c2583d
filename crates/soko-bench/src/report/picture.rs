//! A level as an SVG picture: walls and floor as one path each, boxes and goals
//! drawn so that they differ by shape.

use soko_core::{Cell, Level, Setup};
use std::fmt::Write;

/// The picture of a level, a unit a square; the style sets its colours.
pub fn picture(setup: &Setup) -> String {
    let level = Level::from_setup(setup.clone()).ok();
    let (mut walls, mut floor, mut things) = (String::new(), String::new(), String::new());
    for (at, cell) in setup.cells() {
        let (x, y) = (at.col, at.row);
        let inside = match &level {
            Some(level) => level.board().square(at).is_some(),
            None => cell != Cell::Wall && cell != Cell::Floor,
        };
        match cell {
            Cell::Wall => drop(write!(walls, "M{x} {y}h1v1h-1z")),
            _ if inside => drop(write!(floor, "M{x} {y}h1v1h-1z")),
            _ => {}
        }
        let (cx, cy) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        if cell.has_goal() {
            let _ = write!(
                things,
                "<circle class=\"goal\" cx=\"{cx}\" cy=\"{cy}\" r=\".2\"/>"
            );
        }
        if cell.has_box() {
            let class = if cell.has_goal() { "box home" } else { "box" };
            let (left, top) = (cx - 0.36, cy - 0.36);
            let _ = write!(
                things,
                "<rect class=\"{class}\" x=\"{left:.2}\" y=\"{top:.2}\" width=\".72\" height=\".72\" rx=\".1\"/>"
            );
        }
        if cell.has_man() {
            let _ = write!(
                things,
                "<circle class=\"man\" cx=\"{cx}\" cy=\"{cy}\" r=\".33\"/>"
            );
        }
    }
    let (width, height) = (setup.width(), setup.height());
    let pixels = (f64::from(width) * 22.0).min(440.0);
    format!(
        "<svg class=\"level\" viewBox=\"0 0 {width} {height}\" style=\"width:{pixels}px\" role=\"img\" aria-label=\"the level\">\
         <path class=\"floor\" d=\"{floor}\"/><path class=\"wall\" d=\"{walls}\"/>{things}</svg>"
    )
}
