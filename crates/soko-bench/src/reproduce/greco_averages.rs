//! The averages under Greco's tables, and the percentages that he draws from them.
//!
//! Averages over levels leave out 5 and 7 from Table 2 on, as his do: there his first
//! method gave up. The percentages say by how much each method generates fewer states
//! than the first, on average.

use super::findings::{Cell, Check, FindingsTable};
use super::greco_runs::LevelRuns;
use crate::table::grouped;
use crate::{GrecoAverages, GrecoRow, Published};
use soko_core::{Level, Squares, facts};

/// The methods whose counts agree level by level, so that their averages must too.
const REPRODUCED: [usize; 3] = [0, 2, 3];

/// Adds a row of averages to each of the four tables, and a table of percentages.
pub(super) fn add(
    tables: &mut Vec<FindingsTable>,
    published: &[GrecoRow],
    levels: &[Level],
    runs: &[LevelRuns],
) {
    let averages = Published::load().greco_averages;
    let pairs = published.iter().zip(runs);
    let whole = pairs.filter(|(row, _)| row.states[0].is_some());
    let whole: Vec<LevelRuns> = whole.map(|(_, runs)| *runs).collect();
    if let [first, second, third, fourth] = &mut tables[..] {
        add_locations(first, &averages, levels);
        add_states(second, &averages, &whole);
        add_times(third, fourth, &averages, &whole);
    }
    tables.push(percentages(&averages, &whole));
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

fn add_locations(table: &mut FindingsTable, averages: &GrecoAverages, levels: &[Level]) {
    let squares = |level: &Level| level.board().n_squares() as f64;
    let live = |level: &Level| facts::live_squares(level.board()).len() as f64;
    let reduction = |level: &Level| (100.0 * (1.0 - live(level) / squares(level))).round();
    let cells = [
        Cell::compared(
            format!("{:.1}", averages.box_locations),
            format!("{:.1}", mean(levels.iter().map(squares))),
        ),
        Cell::compared(
            format!("{:.1}", averages.non_deadlock),
            format!("{:.1}", mean(levels.iter().map(live))),
        ),
        Cell::compared(
            format!("{}%", averages.percent),
            format!("{:.0}%", mean(levels.iter().map(reduction))),
        ),
    ];
    let agree = cells.iter().filter(|cell| cell.agrees()).count();
    table
        .checks
        .push(Check::all("averages of Table 1", agree, cells.len()));
    table
        .rows
        .push(std::iter::once("average".into()).chain(cells).collect());
}

/// The mean number of states of a method.
fn mean_states(runs: &[LevelRuns], method: usize) -> f64 {
    mean(runs.iter().map(|runs| runs[method].generated as f64))
}

fn add_states(table: &mut FindingsTable, averages: &GrecoAverages, runs: &[LevelRuns]) {
    let methods = averages.states.iter().enumerate();
    let cells = methods.map(|(method, &theirs)| {
        let ours = mean_states(runs, method).round() as u64;
        Cell::compared(grouped(theirs), grouped(ours))
    });
    let cells: Vec<Cell> = cells.collect();
    let agree = REPRODUCED.iter().filter(|&&method| cells[method].agrees());
    let what = "averages of Table 2, the three methods that can be reproduced";
    table
        .checks
        .push(Check::all(what, agree.count(), REPRODUCED.len()));
    let note = "The averages leave out levels 5 and 7, as his do.";
    table.notes.push(note.to_owned());
    table
        .rows
        .push(std::iter::once("average".into()).chain(cells).collect());
}

fn add_times(
    times: &mut FindingsTable,
    ratios: &mut FindingsTable,
    averages: &GrecoAverages,
    runs: &[LevelRuns],
) {
    let mut cells = vec!["average".into()];
    for (method, theirs) in averages.milliseconds.iter().enumerate() {
        let ours = mean(runs.iter().map(|runs| 1e3 * runs[method].seconds));
        cells.push(Cell::beside(theirs, format!("{ours:.3}")));
    }
    times.rows.push(cells);
    let mut cells = vec!["average".into()];
    for (other, theirs) in averages.speedup.iter().enumerate() {
        let ratio = |runs: &LevelRuns| runs[0].seconds / runs[other + 1].seconds;
        let ours = mean(runs.iter().map(ratio));
        cells.push(Cell::beside(theirs, format!("{ours:.1}")));
    }
    ratios.rows.push(cells);
}

fn percentages(averages: &GrecoAverages, runs: &[LevelRuns]) -> FindingsTable {
    let mut table = FindingsTable::new(
        "Section \"Comparing the methods\": fewer states than breadth-first, on average",
        ["method", "fewer"],
    );
    let first = mean_states(runs, 0);
    let names = ["deadlock detection", "box pushes", "both"];
    for (other, (name, theirs)) in names.iter().zip(averages.fewer_states_percent).enumerate() {
        let ours = 100.0 * (1.0 - mean_states(runs, other + 1) / first);
        let cell = Cell::compared(format!("{theirs}%"), format!("{ours:.1}%"));
        table.rows.push(vec![(*name).into(), cell]);
    }
    let agree = |row: usize| usize::from(table.rows[row][1].agrees());
    let (alone, pushes) = (agree(0), agree(1) + agree(2));
    table
        .checks
        .push(Check::all("with box pushes: 93.8% and 98.7%", pushes, 2));
    table.checks.push(Check::not_reproducible(
        "deadlock detection alone: 69.1%",
        alone,
        1,
        "it is the average of the one column that no reading of the text gives",
    ));
    table
}
