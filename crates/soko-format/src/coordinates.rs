//! Boards as lists of coordinates, the format of the assignment behind Nash, Vasick and
//! Zaerpoor's paper (2016).
//!
//! ```text
//! 5 3                                              width and height
//! 12 1 1 1 2 1 3 1 4 1 5 2 1 2 5 3 1 3 2 3 3 3 4 3 5    walls: how many, and where
//! 1 2 3                                            boxes
//! 1 2 4                                            goals
//! 2 2                                              the man
//! ```
//!
//! A place is a row and a column, both counted from 1 at the upper left. Numbers may be
//! spread over lines as one likes, but for the man: further places on his line are
//! further men, and `0 0` is none, so that a board that is wrong can be written too.
//! Several boards may follow each other; an empty line between them lets the reader
//! find the next one behind a mistake.

use crate::collection::CellOrigin;
use crate::{Collection, Diagnostic, Entry, RowOrigin, Written, caps};
use soko_core::{Cell, Coord, Setup};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether a text is a file of coordinates: it begins with two numbers on a line, and
/// has no wall as all other formats draw it.
pub(crate) fn is_coordinates(text: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| {
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        words.len() == 2 && words.iter().all(|word| is_number(word))
    }) && !text.contains('#')
}

/// Reads a whole file.
pub(crate) fn read(text: &str) -> Collection {
    let mut words = Words::new(text);
    let mut collection = Collection::default();
    while words.has_more() {
        let number = collection.entries.len() + 1;
        if number > caps::LEVELS {
            let message = format!("the file has more than {} levels", caps::LEVELS);
            collection.diagnostics.push(Diagnostic::error(message));
            break;
        }
        match read_board(&mut words, number) {
            Ok(entry) => collection.entries.push(entry),
            Err(problem) => {
                if collection.diagnostics.len() < caps::DIAGNOSTICS {
                    collection.diagnostics.push(problem.in_level(number));
                }
                words.skip_to_gap();
            }
        }
    }
    collection
}

/// A word of the file and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    /// In characters, from 1.
    column: usize,
    whole: &'a str,
}

impl Word<'_> {
    fn error(&self, message: String) -> Diagnostic {
        Diagnostic::error(message).at(self.line, Some(self.column), self.whole)
    }

    fn number(&self, what: &str) -> Result<usize, Diagnostic> {
        let is_number = self.text.bytes().all(|b| b.is_ascii_digit());
        let number = is_number.then(|| self.text.parse().unwrap_or(usize::MAX));
        number.ok_or_else(|| self.error(format!("{:?} is no number; here {what}", self.text)))
    }
}

/// The words of a text, line by line.
struct Words<'a> {
    rest: std::str::Lines<'a>,
    line: usize,
    whole: &'a str,
    /// Bytes and characters of the line that are done.
    done: (usize, usize),
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words {
            rest: text.lines(),
            line: 0,
            whole: "",
            done: (0, 0),
        }
    }

    fn next_line(&mut self) -> bool {
        let Some(whole) = self.rest.next() else {
            return false;
        };
        self.line += 1;
        self.whole = whole;
        self.done = (0, 0);
        true
    }

    /// The next word of this line.
    fn next_on_line(&mut self) -> Option<Word<'a>> {
        let unread = &self.whole[self.done.0..];
        let start = unread.find(|c: char| !c.is_whitespace())?;
        let word = &unread[start..];
        let end = word.find(char::is_whitespace).unwrap_or(word.len());
        let text = &word[..end];
        let column = self.done.1 + unread[..start].chars().count() + 1;
        self.done = (self.done.0 + start + end, column - 1 + text.chars().count());
        Some(Word {
            text,
            line: self.line,
            column,
            whole: self.whole,
        })
    }

    /// Whether any word is left; goes to the line that has it.
    fn has_more(&mut self) -> bool {
        while self.whole[self.done.0..].trim().is_empty() {
            if !self.next_line() {
                return false;
            }
        }
        true
    }

    fn skip_to_gap(&mut self) {
        while self.next_line() && !self.whole.trim().is_empty() {}
    }

    fn word(&mut self, what: &str) -> Result<Word<'a>, Diagnostic> {
        let word = if self.has_more() {
            self.next_on_line()
        } else {
            None
        };
        word.ok_or_else(|| {
            let message = format!("the file ends too soon: here {what}");
            Diagnostic::error(message).at(self.line.max(1), None, self.whole)
        })
    }
}

/// What the lists put on a board, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    Wall,
    Box,
    Goal,
    Man,
}

