//! A level as a picture inside the page, whose style sets the colours.

use soko_core::{Level, Setup};
use soko_format::picture::{Scene, svg};

/// The widest picture, and the side of a cell in one that is narrower, in pixels.
const WIDEST: f64 = 440.0;
const CELL: f64 = 22.0;

/// The picture of a level, a unit a square.
pub fn picture(setup: &Setup) -> String {
    let level = Level::from_setup(setup.clone()).ok();
    let scene = Scene::of(setup, level.as_ref(), &[]);
    let (width, height) = (scene.width, scene.height);
    let pixels = (f64::from(width) * CELL).min(WIDEST);
    format!(
        "<svg class=\"level\" viewBox=\"0 0 {width} {height}\" style=\"width:{pixels}px\" \
         role=\"img\" aria-label=\"the level\">{}</svg>",
        svg::shapes(&scene, 1.0)
    )
}
