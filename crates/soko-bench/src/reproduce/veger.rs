//! Veger (2011): Table 4 on Microban 1 to 25.
//!
//! The counts come from the state graphs of `soko-graph` under the rules that the
//! published figures themselves decide: every legal push onto a valid square,
//! solved states expanded too, the first state with a hash standing for all. One
//! column cannot be reproduced: 3-odd-parity repeats the 2-digit column in all
//! its fifty cells. The figures are in `veger_figures.rs` and beside it.

use super::desk::{Desk, ReproduceError};
use super::findings::{Cell, Check, Findings, FindingsTable};
use super::paper::Paper;
use super::veger_figures;
use crate::table::grouped;
use crate::{Published, VegerRow};
use soko_core::{Level, Squares, facts};
use soko_graph::{
    Folding, Rules, SolutionFactor, StateHash, TooWide, explore_hashed, solution_factor,
};
use soko_search::Control;

/// The paper.
pub const PAPER: Paper = Paper {
    name: "veger",
    title: "Veger, 2011: Hashing methods in Sokoban",
    run,
};

/// States and components.
pub type Counts = (u64, u64);

/// Our row of Table 4 for a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableRow {
    /// Valid squares.
    pub size: usize,
    /// Boxes.
    pub boxes: usize,
    /// With the exact hash.
    pub one_to_one: Counts,
    /// With the man's room forgotten.
    pub no_man: Counts,
    /// With pairs of bits joined.
    pub two_digit: Counts,
    /// With threes of bits joined.
    pub three_odd_parity: Counts,
    /// The solution factor of the exact graph.
    pub solution_factor: SolutionFactor,
}

impl TableRow {
    /// Computes the row.
    pub fn of(level: &Level) -> Result<TableRow, TooWide> {
        let rules = Rules::default();
        let counts = |hash| -> Result<Counts, TooWide> {
            let graph = explore_hashed(level, &rules, hash, &mut Control::default())?;
            let folding = Folding::new(&graph);
            Ok((graph.n_states() as u64, folding.n_components() as u64))
        };
        let graph = soko_graph::explore(level, &rules, 1, &mut Control::default())?;
        let folding = Folding::new(&graph);
        Ok(TableRow {
            size: facts::live_squares(level.board()).len(),
            boxes: level.n_boxes(),
            one_to_one: (graph.n_states() as u64, folding.n_components() as u64),
            no_man: counts(StateHash::NoMan)?,
            two_digit: counts(StateHash::TwoDigit)?,
            three_odd_parity: counts(StateHash::ThreeOddParity)?,
            solution_factor: solution_factor(&folding),
        })
    }
}

fn run(desk: &mut Desk<'_>) -> Result<Findings, ReproduceError> {
    desk.say("figures and Tables 2 and 3")?;
    let mut tables = veger_figures::figures_of_print()?;
    // The rest is about Microban, which has to be at hand.
    match of_microban(desk) {
        Ok(more) => tables.extend(more),
        Err(ReproduceError::Levels(why)) => {
            let title = "Table 4, Figures 11, 12 and 14, and what leaving out deadspots saves";
            let mut missing = FindingsTable::new(title, [""; 0]);
            missing.checks.push(Check::missing("all of these", why));
            tables.push(missing);
        }
        Err(other) => return Err(other),
    }
    Ok(Findings {
        paper: PAPER.name.to_owned(),
        title: PAPER.title.to_owned(),
        tables,
    })
}

/// Everything that needs the levels of Microban.
fn of_microban(desk: &mut Desk<'_>) -> Result<Vec<FindingsTable>, ReproduceError> {
    let published = Published::load().veger;
    let levels = desk.levels("Microban_155", published.len())?;
    desk.say("Table 4")?;
    let mut rows = Vec::new();
    for level in &levels {
        rows.push(TableRow::of(level).map_err(|e| ReproduceError::Levels(e.to_string()))?);
    }
    let mut tables = vec![table_4(&published, &rows)];
    tables.extend(veger_figures::figures_of_microban(&levels)?);
    desk.say("deadspots kept")?;
    tables.push(saved_by_deadspots(&levels, &rows)?);
    Ok(tables)
}

