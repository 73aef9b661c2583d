//! Reads text files of levels: XSB with all its variants, `.sok`, run-length
//! boards and Boxoban files, which are one family and need no telling apart.
//!
//! The reader goes through the lines once. Rows collect into a board; the text
//! between two boards is divided when the second board is known. The last
//! paragraph before a board is its heading, if it is one line or a `;` line
//! stands right above the board, and if it does not cling to the board before.
//! Everything else belongs to the board before, or to the file.

use crate::board_rows::{Row, build_entry};
use crate::classify::{
    is_board_tag, is_comment_end, is_comment_start, is_game_title, is_moves, key_and_value,
    row_kind,
};
use crate::notes::{Line, parse_notes, without_marks};
use crate::{Collection, Diagnostic, Entry, Severity, caps};

/// Reads a whole text.
pub(crate) fn read(text: &str) -> Collection {
    let mut reader = Reader::default();
    let mut rest = Some(text);
    let mut number = 0;
    while let Some(unread) = rest {
        let (line, after) = match unread.split_once('\n') {
            Some((line, after)) => (line, Some(after)),
            None => (unread, None),
        };
        number += 1;
        if number > caps::LINES {
            let message = format!("the file has more than {} lines", caps::LINES);
            reader.report(Diagnostic::error(message).at(number, None, line));
            break;
        }
        if reader.collection.entries.len() >= caps::LEVELS {
            let message = format!("the file has more than {} levels", caps::LEVELS);
            reader.report(Diagnostic::error(message).at(number, None, line));
            break;
        }
        reader.line(number, line, after.unwrap_or(""));
        rest = after;
    }
    reader.finish()
}

#[derive(Default)]
struct Reader<'a> {
    collection: Collection,
    /// Text since the last board; gaps are kept as one empty line.
    block: Vec<Line<'a>>,
    rows: Vec<Row<'a>>,
    /// Whether the first board had a text line right above it.
    titles_come_first: bool,
    in_comment: bool,
    n_text_lines: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self, number: usize, line: &'a str, after: &str) {
        let whole = line.strip_suffix('\r').unwrap_or(line);
        if whole.len() > caps::LINE_BYTES {
            let bytes = whole.len();
            let message = format!("a line of {bytes} bytes is too long and was left out");
            self.report(Diagnostic::error(message).at(number, None, whole));
            self.end_board();
            return;
        }
        let unquoted = without_mail_quotes(whole);
        if !self.in_comment {
            let text = without_quotation_marks(unquoted);
            if let Some(kind) = row_kind(text, !self.rows.is_empty()) {
                // One row too many is enough to refuse the board.
                if self.rows.len() <= caps::SIDE {
                    self.rows.push(Row {
                        number,
                        whole,
                        text,
                        kind,
                    });
                }
                return;
            }
        }
        self.end_board();
        self.text_line(number, unquoted.trim(), after);
    }

    fn text_line(&mut self, number: usize, text: &'a str, after: &str) {
        if is_board_tag(text) || text == "\u{1a}" {
            return;
        }
        if self.in_comment {
            self.in_comment = !is_comment_end(text);
        } else if is_comment_start(text) {
            if is_ended(after) {
                self.in_comment = true;
            } else {
                let message = "this comment has no end, so it was read as one line";
                let problem = Diagnostic::warning(message);
                self.report(problem.at(number, None, text));
            }
        } else if text.is_empty() && self.block.last().is_some_and(|l| l.text.is_empty()) {
            return;
        }
        self.n_text_lines += 1;
        if self.n_text_lines <= caps::TEXT_LINES {
            self.block.push(Line { number, text });
        } else if self.n_text_lines == caps::TEXT_LINES + 1 {
            let message = format!(
                "there are more than {} lines of text; the rest was left out",
                caps::TEXT_LINES
            );
            self.report(Diagnostic::error(message).at(number, None, text));
        }
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
        if !self.rows.iter().any(|row| row.text.contains('#')) {
            // Stars or dots alone are decoration.
            let to_line = |row: Row<'a>| Line {
                number: row.number,
                text: row.text.trim(),
            };
            self.block.extend(self.rows.drain(..).map(to_line));
            return;
        }
        let number = self.collection.entries.len() + 1;
        match build_entry(&self.rows, number) {
            Ok(entry) => self.add_entry(entry),
            Err(problem) => self.report(problem.in_level(number)),
        }
        self.rows.clear();
    }

    fn add_entry(&mut self, mut entry: Entry) {
        let block = std::mem::take(&mut self.block);
        let is_first = self.collection.entries.is_empty();
        if is_first {
            self.titles_come_first = block.last().is_some_and(|line| !line.text.is_empty());
        }
        let cut = start_of_own_text(&block, is_first, self.titles_come_first);
        let (before, own) = block.split_at(cut);
        self.add_notes(before);
        let heading = own.iter().rposition(|line| !line.text.is_empty());
        let heading = heading.filter(|&i| key_and_value(own[i].text).is_none());
        entry.heading = heading.and_then(|i| without_marks(own[i].text));
        let (notes, games) = parse_notes(&own[..heading.unwrap_or(own.len())]);
        entry.notes = notes;
        entry.games = games;
        self.collection.entries.push(entry);
    }

    /// Text that belongs to the last level, or to the file if there is none yet.
    fn add_notes(&mut self, lines: &[Line<'_>]) {
        let Some(entry) = self.collection.entries.last_mut() else {
            self.collection.notes.extend(parse_notes(lines).0);
            return;
        };
        let mut lines = lines;
        // Files without titles above their boards may have `; title` below.
        if entry.heading.is_none()
            && !self.titles_come_first
            && let Some((first, others)) = lines.split_first()
            && first.text.starts_with(';')
        {
            entry.heading = without_marks(first.text);
            lines = others;
        }
        let (notes, games) = parse_notes(lines);
        entry.notes.extend(notes);
        entry.games.extend(games);
    }

    fn finish(mut self) -> Collection {
        self.end_board();
        let rest = std::mem::take(&mut self.block);
        self.add_notes(&rest);
        let mut problems = self.collection.diagnostics.iter();
        let is_told = problems.any(|problem| problem.severity == Severity::Error);
        if self.collection.entries.is_empty() && !is_told {
            let problem = Diagnostic::error("there is no level in the file");
            self.collection.diagnostics.insert(0, problem);
        }
        self.collection
    }
}

