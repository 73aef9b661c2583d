//! A row of the table of layers.

use crate::{Assistant, Certainty, Overlay, Question};
use soko_core::{Board, Square, Squares, State};
use soko_search::Control;

/// Where a layer belongs; several of a kind can be shown at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// Tints squares.
    Area,
    /// Draws arrows.
    Arrow,
    /// Speaks up by itself.
    Alert,
}

impl LayerKind {
    /// The word used in data: `area`, `arrow` or `alert`.
    pub const fn name(self) -> &'static str {
        match self {
            LayerKind::Area => "area",
            LayerKind::Arrow => "arrow",
            LayerKind::Alert => "alert",
        }
    }
}

/// What a layer must have pointed at to show anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// Nothing.
    Nothing,
    /// A box.
    Box,
    /// A square without a box.
    Square,
}

impl Focus {
    /// What to point at where nobody points: the first box, or the first goal
    /// without one.
    pub fn default_at(self, board: &Board, state: &State) -> Option<Square> {
        match self {
            Focus::Nothing => None,
            Focus::Box => state.boxes.lowest(),
            Focus::Square => board.goals().difference(&state.boxes).lowest(),
        }
    }
}

/// A layer: its names, and how it is worked out.
pub struct Layer {
    /// Its name in data and on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it belongs.
    pub kind: LayerKind,
    /// What must be pointed at.
    pub needs: Focus,
    /// How far what it shows can be trusted.
    pub certainty: Certainty,
    /// What it shows, in one sentence without a full stop.
    pub summary: &'static str,
    /// What its marks look like on a board of characters.
    pub marks: &'static str,
    /// Works it out.
    pub(super) show: fn(&mut Assistant, &Question<'_>, &mut Control<'_>) -> Overlay,
}

impl std::fmt::Debug for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Layer").field(&self.name).finish()
    }
}

impl Layer {
    /// An overlay of this layer with nothing on it yet.
    pub(super) fn overlay(&self) -> Overlay {
        Overlay::new(self.name, self.certainty)
    }
}

impl Assistant {
    /// What a layer shows of a position. A stopped layer hands over what it has.
    pub fn ask(
        &mut self,
        layer: &Layer,
        question: &Question<'_>,
        control: &mut Control<'_>,
    ) -> Overlay {
        (layer.show)(self, question, control)
    }
}
