//! Hatching: nine patterns of thin lines by which layers are told apart without
//! colour.

use super::Polygon;
use super::frame::Frame;

/// The width of a line, in parts of the hatched square.
const LINE: f64 = 0.07;

/// The lines of a pattern in a square; patterns repeat after nine.
pub(super) fn hatching(pattern: usize, frame: Frame) -> Vec<Polygon> {
    let place = |(x, y): (f64, f64)| (frame.x + x * frame.side, frame.y + y * frame.side);
    let lines = lines(pattern % 9).into_iter();
    let bars = lines.map(|[from, to]| bar(place(from), place(to), LINE * frame.side));
    bars.collect()
}

type Line = [(f64, f64); 2];

/// The lines of a pattern in the unit square.
fn lines(pattern: usize) -> Vec<Line> {
    let steps = |n: u32| (0..n).map(move |i| (f64::from(i) + 0.5) / f64::from(n));
    let across = |n| steps(n).map(|y| [(0.08, y), (0.92, y)]);
    let down = |n| steps(n).map(|x| [(x, 0.08), (x, 0.92)]);
    let rising = || steps(4).map(|s| diagonal(2.0 * s));
    let falling = || rising().map(|line| line.map(|(x, y)| (x, 1.0 - y)));
    match pattern {
        0 => rising().collect(),
        1 => falling().collect(),
        2 => across(4).collect(),
        3 => down(4).collect(),
        4 => rising().chain(falling()).collect(),
        5 => across(3).chain(down(3)).collect(),
        6 => frame_lines(0.1).into_iter().collect(),
        7 => frame_lines(0.1)
            .into_iter()
            .chain(frame_lines(0.28))
            .collect(),
        _ => across(8).collect(),
    }
}

/// The part of x + y = sum inside the unit square.
fn diagonal(sum: f64) -> Line {
    let (low, high) = ((sum - 1.0).max(0.0), sum.min(1.0));
    [(low, high), (high, low)]
}

/// The sides of a square within the unit square.
fn frame_lines(inset: f64) -> [Line; 4] {
    let (a, b) = (inset, 1.0 - inset);
    [
        [(a, a), (b, a)],
        [(b, a), (b, b)],
        [(b, b), (a, b)],
        [(a, b), (a, a)],
    ]
}

/// A straight line with a width, as a polygon.
pub(super) fn bar(from: (f64, f64), to: (f64, f64), width: f64) -> Polygon {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
    let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
    vec![
        (from.0 + nx, from.1 + ny),
        (to.0 + nx, to.1 + ny),
        (to.0 - nx, to.1 - ny),
        (from.0 - nx, from.1 - ny),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_differs_and_stays_in_its_square() {
        let frame = Frame {
            x: 0.0,
            y: 0.0,
            side: 1.0,
        };
        let all: Vec<Vec<Polygon>> = (0..9).map(|pattern| hatching(pattern, frame)).collect();
        for (index, pattern) in all.iter().enumerate() {
            assert!(!all[..index].contains(pattern), "{index}");
            for (x, y) in pattern.iter().flatten() {
                assert!((-0.05..1.05).contains(x) && (-0.05..1.05).contains(y));
            }
        }
    }
}
