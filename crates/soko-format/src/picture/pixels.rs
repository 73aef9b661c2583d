//! A picture of a board as pixels.
//!
//! Discs and slanted lines are smoothed by taking four samples a pixel; texts use a
//! tiny font of the digits, letters and signs that layers and their legends use.

use super::{Align, Form, Paint, Scene, Shape};

/// Red, green, blue.
type Colour = [u8; 3];

/// A picture in pixels.
///
/// ```
/// use soko_format::picture::{Paint, Pixels, Scene};
/// let setup = "#####\n#@$.#\n#####".parse().unwrap();
/// let pixels = Pixels::of(&Scene::of(&setup, None, &[]), 8);
/// assert_eq!((pixels.width, pixels.height), (40, 24));
/// assert_eq!(pixels.rgb[..3], Paint::Wall.colour());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
    cell: usize,
}

impl Pixels {
    /// Draws a scene with cells of so many pixels each way; an empty one is a pixel.
    pub fn of(scene: &Scene, cell: usize) -> Pixels {
        let cell = cell.max(1);
        let width = (scene.width as usize * cell).max(1);
        let height = (scene.height as usize * cell).max(1);
        let mut pixels = Pixels {
            width,
            height,
            rgb: Paint::Outside.colour().repeat(width * height),
            cell,
        };
        scene.shapes.iter().for_each(|shape| pixels.draw(shape));
        pixels
    }