impl Thing {
    const LISTS: [Thing; 3] = [Thing::Wall, Thing::Box, Thing::Goal];

    /// One of it, and several.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Thing::Wall => ("wall", "walls"),
            Thing::Box => ("box", "boxes"),
            Thing::Goal => ("goal", "goals"),
            Thing::Man => ("man", "men"),
        }
    }

    /// The cell with this thing added to it; none where it cannot be.
    fn added_to(self, cell: Cell) -> Option<Cell> {
        match (self, cell) {
            (Thing::Wall, Cell::Floor | Cell::Wall) => Some(Cell::Wall),
            (Thing::Box, Cell::Floor) => Some(Cell::Box),
            (Thing::Goal, Cell::Floor) => Some(Cell::Goal),
            (Thing::Goal, Cell::Box) => Some(Cell::BoxOnGoal),
            (Thing::Man, Cell::Floor) => Some(Cell::Man),
            (Thing::Man, Cell::Goal) => Some(Cell::ManOnGoal),
            _ => None,
        }
    }
}

fn read_board(words: &mut Words<'_>, number: usize) -> Result<Entry, Diagnostic> {
    // 1. How large it is.
    let first = words.word("the width of a board should stand")?;
    let width = first.number("the width of a board should stand")?;
    let second = words.word("the height of the board should stand")?;
    let height = second.number("the height of the board should stand")?;
    let side = 1..=caps::SIDE;
    if !side.contains(&width) || !side.contains(&height) || width * height > caps::CELLS {
        let (side, area) = (caps::SIDE, caps::CELLS);
        return Err(first.error(format!(
            "a board of {width} by {height} cannot be: 1 to {side} a side, {area} in all"
        )));
    }
    let mut draft = Draft::new(first, width, height, number);
    // 2. The lists, each with its count.
    for thing in Thing::LISTS {
        let what = format!("the number of {} should stand", thing.names().1);
        let word = words.word(&what)?;
        let count = word.number(&what)?;
        if count > width * height {
            let message = format!("{count} {} do not fit the board", thing.names().1);
            return Err(word.error(message));
        }
        for _ in 0..count {
            draft.read_place(words, thing, false)?;
        }
    }
    // 3. The man, and what else stands on his line.
    draft.read_place(words, Thing::Man, true)?;
    while let Some(row) = words.next_on_line() {
        draft.put(Thing::Man, row, words)?;
    }
    draft.finish()
}

/// A board while it is read.
struct Draft<'a> {
    first: Word<'a>,
    number: usize,
    setup: Setup,
    places: BTreeMap<(u32, u32), CellOrigin>,
    /// The line whose text was shared last.
    shared: Option<(usize, Arc<str>)>,
    mistakes: Vec<Diagnostic>,
}

impl<'a> Draft<'a> {
    fn new(first: Word<'a>, width: usize, height: usize, number: usize) -> Draft<'a> {
        Draft {
            first,
            number,
            setup: Setup::new(width as u32, height as u32),
            places: BTreeMap::new(),
            shared: None,
            mistakes: Vec::new(),
        }
    }

    /// Reads a row and a column and puts a thing there. `0 0` is no place, where that
    /// may be said.
    fn read_place(
        &mut self,
        words: &mut Words<'a>,
        thing: Thing,
        may_be_none: bool,
    ) -> Result<(), Diagnostic> {
        let row = words.word(&format!("the row of a {} should stand", thing.names().0))?;
        if may_be_none && row.text == "0" {
            let column = words.word("the column of the man should stand")?;
            return match column.text {
                "0" => Ok(()),
                _ => Err(row.error("rows count from 1".into())),
            };
        }
        self.put(thing, row, words)
    }

    /// Puts a thing on the board; its row is read, its column is not.
    fn put(
        &mut self,
        thing: Thing,
        row: Word<'a>,
        words: &mut Words<'a>,
    ) -> Result<(), Diagnostic> {
        let name = thing.names().0;
        let column = words.word(&format!("the column of a {name} should stand"))?;
        let within = |word: &Word<'_>, of: &str, most: u32| {
            let number = word.number(&format!("the {of} of a {name} should stand"))?;
            let fits = (1..=most as usize).contains(&number);
            let message = || format!("{of}s count from 1 to {most}, this is {number}");
            fits.then(|| number as u32 - 1)
                .ok_or_else(|| word.error(message()))
        };
        let row_at = within(&row, "row", self.setup.height())?;
        let col_at = within(&column, "column", self.setup.width())?;
        let at = Coord::new(row_at, col_at);
        match thing.added_to(self.setup.cell(at)) {
            Some(cell) => self.setup.set(at, cell),
            None if self.mistakes.len() < caps::DIAGNOSTICS => {
                let taken = taken_by(self.setup.cell(at));
                let problem = row.error(format!("a {name} where a {taken} is already"));
                self.mistakes.push(problem.in_level(self.number));
            }
            None => {}
        }
        if thing != Thing::Wall {
            let text = self.shared_line(&row);
            self.places.entry((at.row, at.col)).or_insert(CellOrigin {
                line: row.line,
                column: row.column,
                text,
            });
        }
        Ok(())
    }

