//! A file of levels, read.

use crate::{Diagnostic, Problems, Severity};
use soko_core::{Coord, Fault, Level, Setup};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file of levels: what was written about all of them, the levels in order,
/// and what is wrong with the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// What stands before the first level.
    pub notes: Vec<Note>,
    /// The levels, in the order of the file.
    pub entries: Vec<Entry>,
    /// What could not be read, and what was assumed.
    pub diagnostics: Vec<Diagnostic>,
}

impl Collection {
    /// The name of the collection, where the file gives one.
    pub fn title(&self) -> Option<&str> {
        field(&self.notes, &["collection", "set"])
    }

    /// The author of the whole collection, where the file gives one.
    pub fn author(&self) -> Option<&str> {
        field(&self.notes, &["author", "copyright"])
    }

    /// The remarks about the whole collection.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        comments(&self.notes)
    }
}

/// One level of a file.
///
/// ```
/// let file = b"One push\n\n#####\n#@$.#\n#####\nAuthor: me\n\nSolution\nR\n";
/// let collection = soko_format::read_collection(file);
/// let entry = &collection.entries[0];
/// assert_eq!((entry.title(), entry.author(), entry.line()), (Some("One push"), Some("me"), 3));
/// assert!(entry.games[0].is_solution());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The title line that belongs to the board.
    pub heading: Option<String>,
    /// The board as written.
    pub setup: Setup,
    /// Where the rows of the board stand in the file.
    pub origin: Vec<RowOrigin>,
    /// Where cells are named, by row and column from 0, in formats that list them.
    pub cells: BTreeMap<(u32, u32), CellOrigin>,
    /// What was written about the level, in order, unknown keys too.
    pub notes: Vec<Note>,
    /// Solutions and snapshots.
    pub games: Vec<Game>,
    /// Characters on the board that mean nothing; they were read as floor.
    pub mistakes: Vec<Diagnostic>,
}

/// Something written about a level or a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `Key: value`.
    Field {
        /// The key as written.
        key: String,
        /// The value without white space around it.
        value: String,
    },
    /// A remark of one or more lines.
    Comment(String),
    /// A line of plain text.
    Text(String),
}

/// Moves stored with a level: a solution or an unfinished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The line above the moves, such as `Solution/Pushes` or `Snapshot`.
    pub title: String,
    /// The moves as written, without white space.
    pub moves: String,
    /// The first line of the moves in the file, from 1.
    pub line: usize,
    /// What was written about the game.
    pub notes: Vec<Note>,
}

impl Game {
    /// Whether the title says that the moves solve the level.
    pub fn is_solution(&self) -> bool {
        self.title.to_ascii_lowercase().starts_with("solution")
    }
}

/// Where one row of a board stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowOrigin {
    /// The line, from 1.
    pub line: usize,
    /// The column of the row's first cell, from 1.
    pub column: usize,
    /// The line itself and the column of each cell, where the line is more than
    /// the standard characters of the row.
    pub written: Option<Box<Written>>,
}

/// Where a cell is named in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellOrigin {
    /// The line, from 1.
    pub line: usize,
    /// The column at which its place begins, from 1.
    pub column: usize,
    /// The line as written.
    pub text: Arc<str>,
}

/// A board line that is not simply the row in standard characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The line as written.
    pub text: Arc<str>,
    /// The column of each cell, from 1.
    pub columns: Vec<u32>,
}

impl Entry {
    /// A level that comes from no file.
    pub fn new(number: usize, heading: Option<String>, setup: Setup) -> Entry {
        Entry {
            number,
            heading,
            setup,
            origin: Vec::new(),
            cells: BTreeMap::new(),
            notes: Vec::new(),
            games: Vec::new(),
            mistakes: Vec::new(),
        }
    }

    /// The title: the value of the key `Title`, or else the heading.
    pub fn title(&self) -> Option<&str> {
        field(&self.notes, &["title"]).or(self.heading.as_deref())
    }

    /// The author, where the level names one.
    pub fn author(&self) -> Option<&str> {
        field(&self.notes, &["author"])
    }

