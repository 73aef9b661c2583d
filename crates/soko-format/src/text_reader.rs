//! Reads text files of levels: XSB with all its variants, `.sok`, run-length
//! boards and Boxoban files, which are one family and need no telling apart.
//!
//! The reader goes through the lines once. Rows collect into a board; the text
//! between two boards is divided when the second board is known. The last
//! paragraph before a board is its heading, if it is one line or a `;` line
//! stands right above the board, and if it does not cling to the board before.
//! Everything else belongs to the board before, or to the file.

use crate::classify::{RowKind, is_game_title, is_moves, key_and_value, row_kind};
use crate::collection::Written;
use crate::{Collection, Diagnostic, Entry, Game, Note, RowOrigin, caps, rle};
use soko_core::{Cell, Setup};

/// Reads a whole text.
pub(crate) fn read(text: &str) -> Collection {
    let mut reader = Reader::default();
    for (index, line) in text.split('\n').enumerate() {
        if index == caps::LINES {
            let message = format!("the file has more than {} lines", caps::LINES);
            reader.report(Diagnostic::error(message).at(index + 1, None, line));
            break;
        }
        if reader.is_full() {
            break;
        }
        reader.line(index + 1, line);
    }
    reader.finish()
}

/// A line of text between boards; blank lines are kept as empty strings, one for
/// each gap.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

struct Row<'a> {
    number: usize,
    /// The line without its end.
    whole: &'a str,
    /// Bytes of mail quotes and quotation marks before the row.
    skipped: usize,
    text: &'a str,
    kind: RowKind,
}

#[derive(Default)]
struct Reader<'a> {
    collection: Collection,
    /// Text since the last board.
    block: Vec<Line<'a>>,
    rows: Vec<Row<'a>>,
    /// Whether the first board had a text line right above it.
    titles_come_first: bool,
    in_comment: bool,
}

impl<'a> Reader<'a> {
    fn line(&mut self, number: usize, line: &'a str) {
        let whole = line.strip_suffix('\r').unwrap_or(line);
        if whole.len() > caps::LINE_BYTES {
            let bytes = whole.len();
            let message = format!("a line of {bytes} bytes is too long and was left out");
            let start = &whole[..whole.floor_char_boundary(200)];
            self.report(Diagnostic::error(message).at(number, None, start));
            self.end_board();
            return;
        }
        let (skipped, text) = without_quotes(whole);
        if !self.in_comment
            && let Some(kind) = row_kind(text, !self.rows.is_empty())
        {
            self.rows.push(Row {
                number,
                whole,
                skipped,
                text,
                kind,
            });
            return;
        }
        self.end_board();
        self.text_line(number, text.trim());
    }

    fn text_line(&mut self, number: usize, text: &'a str) {
        let is_tag = text.eq_ignore_ascii_case("<board>") || text.eq_ignore_ascii_case("</board>");
        if is_tag || text == "\u{1a}" {
            return;
        }
        if self.in_comment {
            self.in_comment = !is_comment_end(text);
        } else if is_comment_start(text) {
            self.in_comment = true;
        } else if text.is_empty() && self.block.last().is_some_and(|l| l.text.is_empty()) {
            return;
        }
        self.block.push(Line { number, text });
    }

    fn is_full(&mut self) -> bool {
        let is_full = self.collection.entries.len() >= caps::LEVELS;
        if is_full {
            let message = format!("there are more than {} levels", caps::LEVELS);
            self.report(Diagnostic::error(message));
        }
        is_full
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.collection.diagnostics.len() < caps::DIAGNOSTICS {
            self.collection.diagnostics.push(diagnostic);
        }
    }

    /// Turns the rows collected so far into a level, if they are one.
    fn end_board(&mut self) {
        if self.rows.is_empty() {
            return;
        }
        let rows = std::mem::take(&mut self.rows);
        if !rows.iter().any(|row| row.text.contains('#')) {
            // Stars or dots alone are decoration.
            for row in rows {
                let (number, text) = (row.number, row.text.trim());
                self.block.push(Line { number, text });
            }
            return;
        }
        let number = self.collection.entries.len() + 1;
        match build_board(&rows, number) {
            Ok(entry) => self.add_entry(entry),
            Err(problem) => self.report(problem.in_level(number)),
        }
    }

    fn add_entry(&mut self, mut entry: Entry) {
        let block = std::mem::take(&mut self.block);
        let is_first = self.collection.entries.is_empty();
        if is_first {
            self.titles_come_first = block.last().is_some_and(|line| !line.text.is_empty());
        }
        let cut = start_of_heading(&block, is_first, self.titles_come_first);
        let (before, own) = block.split_at(cut);
        self.add_notes(before);
        let mut own: Vec<Line<'_>> = own.iter().filter(|l| !l.text.is_empty()).copied().collect();
        if let Some(last) = own.last()
            && key_and_value(last.text).is_none()
        {
            entry.heading = Some(without_semicolons(last.text).to_string());
            own.pop();
        }
        let (notes, games) = parse_notes(&own);
        entry.notes = notes;
        entry.games = games;
        self.collection.entries.push(entry);
    }

