//! The games that come with the program, each a file of rules and one of levels.

use crate::{Rules, read_rules};
use std::sync::{Arc, OnceLock};

/// A game that comes with the program.
#[derive(Debug)]
pub struct BuiltIn {
    /// The name that a level's `game:` line uses.
    pub name: &'static str,
    /// Its rules as a file.
    pub rules: &'static str,
    /// Its levels as a file.
    pub levels: &'static str,
}

macro_rules! built_in {
    ($($name:literal),*) => {
        &[$(BuiltIn {
            name: $name,
            rules: include_str!(concat!("../games/", $name, ".toml")),
            levels: include_str!(concat!("../games/", $name, ".txt")),
        }),*]
    };
}

/// All of them.
pub const BUILT_IN: &[BuiltIn] =
    built_in!["sokoban", "sliders", "one-way", "cyberbox", "ice", "ledge"];

/// The rules of a game that comes with the program.
pub fn game_named(name: &str) -> Option<Arc<Rules>> {
    static READ: OnceLock<Vec<Arc<Rules>>> = OnceLock::new();
    let read = |game: &BuiltIn| {
        let rules = read_rules(game.rules).expect("our own rules are sound");
        Arc::new(rules)
    };
    let all = READ.get_or_init(|| BUILT_IN.iter().map(read).collect());
    let place = BUILT_IN.iter().position(|game| game.name == name)?;
    Some(Arc::clone(&all[place]))
}
