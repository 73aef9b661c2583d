//! Layers of the assistant as layers of a picture, with a legend.

use soko_assist::{ArrowKind, Certainty, Layer, Overlay};
use soko_core::{Board, Square};
use soko_format::picture::{LegendLine, Look, PictureLayer, Sample};

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
