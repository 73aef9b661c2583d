//! What all searches of a level read, and the table that they all write to.

use crate::champion::features::halls::Halls;
use crate::champion::features::hotspots::Hotspots;
use crate::champion::features::weights::Weights;
use crate::champion::two_ends::meeting_table::MeetingTable;
use crate::ground::level::LevelGround;
use soko_core::{Level, Squares};

/// Made once a level.
pub(crate) struct Setting<S> {
    pub(crate) ground: LevelGround<S>,
    pub(crate) halls: Halls,
    pub(crate) hotspots: Hotspots<S>,
    pub(crate) meeting_table: MeetingTable,
    /// What features are worth to walks with trained weights.
    pub(crate) trained: Weights,
}

impl<S: Squares> Setting<S> {
    pub(crate) fn new(level: &Level, trained: Weights) -> Setting<S> {
        let ground = LevelGround::new(level);
        Setting {
            halls: Halls::new(level.board(), &ground),
            hotspots: Hotspots::new(&ground),
            meeting_table: MeetingTable::of_ends(&ground),
            ground,
            trained,
        }
    }
}
