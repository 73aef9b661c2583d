//! The table of edges: a row for each, by the node that it leaves.
//!
//! The columns are called `source` and `target`, as graph libraries have it, where the
//! CSV has `from` and `to`: SQL wants those quoted. What is done along an edge lacks
//! between components, and in hashed graphs where two states were taken for one.

use crate::column::{Column, text};
use crate::table::{Columns, Group, Table};
use parquet::data_type::{ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result;
use soko_graph::Edge;
use std::io::Write;

/// The table of edges.
pub type EdgeTable<W> = Table<EdgeColumns, W>;

/// Its columns.
#[derive(Default)]
pub struct EdgeColumns {
    source: Column<Int64Type>,
    target: Column<Int64Type>,
    row: Column<Int32Type>,
    col: Column<Int32Type>,
    direction: Column<ByteArrayType>,
}

impl Columns for EdgeColumns {
    type Row<'a> = &'a Edge;

    const NAME: &'static str = "edges";

    const SCHEMA: &'static str = "message edges {
        required int64 source;
        required int64 target;
        optional int32 row;
        optional int32 col;
        optional binary direction (STRING);
    }";

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

    fn write<W: Write + Send>(&mut self, group: &mut Group<'_, W>) -> Result<()> {
        self.source.write(group)?;
        self.target.write(group)?;
        self.row.write(group)?;
        self.col.write(group)?;
        self.direction.write(group)
    }
}
