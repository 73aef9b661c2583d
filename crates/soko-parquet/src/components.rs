//! The table of components: a row for each, in the order of their numbers, in which
//! every edge leads from a smaller one to a greater one.

use crate::columns::columns;
use crate::table::{Columns, Table};
use parquet::data_type::{BoolType, DoubleType, Int32Type, Int64Type};
use soko_graph::Node;

/// The table of components.
pub type ComponentTable<W> = Table<ComponentColumns, W>;

columns! {
    /// Its columns.
    ComponentColumns of "components" {
        id: Int64Type = "required int64 id;",
        state: Int64Type = "required int64 state;",
        depth: Int32Type = "required int32 depth;",
        size: Int64Type = "required int64 size;",
        start: BoolType = "required boolean start;",
        solved: BoolType = "required boolean solved;",
        sink: BoolType = "required boolean sink;",
        dead: BoolType = "required boolean dead;",
        solution_factor: DoubleType = "required double solution_factor;",
    }
}

impl Columns for ComponentColumns {
    type Row<'a> = &'a Node;

    const GROWING: &'static [&'static str] = &["id", "state"];

    fn push(&mut self, node: &Node) -> usize {
        self.id.push(i64::from(node.id));
        self.state.push(i64::from(node.state));
        self.depth.push(node.depth as i32);
        self.size.push(node.size as i64);
        self.start.push(node.is_start);
        self.solved.push(node.is_solved);
        self.sink.push(node.is_sink);
        self.dead.push(node.is_dead);
        self.solution_factor.push(node.solution_factor);
        0
    }
}