/// Whether the end of a comment comes before the start of another.
fn is_ended(after: &str) -> bool {
    let marks = after.split('\n').map(|l| without_mail_quotes(l).trim());
    let mut marks = marks.filter(|l| is_comment_end(l) || is_comment_start(l));
    marks.next().is_some_and(is_comment_end)
}

/// A line without the `>` of mail quotes.
fn without_mail_quotes(line: &str) -> &str {
    let mut text = line;
    while let Some(rest) = text.trim_start_matches(' ').strip_prefix('>') {
        text = rest;
    }
    text
}

fn without_quotation_marks(text: &str) -> &str {
    let inner = text.trim();
    let inner = inner.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.unwrap_or(text)
}

/// Where, in the text between two boards, the second board's own text begins.
fn start_of_own_text(block: &[Line<'_>], is_first: bool, titles_come_first: bool) -> usize {
    let nothing = block.len();
    let Some(last) = block.iter().rposition(|line| !line.text.is_empty()) else {
        return nothing;
    };
    let gap = (0..last).rev().find(|&i| block[i].text.is_empty());
    let start = gap.map_or(0, |gap| gap + 1);
    let clings_to_board_before = start == 0 && !is_first;
    let clings_to_this_board = last + 1 == block.len();
    let text = block[last].text;
    if clings_to_board_before && !(clings_to_this_board && titles_come_first) {
        return nothing;
    }
    if text.starts_with("::") || is_comment_end(text) || is_game(block, start, last) {
        return nothing;
    }
    if key_and_value(text).is_some() {
        // Keys belong to this board only if they stand right above it, and a
        // paragraph that opens the file is about the file.
        let is_own = clings_to_this_board && !is_first;
        return if is_own { start } else { nothing };
    }
    if start == last || text.starts_with(';') && clings_to_this_board {
        last
    } else {
        nothing
    }
}

/// Whether a paragraph holds the moves of a game of the board before.
fn is_game(block: &[Line<'_>], start: usize, last: usize) -> bool {
    let line_before = block[..start].iter().rev().find(|l| !l.text.is_empty());
    is_moves(block[last].text)
        && (is_game_title(block[start].text)
            || line_before.is_some_and(|line| is_game_title(line.text)))
}