    /// Text that belongs to the last level, or to the file if there is none yet.
    fn add_notes(&mut self, lines: &[Line<'_>]) {
        match self.collection.entries.last_mut() {
            Some(entry) => {
                let (notes, games) = parse_notes(lines);
                entry.notes.extend(notes);
                entry.games.extend(games);
            }
            None => self.collection.notes.extend(parse_notes(lines).0),
        }
    }

    fn finish(mut self) -> Collection {
        self.end_board();
        let rest = std::mem::take(&mut self.block);
        self.add_notes(&rest);
        let nothing = self.collection.entries.is_empty();
        if nothing && self.collection.diagnostics.is_empty() {
            self.report(Diagnostic::error("there is no level in the file"));
        }
        self.collection
    }
}

fn is_comment_start(text: &str) -> bool {
    key_and_value(text).is_some_and(|(key, value)| {
        value.is_empty()
            && (key.eq_ignore_ascii_case("comment") || key.eq_ignore_ascii_case("solution comment"))
    })
}

fn is_comment_end(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["comment-end", "comment end", "solution comment end"]
        .iter()
        .any(|end| text.starts_with(end))
}

/// A line without the `>` of mail quotes and one pair of quotation marks, and how
/// many bytes were left out at its start.
fn without_quotes(line: &str) -> (usize, &str) {
    let mut text = line;
    while let Some(rest) = text.trim_start_matches(' ').strip_prefix('>') {
        text = rest;
    }
    let inner = text.trim();
    if inner.len() > 1 && inner.starts_with('"') && inner.ends_with('"') {
        text = &inner[1..inner.len() - 1];
    }
    (text.as_ptr() as usize - line.as_ptr() as usize, text)
}

fn without_semicolons(text: &str) -> &str {
    text.trim_start_matches([';', ':']).trim()
}

/// Where, in the text between two boards, the second board's own text begins.
fn start_of_heading(block: &[Line<'_>], is_first: bool, titles_come_first: bool) -> usize {
    let Some(last) = block.iter().rposition(|line| !line.text.is_empty()) else {
        return block.len();
    };
    let start = (0..last).rev().find(|&i| block[i].text.is_empty());
    let start = start.map_or(0, |blank| blank + 1);
    let clings_to_board_before = start == 0 && !is_first;
    let clings_to_this_board = last + 1 == block.len();
    let text = block[last].text;
    if text.starts_with("::") || is_comment_end(text) {
        return block.len();
    }
    if clings_to_board_before && !(clings_to_this_board && titles_come_first) {
        return block.len();
    }
    if key_and_value(text).is_some() {
        // Keys belong to this board only if they stand right above it, and a
        // paragraph that opens the file is about the file.
        let own = clings_to_this_board && !is_first;
        return if own { start } else { block.len() };
    }
    if is_moves(text) && last > start && is_game_title(block[last - 1].text) {
        return block.len();
    }
    if start == last || text.starts_with(';') && clings_to_this_board {
        last
    } else {
        block.len()
    }
}

/// Sorts text lines into fields, comments, plain text and games.
fn parse_notes(lines: &[Line<'_>]) -> (Vec<Note>, Vec<Game>) {
    let mut notes = Vec::new();
    let mut games: Vec<Game> = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        let Line { number, text } = lines[i];
        i += 1;
        if text.is_empty() {
            continue;
        }
        if is_comment_start(text) {
            let end = lines[i..].iter().position(|l| is_comment_end(l.text));
            let length = end.unwrap_or(lines.len() - i);
            let body = lines[i..i + length].iter().map(|l| l.text);
            let body = body.collect::<Vec<_>>().join("\n");
            notes.push(Note::Comment(body.trim_matches('\n').to_string()));
            i += length + 1;
            continue;
        }
        if is_game_title(text) {
            let (title, inline) = match key_and_value(text) {
                Some((key, value)) => (key, value),
                None => (text, ""),
            };
            let mut moves = String::new();
            if is_moves(inline) {
                moves.push_str(inline);
            } else {
                while i < lines.len() && lines[i].text.is_empty() {
                    i += 1;
                }
            }
            while i < lines.len() && is_moves(lines[i].text) {
                moves.push_str(lines[i].text);
                i += 1;
            }
            if !moves.is_empty() && (inline.is_empty() || is_moves(inline)) {
                moves.retain(|c| !c.is_whitespace());
                let title = title.to_string();
                let line = number;
                let notes = Vec::new();
                games.push(Game {
                    title,
                    moves,
                    line,
                    notes,
                });
                continue;
            }
        }
        let note = note_of(text);
        match games.last_mut() {
            Some(game) => game.notes.push(note),
            None => notes.push(note),
        }
    }
    (notes, games)
}

fn note_of(text: &str) -> Note {
    if text.starts_with(';') || text.starts_with("::") {
        return Note::Comment(without_semicolons(text).to_string());
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

/// One cell of a row with its column in the line, from 1.
type Placed = (Cell, u32);

/// Lays out rows as a rectangle without empty margins.
fn build_board(rows: &[Row<'_>], number: usize) -> Result<Entry, Diagnostic> {
    if rows.len() > caps::SIDE {
        let message = format!("the board has more than {} rows", caps::SIDE);
        return Err(Diagnostic::error(message).at(rows[0].number, None, rows[0].whole));
    }
    if rows.iter().all(is_standard) {
        return standard_board(rows, number);
    }
    let mut mistakes = Vec::new();
    let mut placed: Vec<Vec<Placed>> = Vec::new();
    let mut source: Vec<&Row<'_>> = Vec::new();
    for row in rows {
        for cells in place_cells(row, number, &mut mistakes)? {
            placed.push(cells);
            source.push(row);
        }
        check_size(&placed, row)?;
    }
    let width = placed.iter().map(Vec::len).max().unwrap_or(0);
    check_area(width, placed.len(), &rows[0])?;
    let cells: Vec<Vec<Cell>> = placed
        .iter()
        .map(|row| row.iter().map(|p| p.0).collect())
        .collect();
    let mut entry = Entry::new(number, None, Setup::from_rows(&cells));
    entry.origin = placed.iter().zip(source).map(origin_of).collect();
    entry.mistakes = mistakes;
    Ok(entry)
}

fn origin_of((cells, row): (&Vec<Placed>, &Row<'_>)) -> RowOrigin {
    let columns: Vec<u32> = cells.iter().map(|p| p.1).collect();
    RowOrigin {
        line: row.number,
        column: columns.first().copied().unwrap_or(1) as usize,
        written: Some(Box::new(Written {
            text: row.whole.to_string(),
            columns,
        })),
    }
}

/// Whether a row is written in nothing but standard characters.
fn is_standard(row: &Row<'_>) -> bool {
    row.kind == RowKind::Plain
        && row
            .text
            .bytes()
            .all(|b| matches!(b, b' ' | b'#' | b'.' | b'$' | b'*' | b'@' | b'+'))
}

/// The common case, without a table of columns.
fn standard_board(rows: &[Row<'_>], number: usize) -> Result<Entry, Diagnostic> {
    let width = rows.iter().map(|row| row.text.len()).max().unwrap_or(0);
    check_area(width, rows.len(), &rows[0])?;
    let mut cells = Vec::new();
    for row in rows {
        let to_cell = |b: u8| Cell::from_char(b as char).unwrap_or(Cell::Floor);
        cells.push(row.text.bytes().map(to_cell).collect::<Vec<_>>());
    }
    let mut entry = Entry::new(number, None, Setup::from_rows(&cells));
    entry.origin = rows
        .iter()
        .map(|row| RowOrigin {
            line: row.number,
            column: row.skipped + 1,
            written: None,
        })
        .collect();
    Ok(entry)
}

fn check_size(placed: &[Vec<Placed>], row: &Row<'_>) -> Result<(), Diagnostic> {
    let width = placed.last().map_or(0, Vec::len);
    check_area(width, placed.len(), row)
}

fn check_area(width: usize, height: usize, row: &Row<'_>) -> Result<(), Diagnostic> {
    if width <= caps::SIDE && height <= caps::SIDE && width * height <= caps::CELLS {
        return Ok(());
    }
    let message = format!(
        "the board is too large: {width} columns and {height} rows; at most {} a side and {} in all",
        caps::SIDE,
        caps::CELLS
    );
    Err(Diagnostic::error(message).at(row.number, None, row.whole))
}

/// The cells of a line; several rows if it holds row ends.
fn place_cells(
    row: &Row<'_>,
    number: usize,
    mistakes: &mut Vec<Diagnostic>,
) -> Result<Vec<Vec<Placed>>, Diagnostic> {
    let quoted = row.whole[..row.skipped].chars().count() as u32;
    let mut rows = vec![Vec::new()];
    let mut add = |character: char, column: usize| {
        let column = quoted + column as u32;
        let cells = rows.last_mut().expect("there is always a last row");
        match character {
            '|' => rows.push(Vec::new()),
            '\t' => {
                let to_next_stop = 8 - cells.len() % 8;
                cells.extend(std::iter::repeat_n((Cell::Floor, column), to_next_stop));
            }
            c if c.is_control() => cells.push((Cell::Floor, column)),
            c => match Cell::from_char(c) {
                Some(cell) => cells.push((cell, column)),
                None => {
                    if mistakes.len() < caps::DIAGNOSTICS {
                        let problem = Diagnostic::error(format!("unknown character {c:?}"));
                        let problem = problem.in_level(number);
                        mistakes.push(problem.at(row.number, Some(column as usize), row.whole));
                    }
                    cells.push((Cell::Floor, column));
                }
            },
        }
    };
    if row.kind == RowKind::Coded {
        rle::expand(row.text, caps::CELLS, |c, column| add(c, column)).map_err(|error| {
            let column = quoted as usize + error.column;
            Diagnostic::error(error.message()).at(row.number, Some(column), row.whole)
        })?;
    } else {
        for (index, c) in row.text.chars().enumerate() {
            add(c, index + 1);
        }
    }
    if rows.len() > 1 && rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    Ok(rows)
}
