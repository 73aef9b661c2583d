//! Levels of tile games as text: which game, perhaps a title, and the board.
//!
//! ```text
//! game: sliders
//! title: Make way
//!
//! #######
//! #@ = X#
//! #######
//! ```
//!
//! A file may hold several levels, each of which begins with its `game:` line. Rows
//! need not be equally long; what is missing on the right is a cell with nothing on
//! it.

use crate::goal_check::GoalCheck;
use crate::{CellId, Field, Rules, TileId};
use soko_format::Diagnostic;
use std::sync::Arc;

/// The longest side of a board.
const MOST_CELLS_A_SIDE: usize = 200;

/// A level of a tile game: exactly one agent, and what can move lies above what
/// cannot.
#[derive(Clone, Debug)]
pub struct TileLevel {
    rules: Arc<Rules>,
    title: Option<String>,
    text: String,
    field: Field,
    goals: GoalCheck,
}

impl TileLevel {
    /// The rules of its game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The title, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The rows of its board as they are written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A game of this level from here on, as a level of its own; none if nobody is left
    /// to move.
    pub fn from_here(&self, field: &Field) -> Option<TileLevel> {
        field.find(&self.rules, self.rules.agent())?;
        Some(TileLevel {
            field: field.clone(),
            ..self.clone()
        })
    }

    /// The field at the start.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// When the level is won.
    pub(crate) fn goals(&self) -> &GoalCheck {
        &self.goals
    }

    /// Reads rows of characters as a level of a game.
    ///
    /// # Errors
    ///
    /// All that is wrong, with line and column counted from the first row as line 1.
    pub fn from_rows(rules: Arc<Rules>, rows: &str) -> Result<TileLevel, Vec<Diagnostic>> {
        let lines: Vec<Line<'_>> = (1..).zip(rows.lines()).collect();
        board(rules, None, &lines)
    }

    /// A field of this level's size as text: the character of each cell's stack,
    /// `?` where none fits.
    pub fn draw(&self, field: &Field) -> String {
        let mut text = String::new();
        for row in 0..field.height() {
            let cells = (0..field.width()).filter_map(|column| field.cell(row, column));
            let characters =
                cells.map(|cell| self.rules.character_of(field.stack(cell)).unwrap_or('?'));
            let line: String = characters.collect();
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A line with its number, from 1.
type Line<'a> = (usize, &'a str);

/// Reads all levels of a file. `game` finds the rules that a level names.
///
/// ```
/// use soko_tiles::{game_named, read_levels};
/// let levels = read_levels("game: sokoban\n\n#####\n#@$.#\n#####\n", game_named).unwrap();
/// assert_eq!(levels[0].rules().name(), "Sokoban");
/// ```
///
/// # Errors
///
/// All that is wrong, with line and column.
pub fn read_levels(
    text: &str,
    game: impl Fn(&str) -> Option<Arc<Rules>>,
) -> Result<Vec<TileLevel>, Vec<Diagnostic>> {
    let mut levels = Vec::new();
    let mut faults = Vec::new();
    for part in parts(text) {
        match level(&part, &game) {
            Ok(level) => levels.push(level),
            Err(more) => faults.extend(more),
        }
    }
    if levels.is_empty() && faults.is_empty() {
        faults.push(Diagnostic::error("there is no level in the file"));
    }
    match faults.is_empty() {
        true => Ok(levels),
        false => Err(faults),
    }
}

/// The lines of each level. What stands before the first `game:` is a level without
/// a game, unless it is blank.
fn parts(text: &str) -> Vec<Vec<Line<'_>>> {
    let mut parts: Vec<Vec<Line<'_>>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let begins = key_and_value(line).is_some_and(|(key, _)| key == "game");
        if begins || parts.is_empty() && !line.trim().is_empty() {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push((number, line));
        }
    }
    parts
}

/// Splits `key: value`; keys are small letters.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase());
    is_key.then(|| (key, value.trim()))
}

