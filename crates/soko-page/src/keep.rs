//! What is kept for the player, and who keeps it.
//!
//! Questions about games, solutions, days and collections ask a [`Keep`]. There are
//! two: the server's database, and the rows that a browser keeps where there is no
//! server. Levels are known by their exact id, the *key*, so what a player has done
//! follows a level from collection to collection. Events are never changed and never
//! deleted; a *tree* is a key and a mode.

use serde::{Deserialize, Serialize};
use soko_core::{Deed, Event, Maker, Verified};
use std::collections::BTreeMap;
use std::fmt;

/// Why a change was not kept. Goes on a sentence: "nothing is being saved: …".
#[derive(Clone, Debug)]
pub struct Trouble {
    words: String,
}

impl Trouble {
    /// Trouble in these words.
    pub fn new(words: impl Into<String>) -> Trouble {
        Trouble {
            words: words.into(),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// What a store gives back.
pub type Kept<T> = Result<T, Trouble>;

/// Who keeps the player's things. A change that is acknowledged is safe.
pub trait Keep: Send + Sync {
    /// Why nothing is being kept, if that is known.
    fn unsaved(&self) -> Option<String>;

    /// Appends deeds to a tree, all of them or none, and gives the number of the last;
    /// each number is greater than all before it.
    fn append(&self, tree: (&str, &str), deeds: &[Deed]) -> Kept<u64>;
    /// The events of a tree after a number, in order.
    fn read(&self, tree: (&str, &str), since: u64) -> Kept<Vec<Event>>;
    /// The level in which something happened last.
    fn latest_key(&self) -> Kept<Option<String>>;
    /// The mode of the tree of a level in which something happened last.
    fn latest_mode(&self, key: &str) -> Kept<Option<String>>;

    /// Keeps a solution. One with these moves that is there already stays, with the
    /// maker that is more like the player.
    fn keep_solution(&self, key: &str, new: &NewSolution<'_>) -> Kept<()>;
    /// Forgets a solution; says whether it was there.
    fn drop_solution(&self, id: i64) -> Kept<bool>;
    /// The solutions of a level, the oldest first.
    fn solutions(&self, key: &str) -> Kept<Vec<KeptSolution>>;
    /// The day on which the player first solved each level that he solved himself.
    fn days_of_solving(&self) -> Kept<Vec<String>>;
    /// What the player has done, by key of the level.
    fn marks(&self) -> Kept<BTreeMap<String, Marks>>;

    /// Adds to the sums of a level on a day.
    fn add_to_day(&self, key: &str, day: &str, sums: &Sums) -> Kept<()>;
    /// All days, the earliest first.
    fn days(&self) -> Kept<Vec<Day>>;
    /// Keeps an attempt, or what has become of one; gives its number.
    fn keep_attempt(&self, one: &Attempt) -> Kept<i64>;
    /// All attempts, the earliest first.
    fn attempts(&self) -> Kept<Vec<Attempt>>;
    /// Forgets all attempts; gives how many there were.
    fn drop_attempts(&self) -> Kept<usize>;

    /// Keeps levels under a name; levels for a name in use are added at its end.
    fn keep_collection(&self, name: &str, levels: &[KeptLevel]) -> Kept<i64>;
    /// Gives a collection another name; false if there is no such collection, or
    /// another one has that name.
    fn rename_collection(&self, id: i64, name: &str) -> Kept<bool>;
    /// Forgets a collection; says whether it was there.
    fn drop_collection(&self, id: i64) -> Kept<bool>;
    /// Gives the level at a place, counted from 1, another title; says whether it was
    /// there.
    fn rename_level(&self, collection: i64, place: usize, title: &str) -> Kept<bool>;
    /// Takes the level at a place out of its collection; says whether it was there.
    fn drop_level(&self, collection: i64, place: usize) -> Kept<bool>;
    /// The name of a collection, if there is such a one.
    fn collection_name(&self, id: i64) -> Kept<Option<String>>;
    /// The kept collections: id, name and number of levels.
    fn collections(&self) -> Kept<Vec<(i64, String, usize)>>;
    /// The levels of a collection.
    fn levels(&self, collection: i64) -> Kept<Vec<KeptLevel>>;

    /// Keeps grades by key of the level, none where a level has none, with the edition of
    /// the models that gave them. A grade can be found again, so not everybody keeps them.
    fn keep_grades(&self, _edition: &str, _grades: &[(String, Option<f64>)]) -> Kept<()> {
        Ok(())
    }
    /// The grades that are kept of an edition, by key of the level.
    fn grades(&self, _edition: &str) -> Kept<BTreeMap<String, Option<f64>>> {
        Ok(BTreeMap::new())
    }
}

/// A level of a kept collection.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct KeptLevel {
    /// What it is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Its rows.
    pub board: String,
}

/// A solution that passed the referee, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct KeptSolution {
    /// Its number.
    pub id: i64,
    /// The moves as letters.
    pub moves: String,
    /// How many moves.
    pub n_moves: u64,
    /// How many of them are pushes.
    pub n_pushes: u64,
    /// Who made it, by name.
    pub by: String,
    /// With which engine, if a solver did.
    pub engine: Option<String>,
    /// How long it took, where that is known.
    pub seconds: Option<f64>,
    /// When it was found, in seconds since 1970.
    pub found: i64,
}

/// A solution to be kept.
pub struct NewSolution<'a> {
    /// The moves.
    pub verified: &'a Verified,
    /// Who made it.
    pub by: Maker,
    /// With which engine, if a solver did.
    pub engine: Option<&'a str>,
    /// How long it took, where that is known.
    pub seconds: Option<f64>,
}

impl KeptSolution {
    /// One that has no number and no time yet, because it is not kept.
    pub fn unkept(new: &NewSolution<'_>) -> KeptSolution {
        let metrics = new.verified.metrics();
        KeptSolution {
            id: 0,
            moves: new.verified.lurd(),
            n_moves: metrics.moves,
            n_pushes: metrics.pushes,
            by: new.by.name().into(),
            engine: new.engine.map(String::from),
            seconds: new.seconds,
            found: 0,
        }
    }
}

/// The best solutions of a level, whoever made them.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct Best {
    /// The one with the fewest pushes.
    pub pushes: Option<KeptSolution>,
    /// The one with the fewest moves.
    pub moves: Option<KeptSolution>,
}

