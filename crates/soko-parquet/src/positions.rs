//! The table of positions with labels, for learning: a row for each position, from any
//! number of levels.
//!
//! What is said of a position is proved by the level's whole graph: that it is lost, or
//! how many pushes are left and which pushes are the first of a shortest solution. A lost
//! position has neither; a solved one has none to do. The man stands on the first square
//! of his area, as walks change nothing.

use crate::column::{Column, text};
use crate::table::{Columns, Group, Table};
use parquet::data_type::{BoolType, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result;
use std::io::Write;

/// A push as the table has it: row and column of the box, from 1, and one of `u d l r`.
pub type PushCell = (u32, u32, char);

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct PositionRow<'a> {
    /// The file or collection that the level is from.
    pub source: &'a str,
    /// The level's number in it.
    pub level: usize,
    /// The level's exact id.
    pub level_id: &'a str,
    /// The number of the position in the level's graph; 0 is the start.
    pub state: u32,
    /// Pushes from the start.
    pub depth: u32,
    /// The board, its rows parted by line ends.
    pub board: &'a str,
    /// The fewest pushes to a solution; none if the position is lost.
    pub to_go: Option<u32>,
    /// The first pushes of all shortest solutions.
    pub best: &'a [PushCell],
}

/// The table of positions.
pub type PositionTable<W> = Table<PositionColumns, W>;

/// Its columns.
#[derive(Default)]
pub struct PositionColumns {
    source: Column<ByteArrayType>,
    level: Column<Int64Type>,
    level_id: Column<ByteArrayType>,
    state: Column<Int64Type>,
    depth: Column<Int32Type>,
    board: Column<ByteArrayType>,
    dead: Column<BoolType>,
    to_go: Column<Int32Type>,
    best_row: Column<Int32Type>,
    best_col: Column<Int32Type>,
    best_direction: Column<ByteArrayType>,
}

impl Columns for PositionColumns {
    type Row<'a> = PositionRow<'a>;

    const NAME: &'static str = "positions";

    const SCHEMA: &'static str = "message positions {
        required binary source (STRING);
        required int64 level;
        required binary level_id (STRING);
        required int64 state;
        required int32 depth;
        required binary board (STRING);
        required boolean dead;
        optional int32 pushes_to_go;
        optional group best (LIST) {
            repeated group list {
                required group element {
                    required int32 row;
                    required int32 col;
                    required binary direction (STRING);
                }
            }
        }
    }";

    const GROWING: &'static [&'static str] = &["level", "state"];

    const UNORDERED: &'static [&'static str] = &["board"];

    fn push(&mut self, row: PositionRow<'_>) -> usize {
        self.source.push(text(row.source));
        self.level.push(row.level as i64);
        self.level_id.push(text(row.level_id));
        self.state.push(i64::from(row.state));
        self.depth.push(row.depth as i32);
        self.board.push(text(row.board));
        self.dead.push(row.to_go.is_none());
        self.to_go
            .push_option(row.to_go.map(|pushes| pushes as i32));
        let best = row.to_go.map(|_| row.best.iter());
        let rows = best.clone().map(|best| best.map(|push| push.0 as i32));
        self.best_row.push_list(rows);
        let cols = best.clone().map(|best| best.map(|push| push.1 as i32));
        self.best_col.push_list(cols);
        let directions = best.map(|best| best.map(|push| text(push.2.encode_utf8(&mut [0; 4]))));
        self.best_direction.push_list(directions);
        row.source.len() + row.level_id.len() + row.board.len()
    }

    fn write<W: Write + Send>(&mut self, group: &mut Group<'_, W>) -> Result<()> {
        self.source.write(group)?;
        self.level.write(group)?;
        self.level_id.write(group)?;
        self.state.write(group)?;
        self.depth.write(group)?;
        self.board.write(group)?;
        self.dead.write(group)?;
        self.to_go.write(group)?;
        self.best_row.write(group)?;
        self.best_col.write(group)?;
        self.best_direction.write(group)
    }
}
