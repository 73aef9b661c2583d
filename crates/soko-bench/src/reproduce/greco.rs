//! Greco (2010): Tables 1 to 4 on Microban 1 to 20.
//!
//! Table 1 counts the floor squares and those that are not dead.

use super::{Cell, Check, Desk, Findings, FindingsTable, Paper, ReproduceError};
use crate::{GrecoRow, Published};
use soko_core::{Level, Squares, facts};

/// The paper.
pub const PAPER: Paper = Paper {
    name: "greco",
    title: "Greco, 2010: Automatically generating solutions for Sokoban maps",
    run,
};

fn run(desk: &mut Desk<'_>) -> Result<Findings, ReproduceError> {
    let published = Published::load().greco;
    let levels = desk.levels("Microban_155", published.len())?;
    desk.say("Table 1")?;
    let tables = vec![table_1(&published, &levels)];
    let (paper, title) = (PAPER.name.to_owned(), PAPER.title.to_owned());
    Ok(Findings {
        paper,
        title,
        tables,
    })
}

fn table_1(published: &[GrecoRow], levels: &[Level]) -> FindingsTable {
    let mut table = FindingsTable::new(
        "Table 1: box locations before and after deadlock removal",
        ["level", "locations", "not dead", "reduction"],
    );
    for (row, level) in published.iter().zip(levels) {
        let squares = level.board().n_squares() as u64;
        let live = facts::live_squares(level.board()).len() as u64;
        let percent = (100.0 * (squares - live) as f64 / squares as f64).round();
        table.rows.push(vec![
            row.level.to_string().into(),
            Cell::compared(row.box_locations, squares),
            Cell::compared(row.non_deadlock, live),
            Cell::compared(format!("{}%", row.percent), format!("{percent}%")),
        ]);
    }
    for (column, what) in [(1, "box locations"), (2, "locations that are not dead")] {
        let check = Check::all(what, table.agreeing(column), published.len());
        table.checks.push(check);
    }
    table
}
