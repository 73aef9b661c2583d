//! What a learner observes, kept up to date cell by cell.
//!
//! A step changes three cells at the most, so a frame that shows the position before is
//! made to show the one after by drawing those. A picture of 160 by 160 pixels is some
//! 77,000 bytes, of which a step then writes 2,300.

use crate::{Canvas, Symbol};
use soko_core::Setup;
use soko_format::picture::{Pixels, Scene};

/// What is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The number of the [`Symbol`] of each cell: rows and columns.
    Symbols,
    /// A plane of zeros and ones for each symbol: planes, rows and columns.
    OneHot,
    /// A picture: rows, columns, and red, green and blue.
    Rgb {
        /// Pixels a cell, each way. With 1, cells have the colours of gym-sokoban's
        /// tiny pictures; larger ones are drawn.
        cell: usize,
    },
}

/// The colours of cells of one pixel, by the numbers of the symbols.
const TINY: [[u8; 3]; Symbol::ALL.len()] = [
    [0, 0, 0],
    [243, 248, 238],
    [254, 126, 125],
    [254, 95, 56],
    [142, 121, 56],
    [160, 212, 56],
    [219, 212, 56],
];

/// Draws one cell of a frame. There is one for each view, so that the loop over the games
/// of a batch is compiled for each and asks nothing on the way.
pub(crate) trait Pen: Copy {
    /// Draws a cell that has shown `before` and shows `now`.
    fn put(self, frame: &mut [u8], at: usize, before: u8, now: u8);
}

/// Numbers.
#[derive(Clone, Copy)]
pub(crate) struct SymbolPen;

impl Pen for SymbolPen {
    #[inline]
    fn put(self, frame: &mut [u8], at: usize, _before: u8, now: u8) {
        frame[at] = now;
    }
}

/// Planes of so many cells.
#[derive(Clone, Copy)]
pub(crate) struct PlanePen(usize);

impl Pen for PlanePen {
    #[inline]
    fn put(self, frame: &mut [u8], at: usize, before: u8, now: u8) {
        frame[before as usize * self.0 + at] = 0;
        frame[now as usize * self.0 + at] = 1;
    }
}

/// Pixels.
#[derive(Clone, Copy)]
pub(crate) struct PixelPen;

impl Pen for PixelPen {
    #[inline]
    fn put(self, frame: &mut [u8], at: usize, _before: u8, now: u8) {
        frame[3 * at..][..3].copy_from_slice(&TINY[now as usize]);
    }
}

/// Tiles.
#[derive(Clone, Copy)]
pub(crate) struct TilePen<'a> {
    tiles: &'a [u8],
    cell: usize,
    width: usize,
}

impl Pen for TilePen<'_> {
    #[inline]
    fn put(self, frame: &mut [u8], at: usize, _before: u8, now: u8) {
        let (row, column) = (at / self.width, at % self.width);
        let (line, stride) = (3 * self.cell, 3 * self.cell * self.width);
        let tile = &self.tiles[now as usize * line * self.cell..][..line * self.cell];
        let first = row * self.cell * stride + column * line;
        for (y, pixels) in tile.chunks_exact(line).enumerate() {
            frame[first + y * stride..][..line].copy_from_slice(pixels);
        }
    }
}

/// Runs an expression with the pen of a painter.
macro_rules! with_pen {
    ($painter:expr, $pen:ident => $run:expr) => {{
        let painter: &$crate::view::Painter = $painter;
        match painter.view() {
            $crate::View::Symbols => {
                let $pen = $crate::view::SymbolPen;
                $run
            }
            $crate::View::OneHot => {
                let $pen = painter.planes();
                $run
            }
            $crate::View::Rgb { cell: 1 } => {
                let $pen = $crate::view::PixelPen;
                $run
            }
            $crate::View::Rgb { cell } => {
                let $pen = painter.tiles_of(cell);
                $run
            }
        }
    }};
}
pub(crate) use with_pen;

/// Draws frames of one size.
#[derive(Clone, Debug)]
pub struct Painter {
    view: View,
    canvas: Canvas,
    frame_len: usize,
    /// The pixels of each symbol, one after another.
    tiles: Vec<u8>,
}

