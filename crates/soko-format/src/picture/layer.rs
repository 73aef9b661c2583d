//! Layers on a picture: tinted squares, arrows and short texts, several layers at
//! once.
//!
//! Layers that mark squares share each cell: with two of them or more a cell has a
//! part for each, so that none hides another. A layer is told by its part of the
//! cell, by its hatching and by its letters, and only then by its colour; layers of
//! arrows run side by side. The legend below the board shows a sample of each sign
//! and says what it means.

use super::arrow::{self, Look};
use super::frame::Frame;
use super::hatch::hatching;
use super::{Align, Form, Paint, Scene};
use soko_core::Coord;

/// The most layers that one picture can show: a cell has so many parts.
pub const MOST_LAYERS: usize = 9;

/// What one layer shows of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureLayer {
    /// Tinted squares, each with its letter; none if a label stands there.
    pub tints: Vec<(Coord, String)>,
    /// Short texts on squares.
    pub labels: Vec<(Coord, String)>,
    /// Arrows from square to square.
    pub arrows: Vec<(Coord, Coord, Look)>,
    /// What to say about it below the board.
    pub legend: Vec<LegendLine>,
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendLine {
    /// The sign that is explained.
    pub sample: Sample,
    /// What it means.
    pub text: String,
}

/// A sign of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// None: the line is about the whole layer.
    Nothing,
    /// A tinted square with its letter.
    Tint(String),
    /// An arrow.
    Arrow(Look),
}

/// Which of the layers one is, and how they share a cell and the way of an arrow.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// Its number in the picture.
    index: usize,
    /// Its part of a cell, and how many there are.
    part: usize,
    n_parts: usize,
    /// Its place among the layers of arrows, and how many there are.
    lane: usize,
    n_lanes: usize,
}

impl Slot {
    /// The slots of layers that are shown together.
    pub(super) fn all(layers: &[PictureLayer]) -> Vec<Slot> {
        let marks = |layer: &PictureLayer| !layer.tints.is_empty() || !layer.labels.is_empty();
        let points = |layer: &PictureLayer| !layer.arrows.is_empty();
        let n_parts = layers.iter().filter(|layer| marks(layer)).count();
        let n_lanes = layers.iter().filter(|layer| points(layer)).count();
        let slot = |index: usize| Slot {
            index,
            part: layers[..index].iter().filter(|layer| marks(layer)).count(),
            n_parts,
            lane: layers[..index].iter().filter(|layer| points(layer)).count(),
            n_lanes,
        };
        (0..layers.len()).map(slot).collect()
    }

    /// Whether the layer has every cell to itself.
    fn is_alone(self) -> bool {
        self.n_parts <= 1
    }

    fn paint(self) -> Paint {
        Paint::Layer(self.index as u8)
    }

    /// Its part of a cell or a sample.
    fn part_of(self, frame: Frame) -> Frame {
        let n_a_side = match self.n_parts {
            0 | 1 => 1,
            2..=4 => 2,
            _ => 3,
        };
        let side = frame.side / n_a_side as f64;
        let (column, row) = (self.part % n_a_side, self.part / n_a_side);
        Frame {
            x: frame.x + side * column as f64,
            y: frame.y + side * row as f64,
            side,
        }
    }

    /// How far its arrows run beside the middle.
    fn beside(self) -> f64 {
        (self.lane as f64 - (self.n_lanes.max(1) - 1) as f64 / 2.0) * 0.2
    }
}

impl PictureLayer {
    /// The ground of its tinted squares, which lies under the pieces.
    pub(super) fn draw_ground(&self, scene: &mut Scene, slot: Slot) {
        for (at, _) in &self.tints {
            draw_tint(scene, slot, Frame::cell(*at));
        }
        // A single layer marks the squares of its labels as well.
        for (at, _) in self.labels.iter().filter(|_| slot.is_alone()) {
            let is_tinted = self.tints.iter().any(|(tinted, _)| tinted == at);
            if !is_tinted {
                draw_tint(scene, slot, Frame::cell(*at));
            }
        }
    }

    /// Its arrows, letters and texts, which lie above the pieces.
    pub(super) fn draw_signs(&self, scene: &mut Scene, slot: Slot) {
        for (from, to, look) in &self.arrows {
            let (from, to) = (Frame::cell(*from).middle(), Frame::cell(*to).middle());
            let way = arrow::Way::new(from, to, slot.beside(), 1.0);
            arrow::draw(scene, way, *look, slot.paint());
        }
        for (at, text) in &self.tints {
            let is_labelled = self.labels.iter().any(|(labelled, _)| labelled == at);
            if !is_labelled {
                draw_letters(scene, slot, Frame::cell(*at), text);
            }
        }
        for (at, text) in &self.labels {
            draw_letters(scene, slot, Frame::cell(*at), text);
        }
    }
}

fn draw_tint(scene: &mut Scene, slot: Slot, cell: Frame) {
    if slot.is_alone() {
        let inset = 0.06 * cell.side;
        let side = cell.side - 2.0 * inset;
        let (x, y, w, h) = (cell.x + inset, cell.y + inset, side, side);
        scene.push(Form::Rect { x, y, w, h }, Paint::Mark);
    } else {
        let part = slot.part_of(cell);
        scene.push(Form::Polygons(hatching(slot.index, part)), slot.paint());
    }
}

fn draw_letters(scene: &mut Scene, slot: Slot, cell: Frame, text: &str) {
    let part = slot.part_of(cell);
    let (x, y) = part.middle();
    let form = Form::Text {
        x,
        y,
        text: text.to_string(),
        size: part.side,
        align: Align::Middle,
    };
    scene.push(form, Paint::Ink);
}

/// A sign of a layer as a sample.
pub(super) fn draw_sample(scene: &mut Scene, slot: Slot, sample: &Sample, frame: Frame) {
    match sample {
        Sample::Nothing => {}
        Sample::Tint(letters) => {
            let Frame { x, y, side } = frame;
            let (w, h) = (side, side);
            scene.push(Form::Rect { x, y, w, h }, Paint::Floor);
            draw_tint(scene, slot, frame);
            draw_letters(scene, slot, frame, letters);
        }
        Sample::Arrow(look) => {
            let (x, y) = frame.middle();
            let half = frame.side * 0.62;
            let way = arrow::Way::new((x - half, y), (x + half, y), 0.0, frame.side);
            arrow::draw(scene, way, *look, slot.paint());
        }
    }
}
