//! Plots as SVG text: solved against effort, and one engine against another.
//!
//! Colours come from the page's style by class, so that light and dark both work;
//! lines also differ by dashes and carry their names at their ends, and marks
//! differ by shape, so that nothing hangs on colour alone.

use crate::table::grouped;
use soko_format::xml::escaped;
use std::fmt::Write;

/// How many series the style can tell apart before it starts anew.
pub const N_SERIES: usize = 8;

/// A logarithmic scale from a range of values to a range of pixels.
pub(super) struct LogScale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl LogScale {
    /// A scale over whole powers of ten around all values.
    pub(super) fn around(values: impl Iterator<Item = f64>, from: f64, to: f64) -> LogScale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            low = low.min(value.log10().floor());
            high = high.max(value.log10().ceil());
        }
        if !low.is_finite() {
            (low, high) = (0.0, 1.0);
        }
        if high <= low {
            high = low + 1.0;
        }
        LogScale {
            low,
            high,
            from,
            to,
        }
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value.log10() - self.low) / (self.high - self.low);
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// The powers of ten on the scale, every second or third one if there are
    /// many.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let n = (self.high - self.low) as usize;
        let every = n.div_ceil(7).max(1);
        let exponents = (0..=n).step_by(every).map(|i| self.low + i as f64);
        exponents.map(|exponent| 10f64.powf(exponent)).collect()
    }
}

/// What is measured on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Seconds on the clock.
    Seconds,
    /// States expanded.
    Expansions,
}

impl Quantity {
    /// The name on the axis.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Seconds => "seconds",
            Quantity::Expansions => "states expanded",
        }
    }

    /// The least value worth telling from zero.
    pub fn least(self) -> f64 {
        match self {
            Quantity::Seconds => 1e-4,
            Quantity::Expansions => 1.0,
        }
    }

    fn label(self, value: f64) -> String {
        if self == Quantity::Seconds || value < 1.0 {
            let digits = (-value.log10().round()).max(0.0) as usize;
            return format!("{value:.digits$}");
        }
        match value {
            v if v >= 1e9 => format!("{} G", (v / 1e9).round()),
            v if v >= 1e6 => format!("{} M", (v / 1e6).round()),
            v if v >= 1e4 => format!("{} k", (v / 1e3).round()),
            v => grouped(v.round() as u64),
        }
    }
}

/// One line of a plot of solved levels: what each solved level took.
pub struct Series {
    /// The name at the end of the line.
    pub name: String,
    /// The effort for each solved level, in any order.
    pub efforts: Vec<f64>,
}

/// What a letter of a label takes, near enough.
const LETTER: f64 = 7.5;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 570.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 350.0;

/// How many levels each has solved within an effort a level.
pub fn solved_plot(series: &[Series], quantity: Quantity, n_levels: usize) -> String {
    let efforts = series.iter().flat_map(|s| s.efforts.iter().copied());
    let least = quantity.least();
    let x = LogScale::around(efforts.map(|e| e.max(least)), LEFT, RIGHT);
    let y = |n: usize| BOTTOM - (BOTTOM - TOP) * n as f64 / n_levels.max(1) as f64;
    let longest = series.iter().map(|s| s.name.chars().count()).max();
    let width = RIGHT + 80.0 + LETTER * longest.unwrap_or(0) as f64;
    let mut svg = format!(
        "<svg class=\"plot\" style=\"width:{width}px\" viewBox=\"0 0 {width} {HEIGHT}\" role=\"img\" aria-label=\"levels solved against {}\">",
        quantity.name()
    );
    // 1. The grid: powers of ten, and numbers of levels.
    for tick in x.ticks() {
        let (at, label) = (x.place(tick), quantity.label(tick));
        let below = BOTTOM + 18.0;
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} {TOP}V{BOTTOM}\"/><text class=\"tick\" x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{label}</text>"
        );
    }
    for n in level_ticks(n_levels) {
        let (at, before) = (y(n), LEFT - 8.0);
        let text_at = at + 4.0;
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{RIGHT}\"/><text class=\"tick\" x=\"{before}\" y=\"{text_at:.1}\" text-anchor=\"end\">{n}</text>"
        );
    }
    let (middle, under) = ((LEFT + RIGHT) / 2.0, BOTTOM + 40.0);
    let _ = write!(
        svg,
        "<text class=\"axis\" x=\"{middle}\" y=\"{under}\" text-anchor=\"middle\">{} a level (logarithmic)</text>",
        quantity.name()
    );
    // 2. A staircase each: one step up at the effort of every solved level.
    let mut ends = Vec::new();
    for (index, line) in series.iter().enumerate() {
        let mut efforts: Vec<f64> = line.efforts.iter().map(|e| e.max(least)).collect();
        efforts.sort_by(f64::total_cmp);
        let mut path = format!("M{LEFT} {BOTTOM}");
        for (i, &effort) in efforts.iter().enumerate() {
            let _ = write!(path, "H{:.1}V{:.1}", x.place(effort), y(i + 1));
        }
        let _ = write!(path, "H{RIGHT}");
        let class = index % N_SERIES;
        let _ = write!(svg, "<path class=\"line s{class}\" d=\"{path}\"/>");
        ends.push((y(efforts.len()), index, efforts.len()));
    }
    svg += &end_labels(series, ends);
    svg + "</svg>"
}

