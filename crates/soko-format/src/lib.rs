//! Sokoban levels and moves as text: every format in use, in and out; and boards
//! as pictures.
//!
//! [`read_collection`] takes the bytes of a file and gives a [`Collection`]: the
//! levels as written, what was written about them, and [`Diagnostic`]s with line
//! and column for what could not be read. One bad level never loses the file.
//!
//! ```
//! let file = b"; One push\n#####\n#@$.#\n#####\n";
//! let collection = soko_format::read_collection(file);
//! let entry = &collection.entries[0];
//! assert_eq!(entry.title(), Some("One push"));
//! assert_eq!(entry.level().unwrap().n_boxes(), 1);
//! ```

mod board_rows;
pub mod builtin;
mod classify;
mod collection;
mod diagnostic;
mod encoding;
mod lenient;
pub mod lurd;
mod notes;
pub mod picture;
pub mod rle;
mod slc;
mod text_reader;
mod write;
pub mod xml;

pub use collection::{Collection, Entry, Game, Note, RowOrigin, Written};
pub use diagnostic::{Diagnostic, Excerpt, Severity};

pub use lurd::MoveText;
pub use write::Format;

/// What is too large to be a file of levels, so that no input can exhaust the
/// machine.
pub mod caps {
    /// Bytes of a file.
    pub const FILE_BYTES: usize = 16 << 20;
    /// Bytes of one line.
    pub const LINE_BYTES: usize = 2 << 20;
    /// Lines of a file.
    pub const LINES: usize = 1_000_000;
    /// Lines of a file that are not part of a board.
    pub const TEXT_LINES: usize = 200_000;
    /// Levels of a file.
    pub const LEVELS: usize = 100_000;
    /// Columns, and rows, of a level.
    pub const SIDE: usize = 10_000;
    /// Cells of the rectangle around a level.
    pub const CELLS: usize = 1 << 20;
    /// Problems reported for one file.
    pub const DIAGNOSTICS: usize = 200;
    /// Moves of a solution after expansion.
    pub const MOVES: usize = 2_000_000;
    /// Groups inside groups of a run-length code.
    pub const NESTING: usize = 255;
}

/// Reads a file of levels in any supported format.
pub fn read_collection(bytes: &[u8]) -> Collection {
    match encoding::decode(bytes) {
        Ok(text) if slc::is_slc(&text) => slc::read(&text),
        Ok(text) => text_reader::read(&text),
        Err(diagnostic) => Collection {
            diagnostics: vec![diagnostic],
            ..Collection::default()
        },
    }
}
