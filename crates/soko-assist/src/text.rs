//! Overlays on a board of characters: at most one short mark a square.
//!
//! | mark | means |
//! | --- | --- |
//! | `←` `→` `↑` `↓` | a push to this square, or a step of a free way |
//! | `↔` `↕` `↖` `↗` `↘` `↙` | two pushes to this square, to where the heads point |
//! | `┬` `┴` `├` `┤` `┼` | three or four, to where the arms point |
//! | `x` | a push to this square is proved to lose, or a dead square |
//! | `X` | several pushes to this square, all proved to lose |
//! | `&` | several, of which some are proved to lose |
//! | `!` | a box that takes part in a deadlock |
//! | a letter twice | a box and the goal that suits it |
//! | a number | pushes, steps, a room, an area, or the place in an order |
//! | another letter | what the layer's row in the table says |

use crate::{Arrow, ArrowKind, Overlay};
use soko_core::{Board, Direction, Level, Square};
use std::collections::BTreeMap;

/// A square with a short text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// A letter, a sign or a number; where several pushes come to one square, a sign
    /// for each.
    pub text: String,
}

impl Mark {
    /// One character for a text board: numbers go on with letters after 9, and
    /// several pushes to one square have a sign of their own.
    pub fn character(&self) -> char {
        match self.text.parse::<u32>() {
            Ok(number) => char::from_digit(number, 36).unwrap_or('>'),
            Err(_) => together(&self.text),
        }
    }
}

/// One sign for the signs of several pushes.
fn together(signs: &str) -> char {
    match signs {
        "←→" => '↔',
        "↑↓" => '↕',
        "←↑" => '↖',
        "↑→" => '↗',
        "→↓" => '↘',
        "←↓" => '↙',
        "←→↓" => '┬',
        "←↑→" => '┴',
        "↑→↓" => '├',
        "←↑↓" => '┤',
        "←↑→↓" => '┼',
        "xx" | "xxx" | "xxxx" => 'X',
        _ if signs.len() > 1 && signs.ends_with('x') => '&',
        _ => signs.chars().next().unwrap_or('?'),
    }
}

/// An overlay as marks in reading order, at most one a square: labels over arrows
/// over tints.
pub fn marks(board: &Board, overlay: &Overlay) -> Vec<Mark> {
    let mut marks: BTreeMap<Square, String> = BTreeMap::new();
    for tint in &overlay.tints {
        marks.insert(tint.square, tint.sign());
    }
    let mut coming: BTreeMap<Square, Vec<char>> = BTreeMap::new();
    for (i, arrow) in overlay.arrows.iter().enumerate() {
        if arrow.kind == ArrowKind::Match {
            let letter = char::from(b'a' + (i % 26) as u8).to_string();
            marks.insert(arrow.from, letter.clone());
            marks.insert(arrow.to, letter);
        } else {
            let signs = coming.entry(arrow.to).or_default();
            signs.push(arrow_letter(board, arrow));
        }
    }
    marks.extend(coming.into_iter().map(|(to, signs)| (to, in_order(signs))));
    for label in &overlay.labels {
        marks.insert(label.square, label.text.clone());
    }
    marks
        .into_iter()
        .map(|(square, text)| Mark { square, text })
        .collect()
}

/// The board with marks over whatever stands there.
///
/// ```
/// use soko_assist::{Assistant, Question, layer, marked_board, marks};
/// use soko_core::Level;
/// use soko_search::Control;
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let start = level.start();
/// let mut assistant = Assistant::new(level.clone());
/// let overlay = assistant.ask(&layer::PUSHES, &Question::new(&start), &mut Control::default());
/// let text = marked_board(&level, &marks(level.board(), &overlay));
/// assert_eq!(text, "#######\n#@ $→.#\n#######\n");
/// ```
pub fn marked_board(level: &Level, marks: &[Mark]) -> String {
    let setup = level.setup();
    let mut rows: Vec<Vec<char>> = (0..setup.height())
        .map(|row| setup.row(row).iter().map(|c| c.to_char()).collect())
        .collect();
    for mark in marks {
        let at = level.board().coord(mark.square);
        rows[at.row as usize][at.col as usize] = mark.character();
    }
    let lines = rows.into_iter().map(String::from_iter);
    lines
        .map(|line| line.trim_end().to_string() + "\n")
        .collect()
}

/// The signs of pushes in the order of directions, those that lose last. Two ways
/// that take the same step show it once.
fn in_order(mut signs: Vec<char>) -> String {
    const ORDER: [char; 6] = ['←', '↑', '→', '↓', '*', 'x'];
    signs.sort_by_cached_key(|sign| ORDER.iter().position(|known| known == sign));
    signs.dedup_by(|a, b| a == b && *a != 'x');
    signs.into_iter().collect()
}

fn arrow_letter(board: &Board, arrow: &Arrow) -> char {
    if arrow.kind == ArrowKind::DeadPush {
        return 'x';
    }
    let way = board.neighbours(arrow.from).find(|&(_, to)| to == arrow.to);
    match way.map(|(direction, _)| direction) {
        Some(Direction::Left) => '←',
        Some(Direction::Right) => '→',
        Some(Direction::Up) => '↑',
        Some(Direction::Down) => '↓',
        None => '*',
    }
}
