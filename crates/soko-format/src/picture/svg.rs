//! Scenes as SVG: shapes with classes, to be put into any drawing; and a whole
//! file.

use super::{Align, Form, Paint, Scene, Shape};
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

/// The colours of a board's paints as a style sheet.
pub fn style() -> String {
    Paint::OF_BOARDS.into_iter().map(rule).collect()
}

fn rule(paint: Paint) -> String {
    let [r, g, b] = paint.colour();
    format!(".{} {{ fill: #{r:02x}{g:02x}{b:02x}; }}\n", paint.class())
}

/// The colours of the layers that a scene shows.
fn layer_style(scene: &Scene) -> String {
    let is_shown = |paint: &Paint| scene.shapes.iter().any(|shape| shape.paint == *paint);
    let others = Paint::all().filter(|paint| !Paint::OF_BOARDS.contains(paint));
    others.filter(is_shown).map(rule).collect()
}

/// The text of an SVG file, with a title for those who cannot see the picture.
pub fn file(scene: &Scene, title: &str) -> String {
    let [width, height] = [scene.width, scene.height].map(|n| f64::from(n) * CELL);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
         <style>\n{}{}text {{ font: 13px monospace; text-anchor: middle; \
         dominant-baseline: central; }}\n</style>\n\
         <rect class=\"outside\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        escaped(title),
        style(),
        layer_style(scene),
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
        Form::Polygons(polygons) => {
            let way = polygons.iter().map(|polygon| outline(polygon, &number));
            let way: String = way.collect();
            writeln!(out, "<path class=\"{class}\" d=\"{way}\"/>")
        }
        Form::Text {
            x,
            y,
            text,
            size,
            align,
        } => {
            let [x, y] = [x, y].map(number);
            let (text, look) = (escaped(text), look(*size, *align));
            writeln!(
                out,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{look}>{text}</text>"
            )
        }
    };
}

/// The outline of a polygon as a path.
fn outline(polygon: &[(f64, f64)], number: &impl Fn(&f64) -> f64) -> String {
    let point = |(x, y): &(f64, f64)| format!("{} {}", number(x), number(y));
    let points: Vec<String> = polygon.iter().map(point).collect();
    format!("M{}z", points.join("L"))
}

/// What differs of a text from the style of all texts. Smaller ones shrink less than
/// their cells, so that they can be read.
fn look(size: f64, align: Align) -> String {
    let mut style = String::new();
    if size < 1.0 {
        style += &format!("font-size: {:.1}px;", 13.0 * size.sqrt());
    }
    if align == Align::Start {
        style += "text-anchor: start;";
    }
    match style.is_empty() {
        true => style,
        false => format!(" style=\"{style}\""),
    }
}