/// Names and counts at the right ends of the lines, pushed apart where they meet.
fn end_labels(series: &[Series], mut ends: Vec<(f64, usize, usize)>) -> String {
    const LINE: f64 = 17.0;
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut svg = String::new();
    let mut lowest = TOP - LINE;
    for (end, index, solved) in ends {
        let at = end.max(lowest + LINE);
        lowest = at;
        let (x1, x2, x3) = (RIGHT + 6.0, RIGHT + 30.0, RIGHT + 36.0);
        let (class, text_at) = (index % N_SERIES, at + 4.0);
        let name = escaped(&series[index].name);
        let _ = write!(
            svg,
            "<path class=\"line s{class}\" d=\"M{x1} {at:.1}H{x2}\"/><text class=\"label\" x=\"{x3}\" y=\"{text_at:.1}\">{solved} {name}</text>"
        );
    }
    svg
}

fn level_ticks(n_levels: usize) -> Vec<usize> {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    let step = steps.into_iter().find(|step| n_levels / step <= 8);
    (0..=n_levels).step_by(step.unwrap_or(10_000)).collect()
}

/// One level in a plot of two engines.
pub struct Dot {
    /// The effort of the first, if it solved the level.
    pub first: Option<f64>,
    /// The effort of the second, if it solved the level.
    pub second: Option<f64>,
    /// The level's name.
    pub name: String,
    /// The anchor of the level on the page.
    pub anchor: String,
}

const SIDE: f64 = 430.0;
const INNER_LOW: f64 = 70.0;
const INNER_HIGH: f64 = 350.0;
const UNSOLVED: f64 = 380.0;

/// Each level as a mark: to the right what it cost the first, upwards the second.
/// Marks above the diagonal are levels on which the first was better.
pub fn duel_plot(first: &str, second: &str, quantity: Quantity, dots: &[Dot]) -> String {
    let least = quantity.least();
    let values = dots.iter().flat_map(|dot| [dot.first, dot.second]);
    let scale = LogScale::around(
        values.flatten().map(|v| v.max(least)),
        INNER_LOW,
        INNER_HIGH,
    );
    let flip = |along: f64| SIDE - along;
    let place = |value: Option<f64>| value.map_or(UNSOLVED, |v| scale.place(v.max(least)));
    let mut svg = format!(
        "<svg class=\"plot duel\" viewBox=\"0 0 {SIDE} {SIDE}\" role=\"img\" aria-label=\"{} of {} against {}\">",
        quantity.name(),
        escaped(first),
        escaped(second)
    );
    svg += &duel_frame(first, second, quantity, &scale);
    for dot in dots {
        let (x, y) = (place(dot.first), flip(place(dot.second)));
        let _ = write!(
            svg,
            "<a href=\"#{}\"><path class=\"{}\" d=\"{}\"/><circle class=\"hit\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\"><title>{}</title></circle></a>",
            dot.anchor,
            class_of(dot),
            shape_of(dot, x, y),
            escaped(&tooltip(dot, quantity, first, second)),
        );
    }
    svg + "</svg>"
}

