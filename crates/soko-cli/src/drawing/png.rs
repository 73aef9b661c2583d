//! A scene as PNG, drawn pixel by pixel.
//!
//! Discs are smoothed by taking four samples a pixel; texts use a tiny font of
//! digits and the letters that layers use.

use super::scene::{Colour, Scene, Shape};

const CELL: usize = 32;
/// Larger boards get smaller cells, so that no picture exceeds this side.
const MAX_SIDE: usize = 8192;

struct Canvas {
    width: usize,
    height: usize,
    cell: usize,
    pixels: Vec<u8>,
}

/// The bytes of a PNG file.
pub fn to_png(scene: &Scene) -> anyhow::Result<Vec<u8>> {
    let (columns, rows) = (scene.width as usize, scene.height as usize);
    let cell = CELL.min(MAX_SIDE / columns.max(rows).max(1)).max(1);
    let (width, height) = ((columns * cell).max(1), (rows * cell).max(1));
    let mut canvas = Canvas {
        width,
        height,
        cell,
        pixels: scene.background.repeat(width * height),
    };
    scene.shapes.iter().for_each(|shape| canvas.draw(shape));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { x, y, w, h, fill } => {
                let (left, right) = (self.pixel(*x), self.pixel(x + w));
                let (top, bottom) = (self.pixel(*y), self.pixel(y + h));
                self.fill(left..right, top..bottom, *fill);
            }
            Shape::Disc { x, y, r, fill } => self.disc(*x, *y, *r, *fill),
            Shape::Text { x, y, text, fill } => self.text(*x, *y, text, *fill),
        }
    }

    fn pixel(&self, cells: f64) -> usize {
        (cells * self.cell as f64).round() as usize
    }

    fn fill(&mut self, xs: std::ops::Range<usize>, ys: std::ops::Range<usize>, colour: Colour) {
        for y in ys.start..ys.end.min(self.height) {
            for x in xs.start..xs.end.min(self.width) {
                self.blend(x, y, colour, 4);
            }
        }
    }

    /// Puts `quarters` quarters of a colour on a pixel.
    fn blend(&mut self, x: usize, y: usize, colour: Colour, quarters: u16) {
        let start = 3 * (y * self.width + x);
        for (old, new) in self.pixels[start..start + 3].iter_mut().zip(colour) {
            let mixed = u16::from(*old) * (4 - quarters) + u16::from(new) * quarters;
            *old = (mixed / 4) as u8;
        }
    }

    fn disc(&mut self, x: f64, y: f64, r: f64, colour: Colour) {
        let scale = self.cell as f64;
        let (x, y, r) = (x * scale, y * scale, r * scale);
        let low = |centre: f64| (centre - r).floor().max(0.0) as usize;
        let high = |centre: f64, side: usize| ((centre + r).ceil() as usize).min(side);
        for py in low(y)..high(y, self.height) {
            for px in low(x)..high(x, self.width) {
                let samples = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
                let is_in = |(dx, dy): &(f64, f64)| {
                    let (dx, dy) = (px as f64 + dx - x, py as f64 + dy - y);
                    dx * dx + dy * dy <= r * r
                };
                let quarters = samples.iter().filter(|s| is_in(s)).count() as u16;
                self.blend(px, py, colour, quarters);
            }
        }
    }

    fn text(&mut self, x: f64, y: f64, text: &str, colour: Colour) {
        let n = text.chars().count();
        let dot = (self.cell / (4 * n + 2)).clamp(1, self.cell.div_ceil(12));
        let left = self.pixel(x).saturating_sub((4 * n - 1) * dot / 2);
        let top = self.pixel(y).saturating_sub(5 * dot / 2);
        for (index, c) in text.chars().enumerate() {
            for (row, bits) in glyph(c).into_iter().enumerate() {
                for column in 0..3 {
                    if bits >> (2 - column) & 1 == 1 {
                        let dx = left + (4 * index + column) * dot;
                        let dy = top + row * dot;
                        self.fill(dx..dx + dot, dy..dy + dot, colour);
                    }
                }
            }
        }
    }
}

/// Five rows of three dots.
fn glyph(c: char) -> [u8; 5] {
    match c {
        '0' => [7, 5, 5, 5, 7],
        '1' => [2, 6, 2, 2, 7],
        '2' => [7, 1, 7, 4, 7],
        '3' => [7, 1, 7, 1, 7],
        '4' => [5, 5, 7, 1, 1],
        '5' => [7, 4, 7, 1, 7],
        '6' => [7, 4, 7, 5, 7],
        '7' => [7, 1, 2, 2, 2],
        '8' => [7, 5, 7, 5, 7],
        '9' => [7, 5, 7, 1, 7],
        'a' => [0, 7, 1, 7, 7],
        'c' => [0, 7, 4, 4, 7],
        'i' => [2, 0, 2, 2, 2],
        'r' => [0, 7, 4, 4, 4],
        's' => [3, 4, 2, 1, 6],
        't' => [2, 7, 2, 2, 3],
        'w' => [0, 5, 5, 7, 7],
        'x' => [0, 5, 2, 2, 5],
        _ => [7, 7, 7, 7, 7],
    }
}
