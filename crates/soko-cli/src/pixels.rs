//! A picture of a board as PNG, drawn pixel by pixel.
//!
//! Discs and slanted lines are smoothed by taking four samples a pixel; texts use a
//! tiny font of the digits, letters and signs that layers and their legends use.

use soko_format::picture::{Align, Form, Paint, Scene, Shape};

const CELL: usize = 32;
/// Larger boards get smaller cells, so that no picture exceeds this side.
const MAX_SIDE: usize = 8192;

/// Red, green, blue.
type Colour = [u8; 3];

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
        pixels: Paint::Outside.colour().repeat(width * height),
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
        for (old, new) in self.pixels[start..start + 3].iter_mut().zip(colour) {
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

/// Digits, letters, and the signs of layers.
const FONT: &[(char, [u8; 5])] = &[
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer_picture::picture_layer;
    use soko_assist::{Assistant, LAYERS, layer};
    use soko_core::Level;
    use soko_format::picture::PictureLayer;

    const BOARD: &str = "  #####\n###   #\n# $.* #\n#  +  #\n#######\n";

    /// A decoded picture.
    struct Decoded {
        width: usize,
        pixels: Vec<u8>,
    }

    impl Decoded {
        fn new(bytes: &[u8]) -> Decoded {
            let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
            let mut reader = decoder.read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            let width = info.width as usize;
            Decoded { width, pixels }
        }

        /// The paint of a point, given in cells; none where edges are smoothed.
        fn paint(&self, x: f64, y: f64) -> Option<Paint> {
            let [x, y] = [x, y].map(|cells| (cells * CELL as f64) as usize);
            self.paint_of_pixel(x, y)
        }

        fn paint_of_pixel(&self, x: usize, y: usize) -> Option<Paint> {
            let start = 3 * (y * self.width + x);
            let colour = &self.pixels[start..start + 3];
            Paint::all().find(|paint| paint.colour() == colour)
        }

        /// What a cell shows, as a level has it, or `~` for the outside.
        fn cell(&self, row: u32, col: u32) -> char {
            let at = |x, y| self.paint(f64::from(col) + x, f64::from(row) + y);
            let has_goal = at(0.655, 0.5) == Some(Paint::Goal);
            let has_man = at(0.5, 0.22) == Some(Paint::Man);
            match (at(0.02, 0.02), at(0.14, 0.5), at(0.25, 0.25)) {
                (Some(Paint::Wall), ..) => '#',
                (Some(Paint::Outside), ..) => '~',
                (_, Some(Paint::Edge), Some(Paint::Box)) if !has_goal => '$',
                (_, Some(Paint::Edge), Some(Paint::Home)) if has_goal => '*',
                (..) if has_man && has_goal => '+',
                (..) if has_man => '@',
                (..) if has_goal => '.',
                (Some(Paint::Floor), ..) => ' ',
                _ => '?',
            }
        }

        /// The one character that is written on a cell.
        fn letter(&self, row: u32, col: u32) -> Option<char> {
            let dot = CELL.div_ceil(12);
            let left = (CELL * (2 * col as usize + 1) - 3 * dot) / 2;
            let top = (CELL * (2 * row as usize + 1) - 5 * dot) / 2;
            let is_ink = |x: usize, y: usize| {
                let (x, y) = (left + x * dot + dot / 2, top + y * dot + dot / 2);
                self.paint_of_pixel(x, y) == Some(Paint::Ink)
            };
            let bits = |y| (0..3).fold(0, |bits, x| bits << 1 | u8::from(is_ink(x, y)));
            let rows = [0, 1, 2, 3, 4].map(bits);
            let known = FONT.iter().find(|(_, glyph)| *glyph == rows);
            known.map(|(c, _)| *c)
        }
    }

    fn decoded(level: &Level, layers: &[PictureLayer]) -> Decoded {
        let scene = Scene::of(level.setup(), Some(level), layers);
        Decoded::new(&to_png(&scene).unwrap())
    }

    /// What a layer of this name shows of the start.
    fn shown(level: &Level, name: &str) -> PictureLayer {
        let layer = layer::named(name).unwrap();
        let mut assistant = Assistant::new(level.clone());
        let overlay = crate::layer_arg::ask(&mut assistant, layer, &level.start(), None);
        picture_layer(layer, &overlay, level.board())
    }

    fn rows(level: &Level, cell: impl Fn(u32, u32) -> char) -> String {
        let (width, height) = (level.setup().width(), level.setup().height());
        let row = |row| -> String { (0..width).map(|col| cell(row, col)).collect() };
        (0..height).map(|r| row(r) + "\n").collect()
    }

    /// Walls, floor, boxes, goals and the man can be read off the pixels.
    #[test]
    fn a_picture_shows_the_level() {
        let level: Level = BOARD.parse().unwrap();
        let picture = decoded(&level, &[]);
        let shown = rows(&level, |row, col| picture.cell(row, col));
        assert_eq!(shown, BOARD.replacen("  #", "~~#", 1), "\n{shown}");
    }

    /// The letters and numbers of layers can be read off the pixels.
    #[test]
    fn marks_are_written_on_the_board() {
        let level: Level = "#######\n#     #\n# $@. #\n#######\n".parse().unwrap();
        let picture = decoded(&level, &[shown(&level, "push-distance")]);
        let letters = rows(&level, |row, col| picture.letter(row, col).unwrap_or(' '));
        assert_eq!(letters, "       \n xxxxx \n x210x \n       \n");
    }

    /// An arrow has its head where it points and a barred one a sign there; two that
    /// come to one square are both seen.
    #[test]
    fn arrows_point() {
        let level: Level = "########\n#      #\n# $ $  #\n#@ . . #\n########"
            .parse()
            .unwrap();
        let picture = decoded(&level, &[shown(&level, "prevention")]);
        let own = Some(Paint::Layer(0));
        // The shaft at the edge of each box, and the wings of the two heads between them.
        for (x, y) in [(3.02, 2.5), (3.95, 2.5), (3.1, 2.59), (3.88, 2.59)] {
            assert_eq!(picture.paint(x, y), own, "{x} {y}");
        }
        // No wing at the foot.
        assert_ne!(picture.paint(2.9, 2.62), own);
        // The push to the left loses: a bar across the sign at its end.
        assert_eq!(picture.paint(1.81, 2.5), Some(Paint::Outside));
        assert_eq!(picture.paint(1.69, 2.5), Some(Paint::Barred));
    }

    /// Each layer of several has its part of a cell.
    #[test]
    fn several_layers_share_a_cell() {
        let level: Level = "#######\n#     #\n# $@. #\n#######\n".parse().unwrap();
        let names = ["dead", "reach"];
        let layers = names.map(|name| shown(&level, name));
        let picture = decoded(&level, &layers);
        // Both mark the corner; the rest of it stays floor.
        let has = |x: f64, y: f64, paint: Paint| {
            let mut near = (0..16).flat_map(|i| (0..16).map(move |j| (i, j)));
            near.any(|(i, j)| {
                let (dx, dy) = (f64::from(i) / 32.0, f64::from(j) / 32.0);
                picture.paint(x + dx, y + dy) == Some(paint)
            })
        };
        for (index, (x, y)) in [(1.0, 1.0), (1.5, 1.0)].into_iter().enumerate() {
            for other in 0..2 {
                let is_own = other == index;
                let found = has(x, y, Paint::Layer(other as u8));
                assert_eq!(found, is_own, "part {index}, layer {other}");
            }
            assert!(has(x, y, Paint::Ink), "its letter");
        }
        assert!(!has(1.0, 1.5, Paint::Ink) && !has(1.5, 1.5, Paint::Ink));
    }

    #[test]
    fn no_two_characters_look_alike_and_all_marks_have_one() {
        for (i, (c, rows)) in FONT.iter().enumerate() {
            let same = FONT.iter().position(|(_, other)| other == rows);
            assert_eq!(same, Some(i), "{c}");
        }
        let level: Level = "########\n#  $ . #\n#@ $ . #\n########".parse().unwrap();
        let is_known = |c: char| {
            FONT.iter()
                .any(|(known, _)| *known == c.to_ascii_lowercase())
        };
        for layer in LAYERS {
            let shown = shown(&level, layer.name);
            let on_board = shown
                .tints
                .iter()
                .chain(&shown.labels)
                .map(|(_, text)| text);
            let below = shown.legend.iter().map(|line| &line.text);
            for text in on_board.chain(below) {
                assert!(text.chars().all(is_known), "{layer:?}: {text}");
            }
        }
    }
}