/// Grid, diagonal, the lines for what was not solved, and the names of the axes.
fn duel_frame(first: &str, second: &str, quantity: Quantity, scale: &LogScale) -> String {
    let flip = |along: f64| SIDE - along;
    let mut svg = String::new();
    let (bottom, top) = (flip(INNER_LOW), flip(UNSOLVED + 14.0));
    let end = UNSOLVED + 14.0;
    // 1. A grid with its numbers along both sides.
    for tick in scale.ticks() {
        let (at, label) = (scale.place(tick), quantity.label(tick));
        let (up, below, before, text_at) =
            (flip(at), bottom + 16.0, INNER_LOW - 6.0, flip(at) + 4.0);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} {bottom}V{top}M{INNER_LOW} {up:.1}H{end}\"/>\
             <text class=\"tick\" x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{label}</text>\
             <text class=\"tick\" x=\"{before}\" y=\"{text_at:.1}\" text-anchor=\"end\">{label}</text>"
        );
    }
    // 2. The diagonal of equals, the lines of what is open, and the names.
    let (limit_up, diagonal_end) = (flip(UNSOLVED), flip(INNER_HIGH));
    let (below, middle, under) = (bottom + 16.0, (INNER_LOW + INNER_HIGH) / 2.0, bottom + 40.0);
    let (before, text_at, turn) = (INNER_LOW - 6.0, limit_up + 4.0, flip(middle));
    let _ = write!(
        svg,
        "<path class=\"diagonal\" d=\"M{INNER_LOW} {bottom}L{INNER_HIGH} {diagonal_end}\"/>\
         <path class=\"limit\" d=\"M{UNSOLVED} {bottom}V{top}M{INNER_LOW} {limit_up}H{end}\"/>\
         <text class=\"tick\" x=\"{UNSOLVED}\" y=\"{below}\" text-anchor=\"middle\">open</text>\
         <text class=\"tick\" x=\"{before}\" y=\"{text_at}\" text-anchor=\"end\">open</text>\
         <text class=\"axis\" x=\"{middle}\" y=\"{under}\" text-anchor=\"middle\">{}</text>\
         <text class=\"axis\" transform=\"translate(16 {turn}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        escaped(first),
        escaped(second)
    );
    svg
}

fn class_of(dot: &Dot) -> &'static str {
    match (dot.first, dot.second) {
        (Some(_), Some(_)) => "dot both",
        (Some(_), None) => "dot first",
        (None, Some(_)) => "dot second",
        (None, None) => "dot neither",
    }
}

/// A circle for both, triangles for one of them, a cross for neither.
fn shape_of(dot: &Dot, x: f64, y: f64) -> String {
    match (dot.first, dot.second) {
        (Some(_), Some(_)) => format!(
            "M{:.1} {y:.1}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
            x - 3.5
        ),
        (Some(_), None) => format!("M{x:.1} {:.1}l4.5 8h-9z", y - 5.0),
        (None, Some(_)) => format!("M{:.1} {y:.1}l-8 4.5v-9z", x + 5.0),
        (None, None) => format!("M{:.1} {:.1}l7 7m0 -7l-7 7", x - 3.5, y - 3.5),
    }
}

fn tooltip(dot: &Dot, quantity: Quantity, first: &str, second: &str) -> String {
    let show = |value: Option<f64>| match (value, quantity) {
        (None, _) => "not solved".to_owned(),
        (Some(v), Quantity::Seconds) => format!("{v:.3} s"),
        (Some(v), Quantity::Expansions) => grouped(v as u64),
    };
    format!(
        "{}\n{first}: {}\n{second}: {}",
        dot.name,
        show(dot.first),
        show(dot.second)
    )
}
