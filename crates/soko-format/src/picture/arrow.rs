//! Arrows of a picture, told apart by their shape: a plain one, one that ends at a
//! no-entry sign, one with two lines, one of dashes.

use super::hatch::bar;
use super::{Form, Paint, Polygon, Scene};

/// What an arrow looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A line and a head.
    Plain,
    /// It ends at a no-entry sign.
    Barred,
    /// Two lines and a head.
    Double,
    /// Dashes and a head.
    Dashed,
}

/// The line along which an arrow runs: a point, a direction, a length.
#[derive(Clone, Copy)]
pub(super) struct Way {
    from: (f64, f64),
    along: (f64, f64),
    length: f64,
    /// By how much everything is smaller than on a board.
    scale: f64,
}

impl Way {
    /// From the middle of one cell to that of another, so far beside the middle.
    pub(super) fn new(from: (f64, f64), to: (f64, f64), beside: f64, scale: f64) -> Way {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
        let along = (dx / length, dy / length);
        let from = (from.0 - along.1 * beside, from.1 + along.0 * beside);
        Way {
            from,
            along,
            length,
            scale,
        }
    }

    /// A point so far along the way, and so far beside it.
    fn at(self, along: f64, beside: f64) -> (f64, f64) {
        let (dx, dy) = self.along;
        (
            self.from.0 + dx * along - dy * beside,
            self.from.1 + dy * along + dx * beside,
        )
    }

    /// A line along the way.
    fn line(self, from: f64, to: f64, beside: f64, width: f64) -> Polygon {
        bar(self.at(from, beside), self.at(to, beside), width)
    }
}

/// Draws an arrow; a barred one has the colour of what is forbidden.
pub(super) fn draw(scene: &mut Scene, way: Way, look: Look, paint: Paint) {
    let unit = way.scale;
    let (foot, tip) = (0.3 * unit, way.length - 0.2 * unit);
    let neck = (tip - 0.22 * unit).max(foot);
    let paint = if look == Look::Barred {
        Paint::Barred
    } else {
        paint
    };
    // 1. The shaft.
    let shaft = match look {
        Look::Plain | Look::Barred => vec![way.line(foot, neck, 0.0, 0.1 * unit)],
        Look::Double => [-0.07, 0.07]
            .map(|beside| way.line(foot, neck, beside * unit, 0.05 * unit))
            .to_vec(),
        Look::Dashed => {
            let n = ((neck - foot) / (0.24 * unit)).ceil().max(1.0) as u32;
            let dash = |i: u32| {
                let from = foot + f64::from(i) * 0.24 * unit;
                way.line(from, (from + 0.14 * unit).min(neck), 0.0, 0.08 * unit)
            };
            (0..n).map(dash).collect()
        }
    };
    scene.push(Form::Polygons(shaft), paint);
    // 2. The head, or the sign.
    if look == Look::Barred {
        let (x, y) = way.at(tip - 0.1 * unit, 0.0);
        let r = 0.2 * unit;
        scene.push(Form::Disc { x, y, r }, paint);
        let bar = bar(
            way.at(tip - 0.1 * unit, -0.12 * unit),
            way.at(tip - 0.1 * unit, 0.12 * unit),
            0.08 * unit,
        );
        scene.push(Form::Polygons(vec![bar]), Paint::Outside);
    } else {
        let wing = 0.16 * unit;
        let head = vec![way.at(tip, 0.0), way.at(neck, wing), way.at(neck, -wing)];
        scene.push(Form::Polygons(vec![head]), paint);
    }
}
