//! Everything that the questions of the page are asked of.

use crate::keep::Keep;
use crate::memory::Memory;
use crate::places::{Elsewhere, Place};
use crate::reading::CollectionView;
use crate::trees::Trees;
use soko_core::LevelId;
use soko_solve::deadlock::Patterns;
use std::sync::OnceLock;

/// What is known, what is kept, and where levels come from.
pub struct Page {
    /// What is kept of levels and maps between two questions.
    pub memory: Memory,
    /// What is kept for the player.
    pub store: Box<dyn Keep>,
    pub(crate) trees: Trees,
    pub(crate) opened: Option<(String, Vec<u8>)>,
    pub(crate) elsewhere: Option<Elsewhere>,
    /// What was found out about collections that cannot change: what there is
    /// elsewhere, and where each level of them is.
    pub(crate) known_by_name: OnceLock<Vec<CollectionView>>,
    pub(crate) places: OnceLock<Vec<(LevelId, Place)>>,
}

impl Page {
    /// A page over a store, whose assistants look for these deadlock patterns.
    pub fn new(store: Box<dyn Keep>, patterns: &Patterns) -> Page {
        Page {
            memory: Memory::new(patterns),
            store,
            trees: Trees::default(),
            opened: None,
            elsewhere: None,
            known_by_name: OnceLock::new(),
            places: OnceLock::new(),
        }
    }

    /// With a collection that the user opened on the command line: name and bytes.
    pub fn with_opened(mut self, opened: Option<(String, Vec<u8>)>) -> Page {
        self.opened = opened;
        self
    }

    /// With collections that are known by name.
    pub fn with_elsewhere(mut self, elsewhere: Option<Elsewhere>) -> Page {
        self.elsewhere = elsewhere;
        self
    }

    /// Forgets what it knows of game trees: the store has changed under them.
    pub fn forget_trees(&self) {
        self.trees.forget();
    }
}
