//! The table of states: a row for each, in the order of their numbers.
//!
//! Numbers are signed and wide, so that differences of them are right in every
//! database. Where everything stands is told twice: the boxes and the man's area as
//! rows and columns from 1, for questions about squares, and the board as a text, for
//! people and for programs that read levels. Neighbouring boards are so alike that
//! Snappy makes some twenty bytes of a board of 150.

use crate::column::text;
use crate::columns::columns;
use crate::table::{Columns, Table};
use parquet::data_type::{BoolType, ByteArrayType, DoubleType, Int32Type, Int64Type};
use soko_graph::Node;

/// Where everything stands in a state. To be used again for the next state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whereabouts {
    /// Row and column of each box, from 1; none in games without boxes.
    pub boxes: Option<Vec<(u32, u32)>>,
    /// Row and column of the first square of the man's area.
    pub area: Option<(u32, u32)>,
    /// The board, its rows parted by line ends.
    pub board: String,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct StateRow<'a> {
    /// What is known of the state.
    pub node: &'a Node,
    /// Where everything stands.
    pub place: &'a Whereabouts,
}

/// The table of states.
pub type StateTable<W> = Table<StateColumns, W>;

columns! {
    /// Its columns.
    StateColumns of "states" {
        id: Int64Type = "required int64 id;",
        depth: Int32Type = "required int32 depth;",
        component: Int64Type = "required int64 component;",
        start: BoolType = "required boolean start;",
        solved: BoolType = "required boolean solved;",
        sink: BoolType = "required boolean sink;",
        dead: BoolType = "required boolean dead;",
        solution_factor: DoubleType = "required double solution_factor;",
        chain_factor: DoubleType = "optional double chain_factor;",
        chain_factor_at_most: DoubleType = "optional double chain_factor_at_most;",
        box_row: Int32Type = "optional group boxes (LIST) { repeated group list { required group element { required int32 row;",
        box_col: Int32Type = "required int32 col; } } }",
        area_row: Int32Type = "optional group area { required int32 row;",
        area_col: Int32Type = "required int32 col; }",
        board: ByteArrayType = "required binary board (STRING);",
    }
}

impl Columns for StateColumns {
    type Row<'a> = StateRow<'a>;

    const GROWING: &'static [&'static str] = &["id", "depth"];

    const UNORDERED: &'static [&'static str] = &["board"];

    fn push(&mut self, StateRow { node, place }: StateRow<'_>) -> usize {
        self.id.push(i64::from(node.id));
        self.depth.push(node.depth as i32);
        self.component.push(i64::from(node.component));
        self.start.push(node.is_start);
        self.solved.push(node.is_solved);
        self.sink.push(node.is_sink);
        self.dead.push(node.is_dead);
        self.solution_factor.push(node.solution_factor);
        self.chain_factor.push_option(node.chain.map(|c| c.lower));
        self.chain_factor_at_most
            .push_option(node.chain.map(|c| c.upper));
        let boxes = place.boxes.as_ref();
        let rows = boxes.map(|boxes| boxes.iter().map(|at| at.0 as i32));
        self.box_row.push_list(rows);
        let cols = boxes.map(|boxes| boxes.iter().map(|at| at.1 as i32));
        self.box_col.push_list(cols);
        self.area_row.push_option(place.area.map(|at| at.0 as i32));
        self.area_col.push_option(place.area.map(|at| at.1 as i32));
        self.board.push(text(&place.board));
        place.board.len()
    }
}
