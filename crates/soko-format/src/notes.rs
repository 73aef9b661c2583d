//! What is written about a level: keys, comments, plain text, games.

use crate::classify::{is_comment_end, is_comment_start, is_game_title, is_moves, key_and_value};
use crate::{Game, Note};

/// A line of text without white space around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
}

/// Sorts lines into notes and games. Notes after a game belong to the game.
pub(crate) fn parse_notes(lines: &[Line<'_>]) -> (Vec<Note>, Vec<Game>) {
    let mut notes = Vec::new();
    let mut games: Vec<Game> = Vec::new();
    let mut rest = lines;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if first.text.is_empty() {
            continue;
        }
        // Moves first: their title would pass for a key or a text as well.
        if let Some((game, after)) = parse_game(*first, after) {
            games.push(game);
            rest = after;
            continue;
        }
        let note = if is_comment_start(first.text) {
            let (comment, after) = parse_comment(after);
            rest = after;
            Note::Comment(comment)
        } else {
            note_of(first.text)
        };
        if note == Note::Comment(String::new()) {
            continue;
        }
        match games.last_mut() {
            Some(game) => game.notes.push(note),
            None => notes.push(note),
        }
    }
    (notes, games)
}

/// The lines up to the end of a comment, and what follows; nothing if there is
/// no end.
fn parse_comment<'a, 'b>(lines: &'b [Line<'a>]) -> (String, &'b [Line<'a>]) {
    let mut marks = lines.iter();
    let mark = marks.position(|l| is_comment_end(l.text) || is_comment_start(l.text));
    match mark {
        Some(end) if is_comment_end(lines[end].text) => {
            let body: Vec<&str> = lines[..end].iter().map(|l| l.text).collect();
            let body = body.join("\n").trim_matches('\n').to_string();
            (body, &lines[end + 1..])
        }
        _ => (String::new(), lines),
    }
}

/// Moves under their title, or on the title's own line after a colon.
fn parse_game<'a, 'b>(first: Line<'a>, after: &'b [Line<'a>]) -> Option<(Game, &'b [Line<'a>])> {
    if !is_game_title(first.text) {
        return None;
    }
    let (title, inline) = match first.text.split_once(':') {
        Some((title, inline)) => (title.trim(), inline.trim()),
        None => (first.text, ""),
    };
    // The moves begin on the title's line or on the next one with anything on it.
    let n_blank = match inline {
        "" => after.iter().take_while(|l| l.text.is_empty()).count(),
        moves if is_moves(moves) => 0,
        _ => return None,
    };
    let after = &after[n_blank..];
    let n_lines = after.iter().take_while(|l| is_moves(l.text)).count();
    let lines = after[..n_lines].iter();
    let texts = std::iter::once(inline).chain(lines.map(|l| l.text));
    let moves: String = texts.flat_map(str::split_whitespace).collect();
    if moves.is_empty() {
        return None;
    }
    let has_inline = !inline.is_empty();
    let line = if has_inline {
        first.number
    } else {
        after[0].number
    };
    let game = Game {
        title: title.to_string(),
        moves,
        line,
        notes: Vec::new(),
    };
    Some((game, &after[n_lines..]))
}

fn note_of(text: &str) -> Note {
    if text.starts_with(';') || text.starts_with("::") {
        return Note::Comment(without_marks(text).unwrap_or_default());
    }
    match key_and_value(text) {
        Some((key, value)) if key.eq_ignore_ascii_case("comment") => Note::Comment(value.into()),
        Some((key, value)) => Note::Field {
            key: key.to_string(),
            value: value.to_string(),
        },
        None => Note::Text(text.to_string()),
    }
}

/// The text after the marks of a comment line, if there is any.
pub(crate) fn without_marks(text: &str) -> Option<String> {
    let text = match text.strip_prefix("::") {
        Some(rest) => rest,
        None => text.trim_start_matches(';'),
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_string())
}
