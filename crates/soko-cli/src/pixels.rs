//! A picture of a board as PNG.

use soko_format::picture::{Pixels, Scene};

const CELL: usize = 32;
/// Larger boards get smaller cells, so that no picture exceeds this side.
const MAX_SIDE: usize = 8192;

/// The bytes of a PNG file.
pub fn to_png(scene: &Scene) -> anyhow::Result<Vec<u8>> {
    let side = scene.width.max(scene.height).max(1) as usize;
    let pixels = Pixels::of(scene, CELL.min(MAX_SIDE / side));
    let mut bytes = Vec::new();
    let (width, height) = (pixels.width as u32, pixels.height as u32);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.rgb)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_assist::{Assistant, LAYERS, layer};
    use soko_core::Level;
    use soko_format::picture::{FONT, Paint, PictureLayer};
    use sokoscope::draw::picture_layer;

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
