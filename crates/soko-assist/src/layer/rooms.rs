//! Rooms and tunnels, LISA's first layer: which squares are corridors one square
//! wide. A fact of the walls alone, and proved in that sense; see
//! [`soko_core::facts::Rooms`] for the patterns.

use super::{LayerEntry, LayerId, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::{Squares, facts::Rooms};
use soko_search::Control;

pub(super) const ENTRY: LayerEntry = LayerEntry {
    id: LayerId::Rooms,
    name: "rooms",
    title: "Rooms and tunnels",
    summary: "Which squares are corridors one square wide, and which are rooms",
    kind: LayerKind::Area,
    needs_focus: false,
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let board = assistant.level.board();
    let rooms = Rooms::new(board);
    let mut overlay = Overlay::new(LayerId::Rooms, Certainty::Proved);
    for square in board.squares() {
        let is_tunnel = rooms.tunnel_squares.contains(square);
        let kind = if is_tunnel {
            TintKind::Tunnel
        } else {
            TintKind::Room
        };
        overlay.tint(square, kind);
    }
    let (n_rooms, n_tunnels) = (rooms.rooms.len(), rooms.tunnels.len());
    overlay.say(format!("Rooms: {n_rooms}. Tunnels: {n_tunnels}."));
    overlay
}