    fn draw(&mut self, shape: &Shape) {
        let colour = shape.paint.colour();
        match &shape.form {
            Form::Rect { x, y, w, h } => {
                let (left, right) = (self.pixel(*x), self.pixel(x + w));
                let (top, bottom) = (self.pixel(*y), self.pixel(y + h));
                self.fill(left..right, top..bottom, colour);
            }
            Form::Disc { x, y, r } => self.disc(*x, *y, *r, colour),
            Form::Polygons(polygons) => {
                for polygon in polygons {
                    self.polygon(polygon, colour);
                }
            }
            Form::Text {
                x,
                y,
                text,
                size,
                align,
            } => self.text((*x, *y), text, (*size, *align), colour),
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
        for (old, new) in self.rgb[start..start + 3].iter_mut().zip(colour) {
            let mixed = u16::from(*old) * (4 - quarters) + u16::from(new) * quarters;
            *old = (mixed / 4) as u8;
        }
    }

    fn disc(&mut self, x: f64, y: f64, r: f64, colour: Colour) {
        let is_in = |px: f64, py: f64| (px - x).hypot(py - y) <= r;
        self.smooth((x - r, y - r), (x + r, y + r), is_in, colour);
    }

    /// Convex, with its corners in either order.
    fn polygon(&mut self, polygon: &[(f64, f64)], colour: Colour) {
        let least = |of: fn(&(f64, f64)) -> f64| polygon.iter().map(of).fold(f64::MAX, f64::min);
        let most = |of: fn(&(f64, f64)) -> f64| polygon.iter().map(of).fold(f64::MIN, f64::max);
        let (low, high) = (
            (least(|p| p.0), least(|p| p.1)),
            (most(|p| p.0), most(|p| p.1)),
        );
        let next = polygon.iter().cycle().skip(1);
        let sides: Vec<_> = polygon.iter().zip(next).collect();
        // A point is inside if it lies on the same hand of every side.
        let is_in = |px: f64, py: f64| {
            let hand = |(a, b): &(&(f64, f64), &(f64, f64))| {
                (b.0 - a.0) * (py - a.1) - (b.1 - a.1) * (px - a.0)
            };
            sides.iter().all(|side| hand(side) >= 0.0) || sides.iter().all(|side| hand(side) <= 0.0)
        };
        self.smooth(low, high, is_in, colour);
    }

    /// Paints what is inside, between two corners given in cells, with four samples a
    /// pixel.
    fn smooth(
        &mut self,
        low: (f64, f64),
        high: (f64, f64),
        is_in: impl Fn(f64, f64) -> bool,
        colour: Colour,
    ) {
        let scale = self.cell as f64;
        let first = |cells: f64| (cells * scale).floor().max(0.0) as usize;
        let end = |cells: f64, side: usize| ((cells * scale).ceil().max(0.0) as usize).min(side);
        for py in first(low.1)..end(high.1, self.height) {
            for px in first(low.0)..end(high.0, self.width) {
                let samples = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
                let hits = samples
                    .iter()
                    .filter(|(dx, dy)| is_in((px as f64 + dx) / scale, (py as f64 + dy) / scale));
                let quarters = hits.count() as u16;
                self.blend(px, py, colour, quarters);
            }
        }
    }

    fn text(
        &mut self,
        (x, y): (f64, f64),
        text: &str,
        (size, align): (f64, Align),
        colour: Colour,
    ) {
        let n = text.chars().count().max(1);
        let room = (self.cell as f64 * size) as usize;
        // Captions run on; others are as large as their room allows.
        let dot = match align {
            Align::Start => (self.cell / 16).max(1),
            Align::Middle => (room / (4 * n + 2)).clamp(1, room.div_ceil(12).max(1)),
        };
        let left = match align {
            Align::Start => self.pixel(x),
            Align::Middle => self.pixel(x).saturating_sub((4 * n - 1) * dot / 2),
        };
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

/// Five rows of three dots; capitals look like small letters, and what the font lacks
/// is a block.
fn glyph(c: char) -> [u8; 5] {
    let c = c.to_ascii_lowercase();
    let known = FONT.iter().find(|(known, _)| *known == c);
    known.map_or([7; 5], |(_, rows)| *rows)
}

/// Digits, letters, and the signs of layers, five rows of three dots each.
pub const FONT: &[(char, [u8; 5])] = &[
    ('0', [7, 5, 5, 5, 7]),
    ('1', [2, 6, 2, 2, 7]),
    ('2', [7, 1, 7, 4, 7]),
    ('3', [7, 1, 7, 1, 7]),
    ('4', [5, 5, 7, 1, 1]),
    ('5', [7, 4, 7, 1, 7]),
    ('6', [7, 4, 7, 5, 7]),
    ('7', [7, 1, 2, 2, 2]),
    ('8', [7, 5, 7, 5, 7]),
    ('9', [7, 5, 7, 1, 7]),
    ('a', [0, 7, 1, 7, 7]),
    ('b', [4, 4, 6, 5, 6]),
    ('c', [0, 7, 4, 4, 7]),
    ('d', [1, 1, 3, 5, 3]),
    ('e', [2, 5, 7, 4, 3]),
    ('f', [3, 4, 6, 4, 4]),
    ('g', [3, 5, 3, 1, 6]),
    ('h', [4, 4, 6, 5, 5]),
    ('i', [2, 0, 2, 2, 2]),
    ('j', [1, 0, 1, 5, 2]),
    ('k', [4, 5, 6, 6, 5]),
    ('l', [6, 2, 2, 2, 7]),
    ('m', [0, 5, 7, 7, 5]),
    ('n', [0, 6, 5, 5, 5]),
    ('o', [0, 2, 5, 5, 2]),
    ('p', [6, 5, 6, 4, 4]),
    ('q', [3, 5, 3, 1, 1]),
    ('r', [0, 7, 4, 4, 4]),
    ('s', [3, 4, 2, 1, 6]),
    ('t', [2, 7, 2, 2, 3]),
    ('u', [0, 5, 5, 5, 3]),
    ('v', [0, 5, 5, 5, 2]),
    ('w', [0, 5, 5, 7, 7]),
    ('x', [0, 5, 2, 2, 5]),
    ('y', [5, 5, 3, 1, 6]),
    ('z', [0, 7, 2, 4, 7]),
    ('!', [2, 2, 2, 0, 2]),
    ('?', [6, 1, 2, 0, 2]),
    ('*', [5, 2, 7, 2, 5]),
    ('.', [0, 0, 0, 0, 2]),
    (',', [0, 0, 0, 2, 4]),
    (':', [0, 2, 0, 2, 0]),
    (';', [0, 2, 0, 2, 4]),
    ('-', [0, 0, 7, 0, 0]),
    ('\'', [2, 2, 0, 0, 0]),
    ('(', [1, 2, 2, 2, 1]),
    (')', [4, 2, 2, 2, 4]),
    (' ', [0, 0, 0, 0, 0]),
];
