//! The assistant's layers for a position.
//!
//! One assistant a level is kept in the cache; it answers one question at a time.
//! A question has a budget, after which layers hand over what they have; the page
//! then asks again with more patience, and what was worked out is still there.

use crate::fault::Fault;
use crate::game_text::GameText;
use crate::levels::Known;
use crate::memory::Memory;
use serde::{Deserialize, Serialize};
use soko_assist::{
    ArrowKind, Focus, LAYERS, Layer, LayerKind, Overlay, PATIENT, PRESETS, QUICK, Question,
    TintKind, layer, within,
};
use soko_core::State;
use std::collections::BTreeMap;

/// What the page can offer.
#[derive(Serialize)]
pub struct Catalogue {
    layers: Vec<LayerView>,
    presets: Vec<PresetView>,
    /// What the kinds of marks mean, by name, for legends.
    meanings: Meanings,
}

#[derive(Serialize)]
struct Meanings {
    tints: BTreeMap<&'static str, &'static str>,
    arrows: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LayerView {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    /// What its numbers and letters are.
    marks: &'static str,
    kind: &'static str,
    needs_focus: bool,
}

#[derive(Serialize)]
struct PresetView {
    name: &'static str,
    summary: &'static str,
    layers: Vec<&'static str>,
    /// Arrows of so many boxes are drawn at full strength; all if none.
    nearest: Option<usize>,
}

/// The layers and presets there are.
pub fn catalogue() -> Catalogue {
    let layers = LAYERS.iter().map(|layer| LayerView {
        name: layer.name,
        title: layer.title,
        summary: layer.summary,
        marks: layer.marks,
        kind: layer.kind.name(),
        needs_focus: layer.needs != Focus::Nothing,
    });
    let presets = PRESETS.iter().map(|preset| PresetView {
        name: preset.name,
        summary: preset.summary,
        layers: preset.layers.iter().map(|layer| layer.name).collect(),
        nearest: (preset.n_boxes < usize::MAX).then_some(preset.n_boxes),
    });
    Catalogue {
        layers: layers.collect(),
        presets: presets.collect(),
        meanings: Meanings {
            tints: TintKind::ALL.map(|k| (k.name(), k.meaning())).into(),
            arrows: ArrowKind::ALL.map(|k| (k.name(), k.meaning())).into(),
        },
    }
}

/// Which layers of which position.
#[derive(Deserialize)]
pub struct LayersRequest {
    #[serde(flatten)]
    game: GameText,
    layers: Vec<String>,
    /// The cell that the player points at.
    focus: Option<u32>,
    /// Arrows of boxes beyond so many nearest to the man are faded.
    nearest: Option<usize>,
    /// Whether the answer may come a little later.
    #[serde(default)]
    patient: bool,
}

/// What one layer shows.
#[derive(Serialize)]
pub struct OverlayView {
    layer: &'static str,
    certainty: &'static str,
    tints: Vec<TintView>,
    arrows: Vec<ArrowView>,
    labels: Vec<LabelView>,
    /// Cells of walls that take part in a deadlock.
    walls: Vec<u32>,
    sentences: Vec<String>,
    complete: bool,
}

#[derive(Serialize)]
struct TintView {
    cell: u32,
    kind: &'static str,
    strength: u8,
}

#[derive(Serialize)]
struct ArrowView {
    from: u32,
    to: u32,
    kind: &'static str,
    strength: u8,
    reason: Option<String>,
}

#[derive(Serialize)]
struct LabelView {
    cell: u32,
    text: String,
}

/// What layers show of a position.
pub fn layers(memory: &Memory, request: &LayersRequest) -> Result<Vec<OverlayView>, Fault> {
    let known = memory.levels.know(&request.game.level)?;
    let state = position(&request.game, &known)?;
    let focus = request.focus.map(|cell| known.square(cell)).transpose()?;
    let question = Question {
        focus,
        ..Question::new(&state)
    };
    let mut control = within(if request.patient { PATIENT } else { QUICK });
    let mut assistant = known.assistant();
    let mut shown = Vec::new();
    for layer in chosen(&request.layers)? {
        if layer.needs != Focus::Nothing && focus.is_none() {
            continue;
        }
        let mut overlay = assistant.ask(layer, &question, &mut control);
        if let Some(nearest) = request.nearest {
            overlay.fade_far_arrows(known.level.board(), state.man, nearest);
        }
        shown.push(view(&known, overlay));
    }
    let bytes = assistant.bytes();
    drop(assistant);
    memory.levels.weigh(&request.game.level, &known, bytes);
    Ok(shown)
}

/// The position of a forward game; layers know no other.
fn position(game: &GameText, known: &Known) -> Result<State, Fault> {
    Ok(game.level_here(known)?.start())
}

/// The layers of these names. The alert comes first: it must not wait for the
/// arrows.
fn chosen(names: &[String]) -> Result<Vec<&'static Layer>, Fault> {
    let find = |name: &String| {
        let all = LAYERS.iter().map(|layer| layer.name);
        layer::named(name).ok_or_else(|| Fault::no_such("layer", name, all))
    };
    let mut layers: Vec<&Layer> = Vec::new();
    for name in names {
        let layer = find(name)?;
        if !layers.iter().any(|known| known.name == layer.name) {
            layers.push(layer);
        }
    }
    layers.sort_by_key(|layer| layer.kind != LayerKind::Alert);
    Ok(layers)
}

fn view(known: &Known, overlay: Overlay) -> OverlayView {
    let tints = overlay.tints.iter().map(|tint| TintView {
        cell: known.cell(tint.square),
        kind: tint.kind.name(),
        strength: tint.strength,
    });
    let arrows = overlay.arrows.iter().map(|arrow| ArrowView {
        from: known.cell(arrow.from),
        to: known.cell(arrow.to),
        kind: arrow.kind.name(),
        strength: arrow.strength,
        reason: arrow.reason.clone(),
    });
    let labels = overlay.labels.iter().map(|label| LabelView {
        cell: known.cell(label.square),
        text: label.text.clone(),
    });
    // Walls are no squares, so they are named by their cells.
    let walls = overlay.walls.iter().map(|wall| {
        let at = known.level.board().coord(wall.square);
        let (rows, cols) = wall.side.offset();
        let row = at.row.saturating_add_signed(rows);
        let col = at.col.saturating_add_signed(cols);
        row * known.level.board().width() + col
    });
    OverlayView {
        layer: overlay.layer,
        certainty: overlay.certainty.name(),
        tints: tints.collect(),
        arrows: arrows.collect(),
        labels: labels.collect(),
        walls: walls.collect(),
        sentences: overlay.sentences,
        complete: overlay.is_complete,
    }
}
