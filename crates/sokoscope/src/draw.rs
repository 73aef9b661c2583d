//! Boards as pictures, with layers of facts and a legend.
//!
//! A layer of [`LAYERS`] marks squares, draws arrows and says what it found. Up to
//! [`MOST_LAYERS`] share a picture; each has its part of a cell, its hatching and its
//! letters, so that nothing is told by colour alone.

use soko_assist::{ArrowKind, Assistant, Certainty, LAYERS, Layer, Overlay, Question, layer};
use soko_core::{Board, Level, Square, State};
use soko_format::picture::{
    LegendLine, Look, MOST_LAYERS, PictureLayer, Sample, Scene, svg as svg_of,
};
use soko_search::Control;
use std::fmt;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// No layer has this name.
    NoLayer(String),
    /// There are more layers than a cell has parts.
    TooManyLayers(usize),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::NoLayer(name) => {
                let names: Vec<&str> = LAYERS.iter().map(|layer| layer.name).collect();
                let names = names.join(", ");
                write!(f, "no layer is called {name:?}; there are {names}")
            }
            DrawError::TooManyLayers(n) => {
                write!(
                    f,
                    "a picture has room for {MOST_LAYERS} layers, not for {n}"
                )
            }
        }
    }
}

impl std::error::Error for DrawError {}

/// A position with layers, by their names, as the text of an SVG file. Layers that
/// search are within the limits of the control; those that need something pointed at
/// get the first box or goal that suits them.
///
/// # Errors
///
/// If a layer has no such name, or if there are too many.
///
/// ```
/// use sokoscope::{Control, Level, draw};
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let control = &mut Control::default();
/// let svg = draw::svg(&level, &level.start(), &["dead", "pushes"], "One push", control).unwrap();
/// assert!(svg.starts_with("<svg") && svg.contains("<title>One push</title>"));
/// assert!(draw::svg(&level, &level.start(), &["ded"], "", control).is_err());
/// ```
pub fn svg(
    level: &Level,
    state: &State,
    layers: &[&str],
    title: &str,
    control: &mut Control<'_>,
) -> Result<String, DrawError> {
    if layers.len() > MOST_LAYERS {
        return Err(DrawError::TooManyLayers(layers.len()));
    }
    let board = level.board();
    let mut assistant = Assistant::new(level.clone());
    let mut shown = Vec::new();
    for &name in layers {
        let layer = layer::named(name).ok_or_else(|| DrawError::NoLayer(name.into()))?;
        let focus = layer.needs.default_at(board, state);
        let overlay = assistant.ask(layer, &Question { state, focus }, control);
        shown.push(picture_layer(layer, &overlay, board));
    }
    let scene = Scene::of(&level.picture(state), Some(level), &shown);
    Ok(svg_of::file(&scene, title))
}

/// What a layer shows, ready to be drawn.
pub fn picture_layer(layer: &Layer, overlay: &Overlay, board: &Board) -> PictureLayer {
    let at = |square: Square| board.coord(square);
    let tints = overlay.tints.iter();
    let arrows = overlay.arrows.iter();
    PictureLayer {
        tints: tints.map(|tint| (at(tint.square), tint.sign())).collect(),
        labels: (overlay.labels.iter())
            .map(|label| (at(label.square), label.text.clone()))
            .collect(),
        arrows: arrows
            .map(|arrow| (at(arrow.from), at(arrow.to), look(arrow.kind)))
            .collect(),
        legend: legend(layer, overlay),
    }
}

fn look(kind: ArrowKind) -> Look {
    match kind {
        ArrowKind::Push | ArrowKind::Hint => Look::Plain,
        ArrowKind::DeadPush => Look::Barred,
        ArrowKind::FreePath => Look::Double,
        ArrowKind::Match => Look::Dashed,
    }
}

/// The name of the layer, and a line for each kind of sign that it shows.
fn legend(layer: &Layer, overlay: &Overlay) -> Vec<LegendLine> {
    let labels = match overlay.labels.is_empty() {
        true => String::new(),
        false => format!(": {}", layer.marks),
    };
    let guess = match overlay.certainty {
        Certainty::Proved => "",
        Certainty::Heuristic => " (a guess)",
    };
    let mut lines = vec![LegendLine {
        sample: Sample::Nothing,
        text: format!("{}{guess}{labels}", layer.title),
    }];
    // Signs in the order of their kinds, each once.
    let mut tints: Vec<_> = overlay.tints.iter().collect();
    tints.sort_by_key(|tint| tint.kind);
    tints.dedup_by_key(|tint| tint.kind);
    lines.extend(tints.iter().map(|tint| LegendLine {
        sample: Sample::Tint(tint.sign()),
        text: tint.kind.meaning().into(),
    }));
    let mut arrows: Vec<ArrowKind> = overlay.arrows.iter().map(|arrow| arrow.kind).collect();
    arrows.sort_unstable();
    arrows.dedup();
    lines.extend(arrows.iter().map(|kind| LegendLine {
        sample: Sample::Arrow(look(*kind)),
        text: kind.meaning().into(),
    }));
    lines
}
