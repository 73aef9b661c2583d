//! A cost against a number, both on logarithmic scales, as an SVG file of its own.
//!
//! Lines differ by dashes and carry their names at their ends, so that nothing hangs
//! on colour.

use super::plot::LogScale;
use crate::table::grouped;
use soko_format::xml::escaped;
use std::fmt::Write;

/// One line of the plot.
#[derive(Clone, Debug)]
pub struct CostLine {
    /// The name at its end.
    pub name: String,
    /// Numbers and what each costs, in the order of the numbers.
    pub points: Vec<(f64, f64)>,
}

const LEFT: f64 = 80.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 340.0;
const DASHES: [&str; 4] = ["none", "7 4", "2 3", "9 3 2 3"];
const STYLE: &str = "text{font:13px sans-serif;fill:#333}.grid{stroke:#ccc;fill:none}\
    .line{stroke:#246;stroke-width:2;fill:none}.dot{fill:#246}";

/// Draws the lines, with the names of both axes.
pub fn cost_plot(lines: &[CostLine], across: &str, up: &str) -> String {
    // 1. The scales.
    let points = || lines.iter().flat_map(|line| &line.points);
    let x = LogScale::around(points().map(|point| point.0), LEFT, RIGHT);
    let y = LogScale::around(points().map(|point| point.1), BOTTOM, TOP);
    let longest = lines.iter().map(|line| line.name.chars().count()).max();
    let width = RIGHT + 24.0 + 8.0 * longest.unwrap_or(0) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 390\" role=\"img\" \
         aria-label=\"{} against {}\"><style>{STYLE}</style>",
        escaped(up),
        escaped(across)
    );
    // 2. The grid. A text takes whatever is written to it.
    for tick in x.ticks() {
        let at = x.place(tick);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} {TOP}V{BOTTOM}\"/><text x=\"{at:.1}\" y=\"358\" \
             text-anchor=\"middle\">{}</text>",
            number(tick)
        );
    }
    for tick in y.ticks() {
        let (at, before) = (y.place(tick), LEFT - 8.0);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{RIGHT}\"/><text x=\"{before}\" \
             y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            number(tick)
        );
    }
    let middle = (LEFT + RIGHT) / 2.0;
    let _ = write!(
        svg,
        "<text x=\"{middle}\" y=\"380\" text-anchor=\"middle\">{}</text><text x=\"8\" y=\"16\">{}</text>",
        escaped(across),
        escaped(up)
    );
    // 3. The lines.
    for (line, dashes) in lines.iter().zip(DASHES.iter().cycle()) {
        svg += &drawn(line, dashes, &x, &y);
    }
    svg + "</svg>\n"
}

fn drawn(line: &CostLine, dashes: &str, x: &LogScale, y: &LogScale) -> String {
    let places = line.points.iter().map(|&(a, b)| (x.place(a), y.place(b)));
    let places: Vec<(f64, f64)> = places.collect();
    let corners: Vec<String> = places
        .iter()
        .map(|(a, b)| format!("{a:.1} {b:.1}"))
        .collect();
    let mut svg = format!(
        "<path class=\"line\" stroke-dasharray=\"{dashes}\" d=\"M{}\"/>",
        corners.join("L")
    );
    for (a, b) in &places {
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{a:.1}\" cy=\"{b:.1}\" r=\"3\"/>"
        );
    }
    if let Some((_, b)) = places.last() {
        let (at, name) = (RIGHT + 10.0, escaped(&line.name));
        let _ = write!(svg, "<text x=\"{at}\" y=\"{:.1}\">{name}</text>", b + 4.0);
    }
    svg
}

fn number(value: f64) -> String {
    match value {
        small if small < 1.0 => format!("{small}"),
        large => grouped(large.round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_rises_to_the_right_and_names_are_escaped() {
        let line = CostLine {
            name: "a<b".into(),
            points: vec![(1.0, 10.0), (100.0, 1000.0)],
        };
        let svg = cost_plot(&[line], "patterns", "nanoseconds");
        assert!(svg.contains("M80.0 340.0L560.0 30.0"), "{svg}");
        assert!(
            svg.contains("a&lt;b") && svg.contains(">1,000</text>"),
            "{svg}"
        );
    }
}
