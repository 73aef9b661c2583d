//! Solutions that somebody claims: from a file, from a collection, from the
//! command line.

use crate::exit_code::Failure;
use crate::source::{self, Loaded};
use serde_json::Value;
use soko_core::Direction;
use soko_format::{Diagnostic, Entry, MoveText, lurd::LurdError, read_collection};

/// Moves that are said to solve a level.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The level's number, if the file says it.
    level: Option<usize>,
    /// The level's collection, if the file says it.
    collection: Option<String>,
    /// What the moves are called.
    pub title: String,
    /// The moves as written.
    pub moves: String,
    /// Where they come from.
    pub file: String,
    /// The line there, from 1.
    pub line: usize,
}

impl Claim {
    /// Moves from the command line.
    pub fn of_moves(title: &str, moves: &str) -> Claim {
        Claim {
            level: None,
            collection: None,
            title: title.to_string(),
            moves: moves.to_string(),
            file: title.to_string(),
            line: 1,
        }
    }

    /// The level's number, if the file says it.
    pub fn level(&self) -> Option<usize> {
        self.level
    }

    /// The level's collection, if the file says it.
    pub fn collection(&self) -> Option<&str> {
        self.collection.as_deref()
    }

    /// The claimed moves.
    pub fn directions(&self) -> Result<Vec<Direction>, Unreadable> {
        let game: MoveText = self.moves.parse().map_err(|error: LurdError| {
            let mut problem = error.diagnostic(&self.moves);
            problem.line = Some(self.line);
            Unreadable::Text(Box::new(problem))
        })?;
        game.directions().ok_or(Unreadable::Reverse)
    }
}

/// Why a claim holds no moves that could solve anything.
#[derive(Debug)]
pub enum Unreadable {
    /// The moves cannot be read; the text and its place are in the diagnostic.
    Text(Box<Diagnostic>),
    /// They are moves of reverse play.
    Reverse,
}

/// What is said about moves of reverse play.
pub const REVERSE: &str = "these are moves of reverse play, which solve nothing by themselves";

/// The solutions that the collection stores with a level.
pub fn stored(entry: &Entry) -> Vec<Claim> {
    let games = entry.games.iter().filter(|game| game.is_solution());
    games
        .map(|game| Claim {
            level: Some(entry.number),
            collection: None,
            title: game.title.clone(),
            moves: game.moves.clone(),
            file: game.title.clone(),
            line: game.line,
        })
        .collect()
}

/// The claims about one level.
pub fn of_level(claims: &[Claim], entry: &Entry) -> Vec<Claim> {
    let own = claims.iter().filter(|c| c.level == Some(entry.number));
    own.cloned().collect()
}

/// Reads a file of solutions for the chosen levels.
pub fn read(file: &str, loaded: &Loaded) -> anyhow::Result<Vec<Claim>> {
    let (_, bytes) = source::read(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let claims = if text.trim_start().starts_with('{') {
        of_records(file, &text)?
    } else {
        let collection = read_collection(&bytes);
        if collection.entries.is_empty() {
            from_plain_lines(file, &text, loaded)?
        } else {
            from_collection(file, &collection.entries, loaded)
        }
    };
    if claims.is_empty() {
        return Err(Failure::invalid(format!("there is no solution in {file}")));
    }
    Ok(claims)
}

/// `{"level":3,"solution":"…"}`, a line each; levels without a solution are
/// passed over.
pub fn of_records(file: &str, text: &str) -> anyhow::Result<Vec<Claim>> {
    let mut claims = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let object: Value = serde_json::from_str(line)
            .map_err(|error| Failure::invalid(format!("{file}:{}: {error}", index + 1)))?;
        let wrong = |what: &str| Failure::invalid(format!("{file}:{}: {what}", index + 1));
        let moves = match &object["solution"] {
            Value::Null => continue,
            Value::String(moves) => moves,
            _ => return Err(wrong("\"solution\" is no text")),
        };
        let level = object["level"].as_u64();
        let level = level.ok_or_else(|| wrong("\"level\" is no number of a level"))?;
        claims.push(Claim {
            level: Some(level as usize),
            collection: object["collection"].as_str().map(String::from),
            title: format!("line {}", index + 1),
            moves: moves.to_string(),
            file: file.to_string(),
            line: index + 1,
        });
    }
    Ok(claims)
}

/// Solutions of the levels with the same boards.
fn from_collection(file: &str, entries: &[Entry], loaded: &Loaded) -> Vec<Claim> {
    let mut claims = Vec::new();
    for ours in loaded.entries() {
        for theirs in entries.iter().filter(|e| e.setup == ours.setup) {
            for mut claim in stored(theirs) {
                claim.level = Some(ours.number);
                claim.file = file.to_string();
                claims.push(claim);
            }
        }
    }
    claims
}

/// Moves without anything else: all lines for one level, or a line for each.
fn from_plain_lines(file: &str, text: &str, loaded: &Loaded) -> anyhow::Result<Vec<Claim>> {
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let claim = |entry: &Entry, line: usize, moves: String| Claim {
        level: Some(entry.number),
        collection: None,
        title: format!("line {line}"),
        moves,
        file: file.to_string(),
        line,
    };
    let entries: Vec<&Entry> = loaded.entries().collect();
    if let [entry] = entries[..] {
        return Ok(vec![claim(entry, 1, text.trim().to_string())]);
    }
    if lines.len() > entries.len() {
        let message = format!(
            "{file} has {} lines of moves for {} levels",
            lines.len(),
            entries.len()
        );
        return Err(Failure::invalid(message));
    }
    let pairs = entries.into_iter().zip(lines);
    Ok(pairs
        .map(|(entry, (index, moves))| claim(entry, index + 1, moves.trim().to_string()))
        .collect())
}