impl Painter {
    /// A painter for a view of rectangles of this size.
    pub fn new(view: View, canvas: Canvas) -> Painter {
        let tiles = match view {
            View::Rgb { cell: 1 } => TINY.as_flattened().to_vec(),
            View::Rgb { cell } => Symbol::ALL.iter().flat_map(|s| tile(*s, cell)).collect(),
            View::Symbols | View::OneHot => Vec::new(),
        };
        Painter {
            view,
            canvas,
            frame_len: shape(view, canvas).iter().product(),
            tiles,
        }
    }

    /// The shape of a frame.
    pub fn shape(&self) -> Vec<usize> {
        shape(self.view, self.canvas)
    }

    /// The bytes of a frame.
    pub fn frame_len(&self) -> usize {
        self.frame_len
    }

    pub(crate) fn view(&self) -> View {
        self.view
    }

    pub(crate) fn planes(&self) -> PlanePen {
        PlanePen(self.canvas.n_cells())
    }

    pub(crate) fn tiles_of(&self, cell: usize) -> TilePen<'_> {
        TilePen {
            tiles: &self.tiles,
            cell,
            width: self.canvas.width,
        }
    }

    /// Draws all cells of a frame.
    pub fn draw(&self, cells: &[u8], frame: &mut [u8]) {
        if self.view == View::OneHot {
            frame.fill(0);
        }
        with_pen!(self, pen => {
            for (at, &symbol) in cells.iter().enumerate() {
                pen.put(frame, at, symbol, symbol);
            }
        });
    }
}

fn shape(view: View, Canvas { height, width }: Canvas) -> Vec<usize> {
    match view {
        View::Symbols => vec![height, width],
        View::OneHot => vec![Symbol::ALL.len(), height, width],
        View::Rgb { cell } => vec![height * cell, width * cell, 3],
    }
}

/// The pixels of a symbol, as in every other picture of ours.
fn tile(symbol: Symbol, cell: usize) -> Vec<u8> {
    let setup = Setup::from_cells(1, 1, vec![symbol.cell()]);
    Pixels::of(&Scene::of(&setup, None, &[]), cell).rgb
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Canvas = Canvas {
        height: 2,
        width: 3,
    };

    #[test]
    fn planes_have_one_mark_a_cell() {
        let painter = Painter::new(View::OneHot, CANVAS);
        let mut frame = vec![9; painter.frame_len()];
        let cells = [0, 1, 2, 3, 4, 6];
        painter.draw(&cells, &mut frame);
        painter.planes().put(&mut frame, 5, 6, 5);
        for (at, symbol) in [0, 1, 2, 3, 4, 5].into_iter().enumerate() {
            let marks: Vec<usize> = (0..7).filter(|plane| frame[plane * 6 + at] == 1).collect();
            assert_eq!(marks, [symbol], "cell {at}");
        }
        assert_eq!(
            frame.iter().map(|&byte| usize::from(byte)).sum::<usize>(),
            6
        );
    }

    #[test]
    fn every_symbol_has_a_look_of_its_own() {
        for cell in [1, 8, 16] {
            let painter = Painter::new(View::Rgb { cell }, CANVAS);
            let tiles: Vec<&[u8]> = painter.tiles.chunks(3 * cell * cell).collect();
            assert_eq!(tiles.len(), 7);
            for (i, tile) in tiles.iter().enumerate() {
                assert_eq!(tiles.iter().position(|other| other == tile), Some(i));
            }
        }
    }

    #[test]
    fn a_tile_lies_where_its_cell_is() {
        let painter = Painter::new(View::Rgb { cell: 4 }, CANVAS);
        assert_eq!(painter.shape(), [8, 12, 3]);
        let mut frame = vec![7; painter.frame_len()];
        painter.tiles_of(4).put(&mut frame, 5, 0, 4);
        let is_in = |y: usize, x: usize| y >= 4 && x >= 8;
        for y in 0..8 {
            for x in 0..12 {
                let pixel = &frame[3 * (y * 12 + x)..][..3];
                assert_eq!(pixel != [7, 7, 7], is_in(y, x), "{y} {x}");
            }
        }
    }
}
