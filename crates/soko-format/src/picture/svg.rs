//! Scenes as SVG: shapes with classes, to be put into any drawing; and a whole
//! file.

use super::{Form, Paint, Scene, Shape};
use crate::xml::escaped;
use std::fmt::Write;

/// The side of a cell in a whole file.
const CELL: f64 = 32.0;

/// The shapes of a scene, without anything around them; `cell` is the side of a
/// cell.
///
/// ```
/// use soko_format::picture::{Scene, svg};
/// let setup = "###".parse().unwrap();
/// let shapes = svg::shapes(&Scene::of(&setup, None, &[]), 1.0);
/// assert_eq!(shapes, "<rect class=\"wall\" x=\"0\" y=\"0\" width=\"3\" height=\"1\"/>\n");
/// ```
pub fn shapes(scene: &Scene, cell: f64) -> String {
    let mut out = String::new();
    for shape in &scene.shapes {
        push_shape(&mut out, shape, cell);
    }
    out
}

/// The colours of all paints as a style sheet.
pub fn style() -> String {
    let rule = |paint: Paint| {
        let [r, g, b] = paint.colour();
        format!(".{} {{ fill: #{r:02x}{g:02x}{b:02x}; }}\n", paint.class())
    };
    Paint::ALL.into_iter().map(rule).collect()
}

/// The text of an SVG file, with a title for those who cannot see the picture.
pub fn file(scene: &Scene, title: &str) -> String {
    let [width, height] = [scene.width, scene.height].map(|n| f64::from(n) * CELL);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
         <style>\n{}text {{ font: 13px monospace; text-anchor: middle; \
         dominant-baseline: central; }}\n</style>\n\
         <rect class=\"outside\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        escaped(title),
        style(),
        shapes(scene, CELL)
    )
}

fn push_shape(out: &mut String, shape: &Shape, cell: f64) {
    // A length with at most two decimals.
    let number = |cells: &f64| (cells * cell * 100.0).round() / 100.0;
    let class = shape.paint.class();
    // Writing to a string cannot fail.
    let _ = match &shape.form {
        Form::Rect { x, y, w, h } => {
            let [x, y, w, h] = [x, y, w, h].map(number);
            writeln!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
            )
        }
        Form::Disc { x, y, r } => {
            let [x, y, r] = [x, y, r].map(number);
            writeln!(
                out,
                "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"
            )
        }
        Form::Text { x, y, text } => {
            let [x, y] = [x, y].map(number);
            let text = escaped(text);
            writeln!(
                out,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
            )
        }
    };
}
