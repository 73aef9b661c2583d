//! The table of edges: a row for each, by the node that it leaves.
//!
//! The columns are called `source` and `target`, as graph libraries have it, where the
//! CSV has `from` and `to`: SQL wants those quoted. What is done along an edge lacks
//! between components, and in hashed graphs where two states were taken for one.

use crate::column::text;
use crate::columns::columns;
use crate::table::{Columns, Table};
use parquet::data_type::{ByteArrayType, Int32Type, Int64Type};
use soko_graph::Edge;

/// The table of edges.
pub type EdgeTable<W> = Table<EdgeColumns, W>;

columns! {
    /// Its columns.
    EdgeColumns of "edges" {
        source: Int64Type = "required int64 source;",
        target: Int64Type = "required int64 target;",
        row: Int32Type = "optional int32 row;",
        col: Int32Type = "optional int32 col;",
        direction: ByteArrayType = "optional binary direction (STRING);",
    }
}

impl Columns for EdgeColumns {
    type Row<'a> = &'a Edge;

    const GROWING: &'static [&'static str] = &["source", "target"];

    fn push(&mut self, edge: &Edge) -> usize {
        let deed = edge.deed;
        self.source.push(i64::from(edge.from));
        self.target.push(i64::from(edge.to));
        self.row.push_option(deed.map(|deed| deed.row as i32));
        self.col.push_option(deed.map(|deed| deed.column as i32));
        let letter = deed.map(|deed| text(deed.direction.encode_utf8(&mut [0; 4])));
        self.direction.push_option(letter);
        0
    }
}
