//! Movers and Packers (2011): the printed maps of dead squares and distances, and their
//! engine on the printed board (`movers_runs.rs`).
//!
//! Their distances are steps from the nearest goal, modulo 10. A square is safe
//! when a lone box can be brought from it to a goal and to it from a start; they
//! print `-` on all others. Boxes, the man and goals hide what lies under them.

use super::desk::{Desk, ReproduceError, printed};
use super::findings::{Cell as Figure, Check, Findings, FindingsTable};
use super::movers_runs;
use super::paper::Paper;
use crate::{MoversFigures, Published};
use soko_core::{Cell, Coord, Level, Squares, facts};

/// The paper.
pub const PAPER: Paper = Paper {
    name: "movers",
    title: "Movers and Packers, 2011: Report on solving Sokoban",
    run,
};

fn run(desk: &mut Desk<'_>) -> Result<Findings, ReproduceError> {
    desk.say("distances and dead squares")?;
    let published = Published::load().movers;
    let level = printed("Movers and Packers")?;
    let maps = Maps::of(&level);
    let titles = ["distances", "distances and dead squares"];
    let [distances, dead] = titles.map(|title| format!("Section 2.6: {title}"));
    let tables = vec![
        compare_maps(&distances, &level, &published.distances, &maps.distances),
        compare_maps(&dead, &level, &published.dead, &maps.dead),
        compare_counts(&level, &published, &maps),
        movers_runs::table(desk, &level)?,
    ];
    Ok(Findings {
        paper: PAPER.name.to_owned(),
        title: PAPER.title.to_owned(),
        tables,
    })
}

/// How many squares are of which kind.
fn compare_counts(level: &Level, published: &MoversFigures, maps: &Maps) -> FindingsTable {
    let rows = [
        ("floor", published.floor_squares, level.board().n_squares()),
        (
            "back-reachable",
            published.back_reachable,
            maps.back_reachable,
        ),
        (
            "forward-reachable",
            published.forward_reachable,
            maps.forward_reachable,
        ),
        ("safe", published.safe, maps.safe),
    ];
    let mut counts = FindingsTable::new("Squares", ["squares", "from the print"]);
    for (what, published, ours) in rows {
        let row = vec![what.into(), Figure::compared(published, ours)];
        counts.rows.push(row);
    }
    let agree = counts.agreeing(1);
    let check = Check::all("numbers of squares", agree, rows.len());
    counts.checks.push(check);
    counts
}

/// Our maps in their way of printing.
struct Maps {
    distances: Vec<String>,
    dead: Vec<String>,
    back_reachable: usize,
    forward_reachable: usize,
    safe: usize,
}

impl Maps {
    fn of(level: &Level) -> Maps {
        let distances = facts::walking_distances_to_goals(level.board());
        let squares = facts::SafeSquares::new(level);
        let safe = squares.safe();
        let digit = |index: usize| char::from(b'0' + (distances[index] % 10) as u8);
        Maps {
            distances: print(level, digit),
            dead: print(level, |index| {
                let square = soko_core::Square::from_index(index);
                if safe.contains(square) {
                    digit(index)
                } else {
                    '-'
                }
            }),
            back_reachable: squares.back_reachable.len(),
            forward_reachable: squares.forward_reachable.len(),
            safe: safe.len(),
        }
    }
}

/// The board with a character on every bare floor square.
fn print(level: &Level, mark: impl Fn(usize) -> char) -> Vec<String> {
    let setup = level.setup();
    let row = |row: u32| {
        let cells = setup.row(row).iter().enumerate().map(|(col, &cell)| {
            let square = level.board().square(Coord::new(row, col as u32));
            match (cell, square) {
                (Cell::Floor, Some(square)) => mark(square.index()),
                _ => cell.to_char(),
            }
        });
        cells.collect::<String>()
    };
    (0..setup.height()).map(row).collect()
}

/// Shows two maps side by side and counts the cells inside the walls that agree.
fn compare_maps(
    title: &str,
    level: &Level,
    published: &[String],
    ours: &[String],
) -> FindingsTable {
    let mut table = FindingsTable::new(title, ["published", "ours", "differences"]);
    let (mut agree, mut of) = (0, 0);
    for (row, (theirs, ours)) in published.iter().zip(ours).enumerate() {
        let mut different = 0;
        for (col, (a, b)) in theirs.chars().zip(ours.chars()).enumerate() {
            let at = Coord::new(row as u32, col as u32);
            if level.board().square(at).is_some() {
                of += 1;
                agree += usize::from(a == b);
                different += usize::from(a != b);
            }
        }
        table.rows.push(vec![
            theirs.as_str().into(),
            ours.as_str().into(),
            different.to_string().into(),
        ]);
    }
    table.checks.push(Check::all("floor squares", agree, of));
    table
}