fn level(
    part: &[Line<'_>],
    game: impl Fn(&str) -> Option<Arc<Rules>>,
) -> Result<TileLevel, Vec<Diagnostic>> {
    let (number, first) = part[0];
    let Some(("game", name)) = key_and_value(first) else {
        let problem = Diagnostic::error("a level begins with its game, as in `game: sokoban`");
        return Err(vec![problem.at(number, Some(1), first)]);
    };
    let Some(rules) = game(name) else {
        let column = first.chars().count() + 1 - name.chars().count();
        let problem = Diagnostic::error(format!("no game is called {name:?}"));
        return Err(vec![problem.at(number, Some(column), first)]);
    };
    let mut title = None;
    let mut rows = &part[1..];
    while let Some((&(number, line), rest)) = rows.split_first() {
        match key_and_value(line) {
            Some(("title", value)) => title = Some(value.to_owned()),
            Some((key, _)) => {
                let problem = Diagnostic::error(format!("a level has no {key:?}, only a title"));
                return Err(vec![problem.at(number, Some(1), line)]);
            }
            None if line.trim().is_empty() => {}
            None => break,
        }
        rows = rest;
    }
    board(rules, title, rows)
}

/// Reads the rows of a board; blank lines behind it do not count.
fn board(
    rules: Arc<Rules>,
    title: Option<String>,
    rows: &[Line<'_>],
) -> Result<TileLevel, Vec<Diagnostic>> {
    // 1. How large it is.
    let n_rows = rows.iter().rposition(|(_, line)| !line.trim().is_empty());
    let rows = &rows[..n_rows.map_or(0, |last| last + 1)];
    let width = rows
        .iter()
        .map(|(_, line)| line.trim_end().chars().count())
        .max();
    let width = width.unwrap_or(0);
    let Some(&(first, whole)) = rows.first() else {
        return Err(vec![Diagnostic::error("the level has no board")]);
    };
    if width > MOST_CELLS_A_SIDE || rows.len() > MOST_CELLS_A_SIDE {
        let (height, most) = (rows.len(), MOST_CELLS_A_SIDE);
        let message =
            format!("the board is too large ({width} by {height}): at most {most} a side");
        return Err(vec![Diagnostic::error(message).at(first, None, whole)]);
    }
    // 2. What lies on it.
    let mut faults = Vec::new();
    let mut stacks: Vec<Vec<TileId>> = Vec::new();
    for (row, &(number, line)) in rows.iter().enumerate() {
        let characters = line.trim_end().chars().enumerate();
        for (index, character) in characters {
            let stack = rules.stack_of(character);
            if stack.is_none() {
                let (game, known) = (rules.name(), known_characters(&rules));
                let message = format!("{character:?} means nothing in {game}; there are {known}");
                faults.push(Diagnostic::error(message).at(number, Some(index + 1), line));
            }
            stacks.push(stack.unwrap_or(&[]).to_vec());
        }
        stacks.resize((row + 1) * width, Vec::new());
    }
    // 3. Who plays.
    let field = Field::new(width as u16, stacks);
    let agents = agents(&rules, &field);
    if faults.is_empty() && agents.len() != 1 {
        let name = &rules.kind(rules.agent()).name;
        let message = format!("there must be one {name}, not {}", agents.len());
        faults.push(Diagnostic::error(message).at(first, None, whole));
    }
    match faults.is_empty() {
        true => Ok(TileLevel {
            goals: GoalCheck::new(&rules, &field),
            text: rows.iter().map(|(_, line)| format!("{line}\n")).collect(),
            rules,
            title,
            field,
        }),
        false => Err(faults),
    }
}

fn agents(rules: &Rules, field: &Field) -> Vec<CellId> {
    let kinds = |cell| field.stack(cell).iter().map(|&tile| rules.kind_of(tile));
    let cells = field.cells();
    cells
        .flat_map(|cell| {
            kinds(cell)
                .filter(|&k| k == rules.agent())
                .map(move |_| cell)
        })
        .collect()
}

fn known_characters(rules: &Rules) -> String {
    let known: Vec<String> = rules.characters().map(|(c, _)| format!("{c:?}")).collect();
    known.join(" ")
}
