//! The table of positions with labels, for learning: a row for each position, from any
//! number of levels.
//!
//! What is said of a position is proved by the level's whole graph: that it is lost, or
//! how many pushes are left and which pushes are the first of a shortest solution. A lost
//! position has neither; a solved one has none to do. The man stands on the first square
//! of his area, as walks change nothing.

use crate::column::text;
use crate::columns::columns;
use crate::table::{Columns, Table};
use parquet::data_type::{BoolType, ByteArrayType, Int32Type, Int64Type};

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

columns! {
    /// Its columns.
    PositionColumns of "positions" {
        source: ByteArrayType = "required binary source (STRING);",
        level: Int64Type = "required int64 level;",
        level_id: ByteArrayType = "required binary level_id (STRING);",
        state: Int64Type = "required int64 state;",
        depth: Int32Type = "required int32 depth;",
        board: ByteArrayType = "required binary board (STRING);",
        dead: BoolType = "required boolean dead;",
        to_go: Int32Type = "optional int32 pushes_to_go;",
        best_row: Int32Type = "optional group best (LIST) { repeated group list { required group element { required int32 row;",
        best_col: Int32Type = "required int32 col;",
        best_direction: ByteArrayType = "required binary direction (STRING); } } }",
    }
}

impl Columns for PositionColumns {
    type Row<'a> = PositionRow<'a>;

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
}
