//! Collections as text, in each of the formats.
//!
//! What is written here is read back as the same levels, and writing those again
//! gives the same bytes. Lines that could be taken for something else are marked
//! so that they cannot.

use crate::classify::{
    is_board_tag, is_comment_end, is_comment_start, is_game_title, key_and_value, row_kind,
};
use crate::encoding::without_controls;
use crate::{Collection, Entry, Game, Note, classify, coordinates, rle, slc};
use soko_core::{Cell, Setup};

/// The formats in which collections can be written; all of them are recognised
/// when read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Boards in plain characters, `; title` above each.
    Xsb,
    /// The same with plain titles, keys, solutions and snapshots as YASC writes.
    Sok,
    /// Like [`Format::Sok`], each board one line of run-length codes.
    Rle,
    /// XML.
    Slc,
    /// Boards headed by `; 0`, `; 1` and so on, without titles or notes.
    Boxoban,
    /// Sizes and lists of rows and columns, without titles or notes.
    Coordinates,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] = [
        Format::Xsb,
        Format::Sok,
        Format::Rle,
        Format::Slc,
        Format::Boxoban,
        Format::Coordinates,
    ];

    /// The name, which is also the usual ending of the file.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Xsb => "xsb",
            Format::Sok => "sok",
            Format::Rle => "rle",
            Format::Slc => "slc",
            Format::Boxoban => "boxoban",
            Format::Coordinates => "coordinates",
        }
    }

    /// The names of all formats, for people.
    pub fn names() -> String {
        Format::ALL.map(Format::name).join(", ")
    }

    /// The format with this name, in any case; `txt` is XSB and `xml` is SLC.
    pub fn from_name(name: &str) -> Option<Format> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "txt" => Some(Format::Xsb),
            "xml" => Some(Format::Slc),
            _ => Format::ALL.into_iter().find(|format| format.name() == name),
        }
    }

    /// Writes a collection.
    ///
    /// ```
    /// use soko_format::{Format, read_collection};
    /// let collection = read_collection(b"; One\n#####\n#@$.#\n#####");
    /// assert_eq!(Format::Rle.write(&collection), "One\n\n5#|#@$.#|5#\n");
    /// ```
    pub fn write(self, collection: &Collection) -> String {
        let text = match self {
            Format::Xsb | Format::Sok | Format::Rle => write_text(collection, self),
            Format::Slc => slc::write(collection),
            Format::Boxoban => write_boxoban(collection),
            Format::Coordinates => coordinates::write(collection),
        };
        without_controls(&text).into_owned()
    }
}

fn write_text(collection: &Collection, format: Format) -> String {
    let mut out = String::new();
    for note in &collection.notes {
        match note {
            Note::Field { key, value } => push_field(&mut out, key, value),
            Note::Comment(text) | Note::Text(text) => push_marked(&mut out, text),
        }
    }
    for entry in &collection.entries {
        if !out.is_empty() {
            out.push('\n');
        }
        push_heading(&mut out, entry, format);
        match format {
            Format::Rle => push_coded_board(&mut out, &entry.setup),
            _ => push_board(&mut out, &entry.setup),
        }
        entry
            .notes
            .iter()
            .for_each(|note| push_note(&mut out, note));
        entry
            .games
            .iter()
            .for_each(|game| push_game(&mut out, game));
    }
    out
}

fn push_heading(out: &mut String, entry: &Entry, format: Format) {
    let Some(heading) = entry.heading.as_deref() else {
        return;
    };
    let heading = one_line(heading);
    if heading.is_empty() {
        return;
    }
    if format != Format::Xsb && is_plain(&heading) {
        *out += &format!("{heading}\n\n");
    } else {
        *out += &format!("; {heading}\n\n");
    }
}

/// Whether a line is read as text wherever it stands.
fn is_plain(line: &str) -> bool {
    row_kind(line, true).is_none()
        && !line.starts_with([';', '>', '"'])
        && !line.starts_with("::")
        && !is_game_title(line)
        && !classify::is_moves(line)
        && !is_comment_start(line)
        && !is_comment_end(line)
        && !is_board_tag(line)
        && key_and_value(line).is_none()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Remarks about the file, a line each, marked so that none becomes a title.
fn push_marked(out: &mut String, text: &str) {
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        *out += &format!(":: {line}\n");
    }
}

fn push_field(out: &mut String, key: &str, value: &str) {
    let line = format!("{key}: {}", one_line(value));
    *out += line.trim_end();
    out.push('\n');
}

fn push_note(out: &mut String, note: &Note) {
    match note {
        Note::Field { key, value } => push_field(out, key, value),
        Note::Text(text) if is_plain(text) => {
            *out += text;
            out.push('\n');
        }
        Note::Text(text) | Note::Comment(text) => push_comment(out, text),
    }
}

fn push_comment(out: &mut String, text: &str) {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    match lines[..] {
        [] => {}
        [line] => *out += &format!("Comment: {line}\n"),
        _ => {
            *out += "Comment:\n";
            for line in lines {
                // A line that would end the comment, or start another, is marked.
                let mark = if is_comment_end(line) || is_comment_start(line) {
                    "; "
                } else {
                    ""
                };
                *out += &format!("{mark}{line}\n");
            }
            *out += "Comment-End:\n";
        }
    }
}

const MOVES_A_LINE: usize = 70;

fn push_game(out: &mut String, game: &Game) {
    *out += &format!("\n{}\n", one_line(&game.title));
    let mut rest = game.moves.as_str();
    while rest.len() > MOVES_A_LINE && rest.is_ascii() {
        // A count stays with what it repeats, and every line has a letter.
        let is_letter = |i: &usize| rest.as_bytes()[*i].is_ascii_alphabetic();
        let Some(last) = (0..MOVES_A_LINE).rev().find(is_letter) else {
            break;
        };
        let (line, after) = rest.split_at(last + 1);
        if !after.bytes().any(|b| b.is_ascii_alphabetic()) {
            break;
        }
        *out += line;
        out.push('\n');
        rest = after;
    }
    *out += rest;
    out.push('\n');
    game.notes.iter().for_each(|note| push_note(out, note));
}

/// Rows in plain characters. A row without anything would end the board, so it
/// shows one floor.
fn push_board(out: &mut String, setup: &Setup) {
    for row in 0..setup.height() {
        let cells: String = setup.row(row).iter().map(|c| c.to_char()).collect();
        *out += match cells.trim_end() {
            "" => "-",
            cells => cells,
        };
        out.push('\n');
    }
}

fn push_coded_board(out: &mut String, setup: &Setup) {
    for row in 0..setup.height() {
        let to_char = |cell: &Cell| match cell {
            Cell::Floor => '-',
            cell => cell.to_char(),
        };
        let cells: String = setup.row(row).iter().map(to_char).collect();
        if row > 0 {
            out.push('|');
        }
        *out += &rle::compress(cells.trim_end_matches('-'));
    }
    out.push('\n');
}

fn write_boxoban(collection: &Collection) -> String {
    let mut out = String::new();
    for (index, entry) in collection.entries.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        out += &format!("{gap}; {index}\n");
        push_board(&mut out, &entry.setup);
    }
    out
}
