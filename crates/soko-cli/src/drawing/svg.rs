//! A scene as SVG.

use super::scene::{Colour, Scene, Shape};
use std::fmt::Write;

const CELL: f64 = 32.0;

/// The text of an SVG file.
pub fn to_svg(scene: &Scene) -> String {
    let (width, height) = (
        f64::from(scene.width) * CELL,
        f64::from(scene.height) * CELL,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escaped(&scene.title),
        hex(scene.background)
    );
    for shape in &scene.shapes {
        push_shape(&mut out, shape);
    }
    out += "</svg>\n";
    out
}

fn push_shape(out: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Rect { x, y, w, h, fill } => writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            number(*x),
            number(*y),
            number(*w),
            number(*h),
            hex(*fill)
        ),
        Shape::Disc { x, y, r, fill } => writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
            number(*x),
            number(*y),
            number(*r),
            hex(*fill)
        ),
        Shape::Text { x, y, text, fill } => writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" fill=\"{}\" font-family=\"monospace\" font-size=\"13\" \
             text-anchor=\"middle\" dominant-baseline=\"central\">{}</text>",
            number(*x),
            number(*y),
            hex(*fill),
            escaped(text)
        ),
    };
}

/// A length in pixels, with at most two decimals.
fn number(cells: f64) -> f64 {
    (cells * CELL * 100.0).round() / 100.0
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