impl Best {
    /// The best among these by each number, the other one deciding ties.
    pub fn of(solutions: &[KeptSolution]) -> Best {
        let by_pushes = solutions.iter().min_by_key(|s| (s.n_pushes, s.n_moves));
        let by_moves = solutions.iter().min_by_key(|s| (s.n_moves, s.n_pushes));
        Best {
            pushes: by_pushes.cloned(),
            moves: by_moves.cloned(),
        }
    }
}

/// The makers whose solutions count as the player's.
pub const PLAYER: [Maker; 3] = [Maker::You, Maker::Hints, Maker::Earlier];

/// What the library shows about a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Fewest pushes of the player's own solutions.
    pub pushes: Option<u64>,
    /// Fewest moves of the player's own solutions.
    pub moves: Option<u64>,
    /// By whom it is solved, the player before all others.
    pub by: Option<Maker>,
    /// Whether the player has moved in it.
    pub started: bool,
}

impl Marks {
    /// Notes solutions of a maker, and the fewest pushes and moves of them.
    pub fn note(&mut self, maker: Maker, pushes: u64, moves: u64) {
        self.by = Some(self.by.map_or(maker, |by| by.min(maker)));
        if PLAYER.contains(&maker) {
            let fewest = |known: Option<u64>, n: u64| Some(known.map_or(n, |k| k.min(n)));
            self.pushes = fewest(self.pushes, pushes);
            self.moves = fewest(self.moves, moves);
        }
    }
}

/// What was done, in numbers.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq)]
#[serde(default)]
pub struct Sums {
    /// Time at the board.
    pub seconds: f64,
    /// Moves made.
    pub moves: u32,
    /// Moves taken back.
    pub undos: u32,
    /// Hints asked for.
    pub hints: u32,
    /// Pushes after which the position was proved to be lost.
    pub lost: u32,
}

impl Sums {
    /// Adds others to these.
    pub fn add(&mut self, others: &Sums) {
        self.seconds += others.seconds;
        self.moves += others.moves;
        self.undos += others.undos;
        self.hints += others.hints;
        self.lost += others.lost;
    }
}

/// What was done in a level on a day.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Day {
    /// The level.
    pub key: String,
    /// As the player's calendar says: `2026-11-17`.
    pub day: String,
    /// What was done.
    #[serde(flatten)]
    pub sums: Sums,
}

/// One attempt at a level, from its first move to its solution or its end.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// None for one that is not kept yet.
    pub id: Option<i64>,
    /// The level.
    #[serde(default)]
    pub key: String,
    /// What it is called.
    #[serde(default)]
    pub title: String,
    /// When it began, in seconds since 1970.
    #[serde(default)]
    pub started: i64,
    /// How long it took.
    pub seconds: f64,
    /// Moves of the line at its end.
    pub moves: u32,
    /// Pushes of it.
    pub pushes: u32,
    /// Moves taken back.
    pub undos: u32,
    /// Hints asked for.
    pub hints: u32,
    /// The number of the first push after which the position was proved lost.
    pub first_losing_push: Option<u32>,
    /// Whether it ended with a solution.
    pub solved: bool,
    /// From 1, easy, to 5, hard.
    pub rating: Option<u8>,
}