/// States with boxes allowed on deadspots, on levels of up to three boxes: the paper says
/// that leaving these out saves states and does not say how many.
fn saved_by_deadspots(
    levels: &[Level],
    rows: &[TableRow],
) -> Result<FindingsTable, ReproduceError> {
    let mut table = FindingsTable::new(
        "Section 3: what leaving out deadspots saves",
        ["level", "states without them", "with them", "times as many"],
    );
    let rules = Rules {
        keep_dead_squares: true,
        ..Rules::default()
    };
    let mut never_fewer = true;
    for (i, (level, row)) in levels.iter().zip(rows).enumerate().take(4) {
        let graph = soko_graph::explore(level, &rules, 1, &mut Control::default())
            .map_err(|error| ReproduceError::Levels(error.to_string()))?;
        let (without, with) = (row.one_to_one.0, graph.n_states() as u64);
        never_fewer &= with >= without;
        table.rows.push(vec![
            (i + 1).to_string().into(),
            grouped(without).into(),
            grouped(with).into(),
            format!("{:.1}", with as f64 / without as f64).into(),
        ]);
    }
    let what = "with deadspots there are at least as many states";
    table.checks.push(Check::that(what, never_fewer));
    let note = "Other levels: soko graph Microban_155 --level N --keep-dead-squares";
    table.notes.push(note.to_owned());
    Ok(table)
}

fn table_4(published: &[VegerRow], rows: &[TableRow]) -> FindingsTable {
    let mut table = FindingsTable::new(
        "Table 4: states/components of Microban 1 to 25",
        [
            "level",
            "size",
            "boxes",
            "one-to-one",
            "no man",
            "2-digit",
            "3-odd-parity",
            "solution factor",
            "exactly",
        ],
    );
    // 1. A row a level, print and ours side by side.
    let pair = |(states, components): Counts| format!("{states}/{components}");
    for (theirs, ours) in published.iter().zip(rows) {
        let factor = ours.solution_factor;
        table.rows.push(vec![
            theirs.level.to_string().into(),
            Cell::compared(theirs.size, ours.size),
            Cell::compared(theirs.boxes, ours.boxes),
            Cell::compared(pair(theirs.one_to_one), pair(ours.one_to_one)),
            Cell::compared(pair(theirs.no_man), pair(ours.no_man)),
            Cell::compared(pair(theirs.two_digit), pair(ours.two_digit)),
            Cell::beside(pair(theirs.three_odd_parity), pair(ours.three_odd_parity)),
            Cell::compared(printed(theirs.solution_factor), printed(factor.value)),
            factor.exact.map_or(String::new(), |r| r.to_string()).into(),
        ]);
    }
    // 2. All columns must agree in all rows, but for one that is a slip of the print.
    let columns = [
        (1, "sizes"),
        (2, "boxes"),
        (3, "one-to-one states and components"),
        (4, "no man"),
        (5, "2-digit"),
        (7, "solution factors as printed"),
    ];
    for (column, what) in columns {
        let check = Check::all(what, table.agreeing(column), rows.len());
        table.checks.push(check);
    }
    let alike = published.iter().zip(rows);
    let alike = alike.filter(|(theirs, ours)| theirs.three_odd_parity == ours.three_odd_parity);
    table.checks.push(Check::not_reproducible(
        "3-odd-parity",
        alike.count(),
        rows.len(),
        "the published column repeats the 2-digit column in all 50 cells; ours is the hash as \
         described: the parity of each three bits of the ED2.2 string",
    ));
    table
}

/// A factor as the table prints it: six decimals, or six digits and a power of
/// ten where it is too small for that.
fn printed(factor: f64) -> String {
    if factor >= 1e-5 {
        let text = format!("{factor:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        format!("{factor:.5e}")
    }
}
