//! The table of components: a row for each, in the order of their numbers, in which
//! every edge leads from a smaller one to a greater one.

use crate::column::Column;
use crate::table::{Columns, Group, Table};
use parquet::data_type::{BoolType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result;
use soko_graph::Node;
use std::io::Write;

/// The table of components.
pub type ComponentTable<W> = Table<ComponentColumns, W>;

/// Its columns.
#[derive(Default)]
pub struct ComponentColumns {
    id: Column<Int64Type>,
    state: Column<Int64Type>,
    depth: Column<Int32Type>,
    size: Column<Int64Type>,
    start: Column<BoolType>,
    solved: Column<BoolType>,
    sink: Column<BoolType>,
    dead: Column<BoolType>,
    solution_factor: Column<DoubleType>,
}

impl Columns for ComponentColumns {
    type Row<'a> = &'a Node;

    const NAME: &'static str = "components";

    const SCHEMA: &'static str = "message components {
        required int64 id;
        required int64 state;
        required int32 depth;
        required int64 size;
        required boolean start;
        required boolean solved;
        required boolean sink;
        required boolean dead;
        required double solution_factor;
    }";

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

    fn write<W: Write + Send>(&mut self, group: &mut Group<'_, W>) -> Result<()> {
        self.id.write(group)?;
        self.state.write(group)?;
        self.depth.write(group)?;
        self.size.write(group)?;
        self.start.write(group)?;
        self.solved.write(group)?;
        self.sink.write(group)?;
        self.dead.write(group)?;
        self.solution_factor.write(group)
    }
}
