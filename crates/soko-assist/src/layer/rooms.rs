//! Rooms and tunnels, LISA's first layer: which squares are corridors one square
//! wide. A fact of the walls alone, and proved in that sense; see
//! [`soko_core::facts::Rooms`] for the patterns.

use super::{Focus, Layer, LayerKind};
use crate::{Assistant, Certainty, Overlay, Question, TintKind};
use soko_core::{Squares, facts::Rooms};
use soko_search::Control;

/// The row of this layer in the table.
pub const LAYER: Layer = Layer {
    name: "rooms",
    title: "Rooms and tunnels",
    kind: LayerKind::Area,
    needs: Focus::Nothing,
    certainty: Certainty::Proved,
    summary: "Which squares are corridors one square wide, and which are rooms",
    marks: "the number of a room, t in a tunnel",
    show,
};

fn show(assistant: &mut Assistant, _: &Question<'_>, _: &mut Control<'_>) -> Overlay {
    let board = assistant.level.board();
    let rooms = Rooms::new(board);
    let mut overlay = LAYER.overlay();
    overlay.tint_all(rooms.tunnel_squares.iter(), TintKind::Tunnel);
    for (number, room) in (1..).zip(&rooms.rooms) {
        overlay.tint_numbered(room.iter(), TintKind::Room, number);
    }
    let (n_rooms, n_tunnels) = (rooms.rooms.len(), rooms.tunnels.len());
    overlay.say(format!("Rooms: {n_rooms}. Tunnels: {n_tunnels}."));
    overlay
}
