//! A level of a file of tile games, and how lines name it.

use crate::output;
use serde_json::{Map, Value, json};
use soko_tiles::TileLevel;

/// A level with its place in the file.
pub struct Numbered {
    /// The number, from 1.
    pub number: usize,
    /// The level.
    pub level: TileLevel,
}

impl Numbered {
    /// Its game, number and title.
    pub fn name(&self) -> String {
        let title = self
            .level
            .title()
            .map_or(String::new(), |t| format!(" {t}"));
        format!("{} {}{title}", self.level.rules().name(), self.number)
    }

    /// What every JSON line about it begins with.
    pub fn object(&self) -> Map<String, Value> {
        let fields = [
            ("schema", json!(output::SCHEMA)),
            ("game", json!(self.level.rules().name())),
            ("level", json!(self.number)),
            ("title", json!(self.level.title())),
        ];
        fields
            .map(|(name, value)| (name.to_string(), value))
            .into_iter()
            .collect()
    }
}
