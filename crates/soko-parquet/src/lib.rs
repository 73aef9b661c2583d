//! State graphs as Parquet, the column files that DuckDB, Polars, Spark and pandas
//! read.
//!
//! There are three tables of a graph, states, edges and components, and one of positions
//! with labels from any number of levels, each with a writer that takes
//! a row at a time and writes to anything that is `Write`. Nobody needs the whole graph
//! in one place: rows are gathered into groups of a bounded size and written when a
//! group is full, so that a table takes some tens of megabytes of memory however long
//! it gets; and a table may be cut into any number of parts, one a file, as those tools
//! read a folder of files as one table. [`part_name`] is what such a file is called.
//!
//! ```
//! use soko_core::Level;
//! use soko_graph::{Folding, Records, Rules, View, explore};
//! use soko_parquet::{About, EdgeTable};
//! use soko_search::Control;
//!
//! let level: Level = "######\n#@ $.#\n######".parse().unwrap();
//! let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
//! let folding = Folding::new(&graph);
//! let about = About::new().with("level_text", level.setup().to_string());
//! let mut edges = EdgeTable::new(Vec::new(), &about).unwrap();
//! for edge in Records::new(&folding, View::States).edges() {
//!     edges.push(&edge).unwrap();
//! }
//! let file = edges.finish().unwrap();
//! assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
//! ```

mod about;
mod column;
mod columns;
mod components;
mod edges;
mod positions;
mod states;
mod table;

pub use about::About;
pub use components::{ComponentColumns, ComponentTable};
pub use edges::{EdgeColumns, EdgeTable};
pub use positions::{PositionColumns, PositionRow, PositionTable, PushCell};
pub use states::{StateColumns, StateRow, StateTable, Whereabouts};
pub use table::{Columns, Group, Layout, Table};

/// The version of the tables' columns, which every file names as `soko.schema`.
pub const SCHEMA: u32 = 1;

/// The name of one part of a table inside the table's folder.
pub fn part_name(part: usize) -> String {
    format!("part-{part}.parquet")
}