    /// The remarks about the level.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        comments(&self.notes)
    }

    /// The line on which the board begins, from 1; 0 if it comes from no file.
    pub fn line(&self) -> usize {
        self.origin.first().map_or(0, |row| row.line)
    }

    /// The checked level, or everything that is wrong with it, with its place in
    /// the file.
    pub fn level(&self) -> Result<Level, Problems> {
        let checked = Level::from_setup(self.setup.clone());
        match checked {
            Ok(level) if self.mistakes.is_empty() => Ok(level),
            Ok(_) => Err(self.mistakes.clone().into()),
            Err(error) => {
                let faults = error.faults.iter().map(|fault| self.locate(fault));
                let all: Vec<Diagnostic> = self.mistakes.iter().cloned().chain(faults).collect();
                Err(all.into())
            }
        }
    }

    /// What is unusual about a level that can be played.
    pub fn warnings(&self, level: &Level) -> Vec<Diagnostic> {
        use soko_core::Squares;
        let mut warnings = Vec::new();
        let (boxes, goals) = (level.n_boxes(), level.board().goals().len());
        if goals > boxes {
            warnings.push(format!(
                "there are more goals ({goals}) than boxes ({boxes}); \
                 the level is solved when every box is on a goal"
            ));
        }
        if level.is_solved(level.boxes()) {
            warnings.push("the level is solved at the start, by the empty solution".into());
        }
        let to_warning = |message: String| Diagnostic {
            severity: Severity::Warning,
            ..self.locate_whole(message)
        };
        warnings.into_iter().map(to_warning).collect()
    }

    /// A fault as a diagnostic, with its place in the file.
    pub fn locate(&self, fault: &Fault) -> Diagnostic {
        match fault.coord() {
            Some(at) => self.locate_coord(fault.message(), at),
            None => self.locate_whole(fault.message()),
        }
    }

    fn locate_whole(&self, message: String) -> Diagnostic {
        let problem = Diagnostic::error(message).in_level(self.number);
        match self.origin.first() {
            Some(_) => {
                let (line, _, text) = self.place(Coord::new(0, 0));
                problem.at(line, None, &text)
            }
            None => problem,
        }
    }

    /// An error at a cell of the board.
    pub fn locate_coord(&self, message: String, at: Coord) -> Diagnostic {
        let (line, column, text) = self.place(at);
        let problem = Diagnostic::error(message).in_level(self.number);
        problem.at(line, Some(column), &text)
    }

    /// Line, column and text of a cell; board coordinates if it comes from no
    /// file.
    fn place(&self, at: Coord) -> (usize, usize, String) {
        if let Some(cell) = self.cells.get(&(at.row, at.col)) {
            return (cell.line, cell.column, cell.text.to_string());
        }
        let in_row = at.col as usize;
        let standard = || {
            let cells = self.setup.row(at.row).iter();
            cells.map(|cell| cell.to_char()).collect::<String>()
        };
        match self.origin.get(at.row as usize) {
            Some(RowOrigin {
                line,
                written: Some(written),
                ..
            }) => {
                let end = written.columns.last().copied().unwrap_or(1) as usize;
                let column = written.columns.get(in_row).map_or(end, |&c| c as usize);
                (*line, column, written.text.to_string())
            }
            Some(row) => {
                let margin = " ".repeat(row.column - 1);
                (row.line, row.column + in_row, margin + &standard())
            }
            None if at.row < self.setup.height() => (at.row as usize + 1, in_row + 1, standard()),
            None => (at.row as usize + 1, in_row + 1, String::new()),
        }
    }
}

/// The value of the first field with one of these keys (in lower case).
pub(crate) fn field<'a>(notes: &'a [Note], keys: &[&str]) -> Option<&'a str> {
    notes.iter().find_map(|note| match note {
        Note::Field { key, value } if keys.iter().any(|k| key.eq_ignore_ascii_case(k)) => {
            Some(value.as_str())
        }
        _ => None,
    })
}

fn comments(notes: &[Note]) -> impl Iterator<Item = &str> {
    notes.iter().filter_map(|note| match note {
        Note::Comment(text) | Note::Text(text) => Some(text.as_str()),
        Note::Field { .. } => None,
    })
}