    /// The line of a word, one copy for all of its words.
    fn shared_line(&mut self, word: &Word<'_>) -> Arc<str> {
        match &self.shared {
            Some((line, text)) if *line == word.line => Arc::clone(text),
            _ => {
                let text: Arc<str> = word.whole.into();
                self.shared = Some((word.line, Arc::clone(&text)));
                text
            }
        }
    }

    /// The level, without empty rows and columns around it.
    fn finish(self) -> Result<Entry, Diagnostic> {
        let Some((top, left, cells)) = trimmed(&self.setup) else {
            return Err(self.first.error("there is nothing on the board".into()));
        };
        // A board whose first row is open is one in no other format.
        let is_closed = |cell: &Cell| matches!(cell, Cell::Wall | Cell::BoxOnGoal);
        let has_wall = cells.iter().flatten().any(|&cell| cell == Cell::Wall);
        if !has_wall || !cells[0].iter().any(is_closed) {
            let message = "the first row of the board has no wall";
            return Err(self.first.error(message.into()));
        }
        let mut entry = Entry::new(self.number, None, Setup::from_rows(&cells));
        let origin = RowOrigin {
            line: self.first.line,
            column: self.first.column,
            written: Some(Box::new(Written {
                text: self.first.whole.into(),
                columns: Vec::new(),
            })),
        };
        entry.origin = vec![origin; cells.len()];
        let moved = |((row, col), place)| ((row - top, col - left), place);
        entry.cells = self.places.into_iter().map(moved).collect();
        entry.mistakes = self.mistakes;
        Ok(entry)
    }
}

/// What stands on a cell, in a word.
fn taken_by(cell: Cell) -> &'static str {
    match cell {
        Cell::Wall => "wall",
        Cell::Box | Cell::BoxOnGoal => "box",
        Cell::Man | Cell::ManOnGoal => "man",
        Cell::Goal | Cell::Floor => "goal",
    }
}

/// The rows without empty margins, and the place of their upper left corner.
fn trimmed(setup: &Setup) -> Option<(u32, u32, Vec<Vec<Cell>>)> {
    let things = || setup.cells().filter(|(_, cell)| *cell != Cell::Floor);
    let rows = || things().map(|(at, _)| at.row);
    let columns = || things().map(|(at, _)| at.col);
    let (top, bottom) = (rows().min()?, rows().max()?);
    let (left, right) = (columns().min()?, columns().max()?);
    let row = |row| setup.row(row)[left as usize..=right as usize].to_vec();
    Some((top, left, (top..=bottom).map(row).collect()))
}

/// Writes a collection as coordinates; titles and notes have no place in them.
pub(crate) fn write(collection: &Collection) -> String {
    let mut out = String::new();
    for entry in &collection.entries {
        if !out.is_empty() {
            out.push('\n');
        }
        let setup = &entry.setup;
        out += &format!("{} {}\n", setup.width(), setup.height());
        push_list(&mut out, setup, |cell| cell == Cell::Wall);
        push_list(&mut out, setup, Cell::has_box);
        push_list(&mut out, setup, Cell::has_goal);
        let men = places(setup, Cell::has_man);
        out += if men.is_empty() {
            "0 0"
        } else {
            men.trim_start()
        };
        out.push('\n');
    }
    out
}

fn push_list(out: &mut String, setup: &Setup, is_listed: impl Fn(Cell) -> bool) {
    let count = setup.cells().filter(|&(_, cell)| is_listed(cell)).count();
    *out += &format!("{count}{}\n", places(setup, is_listed));
}

/// Rows and columns from 1, a space before each.
fn places(setup: &Setup, is_listed: impl Fn(Cell) -> bool) -> String {
    let listed = setup.cells().filter(|&(_, cell)| is_listed(cell));
    let places = listed.map(|(at, _)| format!(" {} {}", at.row + 1, at.col + 1));
    places.collect()
}
