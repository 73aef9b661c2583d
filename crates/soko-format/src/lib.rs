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
pub mod caps;
mod classify;
mod collection;
mod coordinates;
mod diagnostic;
mod encoding;
mod lenient;
pub mod lurd;
mod notes;
pub mod pddl;
pub mod picture;
mod read;
pub mod rle;
mod slc;
mod text_reader;
mod write;
pub mod xml;

pub use collection::{CellOrigin, Collection, Entry, Game, Note, RowOrigin, Written};
pub use diagnostic::{Diagnostic, Excerpt, Problems, Severity};
pub use lurd::MoveText;
pub use read::{lists_coordinates, read_collection};
pub use write::Format;
